package topic

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Source is one ontology, read and measured.
type Source struct {
	Name     string // "typhoon", or the path of a file
	Ontology *owl.Ontology
	Measure  *semsim.Measure // nil after [Loader.OpenGraph] and [NewSource]
	Finder   *lexicon.Finder
}

// NewSource is the source of an ontology that was read already, without a measure.
func NewSource(name string, ont *owl.Ontology) *Source {
	return &Source{Name: name, Ontology: ont, Finder: lexicon.NewFinder(ont.Graph)}
}

// Graph is the concept graph of the ontology.
func (s *Source) Graph() *ontology.Graph { return s.Ontology.Graph }

// Origin identifies the ontology and its version.
func (s *Source) Origin() crawl.Origin {
	return crawl.Origin{Name: s.Name, SHA256: s.Ontology.Hash, IRI: s.Ontology.IRI, Version: s.Ontology.Version}
}

// Concept finds the one concept that name names: by IRI, local name or label.
// Its errors are [*UnknownConceptError] and [*ManyConceptsError].
func (s *Source) Concept(name string) (ontology.ID, error) {
	hits := s.Finder.Find(name)
	switch len(hits) {
	case 1:
		return hits[0], nil
	case 0:
		return ontology.None, &UnknownConceptError{name, []*Source{s}}
	}
	return ontology.None, &ManyConceptsError{name, s, hits}
}

// Concepts finds the concept of each name.
func (s *Source) Concepts(names ...string) ([]ontology.ID, error) {
	ids := make([]ontology.ID, len(names))
	for i, name := range names {
		id, err := s.Concept(name)
		if err != nil {
			return nil, err
		}
		ids[i] = id
	}
	return ids, nil
}

// About returns the concept that bears the name of the ontology, the last part of its IRI (or of an
// embedded one the name that it has here), and the only root, of which the core marks of the ontology are
// said. ok: there are both, and marks.
//
// Whoever names that concept, in whatever language, means what the ontology is about.
func (s *Source) About() (named, root ontology.ID, ok bool) {
	g := s.Graph()
	if len(g.Roots()) != 1 || !s.marked() {
		return ontology.None, ontology.None, false
	}
	named, err := s.Concept(s.title())
	if err != nil {
		return ontology.None, ontology.None, false
	}
	return g.Canon(named), g.Roots()[0], true
}

// title is the name of the ontology: the last part of its IRI without an extension.
func (s *Source) title() string {
	iri := strings.TrimRight(s.Ontology.IRI, "#/")
	name := iri[strings.LastIndexAny(iri, "/#:")+1:]
	if text, err := url.PathUnescape(name); err == nil {
		name = text
	}
	return strings.TrimSuffix(name, path.Ext(name))
}

// marked reports whether the ontology marks any concept as core.
func (s *Source) marked() bool {
	g := s.Graph()
	for i := range g.Len() {
		if g.Concept(ontology.ID(i)).Core {
			return true
		}
	}
	return false
}

// whole returns ids with the root in place of the concept that bears the name of the ontology.
func (s *Source) whole(ids []ontology.ID) []ontology.ID {
	named, root, ok := s.About()
	for i, id := range ids {
		if ok && s.Graph().Canon(id) == named {
			ids[i] = root
		}
	}
	return ids
}

// TopicConcepts finds the concepts of a topic: the whole text as one name, else
// its parts between commas. An empty text is the only root.
func (s *Source) TopicConcepts(text string) ([]ontology.ID, error) {
	if text == "" {
		roots := s.Graph().Roots()
		if len(roots) == 1 {
			return roots, nil
		}
		return nil, english.Errorf("%s has %d concepts without a parent; say which is the topic with --topic", s.Name, len(roots))
	}
	id, err := s.Concept(text)
	if err == nil {
		return []ontology.ID{id}, nil
	}
	parts := Split(text)
	if len(parts) < 2 {
		return nil, err
	}
	return s.Concepts(parts...)
}

// Vector is the topic of concepts of s, which must be measured.
func (s *Source) Vector(ids []ontology.ID) *semsim.TopicVector {
	var vs []*semsim.TopicVector
	for _, id := range ids {
		vs = append(vs, s.Measure.TopicVector(id))
	}
	return semsim.Join(vs...)
}

// Split parts a list at its commas, commas of Chinese keyboards too. Blanks around a
// part are dropped, and so are empty parts.
func Split(list string) (parts []string) {
	for _, p := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == '，' || r == '、' }) {
		if p = strings.TrimSpace(p); p != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

// Together finds the first source that knows all names. The others that know
// them too are also returned. The error says why there is none.
func Together(all []*Source, names ...string) (s *Source, ids []ontology.ID, others []*Source, err error) {
	for i, s := range all {
		ids, err := s.Concepts(names...)
		if err != nil {
			continue
		}
		for _, o := range all[i+1:] {
			if _, err := o.Concepts(names...); err == nil {
				others = append(others, o)
			}
		}
		return s, ids, others, nil
	}
	return nil, nil, nil, notTogether(all, names)
}

// notTogether says why no single source knows all names: a name is ambiguous, a
// name is unknown, or the names are of different ontologies.
func notTogether(all []*Source, names []string) error {
	var homes []string
	for _, name := range names {
		home := ""
		for _, s := range all {
			_, err := s.Concept(name)
			var many *ManyConceptsError
			if errors.As(err, &many) {
				return err
			}
			if err == nil && home == "" {
				home = s.Name
			}
		}
		if home == "" {
			return &UnknownConceptError{name, all}
		}
		homes = append(homes, fmt.Sprintf("%q of %s", name, home))
	}
	return english.Errorf("similarity is measured within one ontology, but these are concepts of different ones: %s", strings.Join(homes, ", "))
}

// UnknownConceptError reports a name that no concept has. Its text lists the
// nearest names.
type UnknownConceptError struct {
	Name string
	In   []*Source
}

func (e *UnknownConceptError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *UnknownConceptError) Message() english.Phrase {
	var near []lexicon.Suggestion
	var names []string
	for _, s := range e.In {
		near = append(near, s.Finder.Nearest(e.Name, 5)...)
		names = append(names, s.Name)
	}
	all := strings.Join(names, " or ")
	sorts.Stable(near, func(a, b lexicon.Suggestion) int { return cmp.Compare(b.Score, a.Score) })
	var labels []string
	for _, n := range near {
		if len(labels) < 5 && !slices.Contains(labels, n.Label.Text) {
			labels = append(labels, n.Label.Text)
		}
	}
	if len(labels) == 0 {
		return english.Phrasef("no concept of %s is called %q", all, e.Name)
	}
	return english.Phrasef("no concept of %s is called %q; the nearest names are: %s", all, e.Name, strings.Join(labels, ", "))
}

// ManyConceptsError reports a name that several concepts have.
type ManyConceptsError struct {
	Name string
	In   *Source
	IDs  []ontology.ID
}

func (e *ManyConceptsError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *ManyConceptsError) Message() english.Phrase {
	var list strings.Builder
	for _, id := range e.IDs {
		c := e.In.Graph().Concept(id)
		fmt.Fprintf(&list, "\n  %s  %s  %s  %s", c.LocalName(), c.Name("zh"), c.Name("en"), c.IRI)
	}
	says := english.Phrasef("%q names %d concepts of %s; say which by its local name or IRI:", e.Name, len(e.IDs), e.In.Name)
	return english.Phrasef("%v%s", says, list.String())
}
