// Package document reads PDF, DOCX, ODT and plain text as pages of the web. It turns
// a document into a page of HTML with the same title, headings, paragraphs, lists,
// tables and links, and gives that to the reader of pages. So the judge, the kept text,
// duplicates, dates and exports know nothing of documents. The archive keeps the
// document itself.
//
// Documents are hostile. DOCX and ODT are read from a stream that counts what it
// unpacks and stops with its context. PDF is read by another process with limits, which
// is killed with its context: poppler's pdftotext, or the program itself (Child).
//
//	convert.go     Converter, its bounds and errors: from an answer to a page of HTML
//	reader.go      Reader: a crawl.Reader for documents, and for pages by another reader
//	markup.go      the page of HTML being written
//	archive.go     the XML parts of a ZIP archive, counted
//	docx.go        WordprocessingML
//	odt.go         OpenDocument
//	pdf.go         PDF by another program: which, and what its end means
//	program.go     a program that runs within limits; limit_*.go: limits of the system
//	poppler.go     what pdftotext writes
//	layout.go      lines on pages to paragraphs and headings
//	child.go       Child: the reader of PDF in Go, for a process of its own
//	childtext.go   the text operators of PDF, and encodings of fonts
//
// Package doctype says which kind of document an answer holds.
package document
