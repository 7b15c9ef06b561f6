package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/internal/canon"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Axioms says how two versions differ as sets of axioms. Two axioms are the same if OWL 2 takes them
// as structurally equivalent (Structural Specification, section 2.1): the order in a conjunction, the labels of blank
// nodes, the case of a language tag and the split of an equivalence into pairs do not count.
type Axioms struct {
	Added   []Axiom `json:"added"`
	Removed []Axiom `json:"removed"`

	// Annotations are annotations, axioms about annotation properties, and axioms of both versions that are annotated otherwise.
	Annotations Changed[Axiom] `json:"annotations"`

	// Declarations declare entities of which both versions speak in this kind. They change nothing: editors add
	// them when they save.
	Declarations Changed[Axiom] `json:"declarations"`

	Imports Changed[string] `json:"imports"` // IRIs
	Outside Changed[string] `json:"outside"` // statements that are no OWL, as N-Triples
	Shared  int             `json:"shared"`  // axioms of both versions

	labels map[string]string // the first rdfs:label of an IRI
}

// Changed holds entries of only one version.
type Changed[T any] struct {
	Added   []T `json:"added"`
	Removed []T `json:"removed"`
}

func (c Changed[T]) len() int { return len(c.Added) + len(c.Removed) }

// Axiom is an axiom of one version.
type Axiom struct {
	Kind       string      `json:"kind"`       // the construct, named as in the functional syntax
	Manchester string      `json:"manchester"` // for people; left to package report
	Functional string      `json:"functional"` // with full IRIs
	Of         axiom.Axiom `json:"-"`
}

// Empty reports whether both versions say the same.
func (a *Axioms) Empty() bool {
	return len(a.Added)+len(a.Removed)+a.Annotations.len()+a.Imports.len()+a.Outside.len() == 0
}

// Each calls f for every axiom.
func (a *Axioms) Each(f func(*Axiom)) {
	for _, list := range [][]Axiom{a.Removed, a.Added, a.Annotations.Removed, a.Annotations.Added, a.Declarations.Removed, a.Declarations.Added} {
		for i := range list {
			f(&list[i])
		}
	}
}

// Label returns a label of an IRI, of the new version if it has one; "" if there is none.
func (a *Axioms) Label(iri string) string { return a.labels[iri] }

// CompareAxioms returns how the statements of two versions, each with what it imports, differ.
func CompareAxioms(old, new []rdf.Triple) *Axioms {
	before, after := read(old), read(new)
	a := &Axioms{labels: map[string]string{}}
	a.side(before, after, &a.Removed, func(c *Changed[Axiom]) *[]Axiom { return &c.Removed })
	a.side(after, before, &a.Added, func(c *Changed[Axiom]) *[]Axiom { return &c.Added })
	a.Shared = len(after.all) - len(a.Added) - len(a.Annotations.Added) - len(a.Declarations.Added)
	a.Imports = Changed[string]{missing(after.imports, before.imports), missing(before.imports, after.imports)}
	a.Outside = Changed[string]{missing(after.outside, before.outside), missing(before.outside, after.outside)}
	for _, v := range []*version{before, after} {
		for iri, l := range v.labels {
			a.labels[iri] = l
		}
	}
	return a
}

// side sorts the axioms that only v has into their lists.
func (a *Axioms) side(v, other *version, list *[]Axiom, of func(*Changed[Axiom]) *[]Axiom) {
	for text, x := range v.all {
		if _, both := other.all[text]; both {
			continue
		}
		to := list
		switch {
		case x.Op >= axiom.AnnotationAssertion && x.Op <= axiom.AnnotationPropertyRange, other.bases[base(x)]:
			to = of(&a.Annotations)
		case x.Op == axiom.Declaration && other.speaksOf(x.Args[0]):
			to = of(&a.Declarations)
		case other.equates(x):
			continue
		}
		*to = append(*to, Axiom{Kind: x.Op.String(), Functional: text, Of: x})
	}
	for _, l := range []*[]Axiom{list, of(&a.Annotations), of(&a.Declarations)} {
		slices.SortFunc(*l, func(x, y Axiom) int {
			return cmp.Or(cmp.Compare(x.Of.Op, y.Of.Op), strings.Compare(x.Functional, y.Functional))
		})
	}
}

func missing(have, other []string) (all []string) {
	in := make(map[string]bool, len(other))
	for _, s := range other {
		in[s] = true
	}
	for _, s := range have {
		if !in[s] {
			all = append(all, s)
		}
	}
	return all
}

// version holds the statements of one version.
type version struct {
	all      map[string]axiom.Axiom // by their text
	bases    map[string]bool        // texts without annotations
	entities map[string]bool        // kind and IRI of what any axiom speaks of
	groups   map[string]string      // of things that are equivalent: a disjoint-set forest over their texts
	imports  []string
	outside  []string
	labels   map[string]string
}

func read(triples []rdf.Triple) *version {
	o, rest := axiom.FromTriples(canon.Triples(folded(triples)))
	v := &version{
		all: make(map[string]axiom.Axiom, len(o.Axioms)), bases: make(map[string]bool, len(o.Axioms)),
		entities: map[string]bool{}, groups: map[string]string{}, labels: map[string]string{},
		imports: slices.Compact(slices.Sorted(slices.Values(o.Imports))),
	}
	for _, n := range o.Annotations { // of the ontology, which has no IRI here: it may have changed
		v.add(axiom.New(axiom.AnnotationAssertion, axiom.Named(axiom.AnnotationProperty, n.Property), axiom.Named(axiom.IRI, ""), n.Value).With(n.Annotations...))
	}
	for _, a := range o.Axioms {
		v.add(a)
	}
	for _, t := range rest {
		if t.Pred.String() == rdfio.RDF+"type" && t.Obj.String() == nsOWL+"Ontology" {
			continue // the header of an import
		}
		v.outside = append(v.outside, string(rdfio.AppendTriple(nil, t)))
	}
	slices.Sort(v.outside)
	return v
}

const nsOWL = "http://www.w3.org/2002/07/owl#"

func (v *version) add(a axiom.Axiom) {
	a = canonical(a)
	v.all[a.String()] = a
	v.bases[base(a)] = true
	a.Walk(func(e axiom.Expr) {
		switch {
		case e.Op.IsEntity():
			v.entities[entityKey(e)] = true
		case e.Op == axiom.Literal && e.Datatype != "":
			v.entities[entityKey(axiom.Named(axiom.Datatype, e.Datatype))] = true
		}
	})
	switch {
	case pairwise(a.Op):
		for _, e := range a.Args[1:] {
			v.groups[v.group(groupKey(a.Op, e))] = v.group(groupKey(a.Op, a.Args[0]))
		}
	case a.Op == axiom.AnnotationAssertion && a.Args[0].Text == "http://www.w3.org/2000/01/rdf-schema#label":
		if iri := a.Args[1].Text; v.labels[iri] == "" || a.Args[2].Lang == "en" {
			v.labels[iri] = a.Args[2].Text
		}
	}
}

// base is the text of an axiom without its annotations.
func base(a axiom.Axiom) string { return axiom.New(a.Op, a.Args...).String() }

func entityKey(e axiom.Expr) string { return string(rune(e.Op)) + e.Text }

// speaksOf reports whether an entity is used or declared, or OWL's own.
func (v *version) speaksOf(e axiom.Expr) bool {
	return v.entities[entityKey(e)] || strings.HasPrefix(e.Text, nsOWL) || strings.HasPrefix(e.Text, "http://www.w3.org/2000/01/rdf-schema#") || axiom.IsOWLDatatype(e.Text)
}

// pairwise reports whether an axiom about n things says the same as n-1 about two.
func pairwise(op axiom.Op) bool {
	switch op {
	case axiom.EquivalentClasses, axiom.EquivalentObjectProperties, axiom.EquivalentDataProperties, axiom.SameIndividual:
		return true
	}
	return false
}

func groupKey(op axiom.Op, e axiom.Expr) string { return string(rune(op)) + e.String() }

// group returns what stands for all that key is equivalent to.
func (v *version) group(key string) string {
	for {
		up, ok := v.groups[key]
		if !ok || up == key {
			return key
		}
		if top, ok := v.groups[up]; ok {
			v.groups[key] = top // path halving
		}
		key = up
	}
}

// equates reports whether the axiom is an equivalence that follows from those of v by symmetry and transitivity.
func (v *version) equates(a axiom.Axiom) bool {
	if !pairwise(a.Op) || len(a.Annotations) > 0 {
		return false
	}
	first := v.group(groupKey(a.Op, a.Args[0]))
	return !slices.ContainsFunc(a.Args[1:], func(e axiom.Expr) bool { return v.group(groupKey(a.Op, e)) != first })
}

// folded returns the triples with language tags in lower case (RDF 1.1 Concepts, section 3.3) and texts of type
// rdf:PlainLiteral as the plain literals that they stand for (rdf:PlainLiteral, second edition, section 4).
func folded(triples []rdf.Triple) []rdf.Triple {
	all := slices.Clone(triples)
	for i, t := range all {
		l, ok := t.Obj.(rdf.Literal)
		if !ok {
			continue
		}
		text, lang, datatype := l.String(), strings.ToLower(l.Lang()), l.DataType.String()
		if at := strings.LastIndexByte(text, '@'); datatype == rdfio.RDF+"PlainLiteral" && at >= 0 {
			text, lang = text[:at], strings.ToLower(text[at+1:])
		}
		if lang == l.Lang() && text == l.String() {
			continue
		}
		if lang != "" {
			datatype = ""
		} else if datatype == rdfio.RDF+"PlainLiteral" {
			datatype = "http://www.w3.org/2001/XMLSchema#string"
		}
		if l, err := rdfio.NewLiteral(text, lang, datatype); err == nil {
			all[i].Obj = l
		}
	}
	return all
}

// Sum counts what changed, but for declarations that change nothing.
func (a *Axioms) Sum() english.Phrase {
	added := len(a.Added) + len(a.Annotations.Added) + len(a.Imports.Added) + len(a.Outside.Added)
	removed := len(a.Removed) + len(a.Annotations.Removed) + len(a.Imports.Removed) + len(a.Outside.Removed)
	return english.Phrasef("axioms and annotations: %d added, %d removed", added, removed)
}
