package owl

import (
	"errors"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// The triples of a file give what the file gives, but for what only bytes have.
func TestFromTriples(t *testing.T) {
	text := prefixes + `<http://x.org/o> a owl:Ontology ; owl:versionIRI <http://x.org/o/1> ; owl:imports <http://x.org/p> .
:A a owl:Class ; rdfs:label "a"@en . :B a owl:Class ; rdfs:subClassOf :A .`
	var triples []rdf.Triple
	err := turtle.Decode(strings.NewReader(text), rdfio.Options{}, func(tr rdf.Triple) error {
		triples = append(triples, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := FromTriples(triples, Options{File: "o"})
	if err != nil {
		t.Fatal(err)
	}
	want := load(t, text, Options{File: "o"})
	if concepts(got.Graph) != concepts(want.Graph) || edges(got.Graph) != "B isa A" || labels(got.Graph, "http://x.org/o#A") != "a@en" ||
		got.IRI != "http://x.org/o" || got.Version != "http://x.org/o/1" || got.Triples != want.Triples || got.Hash != "" {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if !strings.Contains(found(got, MissingImport), "http://x.org/p") {
		t.Errorf("findings %v, want the import", got.Findings)
	}
	if o, err := FromTriples(nil, Options{File: "o"}); err != nil || !errors.Is(o.Crawlable(), errNoConcept) {
		t.Errorf("no triples: error %v", err)
	}
}
