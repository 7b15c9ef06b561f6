// Package hashindex finds numbered things by their hash. It holds no things and no
// pointers: a Go map of a hundred million things would take three times the room, and the
// collector would scan all of it again and again.
//
//	index.go   Index
//	part.go    the numbers whose hashes begin alike, in memory
//	fill.go    many numbers at once
//	away.go    numbers that lie in a file
//	run.go     slots of a part there
//	filter.go  which hashes are not there
//	paged.go	Array
//	source.go	Source: where the pages of an Array may lie instead of in the heap
package hashindex
