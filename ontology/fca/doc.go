// Package fca is formal concept analysis (Ganter and Wille, Formal Concept Analysis:
// Mathematical Foundations, Springer 1999).
//
// A [Context] says which objects have which attributes. A formal concept is a set of
// objects and the set of attributes that they share, each as large as the other allows:
// its extent and its intent. The formal concepts, ordered by their extents, are the
// concept lattice.
//
//	context.go   Context: objects by attributes; extents, intents, the order of attributes
//	lattice.go   Context.Lattice: all formal concepts, or those with enough objects
//	covers.go    Lattice: what stands right above and below a formal concept
//	estimate.go  Context.Estimate: how large a lattice will be
//	bits.go      sets of small numbers
//
// A lattice may have 2^n formal concepts of n attributes. So its size is estimated before
// it is computed, it is bounded ([Options.Most], with a *[SizeError]), and it may be cut
// to an iceberg ([Options.Support]): the formal concepts with so many objects or more
// (Stumme, Taouil, Bastide, Pasquier and Lakhal, Computing iceberg concept lattices with
// Titanic, Data & Knowledge Engineering 42:189-222, 2002).
//
// The package knows no texts and no ontologies: crawl/judge/learn makes contexts of them.
package fca
