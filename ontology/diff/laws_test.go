package diff

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// drawn is a random graph over few names, so that two of them have much in
// common; ns is drawn too, so that concepts are renamed.
func drawn(t *rapid.T, name string) *ontology.Graph {
	var b ontology.Builder
	n := rapid.IntRange(0, 7).Draw(t, name)
	for range n {
		iri := rapid.SampledFrom([]string{"x:", "y:"}).Draw(t, "ns") + rapid.SampledFrom(strings.Split("ABCDEF", "")).Draw(t, "local")
		id := b.Concept(iri)
		for range rapid.IntRange(0, 2).Draw(t, "labels") {
			l := ontology.Label{
				Text: rapid.SampledFrom(strings.Split("甲乙丙丁", "")).Draw(t, "text"),
				Lang: rapid.SampledFrom([]string{"", "zh", "en"}).Draw(t, "lang"),
				Kind: ontology.LabelKind(rapid.IntRange(0, 3).Draw(t, "kind")),
			}
			b.Label(id, l)
			if rapid.Bool().Draw(t, "defined") {
				b.Define(id, l)
			}
		}
		if rapid.IntRange(0, 3).Draw(t, "core") == 0 {
			b.Core(id)
		}
		if rapid.IntRange(0, 3).Draw(t, "individual") == 0 {
			b.Individual(id)
		}
	}
	if b.Len() > 0 {
		for range rapid.IntRange(0, 2*b.Len()).Draw(t, "edges") {
			from := ontology.ID(rapid.IntRange(0, b.Len()-1).Draw(t, "from"))
			to := ontology.ID(rapid.IntRange(0, b.Len()-1).Draw(t, "to"))
			rel := ontology.Relation(rapid.IntRange(0, 3).Draw(t, "rel"))
			b.Relate(from, to, rel, rapid.SampledFrom([]string{"", "p:x/c", "p:y/c"}).Draw(t, "property"))
		}
	}
	return b.Build()
}

func TestNothingDiffersFromItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawn(t, "g")
		if d := Compare(g, g); !d.Empty() {
			t.Fatalf("differs from itself:\n%s", summary(d))
		}
	})
}

// The difference and the old graph give the new one: nothing is left out.
func TestDiffIsComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawn(t, "a"), drawn(t, "b")
		d := Compare(a, b)
		if diff := cmp.Diff(facts(b), apply(facts(a), d)); diff != "" {
			t.Fatalf("(-new +old with the difference applied):\n%s\n%s", diff, summary(d))
		}
	})
}

// The difference the other way round is the same turned round.
func TestDiffReversed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawn(t, "a"), drawn(t, "b")
		there, back := Compare(a, b), Compare(b, a)
		byIRI := cmp.Comparer(func(a, b Ref) bool { return a.IRI == b.IRI })
		if d := cmp.Diff(turned(there), back, byIRI, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("(-turned round +the other way round):\n%s", d)
		}
	})
}

func TestStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawn(t, "a"), drawn(t, "b")
		if d := cmp.Diff(Compare(a, b), Compare(a, b)); d != "" {
			t.Fatal(d)
		}
	})
}

// turned swaps old and new.
func turned(d *Diff) *Diff {
	r := &Diff{Added: d.Removed, Removed: d.Added}
	old := map[string]Ref{}
	for _, n := range d.Renamed {
		r.Renamed = append(r.Renamed, Rename{n.New, n.Old, n.Why})
		old[n.New.IRI] = n.Old
	}
	for _, p := range d.Properties {
		r.Properties = append(r.Properties, PropertyRename{p.New, p.Old})
	}
	// The reverse names kept concepts as the old graph did; by which labels
	// does not matter here.
	was := func(ref Ref) Ref {
		if o, ok := old[ref.IRI]; ok {
			return o
		}
		return ref
	}
	for _, m := range d.Moved {
		r.Moved = append(r.Moved, Move{was(m.Concept), m.After, m.Before})
	}
	flip := func(list []TextChange) (out []TextChange) {
		for _, t := range list {
			out = append(out, TextChange{was(t.Concept), t.New, t.Old})
		}
		return out
	}
	r.Labels, r.Definitions = flip(d.Labels), flip(d.Definitions)
	for _, e := range d.Relations {
		r.Relations = append(r.Relations, RelationChange{!e.Added, e.Edge})
	}
	for _, m := range d.Marks {
		r.Marks = append(r.Marks, MarkChange{was(m.Concept), m.Mark, !m.Set})
	}
	r.sort()
	return r
}

type set = map[string]bool

// facts is all a graph says.
func facts(g *ontology.Graph) set {
	all := set{}
	for i := range g.Len() {
		c := g.Concept(ontology.ID(i))
		all["concept "+c.IRI] = true
		for _, l := range texts(c.Labels) {
			all[textFact("label", c.IRI, l)] = true
		}
		for _, l := range texts(c.Definitions) {
			all[textFact("definition", c.IRI, l)] = true
		}
		if c.Core {
			all["core "+c.IRI] = true
		}
		if c.Individual {
			all["individual "+c.IRI] = true
		}
	}
	for _, e := range g.Edges() {
		all[edgeFact(g.Concept(e.From).IRI, g.Concept(e.To).IRI, e.Rel.String(), e.Property)] = true
	}
	return all
}

func textFact(what, iri string, t Text) string {
	return fmt.Sprintf("%s %s %s@%s %s", what, iri, t.Text, t.Lang, t.Kind)
}

func edgeFact(from, to, rel, property string) string {
	if rel == ontology.Synonym.String() && from > to {
		from, to = to, from
	}
	return fmt.Sprintf("edge %s %s %s %s", from, to, rel, property)
}

// apply changes the facts of an old graph as d says.
func apply(have set, d *Diff) set {
	for _, c := range d.Removed {
		conceptFacts(c, func(f string) { delete(have, f) })
	}
	rename := map[string]string{}
	for _, r := range d.Renamed {
		rename[r.Old.IRI] = r.New.IRI
	}
	for _, p := range d.Properties {
		rename[p.Old] = p.New
	}
	now := func(iri string) string {
		if to, ok := rename[iri]; ok {
			return to
		}
		return iri
	}
	all := set{}
	for f := range maps.Keys(have) {
		all[renamed(f, now)] = true
	}
	for what, list := range map[string][]TextChange{"label": d.Labels, "definition": d.Definitions} {
		for _, t := range list {
			if t.Old != nil {
				delete(all, textFact(what, t.Concept.IRI, *t.Old))
			}
		}
		for _, t := range list {
			if t.New != nil {
				all[textFact(what, t.Concept.IRI, *t.New)] = true
			}
		}
	}
	for _, e := range d.Relations {
		if !e.Added {
			delete(all, edgeFact(now(e.From.IRI), now(e.To.IRI), e.Relation, now(e.Property)))
		}
	}
	for _, e := range d.Relations {
		if e.Added {
			all[edgeFact(e.From.IRI, e.To.IRI, e.Relation, e.Property)] = true
		}
	}
	for _, m := range d.Marks {
		if m.Set {
			all[m.Mark+" "+m.Concept.IRI] = true
		} else {
			delete(all, m.Mark+" "+m.Concept.IRI)
		}
	}
	for _, c := range d.Added {
		conceptFacts(c, func(f string) { all[f] = true })
	}
	return all
}

func conceptFacts(c Concept, yield func(string)) {
	yield("concept " + c.IRI)
	for _, t := range c.Labels {
		yield(textFact("label", c.IRI, t))
	}
	for _, t := range c.Definitions {
		yield(textFact("definition", c.IRI, t))
	}
	if c.Core {
		yield("core " + c.IRI)
	}
	if c.Individual {
		yield("individual " + c.IRI)
	}
	for _, e := range c.Relations {
		yield(edgeFact(e.From.IRI, e.To.IRI, e.Relation, e.Property))
	}
}

func renamed(fact string, now func(string) string) string {
	f := strings.Split(fact, " ")
	if f[0] == "edge" {
		return edgeFact(now(f[1]), now(f[2]), f[3], now(f[4]))
	}
	f[1] = now(f[1])
	return strings.Join(f, " ")
}

func TestTurned(t *testing.T) {
	d := Compare(graph(t, "x:A zh 甲\n x:A isa B"), graph(t, "y:A zh 甲\n B core"))
	back := turned(d)
	if len(back.Removed) != 0 || len(back.Renamed) != 1 || back.Renamed[0].Old.IRI != "y:A" || !back.Relations[0].Added {
		t.Errorf("turned round:\n%s", summary(back))
	}
}
