// Package owlxml reads and writes OWL/XML (W3C Recommendation "OWL 2 Web Ontology Language: XML
// Serialization (Second Edition)"), as Protégé and the OWL API write it.
//
// Relative IRIs are appended to the base, as Protégé does; see joined in names.go.
//
// Element names are the constructs of OWL 2, so package axiom knows their parts. The
// Recommendation has no elements for SWRL rules; they are read as the OWL API writes
// them. Package ontology/rdfio reads XML: only declared text entities, no fetching,
// limits on everything.
//
//	owlxml.go   Parse, Decode, Options
//	syntax.go   Syntax: its row in the table of syntaxes
//	header.go   the root element and what stands under it
//	expr.go     expressions, annotations and axioms
//	names.go    IRIs, prefixes, literals, blank nodes
//	element.go  elements and their attributes
//	encode.go   Encode: the layout of the OWL API
package owlxml
