package semsim

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Entry is a concept of a topic, with its synonyms.
type Entry struct {
	Concept ontology.ID // in the graph it comes from
	IRI     string
	Zh, En  string  // display names in Chinese and English
	Lang    string  // of both names, if it is neither Chinese nor English
	Weight  float64 // similarity with the topic, 0 to 1
	Core    bool    // a core concept: a text that names it can be on the topic by that alone
	Labels  []ontology.Label
	Above   []string // IRIs of the concepts directly above it by Is-a, each once; of a joined entry, of all its members

	// Namesakes are other concepts of the same ontology with the same name. A text cannot
	// tell them from this one, so they have no entry of their own.
	Namesakes []Namesake
}

// Namesake is a concept with the name of another.
type Namesake struct {
	Ref
	Weight float64
	Core   bool
}

// TopicVector is a topic as weighted concepts: eq 3, with the synonyms folded,
// heaviest first; of equal weight the smaller ID first.
type TopicVector struct {
	Name    string // English name of the topic's concept
	Marked  bool   // the core concepts are those that the ontology marks; of a joined topic: everywhere
	Entries []Entry
}

// TopicVector returns the vector of topic c, a concept of the graph.
//
// If c is a root and the ontology marks core concepts, those are core: the
// marks are about the topic of the whole ontology. Otherwise the core is c with
// its synonyms and Is-a descendants. Where all of these are marked, other marked
// concepts are left out, but those above c, and so are concepts that they alone include:
// each bears a topic of its own, and magnitudes say nothing of floods.
func (m *Measure) TopicVector(c ontology.ID) *TopicVector {
	core, marked := m.core(m.canon[c])
	apart := m.apart(m.canon[c], core, marked)
	v := &TopicVector{Name: m.g.Concept(c).Name("en"), Marked: marked}
	for i, weight := range m.Topic(c, nil) {
		id := ontology.ID(i)
		if m.canon[i] != id || apart[id] {
			continue
		}
		head := m.g.Concept(id)
		v.Entries = append(v.Entries, Entry{
			Concept: id, IRI: head.IRI, Zh: head.Name("zh"), En: head.Name("en"), Lang: head.Foreign(),
			Weight: weight, Core: core[id], Labels: m.labels(id), Above: m.above(id),
		})
	}
	slices.SortStableFunc(v.Entries, heavier)
	return v
}

// Nearest returns for each concept of the graph its similarity to the most similar
// of topics, of which there is at least one.
func (m *Measure) Nearest(topics []ontology.ID) []float64 {
	w := m.Topic(topics[0], nil)
	for _, id := range topics[1:] {
		for i, x := range m.Topic(id, nil) {
			w[i] = max(w[i], x)
		}
	}
	return w
}

func heavier(a, b Entry) int { return cmp.Compare(b.Weight, a.Weight) }

// labels returns the labels of the whole synonym group of id, its own first, no
// text twice in one language.
func (m *Measure) labels(id ontology.ID) []ontology.Label {
	var set labelSet
	set.add(m.g.Concept(id).Labels)
	for _, s := range m.g.Synonyms(id) {
		set.add(m.g.Concept(s).Labels)
	}
	return set.labels
}

// above returns the IRIs of the canonical concepts directly above the synonym group of id.
func (m *Measure) above(id ontology.ID) (iris []string) {
	for _, s := range m.g.Synonyms(id) {
		for _, a := range m.g.Arcs(s) {
			if iri := m.g.Concept(m.canon[a.To]).IRI; a.Rel == ontology.IsA && a.Forward && !slices.Contains(iris, iri) {
				iris = append(iris, iri)
			}
		}
	}
	return iris
}

// core returns the canonical core concepts of topic c, and whether they are those that the ontology marks.
func (m *Measure) core(c ontology.ID) (core map[ontology.ID]bool, marked bool) {
	core = map[ontology.ID]bool{}
	if slices.Contains(m.g.Roots(), c) {
		for i, id := range m.canon {
			if m.g.Concept(ontology.ID(i)).Core {
				core[id] = true
			}
		}
	}
	if len(core) > 0 {
		return core, true
	}
	for _, id := range ontology.Kinds(m.g, c) {
		core[id] = true
	}
	return core, false
}

// apart returns the canonical concepts that bear other topics than c.
func (m *Measure) apart(c ontology.ID, core map[ontology.ID]bool, marked bool) map[ontology.ID]bool {
	if marked || !ontology.MarksAgree(m.g, c) {
		return nil
	}
	kept := maps.Clone(core)
	for above := []ontology.ID{c}; len(above) > 0; above = append(above[1:], m.g.Parents(above[0])...) {
		kept[above[0]] = true
	}
	apart := map[ontology.ID]bool{}
	for i, id := range m.canon {
		if m.g.Concept(ontology.ID(i)).Core && !kept[id] {
			apart[id] = true
		}
	}
	var theirs []ontology.ID
	for i, id := range m.canon {
		if ontology.ID(i) == id && !kept[id] && m.includedOnlyBy(id, apart) {
			theirs = append(theirs, id)
		}
	}
	for _, id := range theirs {
		apart[id] = true
	}
	return apart
}

// includedOnlyBy reports whether something includes id, and all that does is in set.
func (m *Measure) includedOnlyBy(id ontology.ID, set map[ontology.ID]bool) (only bool) {
	for _, s := range m.g.Synonyms(id) {
		for _, a := range m.g.Arcs(s) {
			if a.Rel == ontology.Includes && !a.Forward {
				if !set[m.canon[a.To]] {
					return false
				}
				only = true
			}
		}
	}
	return only
}

// labelSet collects labels. Of one text in one language the better kind stays.
type labelSet struct {
	labels []ontology.Label
	at     map[[2]string]int
}

func (s *labelSet) add(labels []ontology.Label) {
	for _, l := range labels {
		key := [2]string{l.Text, l.Lang}
		if i, ok := s.at[key]; ok {
			s.labels[i].Kind = min(s.labels[i].Kind, l.Kind)
			continue
		}
		if s.at == nil {
			s.at = map[[2]string]int{}
		}
		s.at[key] = len(s.labels)
		s.labels = append(s.labels, l)
	}
}

// MostSimilar returns the n concepts most similar to id, id itself left out. Of
// equal similarity the smaller ID comes first.
func MostSimilar(c Comparer, id ontology.ID, n int) []ontology.ID {
	sims := c.Topic(id, nil)
	var ids []ontology.ID
	for i := range sims {
		if ontology.ID(i) != id {
			ids = append(ids, ontology.ID(i))
		}
	}
	slices.SortStableFunc(ids, func(a, b ontology.ID) int { return cmp.Compare(sims[b], sims[a]) })
	return ids[:min(n, len(ids))]
}
