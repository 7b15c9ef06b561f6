// Package convert writes an ontology in another syntax: all its statements, in
// an order that does not depend on the file's, with the prefixes it had.
//
//	document.go  Document and Parse: what one file holds, without its imports
//	add.go       statements added to a document
//	write.go     Document.Write: a document in a syntax, and what that lost
//	left.go      what a document or a syntax left out, for a person
//	prefixes.go  the prefixes that a document has a use for
//	names.go     the names of concepts that change because a syntax sorts labels
//
// Syntaxes come from ontology/syntax, or any other table of them. The order is
// ontology/internal/canon's.
package convert
