// Package rdfxml reads and writes RDF/XML (W3C Recommendation "RDF 1.1 XML
// Syntax", 2014). Reading keeps no more of a document in memory than its longest
// token, starts no goroutine and fetches nothing. Writing keeps to the layout of
// Protégé.
//
//	syntax.go       the row in the table of syntaxes
//	decode.go       Decode: document and node elements
//	attr.go         attributes by their role; class.go the roles of names
//	property.go     property elements
//	literal.go      literals in canonical XML
//	prefixes.go     the prefixes that a document declares
//	encode.go       Encode: the document; encodenode.go elements
//	encodegraph.go  what stands where; encodesort.go in which order
//	encodename.go   namespaces and names
package rdfxml
