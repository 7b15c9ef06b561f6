// Package ontology is the concept graph: what a domain ontology says, in any
// syntax.
//
// A [Builder] collects concepts and relations; [Builder.Build] freezes them
// into an immutable [Graph] that any number of goroutines may read.
//
//	concept.go    Concept, Label, Relation, Edge
//	builder.go    Builder
//	graph.go      Graph: neighbours, folded synonyms, parents, depth, ancestors
//	hierarchy.go  parents, children and depth
//	cycle.go      Circle: concepts that are a kind of each other are synonyms
//
// Reading files is left to ontology/owl, similarity to semsim, finding labels in
// text to semsim/lexicon.
package ontology
