package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
)

type side struct {
	g       *ontology.Graph
	other   *ontology.Graph
	match   []ontology.ID // the same concept in the other graph, or None
	old     bool
	renamed map[string]string // property of the old graph -> of the new one
}

// key returns the common name of a concept on both sides: its IRI in the new graph, or
// else its only IRI. Keys are unique, because equal IRIs are paired first.
func (s *side) key(id ontology.ID) string {
	if t := s.match[id]; s.old && t != ontology.None {
		return s.other.Concept(t).IRI
	}
	return s.g.Concept(id).IRI
}

func (s *side) property(iri string) string {
	if now, ok := s.renamed[iri]; ok && s.old {
		return now
	}
	return iri
}

// matching pairs the concepts of two graphs.
type matching struct {
	old, new   side
	renamed    []Rename
	properties []PropertyRename
}

func match(old, new *ontology.Graph) *matching {
	m := &matching{
		old: side{g: old, other: new, match: nobody(old.Len()), old: true},
		new: side{g: new, other: old, match: nobody(new.Len())},
	}
	for i := range old.Len() {
		if now, ok := new.ByIRI(old.Concept(ontology.ID(i)).IRI); ok {
			m.pair(ontology.ID(i), now)
		}
	}
	m.matchProperties()
	m.unique(SameLabels, allLabels)
	m.byNames()
	m.unique(SameLocalName, func(s *side, id ontology.ID) string { return s.g.Concept(id).LocalName() })
	// A new pair may make others recognisable, so matching repeats.
	const rounds = 32
	for range rounds {
		if m.unique(sameRelations, relationsKey) == 0 {
			break
		}
	}
	return m
}

func nobody(n int) []ontology.ID {
	ids := make([]ontology.ID, n)
	for i := range ids {
		ids[i] = ontology.None
	}
	return ids
}

func (m *matching) pair(o, n ontology.ID) { m.old.match[o], m.new.match[n] = n, o }

func (m *matching) rename(o, n ontology.ID, why Reason) {
	m.pair(o, n)
	m.renamed = append(m.renamed, Rename{refOf(m.old.g, o), refOf(m.new.g, n), why})
}

// free returns the unpaired concepts.
func (s *side) free() []ontology.ID {
	var ids []ontology.ID
	for i, t := range s.match {
		if t == ontology.None {
			ids = append(ids, ontology.ID(i))
		}
	}
	return ids
}

// owners maps each mark to the free concept that has it, or to None if several have it.
func (s *side) owners(mark func(*side, ontology.ID) string) map[string]ontology.ID {
	all := map[string]ontology.ID{}
	for _, id := range s.free() {
		k := mark(s, id)
		if k == "" {
			continue
		}
		if has(all, k) {
			all[k] = ontology.None
		} else {
			all[k] = id
		}
	}
	return all
}

// unique pairs free concepts whose mark is unique on both sides, unless their names are
// incompatible. It returns the number of new pairs.
func (m *matching) unique(why Reason, mark func(*side, ontology.ID) string) int {
	olds, news := m.old.owners(mark), m.new.owners(mark)
	type found struct{ o, n ontology.ID }
	var all []found
	for k, o := range olds {
		n, ok := news[k]
		if ok && o != ontology.None && n != ontology.None &&
			(why != SameLocalName || m.compatible(o, n)) {
			all = append(all, found{o, n})
		}
	}
	sorts.Func(all, func(a, b found) int { return cmp.Compare(a.o, b.o) })
	for _, f := range all {
		m.rename(f.o, f.n, why)
	}
	return len(all)
}

// allLabels returns all labels except loose ones, as one key.
func allLabels(s *side, id ontology.ID) string {
	var all []string
	for _, l := range s.g.Concept(id).Labels {
		if l.Kind != ontology.Loose {
			all = append(all, labelKey(l))
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "\x01")
}

func labelKey(l ontology.Label) string { return strings.ToLower(l.Lang) + "\x00" + l.Text }

// compatible reports whether two concepts share a label, or one of them has no label.
func (m *matching) compatible(o, n ontology.ID) bool {
	a, b := m.old.g.Concept(o).Labels, m.new.g.Concept(n).Labels
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	return slices.ContainsFunc(a, func(l ontology.Label) bool {
		return slices.ContainsFunc(b, func(k ontology.Label) bool { return labelKey(l) == labelKey(k) })
	})
}

// byNames pairs concepts by unique names. All names of the two concepts that belong to a
// free concept of the other side must belong to each other.
func (m *matching) byNames() {
	type vote struct{ o, n ontology.ID }
	olds, news := m.old.nameOwners(), m.new.nameOwners()
	forOld, forNew := map[ontology.ID]ontology.ID{}, map[ontology.ID]ontology.ID{}
	cast := func(votes map[ontology.ID]ontology.ID, by, on ontology.ID) {
		if have, ok := votes[by]; ok && have != on {
			on = ontology.None
		}
		votes[by] = on
	}
	for k, o := range olds {
		if n, ok := news[k]; ok && o != ontology.None && n != ontology.None {
			cast(forOld, o, n)
			cast(forNew, n, o)
		}
	}
	var all []vote
	for o, n := range forOld {
		if n != ontology.None && forNew[n] == o {
			all = append(all, vote{o, n})
		}
	}
	sorts.Func(all, func(a, b vote) int { return cmp.Compare(a.o, b.o) })
	for _, v := range all {
		m.rename(v.o, v.n, SharedName)
	}
}

// nameOwners maps each preferred label to the free concept that has it, or to None if
// several have it.
func (s *side) nameOwners() map[string]ontology.ID {
	all := map[string]ontology.ID{}
	for _, id := range s.free() {
		for _, l := range s.g.Concept(id).Labels {
			if l.Kind != ontology.Preferred {
				continue
			}
			k := labelKey(l)
			if have, ok := all[k]; ok && have != id {
				all[k] = ontology.None
			} else {
				all[k] = id
			}
		}
	}
	return all
}

// relationsKey returns all relations of a concept as one key, if it has two or more and
// all lead to paired concepts. One relation is not enough: all leaves of a kind share it.
func relationsKey(s *side, id ontology.ID) string {
	arcs := s.g.Arcs(id)
	if len(arcs) < 2 {
		return ""
	}
	var all []string
	for _, a := range arcs {
		if s.match[a.To] == ontology.None {
			return ""
		}
		forward := a.Forward || a.Rel == ontology.Synonym
		all = append(all, fmt.Sprintf("%d %t %s\x00%s", a.Rel, forward, s.key(a.To), s.property(a.Property)))
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "\x01")
}

// matchProperties pairs properties of only one graph by local name, because a change of
// namespace affects all properties.
func (m *matching) matchProperties() {
	m.old.renamed = map[string]string{}
	olds, news := properties(m.old.g), properties(m.new.g)
	locals := func(have, other map[string]bool) map[string]string {
		by := map[string]string{}
		for iri := range have {
			if other[iri] {
				continue
			}
			local := ontology.LocalName(iri)
			if has(by, local) {
				iri = "" // ambiguous
			}
			by[local] = iri
		}
		return by
	}
	now := locals(news, olds)
	for local, iri := range locals(olds, news) {
		if to := now[local]; iri != "" && to != "" {
			m.old.renamed[iri] = to
			m.properties = append(m.properties, PropertyRename{iri, to})
		}
	}
}

func properties(g *ontology.Graph) map[string]bool {
	all := map[string]bool{}
	for _, e := range g.Edges() {
		if e.Property != "" {
			all[e.Property] = true
		}
	}
	return all
}
