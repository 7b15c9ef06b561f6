// Package ontology is the concept graph: what a domain ontology says, freed of
// the syntax it was written in.
//
// A [Builder] collects concepts and relations; [Builder.Build] freezes them
// into an immutable [Graph] that any number of goroutines may read.
//
//	concept.go    Concept, Label, Relation, Edge
//	builder.go    Builder
//	graph.go      Graph: neighbours, folded synonyms, parents, depth, ancestors
//	hierarchy.go  what hangs under what, and how deep
//	cycle.go      CycleError: the one thing Build refuses
//
// Reading files is left to ontology/owl, similarity to semsim, finding labels in
// text to semsim/lexicon.
package ontology
