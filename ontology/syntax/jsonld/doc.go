// Package jsonld reads and writes JSON-LD 1.1 (W3C Recommendation, 2020).
//
// Documents in expanded form without a context, which is how Protégé saves, are
// read directly. Any other is expanded by github.com/piprate/json-gold first. A
// context that lies on the network is refused: nothing is fetched. The
// statements of named graphs are read as if they stood in the default graph, as
// the OWL API does.
//
//	jsonld.go    Decode
//	scan.go      JSON: tokens, strings, positions, limits
//	expanded.go  expanded form to triples; values.go its literals and lists
//	expand.go    expansion by json-gold
//	encode.go    Encode; encodenode.go its nodes and lists
package jsonld
