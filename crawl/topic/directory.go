package topic

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
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

// maxDirectory bounds a topic directory, and maxLevels its depth.
const (
	maxDirectory = 16 << 20
	maxLevels    = 20
)

// readDirectory reads a topic directory, in the order of the file. File names in
// it are relative to its folder. If it cannot be used, the error is a [*yamlread.Error]
// with all findings.
func readDirectory(file string) ([]entry, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	none := english.Phrasef("no topic in it")
	r := treeReader{Reader: yamlread.Reader{File: file}}
	if root := r.Root(text, maxDirectory, none); root != nil {
		if r.walk(root, "", 0); len(r.all) == 0 && !r.Failed() {
			r.FaultAt(0, "%v", none)
		}
	}
	if r.Failed() {
		return nil, &yamlread.Error{Findings: r.Findings}
	}
	return r.all, nil
}

// treeReader reads a topic directory.
type treeReader struct {
	yamlread.Reader
	all []entry
}

// walk reads what stands below path: a topic, or names of topics.
func (r *treeReader) walk(n *yaml.Node, path string, level int) {
	if n.Kind != yaml.MappingNode || level > maxLevels {
		r.Fault(n, "%s must hold names, each with a topic or with further names", cmp.Or(path, "the file"))
		return
	}
	leaf, faults, fields, names := entry{path: path, line: n.Line}, len(r.Findings), 0, 0
	below := func(name string, n *yaml.Node) {
		names++
		r.walk(n, strings.TrimPrefix(path+"/"+name, "/"), level+1)
	}
	known := yamlread.Fields{}
	for key, to := range map[string]*string{"ontology": &leaf.ontology, "topic": &leaf.topic, "keywords": &leaf.keywords, "seeds": &leaf.seeds, "samples": &leaf.samples} {
		known[key] = func(n *yaml.Node) {
			switch {
			case n.Kind == yaml.MappingNode: // a name like any other
				below(key, n)
				return
			case n.Kind == yaml.SequenceNode && key == "keywords":
				*to = strings.Join(r.Texts(n, key), ",")
			default:
				*to, _ = r.Text(n, key)
			}
			fields++
		}
	}
	r.Mapping(n, "a topic", known, func(k, n *yaml.Node) bool {
		if n.Kind != yaml.MappingNode {
			return false
		}
		if k.Value == "" || strings.ContainsAny(k.Value, "/,，、") {
			r.Fault(k, "a topic is called %q; a name may not be empty nor hold / or a comma", k.Value)
			return true
		}
		below(k.Value, n)
		return true
	})
	if len(r.Findings) == faults && fields > 0 {
		r.add(n, leaf, names)
	}
}

// add keeps a topic that stands at n beside so many names.
func (r *treeReader) add(n *yaml.Node, leaf entry, names int) {
	switch {
	case leaf.path == "":
		r.Fault(n, "what stands outside of a name is no topic")
	case names > 0:
		r.Fault(n, "%s holds a topic and further names; give the topic a name of its own", leaf.path)
	case leaf.keywords != "" && leaf.ontology+leaf.topic+leaf.samples != "":
		r.Fault(n, "%s has keywords and an ontology or topic, or samples; give one of them, and join two names with a comma in --topic", leaf.path)
	case leaf.keywords+leaf.ontology+leaf.topic+leaf.samples == "":
		r.Fault(n, "%s has neither ontology, topic, keywords nor samples", leaf.path)
	}
	if !slices.Contains(ontologies.Names(), leaf.ontology) {
		leaf.ontology = r.local(leaf.ontology)
	}
	leaf.seeds, leaf.samples = r.local(leaf.seeds), r.local(leaf.samples)
	r.all = append(r.all, leaf)
}

// local makes the name of a file relative to the folder of the directory.
func (r *treeReader) local(name string) string {
	if filepath.IsAbs(name) || name == "" {
		return name
	}
	return filepath.Join(filepath.Dir(r.File), name)
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
		return nil, english.Errorf("no topic is called %q; the nearest are %s", name, strings.Join(term.Nearest(name, paths(all), 3), ", "))
	case 1:
		return found, nil
	}
	return nil, english.Errorf("%d topics are called %q: %s and %s", len(found), name, found[0].path, found[1].path)
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
			return nil, english.Errorf("%s: %w", directory, err)
		}
		for _, e := range found {
			if !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	if len(out) == 0 {
		return nil, english.Errorf("say with --topic which topic of %s: %s", directory, strings.Join(paths(all), ", "))
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
			return nil, english.Errorf("%s:%d: %s: %w", s.Directory, e.line, e.path, err)
		}
		vs = joined.join(vs, t)
		if e.keywords != "" {
			sum := sha256.Sum256([]byte(t.Name))
			t.Origins = append(t.Origins, crawl.Origin{Name: e.path, SHA256: hex.EncodeToString(sum[:])})
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
	t.Meant = append(t.Meant, other.Meant...)
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
			return nil, english.Errorf("%s:%d: %s: %w", directory, e.line, e.path, err)
		}
		for _, l := range links {
			if !seen[l.URL] {
				seen[l.URL] = true
				all = append(all, l)
			}
		}
	}
	if len(all) == 0 {
		return nil, english.Errorf("%s brings no seeds for %s; name a file of URLs with --seeds", directory, names)
	}
	return all, nil
}
