// Package walk follows the edges of a concept graph: down from a concept as a tree, and
// between two concepts along shortest simple paths.
//
//	walk.go     Relations: which edges may be walked; Link
//	tree.go     Tree: what hangs below a concept
//	mainroot.go MainRoot: the root with the most concepts below it
//	paths.go    Paths: the k shortest simple paths (Yen's algorithm)
//	search.go   one shortest path around what is forbidden
//
// A synonym group is one concept. Both walks are bounded: a tree shows each concept's
// children once, and paths examine a limited number of edges. Both are deterministic.
package walk
