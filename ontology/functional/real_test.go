package functional_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/functional"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// functionalFiles are the real files in this syntax, whatever they are called.
func functionalFiles(tb testing.TB) (root string, files []string) {
	tb.Helper()
	root = outside.Dir(tb, "ontologies/real-ontologies")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".ofn", ".owl"}, filepath.Ext(path)) {
			return err
		}
		data, err := os.ReadFile(path)
		if filepath.Ext(path) == ".ofn" || bytes.HasPrefix(data, []byte("Prefix(")) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return root, files
}

func readTriples(tb testing.TB, path string) []rdf.Triple {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	var all []rdf.Triple
	add := func(t rdf.Triple) error { all = append(all, t); return nil }
	if bytes.HasPrefix(data, []byte("Prefix(")) {
		err = functional.Decode(bytes.NewReader(data), rdfio.Options{File: path}, add)
	} else {
		err = rdfio.Decode(bytes.NewReader(data), rdfio.Options{File: path}, add)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// graphOf is what an ontology means, in lines that do not depend on its order.
func graphOf(tb testing.TB, triples []rdf.Triple) []string {
	tb.Helper()
	var doc bytes.Buffer
	if err := rdfio.EncodeNTriples(&doc, triples); err != nil {
		tb.Fatal(err)
	}
	o, err := owl.Load(&doc, owl.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	lines := []string{o.IRI, o.Version}
	g := o.Graph
	for id := range ontology.ID(g.Len()) {
		c := g.Concept(id)
		var labels []string
		for _, l := range c.Labels {
			labels = append(labels, fmt.Sprintf("%v", l))
		}
		slices.Sort(labels)
		lines = append(lines, fmt.Sprintf("%s %v core %v depth %d", c.IRI, labels, c.Core, g.Depth(id)))
	}
	for _, e := range g.Edges() {
		lines = append(lines, fmt.Sprintf("%s %v %s %s", g.Concept(e.From).IRI, e.Rel, e.Property, g.Concept(e.To).IRI))
	}
	slices.Sort(lines)
	return lines
}

// Every real file is read; as triples it is the ontology that RDF/XML is.
func TestReal(t *testing.T) {
	root, files := functionalFiles(t)
	if len(files) < 13 {
		t.Errorf("only %d files", len(files))
	}
	for _, path := range files {
		name, _ := filepath.Rel(root, path)
		t.Run(name, func(t *testing.T) {
			triples := readTriples(t, path)
			twin := strings.TrimSuffix(path, ".ofn") + ".owl"
			if _, err := os.Stat(twin); err != nil || twin == path {
				t.Skipf("%d triples; there is no such ontology in RDF/XML", len(triples))
			}
			other := readTriples(t, twin)
			if !strings.Contains(path, "owlapi-converted") {
				return // saved at another time, with another version IRI
			}
			got, want := graphOf(t, triples), graphOf(t, other)
			if !slices.Equal(got, want) {
				t.Errorf("%s", difference(got, want))
			}
			if !rdfio.Isomorphic(triples, other) {
				t.Logf("the triples differ: %d, %d", len(triples), len(other))
			}
		})
	}
}

func difference(got, want []string) string {
	var b strings.Builder
	n := 0
	for _, l := range got {
		if _, ok := slices.BinarySearch(want, l); !ok && n < 10 {
			n++
			fmt.Fprintf(&b, "+ %s\n", l)
		}
	}
	n = 0
	for _, l := range want {
		if _, ok := slices.BinarySearch(got, l); !ok && n < 10 {
			n++
			fmt.Fprintf(&b, "- %s\n", l)
		}
	}
	return b.String()
}

func benchEDAM(b *testing.B) []byte {
	data, err := os.ReadFile(filepath.Join(outside.Dir(b, "ontologies/real-ontologies"), "owlapi-converted", "EDAM_1.25.ofn"))
	if err != nil {
		b.Fatal(err)
	}
	return data
}

func BenchmarkParseEDAM(b *testing.B) {
	data := benchEDAM(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := functional.Parse(bytes.NewReader(data), rdfio.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeEDAM(b *testing.B) {
	data := benchEDAM(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = 0
		err := functional.Decode(bytes.NewReader(data), rdfio.Options{}, func(rdf.Triple) error { n++; return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "triples/s")
}
