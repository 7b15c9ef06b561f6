package sparql_test

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/sparql"
)

// A million triples take less than 1 GB, and a question that a join answers is answered.
func TestMillion(t *testing.T) {
	if os.Getenv("ONTOCRAWL_LONG") == "" {
		t.Skip("ONTOCRAWL_LONG is not set: a million triples")
	}
	d := new(sparql.Dataset)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	iri := func(kind string, n int) rdf.IRI {
		i, err := rdf.NewIRI(fmt.Sprintf("http://x.example/%s%d", kind, n))
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	start := time.Now()
	for i := range 1_000_000 {
		if err := d.Add("http://g.example/", rdf.Triple{Subj: iri("s", i/5), Pred: iri("p", i%5), Obj: iri("o", i/7)}); err != nil {
			t.Fatal(err)
		}
	}
	if n := d.Len(); n != 1_000_000 {
		t.Fatalf("%d triples", n)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	loaded := time.Since(start)
	start = time.Now()
	r, err := ask(d, `SELECT (COUNT(*) AS ?n) { ?a :p0 :o100000 . ?a :p1 ?o . ?b :p2 ?o }`, sparql.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Rows[0][0].String(); n != "2" { // by hand: s140000 and s140001, whose third has o100000 once
		t.Errorf("%s solutions", n)
	}
	mb := (after.HeapAlloc - before.HeapAlloc) >> 20
	t.Logf("%d MB, read and sorted in %v, asked in %v: %v", mb, loaded, time.Since(start), r.Rows)
	if mb > 1000 {
		t.Errorf("%d MB", mb)
	}
	runtime.KeepAlive(d)
}
