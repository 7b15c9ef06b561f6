package owlxml_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/internal/owlxml"
)

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// triplesOf reads a file of OWL/XML.
func triplesOf(t *testing.T, path string) (triples []rdf.Triple) {
	t.Helper()
	opt := rdfio.Options{File: path, Warn: func(e *rdfio.SyntaxError) { t.Logf("passed over: %v", e) }}
	err := owlxml.Decode(bytes.NewReader(readFile(t, path)), opt, func(tr rdf.Triple) error {
		triples = append(triples, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return triples
}

// graphOf reads a file of OWL/XML into a graph.
func graphOf(t *testing.T, path string) *owl.Ontology {
	t.Helper()
	o, err := owl.FromTriples(triplesOf(t, path), owl.Options{File: path})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// The triples equal the same ontology's in RDF/XML, up to blank nodes and three things:
// the members of owl:AllDifferent, which OWL 2 has two properties for (the OWL API
// writes the one of OWL 1); statements repeated; and declarations that the OWL API left
// out of a file.
func TestRealFilesSameTriples(t *testing.T) {
	dir := filepath.Join(goldentest.Dir(t, "ontologies/real-ontologies"), "owlapi-converted")
	undeclared := map[string][]string{
		"empathi": {"http://purl.org/dc/terms/creator"},
		"ontology": {"http://dbpedia.org/ontology/ingredientName", "http://dbpedia.org/ontology/productShape", "http://dbpedia.org/ontology/dfE",
			"http://dbpedia.org/ontology/silCode", "http://dbpedia.org/ontology/simcCode", "http://dbpedia.org/ontology/uRN"},
	}
	for _, name := range []string{"pizza", "photography", "EDAM_1.25", "amino-acid", "bfo-core",
		"environmental_hazards", "beAWARE_ontology", "empathi", "ontology"} {
		t.Run(name, func(t *testing.T) {
			var want []rdf.Triple
			f := bytes.NewReader(readFile(t, filepath.Join(dir, name+".owl")))
			err := syntax.Decode(f, rdfio.Options{File: name}, func(tr rdf.Triple) error { want = append(want, tr); return nil })
			if err != nil {
				t.Fatal(err)
			}
			got := comparable(t, triplesOf(t, filepath.Join(dir, name+".owx")), undeclared[name])
			want = comparable(t, want, undeclared[name])
			if !rdfiotest.Isomorphic(got, want) {
				t.Errorf("%d triples, RDF/XML has %d, or others", len(got), len(want))
			}
		})
	}
}

// comparable leaves the declarations of some entities out.
func comparable(t *testing.T, triples []rdf.Triple, undeclared []string) []rdf.Triple {
	t.Helper()
	members, err := rdf.NewIRI("http://www.w3.org/2002/07/owl#members")
	if err != nil {
		t.Fatal(err)
	}
	var all []rdf.Triple
	for _, tr := range triples {
		if tr.Pred.String() == "http://www.w3.org/2002/07/owl#distinctMembers" {
			tr.Pred = members
		}
		if !slices.Contains(undeclared, tr.Subj.String()) || !strings.HasSuffix(tr.Pred.String(), "#type") {
			all = append(all, tr)
		}
	}
	return all
}

// Files that were saved in OWL/XML by their authors. Counted with grep: declared
// classes, and SubClassOf axioms between two classes with names.
func TestRealFilesOfAuthors(t *testing.T) {
	dir := goldentest.Dir(t, "ontologies/real-ontologies")
	for _, tt := range []struct {
		file         string
		classes, isa int // at least
		version      string
	}{
		{"hazard/empathi.owl", 167, 152, "https://w3id.org/empathi/1.0/"},
		{"protege-test/update/pizza-xml.owl", 97, 83, "version 1.3"},
	} {
		o := graphOf(t, filepath.Join(dir, filepath.FromSlash(tt.file)))
		isa := 0
		for _, e := range o.Graph.Edges() {
			if e.Rel == ontology.IsA {
				isa++
			}
		}
		if o.Graph.Len() < tt.classes || isa < tt.isa || o.Version != tt.version {
			t.Errorf("%s: %d concepts, %d Is-a, version %q; want at least %d and %d, %q",
				tt.file, o.Graph.Len(), isa, o.Version, tt.classes, tt.isa, tt.version)
		}
	}
}
