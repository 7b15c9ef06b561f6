// Package markdown writes the main text of pages as Markdown, one file a page, for
// readers and for language models. Each file begins with front matter: YAML between two
// lines "---" that says what the page is and why it was found.
//
//	write.go    Write: the files of a folder, and their index
//	front.go    front matter, and the name of a page's file
//	text.go     the main text: of an answer, or of the blocks of a kept text
//	readout.go  Reader: from an answer to a Readout, what is read off it and why, without a topic
//	readouttext.go  ReadoutText: the main text as plain text; the blocks that are left out
//
// What a page says is hostile. Front matter is written by a YAML library, text by a
// Markdown library that escapes what would mean something, and the name of a file is made
// of the page's address without anything but letters, digits and "-". Files are written
// through [os.Root], so none lies outside of the folder.
package markdown
