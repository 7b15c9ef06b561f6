// Package binenc is the one binary codec: numbers and strings, one after the
// other, behind a header with a name and a version. Checkpoints and the journal
// are stored in it.
//
//	writer.go  Writer
//	reader.go  Reader
//	memory.go  Memory: what a part keeps in a checkpoint
//	stream.go  Reader of what is not in memory as a whole
//
// A Reader trusts no length: it compares each with the bytes that are left, so
// damaged input gives an error, never a panic or a huge allocation. What is
// written, and in which order, is the caller's.
package binenc
