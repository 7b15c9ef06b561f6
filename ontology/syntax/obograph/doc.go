// Package obograph reads and writes OBO graphs: JSON of nodes and edges, as
// ROBOT, OAK and the Ontology Lookup Service exchange ontologies
// (github.com/geneontology/obographs).
//
// An edge "is_a" between classes is a subclass axiom, one with another
// predicate an existential restriction; between individuals it is an assertion.
// Intersections of classes and existential restrictions that define a class,
// domains, ranges, universal restrictions and property chains have places of
// their own.
//
// A graph says less than an ontology: labels have no language, values of
// annotations no datatype, and class expressions other than those above no
// place. What looks like the IRI of a web page is taken for one. [Encode]
// returns what it could not write.
//
//	obograph.go   Decode
//	model.go      the JSON
//	read.go       the JSON to triples: nodes and edges; readaxiom.go what is
//	              neither; readmeta.go annotations
//	write.go      Encode: triples to the JSON
//	writenode.go  declarations and annotations
//	writeedge.go  axioms
//	index.go      triples by subject, which of them are written
package obograph
