package owlxml_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/owlxml"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// graphOf reads a file of OWL/XML into a graph.
func graphOf(t *testing.T, path string) *owl.Ontology {
	t.Helper()
	var triples []rdf.Triple
	opt := owlxml.Options{File: path, Warn: func(e *rdfio.SyntaxError) { t.Logf("passed over: %v", e) }}
	err := owlxml.Decode(bytes.NewReader(readFile(t, path)), opt, func(tr rdf.Triple) error {
		triples = append(triples, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	o, err := owl.FromTriples(triples, owl.Options{File: path})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// The concept graph is that of the same ontology in RDF/XML. (Not in Turtle: the
// OWL API wrote empathi.ttl with names that leave out a part of their IRIs.)
func TestRealFilesLikeRDFXML(t *testing.T) {
	dir := filepath.Join(outside.Dir(t, "ontologies/real-ontologies"), "owlapi-converted")
	for _, name := range []string{"pizza", "photography", "EDAM_1.25", "amino-acid", "bfo-core",
		"environmental_hazards", "beAWARE_ontology", "empathi", "ontology"} {
		t.Run(name, func(t *testing.T) {
			got := graphOf(t, filepath.Join(dir, name+".owx"))
			f, err := os.Open(filepath.Join(dir, name+".owl"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			want, err := owl.Load(f, owl.Options{File: name + ".ttl"})
			if err != nil {
				t.Fatal(err)
			}
			if got.IRI != want.IRI || got.Version != want.Version {
				t.Errorf("%s %s, want %s %s", got.IRI, got.Version, want.IRI, want.Version)
			}
			a, b := ontologytest.Lines(got.Graph), ontologytest.Lines(want.Graph)
			report(t, "only in OWL/XML", ontologytest.Missing(a, b))
			report(t, "only in RDF/XML", ontologytest.Missing(b, a))
			t.Logf("%d facts, %d triples, %d in RDF/XML", len(a), got.Triples, want.Triples)
		})
	}
}

func report(t *testing.T, what string, lines []string) {
	if len(lines) == 0 {
		return
	}
	t.Errorf("%d facts are %s", len(lines), what)
	for _, l := range lines[:min(len(lines), 8)] {
		t.Errorf("\t%s", l)
	}
}
