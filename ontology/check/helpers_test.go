package check

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// prefixes take the first line of every snippet, so that its own begin at 2.
const prefixes = `@prefix : <http://x.org/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
`

// fine makes a class that breaks no rule.
func fine(name, more string) string {
	return fmt.Sprintf(":%s a owl:Class ; rdfs:label \"%s thing\"@en , \"%s事物\"@zh ; rdfs:comment \"A thing.\"@en %s .\n", name, name, name, more)
}

// checked reads Turtle and judges it by all rules.
func checked(t *testing.T, turtle, topic string) []Finding {
	t.Helper()
	text := prefixes + turtle
	w := &Written{}
	o, err := owl.Load(strings.NewReader(text), owl.Options{File: "o.ttl", Statement: w.Add})
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Fold: lexicon.Fold, Written: w,
		Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
	if topic != "" {
		id, ok := o.Graph.ByIRI("http://x.org/o#" + topic)
		if !ok {
			t.Fatalf("no %s", topic)
		}
		opt.Topic = []ontology.ID{id}
	}
	return Run(o, opt)
}

func words(findings []Finding) []string {
	var out []string
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s %s %s:%d %s", f.Level, f.Rule, ontology.LocalName(f.Subject), f.Line, f.Message))
	}
	return out
}
