package functional_test

import (
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

// A rule is kept as triples and adds nothing to what the ontology means.
func TestRuleAddsNoConcept(t *testing.T) {
	const body = `Ontology(<http://x.org/o> Declaration(Class(:C)) Declaration(Class(:D)) Declaration(ObjectProperty(:p)) SubClassOf(:C :D) `
	read := func(text string) []rdf.Triple {
		var all []rdf.Triple
		err := functional.Decode(strings.NewReader(prefixes+text), rdfio.Options{}, func(tr rdf.Triple) error {
			all = append(all, tr)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	with := read(body + `DLSafeRule(Body(ClassAtom(:C Variable(<urn:swrl:var#x>)) ObjectPropertyAtom(:p Variable(<urn:swrl:var#x>) Variable(<urn:swrl:var#y>))) Head(ClassAtom(:D Variable(<urn:swrl:var#y>)))))`)
	without := read(body + ")")
	if len(with) <= len(without) {
		t.Errorf("%d triples with a rule, %d without", len(with), len(without))
	}
	got, want := facts(t, with), facts(t, without)
	if more, less := ontologytest.Missing(got, want), ontologytest.Missing(want, got); len(more)+len(less) > 0 {
		t.Errorf("a rule adds %q and takes %q", more, less)
	}
}

// facts are the lines of the graph that triples mean.
func facts(t *testing.T, triples []rdf.Triple) []string {
	t.Helper()
	o, err := owl.FromTriples(triples, owl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ontologytest.Lines(o.Graph)
}
