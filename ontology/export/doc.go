// Package export writes a concept graph, or the neighbourhood of some concepts, in
// formats of other programs: DOT, GraphML, gexf, Mermaid, JSON-LD and CSV.
//
// Concepts are sorted by IRI and relations by their ends. So the same graph gives the
// same bytes whatever its source syntax, and a small change gives a small difference.
// Each concept has its IRI, a Chinese and an English name, depth, core mark, and its
// weight for a topic if given. Synonyms are separate concepts joined by a Synonym
// relation.
//
// Names are untrusted. Each format escapes them by its own rules. Characters that a
// format cannot hold, such as most control characters in XML, become visible as \x1b.
// Only JSON-LD holds everything unchanged.
//
//	export.go   Format, Options, Write
//	part.go     the selected concepts and relations, in order
//	names.go    names of concepts that need no escaping
//	text.go     visible texts; numbers
//	tint.go     the colour of a weight
//	dot.go      Graphviz
//	xml.go      the common part of GraphML and gexf
//	graphml.go  GraphML
//	gexf.go     gexf 1.3
//	mermaid.go  Mermaid flowcharts
//	jsonld.go   JSON-LD
//	csv.go      one relation in each row
//	assets.go   joins the parts of the page, under a policy that blocks everything else
//	data.go     the graph as the page reads it
//	fold.go     traditional characters for queries
//	view.go     Page: the graph as one HTML page; WritePage
//
// Package ontology/owl reads ontologies, semsim measures similarity, and ontology/syntax
// writes an ontology with all axioms.
package export
