// Package rdfxml reads and writes RDF/XML (W3C Recommendation "RDF 1.1 XML
// Syntax", 2014).
//
//	syntax.go  the row in the table of syntaxes
package rdfxml
