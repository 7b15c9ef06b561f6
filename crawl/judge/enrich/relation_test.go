package enrich

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/judge/learn"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

const storms = `@prefix : <http://e.example/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Storm a owl:Class ; rdfs:label "storm"@en . :Flood a owl:Class ; rdfs:label "flood"@en .
`

// TestOfferedRelations: causes and effects of a term are offered with the text that says so, and what is accepted is
// read as Includes, by the property that the file has for it, else by a new one.
func TestOfferedRelations(t *testing.T) {
	said := []learn.Evidence{{Text: "Power cuts caused by the storm.", Page: "http://a.example/"}}
	p := &learn.Proposal{Name: "power cut", Lang: "en", Hosts: 1,
		IncludedBy: []learn.Relation{{Name: "storm", IRI: "http://e.example/o#Storm", Weight: 2, Evidence: said}, {Name: "gale", IRI: "http://e.example/o#None", Evidence: said}},
		Includes:   []learn.Relation{{Name: "flood", IRI: "http://e.example/o#Flood", Weight: 1, Evidence: said}, {Name: "a proposal", Evidence: said}}}
	for _, tt := range []struct{ more, property string }{
		{"", "http://e.example/o#includes"},
		{`:causes a owl:ObjectProperty . :Storm rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :Flood ] .`, "http://e.example/o#causes"},
	} {
		d, err := convert.Parse("storms.ttl", []byte(storms+tt.more), convert.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all := relationsOf(d, p)
		if len(all) != 2 || all[0].As != included || all[0].Concept != "storm" || all[0].Pages != 2 || all[0].Said != said[0].Text || all[1].As != including {
			t.Fatalf("%+v", all)
		}
		if err := Apply(d, all); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := turtle.Encode(&b, d.Triples, rdfio.EncodeOptions{}); err != nil {
			t.Fatal(err)
		}
		o, err := owl.Load(&b, owl.Options{File: "more.ttl"})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, e := range o.Graph.Edges() {
			if e.Rel == ontology.Includes && e.Property == tt.property {
				got[ontology.LocalName(o.Graph.Concept(e.From).IRI)+" "+ontology.LocalName(o.Graph.Concept(e.To).IRI)] = true
			}
		}
		if !got["Storm power_cut"] || !got["power_cut Flood"] || len(got) != 2+strings.Count(tt.more, "Restriction") {
			t.Errorf("Includes by %s: %v", tt.property, got)
		}
	}
}
