package syntax

import (
	"fmt"
	"testing"
)

func TestPrefixes(t *testing.T) {
	tests := []struct {
		name, text string
		format     string
		want       string
	}{
		{"RDF/XML", `<?xml version="1.0"?><rdf:RDF xmlns="http://x.org/o#" xmlns:ex="http://x.org/e#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>`,
			"rdfxml", "map[:http://x.org/o# ex:http://x.org/e# rdf:http://www.w3.org/1999/02/22-rdf-syntax-ns#]"},
		{"Turtle", "@prefix : <http://x.org/o#> .\nPREFIX ex: <http://x.org/e#>\n:a a ex:B .", "turtle", "map[:http://x.org/o# ex:http://x.org/e#]"},
		{"functional", "Prefix(:=<http://x.org/o#>)\nPrefix( ex: = <http://x.org/e#> )\nOntology(<http://x.org/o>)", "functional", "map[:http://x.org/o# ex:http://x.org/e#]"},
		{"Manchester", "Prefix: : <http://x.org/o#>\nPrefix: ex: <http://x.org/e#>\nOntology: <http://x.org/o>\n", "manchester", "map[:http://x.org/o# ex:http://x.org/e#]"},
		{"OWL/XML", `<?xml version="1.0"?><Ontology xmlns="http://www.w3.org/2002/07/owl#"><Prefix name="" IRI="http://x.org/o#"/><Prefix name="ex" IRI="http://x.org/e#"/><Prefix name="n" IRI="&owl;"/></Ontology>`,
			"owlxml", "map[:http://x.org/o# ex:http://x.org/e#]"},
		{"OBO", "format-version: 1.2\nidspace: EX http://x.org/EX_ \"ours\"\n\n[Term]\nid: EX:1\n", "obo", "map[EX:http://x.org/EX_]"},
		{"JSON-LD", `{"@context": [{"ex": "http://x.org/e#", "name": "http://x.org/name", "@vocab": "http://x.org/", "t": {"@id": "ex:t"}}], "@graph": []}`, "jsonld", "map[ex:http://x.org/e#]"},
		{"JSON-LD without a context", `[{"@id": "http://x.org/a", "@type": ["http://x.org/B"]}]`, "jsonld", "map[]"},
		{"N-Triples", "<http://x.org/a> <http://x.org/b> <http://x.org/c> .\n", "ntriples", "map[]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Recognise([]byte(tt.text))
			if err != nil || d.Syntax.Name != tt.format {
				t.Fatalf("%v, %v", d, err)
			}
			if got := fmt.Sprint(d.Prefixes()); got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func FuzzPrefixes(f *testing.F) {
	f.Add([]byte(`{"@context": {"a": ""}}`))
	f.Add([]byte("Prefix(:=<>)Ontology()"))
	f.Add([]byte("@prefix : <x> ."))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range All() {
			(&Document{Syntax: format, Text: data}).Prefixes()
		}
	})
}
