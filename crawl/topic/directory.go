package topic

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/seed"
	"github.com/ontocrawl/ontocrawl/internal/nearest"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// entry is a topic of a topic directory. A directory is a YAML tree of names;
// its leaves say what the topics are made of.
type entry struct {
	path                             string // weather/typhoon
	ontology, topic, keywords, seeds string // as the fields of Spec; topic is Names
	samples                          string // folder
	line                             int
}

// readDirectory reads a topic directory, in the order of the file. File names in
// it are relative to its folder.
func readDirectory(file string) ([]entry, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, message.Errorf("%s: %w", file, err)
	}
	var all []entry
	if len(doc.Content) == 1 {
		if err := walkDirectory(doc.Content[0], file, "", 0, &all); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, message.Errorf("%s: no topic in it", file)
	}
	first := make(map[string]int)
	for _, f := range all {
		if line, ok := first[f.path]; ok {
			return nil, message.Errorf("%s:%d: %s stands in line %d already", file, f.line, f.path, line)
		}
		first[f.path] = f.line
	}
	return all, nil
}

// maxLevels bounds the depth of a directory.
const maxLevels = 20

func walkDirectory(n *yaml.Node, file, path string, level int, all *[]entry) error {
	fault := func(n *yaml.Node, format string, args ...any) error {
		return message.Errorf("%s:%d: %s", file, n.Line, fmt.Sprintf(format, args...))
	}
	if n.Kind != yaml.MappingNode || level > maxLevels {
		return fault(n, "%s must hold names, each with a topic or with further names", cmp.Or(path, "the file"))
	}
	leaf, fields := entry{path: path, line: n.Line}, 0
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

// set reads one key of a topic.
func (f *entry) set(key string, value *yaml.Node, file string) error {
	text := value.Value
	if value.Kind == yaml.SequenceNode && key == "keywords" {
		var words []string
		if err := value.Decode(&words); err != nil {
			return err
		}
		text = strings.Join(words, ",")
	} else if value.Kind != yaml.ScalarNode {
		return message.Errorf("%s must be text", key)
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
		return message.Errorf("a topic has no %q; it has %s (nearest: %s)", key, strings.Join(known, ", "), nearest.Names(key, known, 1)[0])
	}
	return nil
}

// under returns the topics that a name stands for: one, or all below it. The
// last part of a path is enough if it is unambiguous.
func under(all []entry, name string) (found []entry, err error) {
	name = strings.Trim(strings.TrimSpace(name), "/")
	for _, f := range all {
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
		return nil, message.Errorf("no topic is called %q; the nearest are %s", name, strings.Join(nearest.Names(name, paths(all), 3), ", "))
	case 1:
		return found, nil
	}
	return nil, message.Errorf("%d topics are called %q: %s and %s", len(found), name, found[0].path, found[1].path)
}

// chosen are the topics of the directory that names names, each once.
func chosen(directory, names string) ([]entry, error) {
	all, err := readDirectory(directory)
	if err != nil {
		return nil, &FieldError{Directory, err}
	}
	var out []entry
	for _, name := range Split(names) {
		found, err := under(all, name)
		if err != nil {
			return nil, message.Errorf("%s: %w", directory, err)
		}
		for _, e := range found {
			if !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	if len(out) == 0 {
		return nil, message.Errorf("say with --topic which topic of %s: %s", directory, strings.Join(paths(all), ", "))
	}
	return out, nil
}

func paths(all []entry) (list []string) {
	for _, e := range all {
		list = append(list, e.path)
	}
	return list
}

// directoryTopic joins the topics of the directory that Names names.
func (s *Spec) directoryTopic(ctx context.Context) (*Topic, error) {
	if s.Ontology != "" || s.Keywords != "" || s.Samples != "" {
		return nil, wrong(Directory, "a topic directory says itself what a topic is made of; leave ontology, keywords and topic-from out")
	}
	entries, err := chosen(s.Directory, s.Names)
	if err != nil {
		return nil, err
	}
	joined := &Topic{Name: s.Names}
	var vs []*semsim.TopicVector
	for _, e := range entries {
		one := *s
		one.Directory, one.Names, one.Ontology, one.Keywords, one.Samples = "", e.topic, e.ontology, e.keywords, e.samples
		t, err := one.resolve(ctx)
		if err != nil {
			return nil, message.Errorf("%s:%d: %s: %w", s.Directory, e.line, e.path, err)
		}
		vs = joined.join(vs, t)
		if e.keywords != "" {
			sum := sha256.Sum256([]byte(t.Name))
			t.Origins = append(t.Origins, Origin{Name: e.path, SHA256: hex.EncodeToString(sum[:])})
		}
		for _, o := range t.Origins {
			if !slices.Contains(joined.Origins, o) {
				joined.Origins = append(joined.Origins, o)
			}
		}
	}
	joined.Vector = semsim.Join(vs...)
	return joined, nil
}

// join adds a topic to those whose vectors are vs, and returns all vectors.
func (t *Topic) join(vs []*semsim.TopicVector, other *Topic) []*semsim.TopicVector {
	for i := range t.samples {
		t.samples[i].others = append(t.samples[i].others, other.Vector)
	}
	for _, s := range other.samples {
		s.others = append(s.others, vs...)
		t.samples = append(t.samples, s)
	}
	t.Sources = append(t.Sources, other.Sources...)
	t.Dictionary = cmp.Or(t.Dictionary, other.Dictionary)
	return append(vs, other.Vector)
}

// Seeds reads the seeds files of the topics of a directory, each URL once. names
// is as in [Spec].
func Seeds(directory, names string) ([]crawl.Link, error) {
	entries, err := chosen(directory, names)
	if err != nil {
		return nil, err
	}
	var all []crawl.Link
	seen := make(map[string]bool)
	for _, e := range entries {
		if e.seeds == "" {
			continue
		}
		links, err := seed.ReadFile(e.seeds)
		if err != nil {
			return nil, message.Errorf("%s:%d: %s: %w", directory, e.line, e.path, err)
		}
		for _, l := range links {
			if !seen[l.URL] {
				seen[l.URL] = true
				all = append(all, l)
			}
		}
	}
	if len(all) == 0 {
		return nil, message.Errorf("%s brings no seeds for %s; name a file of URLs with --seeds", directory, names)
	}
	return all, nil
}
