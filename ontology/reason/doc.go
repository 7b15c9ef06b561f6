// Package reason infers what an OWL 2 ontology says of its classes without stating it: which
// class is a kind of which, which are the same, and which can have no instance.
//
// It decides OWL 2 EL (W3C, OWL 2 Profiles, section 2) by completion rules: one context for each
// class and filler holds all that its instances are, and rules add to contexts until nothing is
// new (Kazakov, Krötzsch and Simančík, "The incredible ELK", J. Autom. Reasoning 53, 2014). Some
// constructs beyond EL that the same rules decide are read too: a union on the left of an
// inclusion, a complement on its right, and cardinalities that say "some" or "none".
//
// All that is inferred holds. What lies outside is listed by [Reasoner.Outside] with its axiom
// and the reason, and the part of it that can be read is: an inference that needs the rest is not
// made. Without such a list the hierarchy is complete.
//
//	r := reason.New(ontology.Axioms, reason.Options{})
//	t, err := r.Classify(ctx)
//	t.Parents("http://x.org/CheesyPizza")
//	why, err := r.Justify(ctx, "http://x.org/Margherita", "http://x.org/CheesyPizza")
//
//	reason.go    Reasoner: New, Classify, Outside
//	atom.go      class expressions as numbers
//	index.go     what follows from an atom at once: told inclusions, occurrences
//	convert.go   class expressions to atoms, by the side of the inclusion on which they stand
//	axioms.go    class axioms and assertions to the index
//	roles.go     property axioms; the hierarchy of properties and their chains
//	set.go       sets of numbers
//	context.go   contexts, and the rules that add to them
//	narrow.go    contexts that a chain of properties ends with, in the range of the whole
//	work.go      workers that share contexts; none waits for a lock while it applies rules
//	prepare.go   what the rules ask for of roles and fillers; the contexts to begin with
//	taxonomy.go  the direct inclusions, by what the contexts hold
//	justify.go   the axioms that suffice for an inclusion
//	classes.go   expressions that are surely nothing, or surely everything
//	module.go    ModuleOf, and what makes an axiom local
//
// One ontology is made of others, before it is published or is the topic of a crawl. No function
// changes what it is given:
//
//	merge.go     Merge: several documents as one
//	extract.go   Extract: what bears on some names
//	reduce.go    Reduce: Is-a that a longer way says too is left out
//	state.go     Relax and Materialize: what definitions say, and what follows, is stated as Is-a
package reason
