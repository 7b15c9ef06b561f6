package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// filed is a topic of a topic directory: a YAML tree of names, at whose leaves
// stands what the topic is made of.
type filed struct {
	path                             string // weather/typhoon
	ontology, topic, keywords, seeds string // as the settings of these names
	samples                          string // folder, as topic-from
	line                             int
}

// readDirectory reads a topic directory, in the order of the file. File names
// In it are relative to where it lies.
func readDirectory(file string) ([]filed, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var all []filed
	if len(doc.Content) == 1 {
		if err := walkDirectory(doc.Content[0], file, "", 0, &all); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no topic in it", file)
	}
	first := make(map[string]int)
	for _, f := range all {
		if line, ok := first[f.path]; ok {
			return nil, fmt.Errorf("%s:%d: %s stands in line %d already", file, f.line, f.path, line)
		}
		first[f.path] = f.line
	}
	return all, nil
}

// maxLevels a directory may have; more is no tree that anybody wrote.
const maxLevels = 20

func walkDirectory(n *yaml.Node, file, path string, level int, all *[]filed) error {
	fault := func(n *yaml.Node, format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", file, n.Line, fmt.Sprintf(format, args...))
	}
	if n.Kind != yaml.MappingNode || level > maxLevels {
		return fault(n, "%s must hold names, each with a topic or with further names", cmp.Or(path, "the file"))
	}
	leaf, fields := filed{path: path, line: n.Line}, 0
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if value.Kind == yaml.MappingNode {
			if key.Value == "" || strings.ContainsAny(key.Value, "/,，、") {
				return fault(key, "a topic is called %q; a name may not be empty nor hold / or a comma", key.Value)
			}
			if err := walkDirectory(value, file, strings.TrimPrefix(path+"/"+key.Value, "/"), level+1, all); err != nil {
				return err
			}
			continue
		}
		if err := leaf.set(key.Value, value, file); err != nil {
			return fault(key, "%v", err)
		}
		fields++
	}
	switch {
	case fields == 0:
		return nil
	case path == "":
		return fault(n, "what stands outside of a name is no topic")
	case fields*2 < len(n.Content):
		return fault(n, "%s holds a topic and further names; give the topic a name of its own", path)
	case leaf.keywords != "" && leaf.ontology+leaf.topic+leaf.samples != "":
		return fault(n, "%s has keywords and an ontology or topic, or samples; give one of them, and join two names with a comma in --topic", path)
	case leaf.keywords+leaf.ontology+leaf.topic+leaf.samples == "":
		return fault(n, "%s has neither ontology, topic, keywords nor samples", path)
	}
	*all = append(*all, leaf)
	return nil
}

// set takes one line of a topic.
func (f *filed) set(key string, value *yaml.Node, file string) error {
	text := value.Value
	if value.Kind == yaml.SequenceNode && key == "keywords" {
		var words []string
		if err := value.Decode(&words); err != nil {
			return err
		}
		text = strings.Join(words, ",")
	} else if value.Kind != yaml.ScalarNode {
		return fmt.Errorf("%s must be text", key)
	}
	local := func() string {
		if filepath.IsAbs(text) || text == "" {
			return text
		}
		return filepath.Join(filepath.Dir(file), text)
	}
	switch key {
	case "ontology":
		if f.ontology = text; !slices.Contains(ontologies.Names(), text) {
			f.ontology = local()
		}
	case "topic":
		f.topic = text
	case "keywords":
		f.keywords = text
	case "seeds":
		f.seeds = local()
	case "samples":
		f.samples = local()
	default:
		known := []string{"ontology", "topic", "keywords", "samples", "seeds"}
		return fmt.Errorf("a topic has no %q; it has %s (nearest: %s)", key, strings.Join(known, ", "), term.Nearest(key, known, 1)[0])
	}
	return nil
}

// filedUnder returns the topics that a name stands for: one, or all below it.
// The last part of a path is enough where it is clear.
func filedUnder(all []filed, name string) (found []filed, err error) {
	name = strings.Trim(strings.TrimSpace(name), "/")
	var paths []string
	for _, f := range all {
		paths = append(paths, f.path)
		if f.path == name || strings.HasPrefix(f.path, name+"/") {
			found = append(found, f)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	for _, f := range all {
		if strings.HasSuffix(f.path, "/"+name) {
			found = append(found, f)
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("no topic is called %q; the nearest are %s", name, strings.Join(term.Nearest(name, paths, 3), ", "))
	case 1:
		return found, nil
	}
	return nil, fmt.Errorf("%d topics are called %q: %s and %s", len(found), name, found[0].path, found[1].path)
}

// chosen are the topics of the directory that --topic names, each once.
func chosen(c *config.Config) ([]filed, error) {
	all, err := readDirectory(c.Topics)
	if err != nil {
		return nil, cli.Usagef("%s: %w", c.From["topics"], err)
	}
	var out []filed
	for _, name := range strings.FieldsFunc(c.Topic, isComma) {
		found, err := filedUnder(all, name)
		if err != nil {
			return nil, cli.Usagef("%s: %w", c.Topics, err)
		}
		for _, f := range found {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	if len(out) == 0 {
		var paths []string
		for _, f := range all {
			paths = append(paths, f.path)
		}
		return nil, cli.Usagef("say with --topic which topic of %s: %s", c.Topics, strings.Join(paths, ", "))
	}
	return out, nil
}

// directoryTopic joins the topics that --topic names in the directory.
func (a *app) directoryTopic(c *config.Config) (*topic, error) {
	if c.Ontology != "" || c.Keywords != "" || c.TopicFrom != "" {
		return nil, cli.Usagef("%s: a topic directory says itself what a topic is made of; leave ontology, keywords and topic-from out", c.From["topics"])
	}
	entries, err := chosen(c)
	if err != nil {
		return nil, err
	}
	joined := &topic{name: c.Topic}
	var vs []*semsim.TopicVector
	for _, f := range entries {
		one := *c
		one.Topics, one.Topic, one.Ontology, one.Keywords, one.TopicFrom = "", f.topic, f.ontology, f.keywords, f.samples
		t, err := a.named(&one)
		if err != nil {
			return nil, cli.Usagef("%s:%d: %s: %w", c.Topics, f.line, f.path, err)
		}
		vs = joined.join(vs, t)
		joined.sources = append(joined.sources, t.sources...)
		if f.keywords != "" {
			sum := sha256.Sum256([]byte(t.name))
			t.ontologies = append(t.ontologies, ontologyHash{Name: f.path, SHA256: hex.EncodeToString(sum[:])})
		}
		for _, o := range t.ontologies {
			if !slices.Contains(joined.ontologies, o) {
				joined.ontologies = append(joined.ontologies, o)
			}
		}
	}
	joined.vector = semsim.Join(vs...)
	return joined, nil
}

// seedsOf reads --seeds, or else the seeds that the topics of a directory bring.
func seedsOf(c *config.Config) ([]crawl.Link, error) {
	switch {
	case c.Seeds != "":
		return readSeeds(c.Seeds)
	case c.Topics == "": // sitemaps or feeds are all there is to start from
		return nil, nil
	}
	entries, err := chosen(c)
	if err != nil {
		return nil, err
	}
	var all []crawl.Link
	seen := make(map[string]bool)
	for _, f := range entries {
		if f.seeds == "" {
			continue
		}
		links, err := readSeeds(f.seeds)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", c.Topics, f.line, f.path, err)
		}
		for _, l := range links {
			if !seen[l.URL] {
				seen[l.URL] = true
				all = append(all, l)
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s brings no seeds for %s; name a file of URLs with --seeds", c.Topics, c.Topic)
	}
	return all, nil
}
