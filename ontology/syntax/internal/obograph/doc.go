// Package obograph reads and writes OBO graphs: JSON of nodes and edges, which ROBOT, OAK
// and the Ontology Lookup Service exchange (github.com/geneontology/obographs).
//
// An "is_a" edge between classes is a subclass axiom; other edges between classes are
// existential restrictions, and edges between individuals are assertions. Definitions by
// intersections and existential restrictions, domains, ranges, universal restrictions and
// property chains have their own entries.
//
// A graph expresses less than an ontology: labels have no language, annotation values
// have no datatype, and other class expressions are impossible. A value that looks like
// the IRI of a web page is read as an IRI. [Encode] returns what it could not write.
//
//	obograph.go   Decode
//	syntax.go     Syntax: its row in the table of syntaxes
//	model.go      the JSON
//	read.go       the JSON to triples: nodes and edges; readaxiom.go the
//	              rest; readmeta.go annotations
//	write.go      Encode: triples to the JSON
//	writenode.go  declarations and annotations
//	writeedge.go  axioms
//	index.go      triples by subject, with marks for written ones
package obograph
