// Package hashindex finds numbered things by their hash. It holds no things and no
// pointers: a Go map of a hundred million things would take three times the room, and the
// collector would scan all of it again and again.
//
//	index.go  Index
package hashindex
