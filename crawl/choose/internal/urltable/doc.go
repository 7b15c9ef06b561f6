// Package urltable numbers URLs.
//
//	table.go  Table: URLs and their numbers, all in memory
//	away.go   Table: texts on disk, or forgotten; their checkpoint
package urltable
