// Package export writes a concept graph, or the neighbourhood of some of its
// concepts, in the forms that other programs draw and analyse: DOT, GraphML,
// GEXF, Mermaid, JSON-LD and CSV.
//
// Whatever the form, concepts stand in the order of their IRIs and relations in
// the order of their ends, so that the same graph gives the same bytes whatever
// syntax it was read from, and a small change a small difference. Every concept
// has its IRI, its names for readers of Chinese and of English, its depth,
// whether it is a core concept, and its weight for a topic if weights are given.
// Synonyms stand singly, joined by a Synonym relation.
//
// Names come from strangers. Each form escapes them by its own rules; what it
// cannot hold at all, as XML cannot hold most control characters, is written
// visibly as \x1b. JSON-LD alone holds everything as it was.
//
//	export.go   Format, Options, Write
//	part.go     the selected concepts and relations, in order
//	names.go    names of concepts that need no escaping
//	text.go     visible texts; numbers
//	tint.go     the colour of a weight
//	dot.go      Graphviz
//	xml.go      the common part of GraphML and GEXF
//	graphml.go  GraphML
//	gexf.go     GEXF 1.3
//	mermaid.go  Mermaid flowcharts
//	jsonld.go   JSON-LD
//	csv.go      one relation in each row
//
// It reads no ontology (ontology/owl does) and knows no measure (semsim does);
// writing an ontology with all its axioms is left to ontology/syntax.
package export
