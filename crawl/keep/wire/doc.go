// Package wire writes what the parts of a crawl tell each other as bytes, and reads it
// again: letters and outcomes, one by one as a journal keeps them, and many together as
// they go over a network.
//
//	letter.go   Letter: a page and its links to hosts of another part
//	outcome.go  Outcome: what a visit taught
//	batch.go    Batch: letters and outcomes in one message, compressed
//
// Each form begins with its version. A version that the program does not know is an error,
// and so are bytes that are left or missing: a message is read in full or not at all. Text
// from outside is bounded by the message that holds it, so a small message never makes
// much memory.
package wire
