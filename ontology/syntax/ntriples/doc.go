// Package ntriples reads and writes N-Triples (W3C Recommendation "RDF 1.1
// N-Triples", 2014), line by line.
//
//	syntax.go   the row in the table of syntaxes
//	decode.go   Decode; literal.go literals
//	encode.go   Encode
package ntriples
