package reason

import (
	"context"
	"slices"
	"strconv"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// Reduce returns o without the inclusions that another inclusion of the same class makes needless: A in B, where A in
// C is stated too and C is surely a kind of B. From the result follows the same as from o. Inclusions with
// annotations stay, since these say something of them. removed are those that are not in the result.
//
// imported are axioms that hold too, and stay where they are.
func Reduce(ctx context.Context, o *axiom.Ontology, imported []axiom.Axiom) (reduced *axiom.Ontology, removed []axiom.Axiom, err error) {
	r := &reducer{o: o, imported: imported, names: map[string]string{}, stated: map[string][]int{}}
	for i, a := range o.Axioms {
		if a.Op == axiom.SubClassOf && a.Args[0].Op == axiom.Class {
			r.stated[a.Args[0].Text] = append(r.stated[a.Args[0].Text], i)
		}
	}
	t, err := r.classify(ctx, func(int) bool { return false })
	if err != nil {
		return nil, nil, err
	}
	out := map[int]bool{}
	for _, all := range r.stated {
		for _, i := range all {
			out[i] = len(o.Axioms[i].Annotations) == 0 && r.needless(t, i, all)
		}
	}
	// An inclusion may have helped to infer what makes it needless. Such ones stay.
	if t, err = r.classify(ctx, func(i int) bool { return out[i] }); err != nil {
		return nil, nil, err
	}
	reduced = with(o, nil)
	for i, a := range o.Axioms {
		switch {
		case !out[i] || !t.IsA(a.Args[0].Text, r.name(a.Args[1])):
			reduced.Axioms = append(reduced.Axioms, a)
		default:
			removed = append(removed, a)
		}
	}
	return reduced, removed, nil
}

type reducer struct {
	o        *axiom.Ontology
	imported []axiom.Axiom
	names    map[string]string // by class expression: the name that stands for it
	stated   map[string][]int  // by class: the axioms that say what it is a kind of
}

// name returns the name of a class, or the one that stands for an expression.
func (r *reducer) name(e axiom.Expr) string {
	if e.Op == axiom.Class {
		return e.Text
	}
	text := e.String()
	if r.names[text] == "" {
		r.names[text] = "urn:expression:" + strconv.Itoa(len(r.names))
	}
	return r.names[text]
}

// classify infers the hierarchy of the axioms that are not left out, with a name for each expression above a class.
func (r *reducer) classify(ctx context.Context, out func(int) bool) (*Taxonomy, error) {
	axioms := slices.Clone(r.imported)
	named := map[string]bool{}
	for i, a := range r.o.Axioms {
		if !out(i) {
			axioms = append(axioms, a)
		}
		if a.Op != axiom.SubClassOf || a.Args[1].Op == axiom.Class {
			continue
		}
		if n := r.name(a.Args[1]); !named[n] {
			named[n] = true
			axioms = append(axioms, axiom.New(axiom.EquivalentClasses, axiom.Named(axiom.Class, n), a.Args[1]))
		}
	}
	return editClassify(ctx, axioms)
}

// needless reports whether another of the inclusions of the same class says more than the i-th axiom.
func (r *reducer) needless(t *Taxonomy, i int, all []int) bool {
	sub, up := r.o.Axioms[i].Args[0].Text, r.name(r.o.Axioms[i].Args[1])
	if t.IsA(sub, Nothing) { // it is below everything, whatever is stated
		return false
	}
	for _, j := range all {
		lower := r.name(r.o.Axioms[j].Args[1])
		if j != i && t.IsA(lower, up) && !t.IsA(up, lower) && !t.IsA(lower, sub) && !t.IsA(lower, Nothing) {
			return true
		}
	}
	return false
}
