// Package binenc is the one binary codec: numbers and strings, one after the
// other, behind a header with a name and a version. Checkpoints and the journal
// are stored in it, and so are the letters and outcomes that parts of a crawl tell each
// other, and the text of a page, which is judged again without fetching it.
//
//	writer.go  Writer
//	reader.go  Reader
//	memory.go  Memory: what a part keeps in a checkpoint
//	stream.go  Reader of what is not in memory as a whole
//	letter.go  a letter: a page and its links to hosts of another part
//	outcome.go an outcome: what a visit taught
//	batch.go   Batch: letters and outcomes in one message, compressed
//	text.go    EncodePage: what judging needs of a page, as bytes
//	decode.go  DecodePage
//	pack.go    Packer: these bytes compressed, with a dictionary for each large host
//	unpack.go  Unpacker
//
// A Reader trusts no length: it compares each with the bytes that are left, so
// damaged input gives an error, never a panic or a huge allocation. What is
// written, and in which order, is the caller's.
//
// Letters, outcomes and batches are read in full or not at all: a version that the program does not
// know is an error, and so are bytes that are left or missing. At most [MaxText] bytes of a page
// are kept, in at most [MaxBlocks] blocks: its title, headline, language, addresses, breadcrumb,
// numbers of words, and each block with its text, spans, region and marks. Links are not: their
// words stand in the blocks. What is left out of a longer page is its end, and DecodePage says so.
package binenc
