// Package semsim says how alike two concepts of an ontology are, and why: by
// the five factors of On-ITS (Liu, Gu, Liu 2020, eq 1 and 2), with the topic
// vector made of them (eq 3), and by the usual measures of the literature
// ([Measures]).
//
//	params.go    the parameters, their printed values and their errors
//	measure.go   Measure: Sim, Topic, and the rows behind them
//	path.go      the shortest path: IFDis and IFRel
//	ancestry.go  the common ancestors: IFDen, IFDep and IFCoi
//	meet.go      what one concept has in common with all, in one walk
//	pass.go      its likeness with all
//	funnel.go    its shortest paths to all
//	wheel.go     hubs: what best paths lead over
//	pairs.go     any two concepts of a large graph
//	explain.go   Explanation: factors, weights, path and common ancestor
//	explainall.go the same of one concept and all others
//	topic.go     TopicVector: a topic's concepts with weights and labels
//	join.go      Join: several topics as one
//	compare.go   Comparer, and Measures: all ways to compare
//	formulas.go  those that look at the hierarchy only
//	taxonomy.go  what they work with: two concepts, or one and all
//	account.go   and how they explain
//	ic.go        information content
//	counts.go    and counts to make it of
//	group.go     groups of concepts
//	rows.go      all pairs, row after row
//
// The paper prints the weights and names the factors; four of the five
// factors' formulas are not legible in the copies we know. The comment at each
// factor says which form was taken and what speaks for it.
//
// # Departures from a tree
//
// The paper of the five factors thinks of a tree. Ontologies are not trees, so these rules hold,
// all of which fall back to the paper's on a tree:
//
//   - Synonyms are one concept: every factor of two synonyms is 1.
//   - A concept's ancestors are those through all its parents.
//   - The common ancestor (LCA) is a common ancestor that has no other one
//     below it; of several the deepest, then the one with most children (so
//     that no likeness depends on how concepts are numbered), then the one with
//     the smallest ID.
//   - Depths are counted along the shortest way from a root, which is 1. An
//     ancestor can be deeper than its descendant by that count, so the LCA's
//     depth is cut at the smaller depth of the two: IFDep stays within 1.
//   - Edges of relation Other carry no path: they have no weight, and a
//     property nobody mapped must not bring concepts nearer.
//   - Concepts that no path connects have Dis infinite: IFDis = IFRel = 0.
//     Concepts without a common ancestor have IFDen = IFDep = IFCoi = 0.
//
// Reading ontologies is left to ontology and ontology/owl, finding labels in
// texts to semsim/lexicon, judging texts to crawl/relevance.
package semsim
