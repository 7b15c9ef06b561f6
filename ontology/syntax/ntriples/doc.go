// Package ntriples reads and writes N-Triples (W3C Recommendation "RDF 1.1
// N-Triples", 2014).
//
//	syntax.go  the row in the table of syntaxes
package ntriples
