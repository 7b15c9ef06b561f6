// Package page turns the bytes of an answer into a page: the visible text in
// blocks with their tag groups and regions, and the links with their context.
// It reads a body in one pass over its tokens if its elements are closed as the
// standard lets authors close them. Otherwise it reads the tree of the parser,
// which repairs as browsers do.
//
// Package crawl/relevance judges what a page is about, crawl/filter whether a
// link may be followed; crawl/urlkey spells addresses.
//
// \tparse.go       Parse: from a Response to a Page; what is not a page
// \tstream.go      the one pass, with streambody.go and streamtable.go: which
// \t               elements are open, and when to leave a page to the parser
// \tscan.go        its tokens
// \tscope.go       classes of elements in the standard
// \twalktree.go    the walk over the parsed tree
// \twalktokens.go  the walk over tokens alone, for pages without a usable tree
// \tbuilder.go     the target of all three walks: elements, blocks, the
// finished page
// \ttext.go        text into blocks and spans
// \telement.go     the meaning of elements: inline or block, group, region,
// hidden
// \tregion.go      the names by which layouts call their regions
// \tlists.go       content that is a list without list markup
// \tlinks.go       links, their anchor, heading, list and path
// \tcontext.go     the text around an anchor
// \theadline.go    the title that the layout shows
// \thead.go        title, meta elements, base
// \tdirectives.go  robots directives of meta elements and headers
// \tlang.go        the language that a document declares
// \twords.go       counting words, guessing the language from the script
// \tcharset.go     the encoding: declared, or guessed by detect.go with
// commoncjk.go
package page
