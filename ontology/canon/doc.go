// Package canon puts the triples of an ontology in an order that depends on
// what they say and not on where they stood, and names blank nodes by what is
// said of them, so that a file saved twice is the same file, and a small change
// of an ontology a small change of the file, in whatever syntax.
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
