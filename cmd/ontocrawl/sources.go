package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontologies"
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
		return nil, cli.Usage(err)
	}
	return s, nil
}

// openGraph is open without the measure.
func (a *app) openGraph(c *config.Config, name string) (*source, error) {
	mapping, err := cli.PropertyMap(c)
	if err != nil {
		return nil, err
	}
	ont, err := a.read(name, owl.Options{Mapping: mapping, Fetch: a.FetchImport, Limits: a.Limits.Limits})
	if err != nil {
		return nil, err
	}
	logFindings(a.Logger(c), name, ont.Findings)
	return &source{name: name, ont: ont, finder: lexicon.NewFinder(ont.Graph)}, nil
}

// read reads the ontology called name: an embedded one, a file, or standard
// input for "-".
func (a *app) read(name string, opt owl.Options) (*owl.Ontology, error) {
	var r io.Reader
	switch {
	case name == "-":
		data, err := a.stdin()
		if err != nil {
			return nil, err
		}
		r = bytes.NewReader(data)
	case slices.Contains(ontologies.Names(), name):
		f, err := ontologies.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	var ont *owl.Ontology
	var err error
	if r != nil {
		opt.File = name
		ont, err = owl.Load(r, opt)
	} else {
		ont, err = owl.Open(name, opt)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, cli.Usagef("ontology %s: no such file, and no embedded ontology of that name (%s)",
			name, strings.Join(embeddedNames(), ", "))
	case err != nil:
		return nil, cli.Usage(cli.Raisable(err))
	}
	return ont, nil
}

// stdin is what stands on standard input, which can be read once only.
func (a *app) stdin() ([]byte, error) {
	if a.Piped == nil {
		data, err := io.ReadAll(io.LimitReader(a.In, largest+1))
		switch {
		case err != nil:
			return nil, cli.Failure(fmt.Errorf("standard input: %w", err))
		case len(data) > largest:
			return nil, cli.Usagef("standard input: larger than %d MiB", largest>>20)
		}
		a.Piped = data
	}
	return a.Piped, nil
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
