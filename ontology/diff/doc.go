// Package diff says how two versions of an ontology differ: not in lines, but
// in concepts, names, places in the hierarchy and relations.
//
//	diff.go     Diff: what was added, removed, renamed, moved and changed
//	match.go    which concept of one graph is which of the other
//	texts.go    labels and definitions
//	weights.go  Effect: what the change does to a topic's weights and terms
//
// A concept is itself by its IRI. One whose IRI is gone is looked for among
// those whose IRI is new: with the same labels, with a name that nobody else
// has, with the same local name, or in the same place of the graph. Only what
// is found once on both sides counts, so that nothing depends on an order, and
// the difference of two graphs the other way round is the same one turned
// round.
//
// Reading files is left to ontology/owl, topic weights to semsim: they come in
// as plain numbers.
package diff
