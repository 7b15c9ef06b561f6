package export_test

import (
	"crypto/sha256"
	"encoding/base64"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/export"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// embedded is the page of an embedded ontology; its topic is its root.
func embedded(t testing.TB, name string) export.Page {
	t.Helper()
	f, err := ontologies.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o, err := owl.Load(f, owl.Options{File: name})
	if err != nil {
		t.Fatal(err)
	}
	return export.Page{Title: name, Graph: o.Graph, Topic: similarity(t, o.Graph, o.Graph.Roots()[0]), Fold: lexicon.Fold}
}

// envo is the page of the Environment Ontology.
func envo(t testing.TB) export.Page {
	t.Helper()
	o, err := owl.Open(filepath.Join(goldentest.Dir(t, "ontologies/real-ontologies"), "envo", "envo.obo"), owl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	root, ok := o.Graph.ByIRI("http://purl.obolibrary.org/obo/BFO_0000001")
	if !ok {
		t.Fatal("no BFO:0000001")
	}
	return export.Page{Title: "envo.obo", Graph: o.Graph, Topic: similarity(t, o.Graph, root), Fold: lexicon.Fold}
}

// The whole of ENVO is a page that can be mailed.
func TestSize(t *testing.T) {
	const most = 4 << 20
	p := envo(t)
	n := len(page(t, p))
	t.Logf("%d concepts, %d relations: %d bytes", p.Graph.Len(), len(p.Graph.Edges()), n)
	if n > most {
		t.Errorf("%d bytes, want at most %d", n, most)
	}
}

func BenchmarkWrite(b *testing.B) {
	p := embedded(b, "typhoon")
	for b.Loop() {
		b.SetBytes(int64(len(page(b, p))))
	}
}

func BenchmarkWriteENVO(b *testing.B) {
	p := envo(b)
	for b.Loop() {
		b.SetBytes(int64(len(page(b, p))))
	}
}
