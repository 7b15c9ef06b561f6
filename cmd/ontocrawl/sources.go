package main

import (
	"context"
	"os"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// source is a [topic.Source] with the methods of this package.
type source struct {
	name    string
	ont     *owl.Ontology
	measure *semsim.Measure
	finder  *lexicon.Finder
}

func newSource(s *topic.Source) *source {
	if s == nil {
		return nil
	}
	return &source{s.Name, s.Ontology, s.Measure, s.Finder}
}

func (s *source) plain() *topic.Source {
	return &topic.Source{Name: s.name, Ontology: s.ont, Measure: s.measure, Finder: s.finder}
}

func (s *source) concept(query string) (ontology.ID, error) { return s.plain().Concept(query) }

func (s *source) concepts(names []string) ([]ontology.ID, error) { return s.plain().Concepts(names...) }

func (s *source) named(text string) ([]ontology.ID, error) { return s.plain().TopicConcepts(text) }

func (a *app) open(c *config.Config, name string) (*source, error) {
	s, err := a.Open(context.Background(), c, name)
	return newSource(s), err
}

func (a *app) openGraph(c *config.Config, name string) (*source, error) {
	s, err := a.OpenGraph(context.Background(), c, name)
	return newSource(s), err
}

func (a *app) sources(c *config.Config) ([]*source, error) {
	plain, err := a.OpenAll(context.Background(), c)
	var all []*source
	for _, s := range plain {
		all = append(all, newSource(s))
	}
	return all, err
}

// read is [cli.App.ReadOntology] for those who want the ontology only.
func (a *app) read(name string, c *config.Config, opt owl.Options) (*owl.Ontology, error) {
	s, err := a.ReadOntology(context.Background(), c, name, opt)
	if err != nil {
		return nil, err
	}
	return s.Ontology, nil
}

// firstWith finds the first of all sources that knows all names.
func firstWith(a *app, c *config.Config, all []*source, names []string) (*source, []ontology.ID, error) {
	var plain []*topic.Source
	for _, s := range all {
		plain = append(plain, s.plain())
	}
	s, ids, others, err := topic.Together(plain, names...)
	if err != nil {
		return nil, nil, cli.Usage(err)
	}
	l := topic.Loader{Logger: a.Logger(c)}
	l.HintOthers(s, others, names...)
	return newSource(s), ids, nil
}

// exists reports whether path names something on disk.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
