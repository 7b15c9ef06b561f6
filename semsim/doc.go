// Package semsim computes the similarity of two concepts of an ontology and
// explains it: by the five factors of On-ITS (Liu, Gu, Liu 2020, eq 1 and 2),
// with the topic vector made of them (eq 3), and by the usual measures of the
// literature ([Measures]).
//
//	params.go          Params: the parameters, their printed values, their errors
//	measure.go         Measure: Sim and Topic, with a cache of rows
//	pathgraph.go       shortest paths: IFDis and IFRel
//	hierarchy.go       common ancestors: IFDen, IFDep and IFCoi
//	commonancestors.go common ancestors of one concept with all, in one pass
//	onetoall.go        similarity of one concept with all; all pairs, row by row
//	contraction.go     contraction hierarchy: shortest paths from one to all
//	hublabels.go       hub labels: shortest paths of any pair
//	pairindex.go       similarity of any pair of a large graph
//	explain.go         Explanation: factors, weights, path and common ancestor
//	explainall.go      the same of one concept with all
//	topic.go           TopicVector: a topic's concepts with weights and labels
//	join.go            Join: several topics as one
//	compare.go         Comparer, and Measures: the table of methods
//	formulas.go        the methods that use the hierarchy only
//	taxonomy.go        their comparison of two concepts, and of one with all
//	explaintaxonomy.go and their explanations
//	ic.go              information content
//	group.go           groups of concepts
//	agree.go           agreement with people's judgements; fit.go weights that agree best
//
// The paper prints the weights and names the factors. The formulas of four of
// the five factors are not legible in the copies we know; the comment at each
// factor says which form was taken, and why.
//
// # Departures from a tree
//
// The paper assumes a tree. Ontologies are not trees, so these rules hold,
// which all equal the paper's on a tree:
//
//   - Synonyms are one concept: every factor of two synonyms is 1.
//   - The ancestors of a concept are those through all its parents.
//   - The common ancestor (LCA) is one that has no other below it; of several
//     the deepest, then the one with most children (so that no similarity
//     depends on the numbering of concepts), then the one with the smallest ID.
//   - Depths are counted along the shortest path from a root, which is 1. An
//     ancestor can then be deeper than its descendant, so the LCA's depth is
//     limited to the smaller depth of the two: IFDep stays within 1.
//   - Edges of relation Other carry no path: they have no weight, and an
//     unmapped property must not bring concepts nearer.
//   - Without a path, Dis is infinite: IFDis = IFRel = 0. Without a common
//     ancestor, IFDen = IFDep = IFCoi = 0.
//
// Package ontology reads ontologies, semsim/lexicon finds labels in texts,
// crawl/judge/relevance judges texts.
package semsim
