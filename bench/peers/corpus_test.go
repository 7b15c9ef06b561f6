package peers

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// base is the base of all readers' relative references.
const base = "http://example.org/base/doc"

// A document is a file of the corpus in one of the three syntaxes of RDF.
type document struct {
	path   string // on this machine
	name   string // below the corpus
	format string
	data   []byte
}

// corpus returns every file of the real ontologies that is RDF/XML, Turtle or
// N-Triples by its content.
func corpus(t *testing.T) []document {
	t.Helper()
	root := goldentest.Dir(t, "ontologies/real-ontologies")
	var all []document
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s, err := syntax.All().Detect(data[:min(len(data), rdfio.HeadSize)])
		if err != nil || !s.Streams {
			return nil // another syntax
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		all = append(all, document{path, filepath.ToSlash(name), s.Name, data})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 450 {
		t.Fatalf("%d files in the corpus, want over 450", len(all))
	}
	return all
}

// ours reads a document with our reader.
func (d document) ours() ([]rdf.Triple, error) {
	var all []rdf.Triple
	opt := rdfio.Options{Syntax: d.format, Base: base, File: d.name, Warn: func(*rdfio.SyntaxError) {}}
	err := syntax.Decode(bytes.NewReader(d.data), opt, func(t rdf.Triple) error {
		all = append(all, t)
		return nil
	})
	return all, err
}

// compare says in a few words how another's reading of a document differs from
// ours, "" if it does not. Case of language tags is none: RDF 1.1 Concepts,
// section 3.3, lets readers turn them into lower case.
func compare(ours []rdf.Triple, ourErr error, theirs []rdf.Triple, theirErr error) string {
	switch {
	case ourErr != nil && theirErr != nil:
		return ""
	case ourErr != nil:
		return fmt.Sprintf("only they read it, %d triples; our error: %v", len(theirs), ourErr)
	case theirErr != nil:
		return fmt.Sprintf("only we read it, %d triples; their error: %v", len(ours), theirErr)
	}
	ours, theirs = lower(ours), lower(theirs)
	a, b := unique(ours), unique(theirs)
	if len(a) != len(b) {
		return fmt.Sprintf("we read %d triples, they %d%s", len(a), len(b), example(a, b))
	}
	if !rdfiotest.Isomorphic(ours, theirs) {
		return fmt.Sprintf("both read %d triples, but not the same graph%s", len(a), example(a, b))
	}
	return ""
}

// lower returns the triples with language tags in lower case.
func lower(triples []rdf.Triple) []rdf.Triple {
	all := slices.Clone(triples)
	for i, t := range all {
		if l, ok := t.Obj.(rdf.Literal); ok && l.Lang() != strings.ToLower(l.Lang()) {
			if low, err := rdfio.NewLiteral(l.String(), strings.ToLower(l.Lang()), ""); err == nil {
				all[i].Obj = low
			}
		}
	}
	return all
}

// unique returns the triples as text, each once, blank nodes with their labels.
func unique(triples []rdf.Triple) map[string]bool {
	all := make(map[string]bool, len(triples))
	for _, t := range triples {
		all[t.Serialize(rdf.NTriples)] = true
	}
	return all
}

// example shows a triple on each side that the other lacks, whatever its blank
// nodes are called.
func example(ours, theirs map[string]bool) string {
	a, b := nameless(ours), nameless(theirs)
	return fmt.Sprintf("\n  only ours:   %q\n  only theirs: %q", least(a, b), least(b, a))
}

func nameless(triples map[string]bool) map[string]bool {
	blank := regexp.MustCompile(`^_:\S+| _:\S+ \.\n$`)
	all := make(map[string]bool, len(triples))
	for t := range triples {
		all[blank.ReplaceAllString(t, "_:")] = true
	}
	return all
}

// least returns the first triple of a that b lacks.
func least(a, b map[string]bool) string {
	first := ""
	for t := range a {
		if !b[t] && (first == "" || t < first) {
			first = t
		}
	}
	return first
}

// A verdict explains a known difference between a judge and us.
type verdict struct {
	file string // path.Match pattern of names below the corpus
	says string // what compare says of it, a piece of it
	why  string // who is right, by which rule
}

// judge reads the whole corpus with another reader. Every difference must stand
// in known, and everything there must be a difference.
func judge(t *testing.T, known []verdict, read func(document) ([]rdf.Triple, error)) {
	t.Helper()
	used := make([]int, len(known))
	same, both, triples := 0, 0, 0
	for _, d := range corpus(t) {
		ours, ourErr := d.ours()
		theirs, theirErr := read(d)
		said := compare(ours, ourErr, theirs, theirErr)
		if said == "" {
			if ourErr != nil {
				both++
			} else {
				same++
				triples += len(ours)
			}
			continue
		}
		i := slices.IndexFunc(known, func(v verdict) bool {
			ok, err := path.Match(v.file, d.name)
			return ok && err == nil && strings.Contains(said, v.says)
		})
		if i < 0 {
			t.Errorf("%s: %s", d.name, said)
			continue
		}
		used[i]++
	}
	t.Logf("the same graph from %d files, %d triples; %d refused by both", same, triples, both)
	for i, v := range known {
		if used[i] == 0 {
			t.Errorf("no longer so: %s: %s (%s)", v.file, v.says, v.why)
		} else {
			t.Logf("%d known to differ: %s: %s: %s", used[i], v.file, v.says, v.why)
		}
	}
}
