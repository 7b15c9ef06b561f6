package reason

import (
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// Module returns the module of o for names, with the declarations and annotations of what it speaks of. It has o's IRI,
// imports and prefixes no more: it is another ontology.
func Module(o *axiom.Ontology, kind ModuleKind, names ...string) *axiom.Ontology {
	return described(o, ModuleOf(o.Axioms, kind, names...), names)
}

// Ancestors returns the names, what they are stated to be kinds of, up to the classes or properties in upto, and the Is-a between
// them, with declarations and annotations: the least that makes the names understood (Courtot et al., "MIREOT: the minimum
// information to reference an external ontology term", Applied Ontology 6, 2011). Without upto it goes up to the roots.
func Ancestors(o *axiom.Ontology, upto []string, names ...string) *axiom.Ontology {
	ups := map[string][]int{} // by name: its Is-a
	for i, a := range o.Axioms {
		switch a.Op {
		case axiom.SubClassOf, axiom.SubObjectPropertyOf, axiom.SubDataPropertyOf, axiom.SubAnnotationPropertyOf:
			if a.Args[0].Op.IsEntity() && a.Args[1].Op.IsEntity() {
				ups[a.Args[0].Text] = append(ups[a.Args[0].Text], i)
			}
		}
	}
	stop, met := setOf(upto), setOf(names)
	var isa []axiom.Axiom
	for queue := names; len(queue) > 0; queue = queue[1:] {
		if stop[queue[0]] {
			continue
		}
		for _, i := range ups[queue[0]] {
			isa = append(isa, o.Axioms[i])
			if up := o.Axioms[i].Args[1].Text; !met[up] {
				met[up] = true
				queue = append(queue[:len(queue):len(queue)], up)
			}
		}
	}
	return described(o, isa, names)
}

// described adds declarations and annotations, also those of annotation properties that stand in them.
func described(o *axiom.Ontology, axioms []axiom.Axiom, names []string) *axiom.Ontology {
	met := setOf(names)
	blank := map[string]bool{}
	meet := func(e axiom.Expr) {
		switch {
		case e.Op == axiom.Anonymous:
			blank[e.Text] = true
		case e.Op.IsEntity():
			met[e.Text] = true
		}
	}
	for _, a := range axioms {
		a.Walk(meet)
	}
	out := &axiom.Ontology{Prefixes: o.Prefixes}
	taken := make([]bool, len(o.Axioms))
	for again := true; again; { // an annotation may be by a property that has annotations
		again = false
		for i, a := range o.Axioms {
			if taken[i] || !describes(a, met, blank) {
				continue
			}
			taken[i], again = true, true
			a.Walk(meet)
			out.Axioms = append(out.Axioms, a)
		}
	}
	out.Axioms = axiom.Sorted(append(out.Axioms, axioms...))
	return out
}

// describes reports whether an axiom declares or annotates something that was met.
func describes(a axiom.Axiom, met, blank map[string]bool) bool {
	switch {
	case a.Op == axiom.Declaration:
		return met[a.Args[0].Text]
	case a.Op == axiom.AnnotationAssertion && a.Args[1].Op == axiom.Anonymous:
		return blank[a.Args[1].Text]
	case a.Op == axiom.AnnotationAssertion:
		return met[a.Args[1].Text]
	}
	return false
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set
}
