package obograph

import (
	"strings"
)

// axiom writes an axiom between named entities, or with an expression that the format
// has.
func (w *writer) axiom(s string, i int) {
	t := w.triples[i]
	sub, _ := iri(s)
	o := key(t.Obj)
	obj, named := iri(o)
	switch pred := t.Pred.String(); {
	case pred == nsRDFS+"subClassOf" && named && w.kinds[s] != typeProperty:
		w.edge(s, i, edge{Sub: sub, Pred: "is_a", Obj: obj})
	case pred == nsRDFS+"subClassOf":
		w.above(s, i, o)
	case pred == nsOWL+"equivalentClass" && named && w.kinds[s] != typeProperty, pred == nsOWL+"equivalentProperty" && named && w.kinds[s] == typeProperty:
		if sub == obj {
			return // a set of nodes says nothing of one alone
		}
		w.take(i)
		w.g.Same = append(w.g.Same, nodeSet{Representative: sub, IDs: []string{sub, obj}, Meta: w.notes(s, i)})
	case pred == nsOWL+"equivalentClass":
		w.defined(s, i, o)
	case pred == nsRDFS+"subPropertyOf" && named:
		w.edge(s, i, edge{Sub: sub, Pred: "subPropertyOf", Obj: obj})
	case pred == nsOWL+"inverseOf" && named:
		w.edge(s, i, edge{Sub: sub, Pred: "inverseOf", Obj: obj})
	case pred == nsRDFS+"domain" && named, pred == nsRDFS+"range" && named:
		w.domain(s, i, sub, obj, pred)
	case pred == nsOWL+"propertyChainAxiom":
		w.chain(s, i, sub, o)
	case pred == nsRDF+"type" && named && w.kinds[s] == typeIndividual && !strings.HasPrefix(obj, nsOWL):
		w.edge(s, i, edge{Sub: sub, Pred: "type", Obj: obj})
	case named && w.kinds[s] == typeIndividual && w.props[key(t.Pred)] == objects:
		w.edge(s, i, edge{Sub: sub, Pred: pred, Obj: obj})
	}
}

func (w *writer) edge(s string, i int, e edge) {
	w.take(i)
	e.Meta = w.notes(s, i)
	w.g.Edges = append(w.g.Edges, e)
}

// above writes a relation from a class to another.
func (w *writer) above(s string, i int, o string) {
	sub, _ := iri(s)
	r, by, ok := w.restriction(o)
	if !ok || w.kinds[s] != typeClass {
		return
	}
	individual := w.kinds["<"+r.Filler+">"] == typeIndividual
	e := edge{Sub: sub, Pred: r.Property, Obj: r.Filler}
	switch {
	case by == "someValuesFrom" && !individual && w.props["<"+r.Property+">"] != annotations,
		by == "hasValue" && individual && w.props["<"+r.Property+">"] == objects:
		w.edge(s, i, e)
	case by == "allValuesFrom":
		w.take(i)
		e.Meta = w.notes(s, i)
		d := w.domainOf(r.Property)
		d.OnlyFrom = append(d.OnlyFrom, e)
	default:
		return
	}
	w.takeAll(o)
}

// restriction reads a restriction with a named property and filler that is mentioned
// once.
func (w *writer) restriction(o string) (r restriction, by string, ok bool) {
	if len(w.by[o]) != 3 || !w.is(o, nsOWL+"Restriction") || w.refs[o] != 1 {
		return r, "", false
	}
	r.Property, ok = iri(w.one(o, nsOWL+"onProperty"))
	if !ok || isWord(r.Property) {
		return r, "", false
	}
	for _, by := range []string{"someValuesFrom", "allValuesFrom", "hasValue"} {
		if r.Filler, ok = iri(w.one(o, nsOWL+by)); ok {
			return r, by, true
		}
	}
	return r, "", false
}

// isWord reports whether an edge with this predicate would mean something else.
func isWord(s string) bool { return s == nsRDFS+"subClassOf" }

// defined writes a class definition: an existential restriction, or an intersection of
// classes and existential restrictions, classes first.
func (w *writer) defined(s string, i int, o string) {
	class, _ := iri(s)
	d := definition{Class: class}
	used := []string{o}
	members, cells, ok := []string{o}, []string(nil), true
	if whole := w.one(o, nsOWL+"intersectionOf"); whole != "" {
		if len(w.by[o]) != 2 || !w.is(o, nsOWL+"Class") || w.refs[o] != 1 {
			return
		}
		if members, cells, ok = w.list(whole); !ok || len(members) < 2 {
			return
		}
		used = append(used, cells...)
	}
	for _, m := range members {
		if genus, named := iri(m); named {
			if len(d.Restrictions) > 0 {
				return // the order would be lost
			}
			d.Genus = append(d.Genus, genus)
			continue
		}
		r, by, ok := w.restriction(m)
		if !ok || by != "someValuesFrom" {
			return
		}
		d.Restrictions = append(d.Restrictions, r)
		used = append(used, m)
	}
	w.take(i)
	for _, x := range used {
		w.takeAll(x)
	}
	d.Meta = w.notes(s, i)
	w.g.Defined = append(w.g.Defined, d)
}

// list returns the members and cells of a list.
func (w *writer) list(o string) (members, cells []string, ok bool) {
	seen := map[string]bool{}
	for o != "<"+nsRDF+"nil>" {
		if seen[o] || len(o) == 0 || w.refs[o] != 1 {
			return nil, nil, false
		}
		seen[o] = true
		first, rest := w.one(o, nsRDF+"first"), w.one(o, nsRDF+"rest")
		if n := len(w.by[o]); first == "" || rest == "" || n != 2 && (n != 3 || !w.is(o, nsRDF+"List")) {
			return nil, nil, false
		}
		members, cells = append(members, first), append(cells, o)
		o = rest
	}
	return members, cells, true
}

// domainOf returns the entry of a property without annotations.
func (w *writer) domainOf(property string) *domain {
	at, ok := w.domains[property]
	if !ok {
		at = len(w.g.Domains)
		w.domains[property] = at
		w.g.Domains = append(w.g.Domains, domain{Property: property})
	}
	return &w.g.Domains[at]
}

func (w *writer) domain(s string, i int, sub, obj, pred string) {
	w.take(i)
	d := &domain{Property: sub}
	notes := w.notes(s, i)
	if notes == nil {
		d = w.domainOf(sub)
	}
	if pred == nsRDFS+"domain" {
		d.Domains = append(d.Domains, obj)
	} else {
		d.Ranges = append(d.Ranges, obj)
	}
	if notes != nil {
		d.Meta = notes
		w.g.Domains = append(w.g.Domains, *d)
	}
}

func (w *writer) chain(s string, i int, sub, o string) {
	members, cells, ok := w.list(o)
	if !ok || len(members) == 0 {
		return
	}
	c := chain{Property: sub}
	for _, m := range members {
		id, named := iri(m)
		if !named {
			return
		}
		c.Links = append(c.Links, id)
	}
	w.take(i)
	for _, x := range cells {
		w.takeAll(x)
	}
	c.Meta = w.notes(s, i)
	w.g.Chains = append(w.g.Chains, c)
}
