package rdfio_test

import (
	"bytes"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
)

const (
	mfNS   = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
	rdftNS = "http://www.w3.org/ns/rdftest#"
	rdfNS  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
)

// A w3cTest is one entry of a manifest.
type w3cTest struct {
	name, kind, action, result string
}

// TestW3C runs the RDF 1.1 suites of N-Triples, Turtle and RDF/XML.
func TestW3C(t *testing.T) {
	root := filepath.Join(goldentest.Dir(t, "ontologies/w3c-rdf-tests"), "w3c", "rdf", "rdf11")
	for _, suite := range []struct {
		dir    string
		format string
		least  int // entries of the suite as archived: fewer means that reading the manifest failed
	}{
		{"rdf-n-triples", "ntriples", 70},
		{"rdf-turtle", "turtle", 313},
		{"rdf-xml", "rdfxml", 166},
	} {
		t.Run(suite.dir, func(t *testing.T) {
			base := "https://w3c.github.io/rdf-tests/rdf/rdf11/" + suite.dir + "/"
			dir := filepath.Join(root, suite.dir)
			tests := manifest(t, dir, base)
			t.Logf("%d tests", len(tests))
			if len(tests) < suite.least {
				t.Errorf("%d tests in the manifest, want at least %d", len(tests), suite.least)
			}
			for _, test := range tests {
				t.Run(test.name, func(t *testing.T) { test.run(t, dir, base, suite.format) })
			}
		})
	}
}

// manifest lists the tests of a suite in the order of mf:entries.
func manifest(t *testing.T, dir, base string) []w3cTest {
	t.Helper()
	triples := decodeFile(t, filepath.Join(dir, "manifest.ttl"), rdfio.Options{Base: base + "manifest.ttl"})
	about := make(map[string]map[string]string)
	for _, tr := range triples {
		s := tr.Subj.String()
		if about[s] == nil {
			about[s] = make(map[string]string)
		}
		about[s][tr.Pred.String()] = tr.Obj.String()
	}
	var tests []w3cTest
	for _, props := range about {
		cell := props[mfNS+"entries"]
		for cell != "" && cell != rdfNS+"nil" {
			entry := about[about[cell][rdfNS+"first"]]
			if entry == nil {
				t.Fatalf("manifest: nothing is said of %s", about[cell][rdfNS+"first"])
			}
			tests = append(tests, w3cTest{
				name:   entry[mfNS+"name"],
				kind:   strings.TrimPrefix(entry[rdfNS+"type"], rdftNS),
				action: strings.TrimPrefix(entry[mfNS+"action"], base),
				result: strings.TrimPrefix(entry[mfNS+"result"], base),
			})
			cell = about[cell][rdfNS+"rest"]
		}
	}
	return tests
}

func (test w3cTest) run(t *testing.T, dir, base string, format string) {
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(test.action)))
	if err != nil {
		t.Fatal(err)
	}
	got, err := decode(data, rdfio.Options{Syntax: format, Base: base + test.action, File: path.Base(test.action)})
	switch {
	case strings.Contains(test.kind, "Negative"):
		var syn *rdfio.SyntaxError
		if !errors.As(err, &syn) {
			t.Fatalf("%s: error %v, want a *SyntaxError", test.kind, err)
		}
	case strings.HasSuffix(test.kind, "PositiveSyntax"):
		if err != nil {
			t.Fatal(err)
		}
	case strings.HasSuffix(test.kind, "Eval"):
		if err != nil {
			t.Fatal(err)
		}
		want := decodeFile(t, filepath.Join(dir, filepath.FromSlash(test.result)), rdfio.Options{Syntax: "ntriples"})
		if !rdfiotest.Isomorphic(got, want) {
			t.Errorf("got\n%s\nwant\n%s", inNTriples(t, got), inNTriples(t, want))
		}
	default:
		t.Fatalf("unknown kind of test %q", test.kind)
	}
}

func decode(data []byte, opt rdfio.Options) ([]rdf.Triple, error) {
	var out []rdf.Triple
	err := read(bytes.NewReader(data), opt, func(t rdf.Triple) error {
		out = append(out, t)
		return nil
	})
	return out, err
}

func decodeFile(t testing.TB, name string, opt rdfio.Options) []rdf.Triple {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	opt.File = filepath.Base(name)
	triples, err := decode(data, opt)
	if err != nil {
		t.Fatal(err)
	}
	return triples
}

func inNTriples(t testing.TB, triples []rdf.Triple) string {
	t.Helper()
	var b strings.Builder
	if err := ntriples.Encode(&b, triples, rdfio.EncodeOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
