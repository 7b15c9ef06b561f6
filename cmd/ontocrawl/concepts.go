package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// concept finds the one concept that query names.
func (s *source) concept(query string) (ontology.ID, error) {
	hits := s.finder.Find(query)
	switch len(hits) {
	case 1:
		return hits[0], nil
	case 0:
		return ontology.None, &unknownConcept{query, []*source{s}}
	}
	return ontology.None, &manyConcepts{query, s, hits}
}

// unknownConcept says that no concept bears a name, and which names are near.
type unknownConcept struct {
	query string
	in    []*source
}

func (e *unknownConcept) Error() string {
	var near []lexicon.Suggestion
	var names []string
	for _, s := range e.in {
		near = append(near, s.finder.Nearest(e.query, 5)...)
		names = append(names, s.name)
	}
	text := fmt.Sprintf("no concept of %s is called %q", strings.Join(names, " or "), e.query)
	slices.SortStableFunc(near, func(a, b lexicon.Suggestion) int { return cmp.Compare(b.Score, a.Score) })
	var labels []string
	for _, n := range near {
		if len(labels) < 5 && !slices.Contains(labels, n.Label.Text) {
			labels = append(labels, n.Label.Text)
		}
	}
	if len(labels) == 0 {
		return text
	}
	return text + "; the nearest names are: " + strings.Join(labels, ", ")
}

// hintOthers tells that further ontologies know the names too.
func (a *app) hintOthers(c *config.Config, in *source, others []*source, names ...string) {
	for _, s := range others {
		if _, err := s.concepts(names); err == nil {
			a.Logger(c).Info("known in another ontology too; choose with --ontology", "names", names, "taken", in.name, "also", s.name)
		}
	}
}

// nowhere says why no single one of the sources knows all names: one is
// ambiguous, one is unknown, or they are of different ontologies.
func nowhere(all []*source, names []string) error {
	var homes []string
	for _, name := range names {
		home := ""
		for _, s := range all {
			_, err := s.concept(name)
			var many *manyConcepts
			if errors.As(err, &many) {
				return err
			}
			if err == nil && home == "" {
				home = s.name
			}
		}
		if home == "" {
			return &unknownConcept{name, all}
		}
		homes = append(homes, fmt.Sprintf("%q of %s", name, home))
	}
	return fmt.Errorf("likeness is measured within one ontology, but these are concepts of different ones: %s", strings.Join(homes, ", "))
}

// manyConcepts says that several concepts bear a name.
type manyConcepts struct {
	query string
	in    *source
	hits  []ontology.ID
}

func (e *manyConcepts) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q names %d concepts of %s; say which by its local name or IRI:", e.query, len(e.hits), e.in.name)
	for _, id := range e.hits {
		c := e.in.ont.Graph.Concept(id)
		fmt.Fprintf(&b, "\n  %s  %s  %s  %s", c.LocalName(), c.Name("zh"), c.Name("en"), c.IRI)
	}
	return b.String()
}
