package view_test

import (
	"crypto/sha256"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/view"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// embedded is the page of an embedded ontology; its topic is its root.
func embedded(t testing.TB, name string) view.Page {
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
	return view.Page{Title: name, Graph: o.Graph, Topic: likeness(t, o.Graph, o.Graph.Roots()[0]), Fold: lexicon.Fold}
}

// envo is the page of the Environment Ontology. Its file is in OBO, of which
// no more is read here than the page needs; reading ontologies is not this
// package's business.
func envo(t testing.TB) view.Page {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(outside.Dir(t, "ontologies/real-ontologies"), "envo", "envo.obo"))
	if err != nil {
		t.Fatal(err)
	}
	var b ontology.Builder
	for stanza := range strings.SplitSeq(string(text), "\n\n") {
		if strings.HasPrefix(stanza, "[Term]") && !strings.Contains(stanza, "\nis_obsolete: true") {
			term(&b, stanza)
		}
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	root, ok := g.ByIRI(purl("BFO:0000001"))
	if !ok {
		t.Fatal("no BFO:0000001")
	}
	return view.Page{Title: "envo.obo", Graph: g, Topic: likeness(t, g, root), Fold: lexicon.Fold}
}

func purl(id string) string {
	return "http://purl.obolibrary.org/obo/" + strings.ReplaceAll(id, ":", "_")
}

// term reads one stanza of an OBO file.
func term(b *ontology.Builder, stanza string) {
	id := ontology.None
	for line := range strings.Lines(stanza) {
		tag, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		first, rest, _ := strings.Cut(value, " ")
		_, quoted, _ := strings.Cut(value, `"`)
		quoted, _, _ = strings.Cut(quoted, `"`)
		switch tag {
		case "id":
			id = b.Concept(purl(value))
		case "name":
			b.Label(id, ontology.Label{Text: value, Lang: "en"})
		case "def":
			b.Define(id, ontology.Label{Text: quoted, Lang: "en"})
		case "synonym":
			b.Label(id, ontology.Label{Text: quoted, Lang: "en", Kind: ontology.Alternative})
		case "is_a":
			b.Relate(id, b.Concept(purl(first)), ontology.IsA, "")
		case "relationship":
			other, _, _ := strings.Cut(rest, " ")
			if first == "BFO:0000050" { // part of
				b.Relate(b.Concept(purl(other)), id, ontology.Includes, purl(first))
			} else {
				b.Relate(id, b.Concept(purl(other)), ontology.Other, purl(first))
			}
		}
	}
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
