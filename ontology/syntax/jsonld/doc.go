// Package jsonld reads and writes JSON-LD 1.1 (W3C Recommendation, 2020).
//
// Documents in expanded form without a context, which Protégé saves, are read directly.
// github.com/piprate/json-gold expands other documents first. Nothing is fetched: a
// context on the network is an error. Named graphs are read into the default graph, as
// the OWL API does.
//
//	jsonld.go    Decode
//	syntax.go    Syntax: its row in the table of syntaxes
//	scan.go      JSON: tokens, strings, positions, limits
//	expanded.go  expanded form to triples; values.go its literals and lists
//	expand.go    expansion by json-gold
//	encode.go    Encode; encodenode.go its nodes and lists
package jsonld
