package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// source is one ontology, loaded and measured.
type source struct {
	name    string // "typhoon", or the path of a file
	ont     *owl.Ontology
	measure *semsim.Measure
	finder  *lexicon.Finder
}

// open loads and measures the ontology called name: an embedded one, or a file.
func (a *app) open(c *config.Config, name string) (*source, error) {
	s, err := a.openGraph(c, name)
	if err != nil {
		return nil, err
	}
	if s.measure, err = semsim.New(s.ont.Graph, similarity(c)); err != nil {
		return nil, usage(err)
	}
	return s, nil
}

// openGraph is open without the measure.
func (a *app) openGraph(c *config.Config, name string) (*source, error) {
	mapping, err := propertyMap(c)
	if err != nil {
		return nil, err
	}
	ont, err := load(name, owl.Options{Mapping: mapping, Fetch: a.fetch})
	if err != nil {
		return nil, err
	}
	log := a.logger(c)
	for _, f := range ont.Findings {
		logFinding(log, name, f)
	}
	return &source{name: name, ont: ont, finder: lexicon.NewFinder(ont.Graph)}, nil
}

// propertyMap reads --map: "property: meaning" between commas. A property may
// be an IRI, so the last colon counts.
func propertyMap(c *config.Config) (map[string]owl.Meaning, error) {
	if c.Map == "" {
		return nil, nil
	}
	m := make(map[string]owl.Meaning)
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(c.Map, "：", ":"), isComma) {
		i := strings.LastIndexByte(part, ':')
		if i < 0 || strings.TrimSpace(part[:i]) == "" {
			return nil, usagef("%s: map holds %q, but it must be of the form \"property: includes\"", c.From["map"], strings.TrimSpace(part))
		}
		meaning, err := owl.ParseMeaning(strings.TrimSpace(part[i+1:]))
		if err != nil {
			return nil, usagef("%s: map: %w", c.From["map"], err)
		}
		m[strings.TrimSpace(part[:i])] = meaning
	}
	return m, nil
}

// load reads the ontology called name: an embedded one, or a file.
func load(name string, opt owl.Options) (*owl.Ontology, error) {
	if !slices.Contains(ontologies.Names(), name) {
		ont, err := owl.Open(name, opt)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, usagef("ontology %s: no such file, and no embedded ontology of that name (%s)",
				name, strings.Join(embeddedNames(), ", "))
		}
		if err != nil {
			return nil, usage(err)
		}
		return ont, nil
	}
	f, err := ontologies.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	opt.File = name
	return owl.Load(f, opt)
}

// embeddedNames are the embedded ontologies in the order in which they are
// looked into: the typhoon one first, since most questions are about it.
func embeddedNames() []string {
	names := ontologies.Names()
	slices.Reverse(names)
	return names
}

// sources are the ontologies a command looks into: the one named by
// --ontology, else every embedded one.
func (a *app) sources(c *config.Config) ([]*source, error) {
	names := embeddedNames()
	if c.Ontology != "" {
		names = []string{c.Ontology}
	}
	var all []*source
	for _, name := range names {
		s, err := a.open(c, name)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

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
			a.logger(c).Info("known in another ontology too; choose with --ontology", "names", names, "taken", in.name, "also", s.name)
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

// topic is what a crawl looks for: one vector, made of one concept or several.
type topic struct {
	name   string
	vector *semsim.TopicVector
	hashes []string // "name sha256", one for each ontology it comes from
}

// topic resolves --topic, --ontology, --keywords and --topics. The strategy its takes
// whatever they name as a list of equal keywords.
func (a *app) topic(c *config.Config) (*topic, error) {
	if c.Topics != "" {
		return a.directoryTopic(c)
	}
	if c.Keywords != "" {
		return keywordTopic(c)
	}
	t, err := a.conceptTopic(c)
	if err == nil && c.Strategy == strategyITS {
		t.flatten()
	}
	return t, err
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
		return nil, usage(err)
	}
	t := &topic{name: c.Topic, hashes: []string{s.name + " " + s.ont.Hash}}
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
			a.logger(c).Info("a topic within an ontology: its core is the concept and its kinds, the core marks do not count; leave --topic out to take the whole ontology",
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
		return nil, usagef("no topic: give --topic %s, or --ontology FILE", strings.Join(embeddedNames(), " or --topic "))
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
		if h := s.name + " " + s.ont.Hash; !slices.Contains(t.hashes, h) {
			t.hashes = append(t.hashes, h)
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
	return nil, ontology.None, usagef("%w (for a concept of your own file add --ontology FILE)", nowhere(all, []string{part}))
}

// exists reports whether path names something on disk.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
