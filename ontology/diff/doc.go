// Package diff compares two versions of an ontology by concepts, names, hierarchy and
// relations, and by axioms; not by lines.
//
//	diff.go     Diff: what was added, removed, renamed, moved and changed
//	match.go    pairs of equal concepts of the two graphs
//	texts.go    labels and definitions
//	weights.go  Effect: what the change does to a topic's weights and terms
//	axioms.go   Axioms: what was stated and is no longer, and what is new
//	canonical.go  the one form of axioms that are structurally equivalent
//
// A concept is identified by its IRI. If an IRI is gone, Compare looks among the new IRIs
// for a concept with the same labels, with a name that no other concept has, with the
// same local name, or with the same relations. A match must be unique on both sides. So
// the result does not depend on any order, and swapping the graphs reverses it.
//
// Package ontology/owl reads the files. Topic weights are parameters.
package diff
