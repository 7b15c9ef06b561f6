// Package manchester reads the Manchester syntax: the W3C Working Group Note "OWL 2 Web
// Ontology Language: Manchester Syntax (Second Edition)", as Protégé, the OWL API and
// people write it.
//
// A name alone does not tell an object property from a data property, or a class from a
// datatype. Frames anywhere in the document do, so the reader makes two passes. The use
// of an undeclared name decides its kind: "p some xsd:integer[>= 5]" needs no
// declaration.
//
// Extensions to the Note: a document without "Ontology:"; class frames about an
// expression (general axioms); the sections SuperClassOf, SuperPropertyOf, Instances and
// Inverses; rules; entities named by their rdfs:label in single quotes, as Protégé shows
// them; the facets totalDigits and fractionDigits.
//
//	manchester.go  Parse, Decode, Options
//	syntax.go      Syntax: its row in the table of syntaxes
//	lexer.go       tokens; words.go keywords
//	survey.go      the first pass: what the document declares
//	names.go       prefixes, names, literals; numbers.go numbers
//	frames.go      frames; sections.go their sections; misc.go frames about several entities
//	lists.go       annotations, and annotated lists
//	expr.go        descriptions and data ranges; kinds.go tells them apart
//	rules.go       SWRL rules
//	encode.go      Encode: the document; encodeframe.go its frames, encodeexpr.go expressions
//	line.go        Line: one axiom, for people
package manchester
