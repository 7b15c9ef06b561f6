package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// topic is what a crawl looks for: one vector, made of one concept or several.
type topic struct {
	dict       *lexicon.Dictionary // of words, shared with others; nil: its own
	name       string
	vector     *semsim.TopicVector
	ontologies []ontologyHash // one for each ontology, list of words or folder of samples it comes from
	sources    []*source      // the ontologies themselves; none of words

	samples []sampled
	phi     float64 // threshold taken from samples; 0: that of the judge
}

// editionOf says which edition of an ontology s is.
func editionOf(s *source) ontologyHash {
	return ontologyHash{s.name, s.ont.Hash, s.ont.IRI, s.ont.Version}
}

// hashes are the ontologies as "name sha256".
func (t *topic) hashes() []string {
	var list []string
	for _, o := range t.ontologies {
		list = append(list, o.Name+" "+o.SHA256)
	}
	return list
}

// topic resolves --topic, --ontology, --topic-from, --keywords and --topics. The
// strategy its takes whatever they name as a list of equal keywords. For a topic of
// samples it settles the judge in c, if that is left open.
func (a *app) topic(c *config.Config) (*topic, error) {
	t, err := a.named(c)
	if err != nil {
		return nil, err
	}
	if a.Dictionary != nil {
		t.dict = a.Dictionary
	}
	if err := t.calibrate(c); err != nil {
		return nil, err
	}
	if c.Strategy == strategyITS {
		t.flatten()
	}
	return t, nil
}

// named is the topic that the settings name, without what samples say of judges.
func (a *app) named(c *config.Config) (*topic, error) {
	switch {
	case c.Topics != "":
		return a.directoryTopic(c)
	case c.TopicFrom != "":
		return a.sampledTopic(c)
	case c.Keywords != "":
		return keywordTopic(c)
	}
	return a.conceptTopic(c)
}

// conceptTopic is the topic by concepts of an ontology.
func (a *app) conceptTopic(c *config.Config) (*topic, error) {
	if c.Ontology == "" {
		return a.embeddedTopic(c)
	}
	s, err := a.open(c, c.Ontology)
	if err != nil {
		return nil, err
	}
	ids, err := s.named(c.Topic)
	if err != nil {
		return nil, cli.Usage(err)
	}
	t := &topic{name: c.Topic, ontologies: []ontologyHash{editionOf(s)}, sources: []*source{s}}
	var vs []*semsim.TopicVector
	for _, id := range ids {
		vs = append(vs, s.measure.TopicVector(id))
	}
	t.vector = semsim.Join(vs...)
	if t.name == "" {
		t.name = t.vector.Name
	}
	a.hintCore(c, s, ids)
	return t, nil
}

// hintCore tells when a topic is narrower than its author may think: the core
// marks of an ontology speak of its root, so for a concept below the root only
// that concept and its kinds are core.
func (a *app) hintCore(c *config.Config, s *source, ids []ontology.ID) {
	marks := 0
	for i := range s.ont.Graph.Len() {
		if s.ont.Graph.Concept(ontology.ID(i)).Core {
			marks++
		}
	}
	for _, id := range ids {
		if marks > 0 && !slices.Contains(s.ont.Graph.Roots(), s.ont.Graph.Canon(id)) {
			a.Logger(c).Info("a topic within an ontology: its core is the concept and its kinds, the core marks do not count; leave --topic out to take the whole ontology",
				"concept", s.ont.Graph.Concept(id).Name(c.Lang), "ontology", s.name, "marks", marks)
		}
	}
}

// isComma knows the comma of Chinese keyboards too.
func isComma(r rune) bool { return r == ',' || r == '，' || r == '、' }

// named returns the concepts that a --topic names: the whole text as one
// name, else its parts between commas. An empty text is the only root.
func (s *source) named(text string) ([]ontology.ID, error) {
	if text == "" {
		roots := s.ont.Graph.Roots()
		if len(roots) == 1 {
			return roots, nil
		}
		return nil, fmt.Errorf("%s has %d concepts without a parent; say which is the topic with --topic", s.name, len(roots))
	}
	id, err := s.concept(text)
	if err == nil {
		return []ontology.ID{id}, nil
	}
	parts := strings.FieldsFunc(text, isComma)
	if len(parts) < 2 {
		return nil, err
	}
	var ids []ontology.ID
	for _, p := range parts {
		id, err := s.concept(strings.TrimSpace(p))
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// embeddedTopic joins embedded ontologies by name; a part that is no such name
// may be a concept of one of them.
func (a *app) embeddedTopic(c *config.Config) (*topic, error) {
	if c.Topic == "" {
		return nil, cli.Usagef("no topic: give --topic %s, --ontology FILE, or --topic-from FOLDER", strings.Join(embeddedNames(), " or --topic "))
	}
	t := &topic{name: c.Topic}
	var vs []*semsim.TopicVector
	for _, part := range strings.FieldsFunc(c.Topic, isComma) {
		part = strings.TrimSpace(part)
		if name := strings.ToLower(part); slices.Contains(ontologies.Names(), name) {
			part = name // Typhoon is the topic too, not just the concept of that name
		}
		s, id, err := a.embedded(c, part)
		if err != nil {
			return nil, err
		}
		vs = append(vs, s.measure.TopicVector(id))
		if e := editionOf(s); !slices.Contains(t.ontologies, e) {
			t.ontologies, t.sources = append(t.ontologies, e), append(t.sources, s)
		}
	}
	t.vector = semsim.Join(vs...)
	return t, nil
}

// embedded finds part as an embedded ontology (its root) or as a concept of
// one.
func (a *app) embedded(c *config.Config, part string) (*source, ontology.ID, error) {
	if slices.Contains(ontologies.Names(), part) {
		s, err := a.open(c, part)
		if err != nil {
			return nil, ontology.None, err
		}
		ids, err := s.named("")
		if err != nil {
			return nil, ontology.None, err
		}
		return s, ids[0], nil
	}
	all, err := a.sources(c)
	if err != nil {
		return nil, ontology.None, err
	}
	for i, s := range all {
		if id, err := s.concept(part); err == nil {
			a.hintOthers(c, s, all[i+1:], part)
			a.hintCore(c, s, []ontology.ID{id})
			return s, id, nil
		}
	}
	return nil, ontology.None, cli.Usagef("%w (for a concept of your own file add --ontology FILE)", nowhere(all, []string{part}))
}

// exists reports whether path names something on disk.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
