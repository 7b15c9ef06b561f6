// Package canon sorts the triples of an ontology into a canonical order and gives blank
// nodes canonical labels. Both depend only on the content. So a file saved twice is
// identical, and a small change of the ontology is a small change of the file, in any
// syntax.
//
// The order follows OWL editors: the ontology, annotation properties, datatypes, object
// properties, data properties, classes, individuals, and subjects without IRI; each by
// IRI.
//
//	canon.go      Triples: the order
//	kind.go       what stands before what
//	blank.go      names of blank nodes, group by group
//	trees.go      components of blank nodes that are trees, as nearly all are
//	cyclic.go     components with cycles: a search for the least form
//	partition.go  what is known to differ, refined
//
// Packages ontology/rdfio and ontology/syntax write the triples.
package canon
