// Package canon sorts the triples of an ontology into a canonical order and gives
// blank nodes canonical labels. Both depend only on what the triples say. So a
// file saved twice is the same file, and a small change of the ontology is a
// small change of the file, in any syntax.
//
// The order is that in which OWL editors save: the ontology, annotation
// properties, datatypes, object properties, data properties, classes,
// individuals, and what has no IRI; each by IRI.
//
//	canon.go      Triples: the order
//	kind.go       what stands before what
//	blank.go      names of blank nodes, group by group
//	trees.go      components of blank nodes that are trees, as nearly all are
//	cyclic.go     components with cycles: a search for the least form
//	partition.go  what is known to differ, refined
//
// Writing is left to ontology/rdfio and ontology/syntax.
package canon
