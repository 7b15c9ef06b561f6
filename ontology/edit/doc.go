// Package edit makes one ontology of others: what people do to an ontology before they publish it
// or take it as the topic of a crawl. No function changes what it is given.
//
//	merge.go    Merge: several documents as one
//	extract.go  Extract: what bears on some names
//	reduce.go   Reduce: Is-a that a longer way says too is left out
//	state.go    Relax and Materialize: what definitions say, and what follows, is stated as Is-a
package edit
