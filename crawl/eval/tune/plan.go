package tune

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/eval"
)

// Case is an entry of a plan: a labelled topic of a stored web. The fields are
// named like the flags of `ontocrawl eval`.
type Case struct {
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

// Name is the case as messages and results name it.
func (c *Case) Name() string { return filepath.Base(c.Web) + " " + c.Label }

// ReadPlan reads a list of cases, of two webs or more. Names of files in it are
// relative to its folder; an ontology may also be one of embedded.
func ReadPlan(file string, embedded []string) ([]Case, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	var cases []Case
	if err := dec.Decode(&cases); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w\n%s", file, err, "a plan is a list of entries with web, label and topic; see ontocrawl tune --help")
	}
	webs := map[string]bool{}
	for i := range cases {
		c := &cases[i]
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, doc.Content[0].Content[i].Line, err)
		}
		c.makeLocal(filepath.Dir(file), embedded)
		webs[filepath.Clean(c.Web)] = true
	}
	if len(webs) < 2 { // cross-validation leaves one out
		return nil, fmt.Errorf("%s names %d webs; settings are chosen on some webs and tried on the others, so give two or more", file, len(webs))
	}
	return cases, nil
}

// check sets defaults and refuses what cannot be used.
func (c *Case) check() error {
	c.Budget, c.SeedsShare = cmp.Or(c.Budget, "4x"), cmp.Or(c.SeedsShare, 1)
	var missing []string
	for _, s := range []struct{ name, value string }{{"web", c.Web}, {"label", c.Label}, {"topic", c.Topic + c.Ontology + c.Keywords + c.TopicFrom}} {
		if s.value == "" {
			missing = append(missing, s.name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("the entry lacks %s", strings.Join(missing, ", "))
	}
	if !(c.SeedsShare > 0 && c.SeedsShare <= 1) {
		return fmt.Errorf("seeds-share is %v, but it must be above 0 and at most 1", c.SeedsShare)
	}
	_, err := eval.ParseBudget(c.Budget)
	return err
}

// makeLocal makes the names of files relative to dir.
func (c *Case) makeLocal(dir string, embedded []string) {
	for _, name := range []*string{&c.Web, &c.Ontology, &c.TopicFrom, &c.Seeds} {
		known := name == &c.Ontology && slices.Contains(embedded, *name)
		number := name == &c.Seeds && strings.Trim(*name, "0123456789") == ""
		if *name != "" && !filepath.IsAbs(*name) && !known && !number {
			*name = filepath.Join(dir, *name)
		}
	}
}
