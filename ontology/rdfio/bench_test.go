package rdfio_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// classes is how many classes the generated ontology has: about eight triples
// each, shaped as Protégé writes them.
const classes = 5000

// ownOntology is an ontology of our own making in RDF/XML.
func ownOntology() []byte {
	const ns = "http://www.example.org/ontologies/2026/3/weather#"
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?>
<rdf:RDF xmlns="` + ns + `" xml:base="http://www.example.org/ontologies/2026/3/weather"
     xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
     xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:xml="http://www.w3.org/XML/1998/namespace">
    <owl:Ontology rdf:about="http://www.example.org/ontologies/2026/3/weather"/>
`)
	for i := range classes {
		fmt.Fprintf(&b, `

    <!-- %[1]sConcept%[2]d -->

    <owl:Class rdf:about="%[1]sConcept%[2]d">
        <rdfs:subClassOf rdf:resource="%[1]sConcept%[3]d"/>
        <rdfs:subClassOf>
            <owl:Restriction>
                <owl:onProperty rdf:resource="%[1]scauses"/>
                <owl:someValuesFrom rdf:resource="%[1]sConcept%[4]d"/>
            </owl:Restriction>
        </rdfs:subClassOf>
        <rdfs:comment xml:lang="en">What concept %[2]d means, said in a sentence of the length that definitions have.</rdfs:comment>
        <rdfs:label xml:lang="en">Concept number %[2]d</rdfs:label>
        <rdfs:label xml:lang="zh">概念%[2]d</rdfs:label>
    </owl:Class>
`, ns, i, i/3, i*7%classes)
	}
	b.WriteString("</rdf:RDF>\n")
	return []byte(b.String())
}

func benchDecode(b *testing.B, data []byte, format string) {
	b.Helper()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		err := read(bytes.NewReader(data), rdfio.Options{Syntax: format}, func(rdf.Triple) error {
			n++
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mtriples/s")
}

// benchFormats measures one ontology in the three syntaxes.
func benchFormats(b *testing.B, xml []byte) {
	triples, err := decode(xml, rdfio.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var nt, ttl bytes.Buffer
	if err := ntriples.Encode(&nt, triples, rdfio.EncodeOptions{}); err != nil {
		b.Fatal(err)
	}
	if err := turtle.Encode(&ttl, triples, rdfio.EncodeOptions{}); err != nil {
		b.Fatal(err)
	}
	b.Run("ntriples", func(b *testing.B) { benchDecode(b, nt.Bytes(), "ntriples") })
	b.Run("turtle", func(b *testing.B) { benchDecode(b, ttl.Bytes(), "turtle") })
	b.Run("rdfxml", func(b *testing.B) { benchDecode(b, xml, "rdfxml") })
}

func BenchmarkDecode(b *testing.B) { benchFormats(b, ownOntology()) }

func BenchmarkDecodeEDAM(b *testing.B) {
	data, err := os.ReadFile(filepath.Join(goldentest.Dir(b, "ontologies/real-ontologies"), "edam", "EDAM_1.25.owl"))
	if err != nil {
		b.Fatal(err)
	}
	benchFormats(b, data)
}

func BenchmarkEncodeTurtle(b *testing.B) {
	triples, err := decode(ownOntology(), rdfio.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := turtle.Encode(&bytes.Buffer{}, triples, rdfio.EncodeOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
