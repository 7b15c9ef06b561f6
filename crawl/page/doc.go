// Package page turns the bytes of an answer into what a crawl works with: the
// visible text in blocks with their tag groups and regions, and the links with
// what stands around them. It reads a body in one pass over its tokens where its
// elements are closed as the standard lets authors close them; where a browser
// would have to repair it, the parser's tree is read.
//
// What a page is about is left to crawl/relevance; whether a link may be
// followed, to crawl/filter.
//
//	parse.go    Parse: from a Response to a Page; what is not a page
//	walk.go     the one pass, with walkbody.go and walktable.go: which elements
//	            are open, and when to leave a page to the parser
//	scan.go     its tokens
//	scope.go    what the standard says of elements
//	tree.go     the walk over the parsed tree
//	tokens.go   the same walk over tokens alone, for pages without a usable tree
//	builder.go  what all walks drive: elements, blocks, the finished page
//	text.go     text into blocks and spans
//	element.go  what an element means: inline or block, its group, region, hidden or not
//	region.go   the names by which layouts call their regions
//	cards.go    content that is a list without being marked up as one
//	links.go    links, their anchor, heading, list and path
//	context.go  what stands around an anchor
//	headline.go what the layout shows as the title
//	head.go     title, meta elements, base
//	directives.go robots directives of meta elements and headers
//	lang.go     the language a document declares
//	words.go    counting words, guessing the language from the script
//	charset.go  the encoding: declared, or guessed by detect.go with hanzi.go
package page
