// Package manchester reads the Manchester syntax: the W3C Working Group Note
// "OWL 2 Web Ontology Language: Manchester Syntax (Second Edition)", as Protégé
// and the OWL API write it and as people write it by hand.
//
// The syntax does not say of a name whether it is that of an object property
// or of a data property, of a class or of a datatype. The frames of the
// document do, wherever they stand, so a document is gone through twice. What
// no frame declares (it may be of an import) is told by what it is used with:
// "p some xsd:integer[>= 5]" needs no declaration.
//
// Beyond the Note are read: a document without "Ontology:"; class frames about
// an expression (general axioms); the sections SuperClassOf, SuperPropertyOf,
// Instances and Inverses; rules; entities named by their rdfs:label in single
// quotes, as Protégé shows them; facets totalDigits and fractionDigits.
//
//	manchester.go  Parse, Decode, Options
//	lexer.go       tokens; words.go the words that are special
//	survey.go      the first pass: what the document declares
//	names.go       prefixes, names, literals; numbers.go those that are numbers
//	frames.go      frames; sections.go their sections; misc.go frames about several
//	lists.go       annotations, and lists of things that may be annotated
//	expr.go        descriptions and data ranges; kinds.go which is which
//	rules.go       SWRL rules
package manchester
