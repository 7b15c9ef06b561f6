package owlxml_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
	"github.com/ontocrawl/ontocrawl/ontology/owlxml"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func edam(b *testing.B) []byte {
	return readFile(b, filepath.Join(outside.Dir(b, "ontologies/real-ontologies"), "owlapi-converted", "EDAM_1.25.owx"))
}

// BenchmarkParseEDAM reads 6.3 MB of OWL/XML into axioms.
func BenchmarkParseEDAM(b *testing.B) {
	data := edam(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := owlxml.Parse(bytes.NewReader(data), rdfio.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecodeEDAM reads the same into 36,889 triples.
func BenchmarkDecodeEDAM(b *testing.B) {
	data := edam(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = 0
		err := owlxml.Decode(bytes.NewReader(data), rdfio.Options{}, func(rdf.Triple) error { n++; return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "triples/s")
}
