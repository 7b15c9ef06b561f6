package manchester_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
)

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// triplesOf reads a file of Manchester syntax.
func triplesOf(t *testing.T, path string) (triples []rdf.Triple) {
	t.Helper()
	opt := rdfio.Options{File: path, Warn: func(e *rdfio.SyntaxError) { t.Logf("passed over: %v", e) }}
	err := manchester.Decode(bytes.NewReader(readFile(t, path)), opt, func(tr rdf.Triple) error {
		triples = append(triples, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return triples
}

// What the OWL API left out of the files, for the syntax or its writer has no place for
// it, is all that the triples lack; none of it changes the graph. (What they have
// beyond RDF/XML's: declarations of whatever is named, and annotations twice on a
// property of two kinds.)
func TestRealFilesLackOnly(t *testing.T) {
	dir := filepath.Join(goldentest.Dir(t, "ontologies/real-ontologies"), "owlapi-converted")
	for _, tt := range []struct {
		name string
		lack []string // how lines of N-Triples begin
		why  string
	}{
		{"pizza", []string{"_: <http://www.w3.org/2002/07/owl#minCardinality> \"3\"", "_: <http://www.w3.org/2002/07/owl#distinctMembers>"},
			"min 3 is written min 3 owl:Thing; owl:members is the property of OWL 2"},
		{"photography", []string{"_:"}, "one general class axiom: no frame is about an expression"},
		{"EDAM_1.25", nil, ""},
		{"amino-acid", []string{"<http://www.w3.org/2002/07/owl#Thing>"}, "annotations of owl:Thing"},
		{"bfo-core", nil, ""},
		{"environmental_hazards", nil, ""},
		{"beAWARE_ontology", []string{"<http://purl.org/dc/elements/1.1/"}, "annotations of what is not declared"},
		{"empathi", []string{"<http://knoesis.org/hazardonto#Protection_plans>", "<http://www.w3.org/2006/time#TemporalEntity>",
			"<http://purl.org/dc/terms/creator>"}, "annotations of what is not declared"},
		{"ontology", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			have := map[string]int{}
			for _, tr := range triplesOf(t, filepath.Join(dir, tt.name+".omn")) {
				have[line(tr)]++
			}
			f, err := os.Open(filepath.Join(dir, tt.name+".owl"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			lacking, seen := 0, map[string]bool{}
			err = syntax.Decode(f, rdfio.Options{File: tt.name}, func(tr rdf.Triple) error {
				l := line(tr)
				if have[l]--; have[l] >= 0 || seen[l] {
					return nil
				}
				seen[l] = !strings.Contains(l, "_:") // repeated statements are one
				for _, begin := range tt.lack {
					if strings.HasPrefix(l, begin) {
						lacking++
						return nil
					}
				}
				t.Errorf("not in Manchester: %s", l)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if lacking == 0 && tt.lack != nil {
				t.Errorf("nothing is lacking any more: %s", tt.why)
			}
		})
	}
}

// line writes a triple without the names of blank nodes, and those that may be
// turned round with the smaller term first.
func line(tr rdf.Triple) string {
	name := func(term rdf.Term) string {
		if term.Type() == rdf.TermBlank {
			return "_:"
		}
		return term.Serialize(rdf.NTriples)
	}
	s, p, o := name(tr.Subj), name(tr.Pred), name(tr.Obj)
	switch strings.TrimPrefix(tr.Pred.String(), "http://www.w3.org/2002/07/owl#") {
	case "equivalentClass", "equivalentProperty", "disjointWith", "inverseOf":
		if s[0] != '_' && o[0] != '_' && o < s {
			s, o = o, s
		}
	}
	return s + " " + p + " " + o
}

// A file in Manchester syntax by its author's tool: the ID ranges of SWEET.
func TestRealFileOfRanges(t *testing.T) {
	path := filepath.Join(goldentest.Dir(t, "ontologies/real-ontologies"), "sweet", "ci", "ontology", "sweet-idranges.owl")
	o, err := manchester.Parse(bytes.NewReader(readFile(t, path)), rdfio.Options{File: path})
	if err != nil {
		t.Fatal(err)
	}
	ranges := 0
	for _, a := range o.Axioms {
		if a.Op == axiom.DatatypeDefinition && a.Args[1].Op == axiom.DatatypeRestriction && len(a.Args[1].Args) == 3 {
			ranges++
		}
	}
	if want := bytes.Count(readFile(t, path), []byte("xsd:integer[>")); ranges != want || want == 0 {
		t.Errorf("%d ranges, want %d", ranges, want)
	}
}
