// Package urltable numbers URLs.
//
//	table.go  Table: URLs and their numbers, all in memory
//	away.go   Table: texts on a shelf outside of memory, or forgotten; their checkpoint
package urltable
