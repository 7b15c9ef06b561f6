// Package functional reads and writes the OWL 2 functional-style syntax (W3C
// Recommendation "OWL 2 Web Ontology Language: Structural Specification and
// Functional-Style Syntax (Second Edition)", section 13 and the sections it
// takes its productions from), as Protégé and the OWL API write it; SWRL rules
// as the OWL API writes them.
//
// Which arguments a construct takes is known to ontology/axiom; this package
// knows brackets, names and strings. [Parse] gives axioms, [Decode] the triples
// they stand for, [Encode] writes axioms such that a small change of the
// ontology is a small change of the file.
//
//	functional.go  Parse, Decode, Options
//	lex.go         tokens
//	parse.go       prefixes, header, axioms
//	expr.go        expressions, literals, annotations
//	name.go        IRIs and prefixes
//	encode.go      Encode: the layout
//	encodesort.go  which axiom belongs where
//	encodeterm.go  names as short as prefixes allow
package functional
