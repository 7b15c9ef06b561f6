// Package kept makes and reads the text of a page that is kept, so that the page can
// be judged again without fetching it: by an edited ontology, or by what the crawl has
// learned since.
//
//	text.go    Encode: what judging needs of a page, as bytes
//	decode.go  Decode
//	pack.go    Packer: these bytes compressed, with a dictionary for each large host
//	unpack.go  Unpacker
//
// Kept are the title, the headline, the language, the addresses, the breadcrumb, the
// numbers of words, and each block with its text, spans, region and marks. Links are
// not: their words stand in the blocks. The mentions are found again by whoever judges.
//
// At most [MaxText] bytes of a page are kept, in at most [MaxBlocks] blocks. What is
// left out of a longer page is its end, and Decode says so.
package kept
