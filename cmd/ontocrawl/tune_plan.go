package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontologies"
)

// tuneCase is a labelled topic of a stored web: an entry of the plan. The fields
// are those of eval's flags.
type tuneCase struct {
	Web        string  `yaml:"web" json:"web"`
	Label      string  `yaml:"label" json:"label"`
	Ignore     string  `yaml:"ignore" json:"ignore,omitempty"`
	Topic      string  `yaml:"topic" json:"topic,omitempty"`
	Ontology   string  `yaml:"ontology" json:"ontology,omitempty"`
	Keywords   string  `yaml:"keywords" json:"keywords,omitempty"`
	TopicFrom  string  `yaml:"topic-from" json:"topic_from,omitempty"`
	Seeds      string  `yaml:"seeds" json:"seeds,omitempty"`
	SeedsShare float64 `yaml:"seeds-share" json:"seeds_share,omitempty"`
	Budget     string  `yaml:"budget" json:"budget,omitempty"`
}

// name is how the case is called in what is printed.
func (t *tuneCase) name() string { return filepath.Base(t.Web) + " " + t.Label }

// config is c with the topic and the web of the case.
func (t *tuneCase) config(c *config.Config) *config.Config {
	own := *c
	own.Web, own.Topic, own.Ontology, own.Keywords, own.TopicFrom, own.Topics = t.Web, t.Topic, t.Ontology, t.Keywords, t.TopicFrom, ""
	own.Seeds = t.Seeds
	return &own
}

func (t *tuneCase) options(repeat int) *evalOptions {
	opt := &evalOptions{label: t.Label, ignore: t.Ignore, budget: t.Budget, share: t.SeedsShare, repeat: repeat}
	if opt.budget == "" {
		opt.budget = "4x"
	}
	if opt.share == 0 {
		opt.share = 1
	}
	return opt
}

// readTunePlan reads a list of cases. File names in it are relative to it.
func readTunePlan(file string) ([]tuneCase, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, cli.Usage(err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, cli.Usagef("%s: %w", file, err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	var cases []tuneCase
	if err := dec.Decode(&cases); err != nil && !errors.Is(err, io.EOF) {
		return nil, cli.Usagef("%s: %w\n%s", file, err, "a plan is a list of entries with web, label and topic; see ontocrawl tune --help")
	}
	for i := range cases {
		if err := cases[i].check(file, doc.Content[0].Content[i].Line); err != nil {
			return nil, err
		}
		cases[i].local(filepath.Dir(file))
	}
	return cases, twoWebs(file, cases)
}

func (t *tuneCase) check(file string, line int) error {
	var missing []string
	for _, s := range []struct{ name, value string }{{"web", t.Web}, {"label", t.Label}, {"topic", t.Topic + t.Ontology + t.Keywords + t.TopicFrom}} {
		if s.value == "" {
			missing = append(missing, s.name)
		}
	}
	switch {
	case len(missing) > 0:
		return cli.Usagef("%s:%d: the entry lacks %s", file, line, strings.Join(missing, ", "))
	case t.SeedsShare < 0 || t.SeedsShare > 1:
		return cli.Usagef("%s:%d: seeds-share is %v, but it must be above 0 and at most 1", file, line, t.SeedsShare)
	}
	if _, err := evalBudgets(t.options(1).budget); err != nil {
		return cli.Usagef("%s:%d: %w", file, line, err)
	}
	return nil
}

// local makes file names those of the plan's folder.
func (t *tuneCase) local(dir string) {
	for _, name := range []*string{&t.Web, &t.Ontology, &t.TopicFrom, &t.Seeds} {
		embedded := name == &t.Ontology && slices.Contains(ontologies.Names(), *name)
		number := name == &t.Seeds && strings.Trim(*name, "0123456789") == ""
		if *name != "" && !filepath.IsAbs(*name) && !embedded && !number {
			*name = filepath.Join(dir, *name)
		}
	}
}

// twoWebs is what cross-validation over webs takes.
func twoWebs(file string, cases []tuneCase) error {
	webs := map[string]bool{}
	for _, t := range cases {
		webs[filepath.Clean(t.Web)] = true
	}
	if len(webs) < 2 {
		return cli.Usagef("%s names %d webs; settings are chosen on some and tried on the others, so give two or more", file, len(webs))
	}
	return nil
}
