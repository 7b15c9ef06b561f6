// Package page turns the bytes of an answer into a page: the visible text in
// blocks with their tag groups and regions, and the links with their context.
// It reads a body in one pass over its tokens if its elements are closed as the
// standard lets authors close them. Otherwise it reads the tree of the parser,
// which repairs as browsers do.
//
// Package crawl/judge/relevance judges what a page is about, crawl/choose/filter whether a
// link may be followed; crawl/fetch/urlkey spells addresses.
//
//	parse.go       Parse, Document: from a Response to a Page or a tree; what is not a page
//	stream.go      the one pass, with streambody.go and streamtable.go: which
//	               elements are open, and when to leave a page to the parser
//	scan.go        its tokens
//	walktokens.go  the walk over tokens alone, for pages without a usable tree
//	builder.go     the target of all three walks: elements, blocks, the page
//	finish.go      what is known once all is read: blocks, words, language
//	text.go        text into blocks and spans
//	element.go     the meaning of elements: inline or block, group, region; classes in the standard
//	maintext.go    what a page holds, by crawl/read/maintext: main text, kind, headline
//	main.go        Main: the main text as a tree
//	layout.go      Layout: what maintext is given, for those who train and measure it
//	scripted.go    pages whose text stands in scripts only
//	noscript.go    pages that show hardly anything unless scripts are off
//	region.go      the names by which layouts call their regions; lists without list markup
//	author.go      a link that leads to the author
//	links.go       links, their anchor, heading, list and path
//	embedded.go    links in frames, drawings, menus that jump, noscript; other languages, Refresh
//	share.go       addresses that share, print or mail the page: no links
//	searchform.go  the form of a site's own search
//	anchor.go      what names a link whose anchor does not
//	context.go     the text around an anchor
//	headline.go    the title that the layout shows
//	code.go        listings and formulas
//	trail.go       the breadcrumb
//	structured.go  the breadcrumb in JSON-LD
//	head.go        title, meta elements, base
//	directives.go  robots directives of meta elements and headers; the declared language
//	words.go       counting words, guessing the language from the script
//	charset.go     the encoding: declared, or guessed by detect.go
//	charset7.go    encodings of 7 bits, read or refused; UTF-16 that a header declares
package page
