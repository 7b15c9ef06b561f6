// Package page turns the bytes of an answer into what a crawl works with: the
// visible text in blocks with their tag groups and regions, and the links with
// what stands around them. It parses a body once and looks at every node once.
//
// It also owns the one spelling of an address, its canonical key
// ([Canonical], [Resolve], [Host]): every room that compares addresses uses it.
//
// What a page is about is left to crawl/relevance; whether a link may be
// followed, to crawl/filter.
//
//	parse.go    Parse: from a Response to a Page; what is not a page
//	tree.go     the walk over the parsed tree
//	tokens.go   the same walk over tokens alone, for pages without a usable tree
//	builder.go  what both walks drive: elements, blocks, the finished page
//	text.go     text into blocks and spans
//	element.go  what an element means: inline or block, its group, region, hidden or not
//	region.go   the names by which layouts call their regions
//	links.go    links, their anchor, heading, list and path
//	context.go  what stands around an anchor
//	head.go     title, meta elements, base
//	directives.go robots directives of meta elements and headers
//	lang.go     the language a document declares
//	words.go    counting words, guessing the language from the script
//	charset.go  the encoding: declared, or guessed by detect.go with hanzi.go
//	url.go      canonical keys, on escape.go
package page
