package rdfio_test

import (
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func TestTerms(t *testing.T) {
	terms, err := rdfio.NewTerms("d1")
	if err != nil {
		t.Fatal(err)
	}
	a, err := terms.IRI("http://x.org/a")
	if err != nil || a.IsBlank() || a.Subject().String() != "http://x.org/a" || a.Predicate() != a.Object().(rdf.Predicate) {
		t.Errorf("%v, %v", a, err)
	}
	if again, err := terms.IRI("http://x.org/a"); err != nil || again != a {
		t.Errorf("the same IRI is another node (%v)", err)
	}
	for _, bad := range []string{"", "a", "http://x.org/a b", "http://x.org/<"} {
		if _, err := terms.IRI(bad); err == nil {
			t.Errorf("%q is taken for an IRI", bad)
		}
	}

	// What the document calls g1 is not what Fresh makes up.
	g1, err := terms.Blank("g1")
	if err != nil || !g1.IsBlank() {
		t.Fatal(err)
	}
	seen := map[string]bool{g1.Subject().String(): true}
	for range 300 {
		n := terms.Fresh()
		if label := n.Object().String(); seen[label] || !n.IsBlank() {
			t.Fatalf("label %s twice", label)
		} else {
			seen[label] = true
		}
	}
	if again, err := terms.Blank("g1"); err != nil || again != g1 {
		t.Errorf("the same label is another node (%v)", err)
	}
	for _, bad := range []string{"", "a b", "-"} {
		if _, err := terms.Blank(bad); err == nil {
			t.Errorf("%q is taken for a label", bad)
		}
	}
	if _, err := rdfio.NewTerms("d-1"); err == nil {
		t.Error("a prefix with a hyphen")
	}

	hant, err := terms.Lang("颱風", "zh-Hant-TW")
	if err != nil || hant.(rdf.Literal).Lang() != "zh-Hant-TW" {
		t.Errorf("%v, %v", hant, err)
	}
	if _, err := terms.Lang("x", "not a tag"); err == nil {
		t.Error("a bad language tag")
	}
	five, err := terms.Typed("5", "http://www.w3.org/2001/XMLSchema#integer")
	if err != nil || five.Serialize(rdf.NTriples) != `"5"^^<http://www.w3.org/2001/XMLSchema#integer>` {
		t.Errorf("%v, %v", five, err)
	}
	if _, err := terms.Typed("5", "integer"); err == nil {
		t.Error("a relative datatype")
	}
	if s := terms.String("x"); s.Serialize(rdf.NTriples) != `"x"` {
		t.Errorf("%v", s)
	}
}
