package rdfiotest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Real returns a file of the real ontologies.
func Real(tb testing.TB, path ...string) []byte {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{goldentest.Dir(tb, "ontologies/real-ontologies")}, path...)...))
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// Bench reads one of the real ontologies and reports triples a second.
func Bench(b *testing.B, r Reader, path ...string) {
	data := Real(b, path...)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = 0
		err := r.Decode(bytes.NewReader(data), rdfio.Options{Syntax: r.Syntax}, func(rdf.Triple) error { n++; return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "triples/s")
}
