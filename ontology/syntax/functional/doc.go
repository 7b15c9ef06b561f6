// Package functional reads and writes the OWL 2 functional-style syntax (W3C
// Recommendation "OWL 2 Web Ontology Language: Structural Specification and
// Functional-Style Syntax (Second Edition)", section 13 and the productions of other
// sections), as Protégé and the OWL API write it, including their SWRL rules.
//
// Package ontology/axiom knows the arguments of each construct; this package handles
// brackets, names and strings. [Parse] returns axioms, [Decode] their triples. [Encode]
// writes axioms so that a small change of the ontology is a small change of the file.
//
//	functional.go  Parse, Decode, Options
//	syntax.go      Syntax: its row in the table of syntaxes
//	lex.go         tokens
//	parse.go       prefixes, header, axioms
//	expr.go        expressions, literals, annotations
//	name.go        IRIs and prefixes
//	encode.go      Encode: the layout
//	encodesort.go  which axiom belongs where
package functional
