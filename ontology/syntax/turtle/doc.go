// Package turtle reads and writes Turtle (W3C Recommendation "RDF 1.1 Turtle",
// 2014) as people and programs really write it. Reading keeps no more of a
// document in memory than its longest token, starts no goroutine and fetches
// nothing.
//
//	syntax.go      the row in the table of syntaxes
//	decode.go      Decode: the grammar
//	lex.go         tokens; name.go names
//	directive.go   prefixes and bases
//	literal.go     literals
//	prefixes.go    the prefixes that a document declares
//	encode.go      Encode: the layout; encodeterm.go terms
package turtle
