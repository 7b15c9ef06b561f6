// Package walk goes through a concept graph: down from a concept as a tree, and
// from one concept to another by its shortest simple paths.
//
//	walk.go   Relations: which edges may be walked; Link
//	tree.go   Tree: what hangs below a concept
//	paths.go  Paths: the k shortest simple paths (Yen's algorithm)
//	search.go one shortest path around what is forbidden
//
// Synonyms are one concept throughout. Both walks are bounded: a tree shows
// each concept's children once, paths look at a limited number of edges. Both
// are the same for the same graph.
//
// What a path is worth is left to semsim.
package walk
