package reason

import (
	"context"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

const ns = "http://x.org/"

// read reads axioms in functional syntax. ":" is ns.
func read(tb testing.TB, text string) []axiom.Axiom {
	tb.Helper()
	o, err := functional.Parse(strings.NewReader("Prefix(:=<"+ns+">) Ontology(\n"+text+"\n)"), rdfio.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return o.Axioms
}

func classify(tb testing.TB, r *Reasoner) *Taxonomy {
	tb.Helper()
	t, err := r.Classify(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	return t
}
