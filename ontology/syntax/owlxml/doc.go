// Package owlxml reads OWL/XML, the syntax of the W3C Recommendation "OWL 2 Web
// Ontology Language: XML Serialization (Second Edition)", as Protégé and the
// OWL API write it.
//
// The names of its elements are those of the constructs of OWL 2, so that
// package axiom says which parts each of them takes; SWRL rules, for which the
// Recommendation has no elements, are read as the OWL API writes them. XML
// itself is left to ontology/rdfio: entities are text that the document
// declares, nothing is fetched, and everything has a limit.
//
//	owlxml.go   Parse, Decode, Options
//	header.go   the root element and what stands under it
//	expr.go     expressions, annotations and axioms
//	names.go    IRIs, prefixes, literals, blank nodes
//	element.go  elements and their attributes
package owlxml
