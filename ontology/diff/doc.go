// Package diff compares two versions of an ontology: not their lines, but their
// concepts, names, hierarchy and relations.
//
//	diff.go     Diff: what was added, removed, renamed, moved and changed
//	match.go    pairs of equal concepts of the two graphs
//	texts.go    labels and definitions
//	weights.go  Effect: what the change does to a topic's weights and terms
//
// A concept is identified by its IRI. If an IRI is gone, Compare looks for the
// concept among the new IRIs: one with the same labels, with a name that no other
// concept has, with the same local name, or with the same relations. A match must
// be unique on both sides. So the result does not depend on any order, and
// swapping the two graphs gives the reversed result.
//
// Reading files is left to ontology/owl, topic weights to semsim: they come in
// as plain numbers.
package diff
