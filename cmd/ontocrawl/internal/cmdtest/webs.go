package cmdtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// LabelledWeb is a stored web with labels: a desk that links to storms and to
// recipes.
func LabelledWeb(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var index strings.Builder
	add := func(name, labels, text string) {
		Write(t, dir, "pages/"+name+".html", text)
		fmt.Fprintf(&index, "http://a.example/%s\t%s.html\ttext/html; charset=utf-8\t%s\n", name, name, labels)
	}
	var links strings.Builder
	for i := range 8 {
		fmt.Fprintf(&links, `<a href="/soup%d">Soup %d</a> <a href="/storm%d">Typhoon track %d</a> `, i, i, i, i)
		add(fmt.Sprintf("soup%d", i), "food", Page("Soup", fmt.Sprintf("Cut %d leeks and melt the butter.", i), ""))
		add(fmt.Sprintf("storm%d", i), "topic:storm", Page(fmt.Sprintf("Typhoon number %d", i), strings.Repeat(Storm, i+1), `<a href="/desk">desk</a>`))
	}
	add("desk", "near:storm", Page("Weather desk", "All news.", links.String()))
	Write(t, dir, "index.tsv", index.String())
	return dir
}

// Triples reads a document of any syntax as triples, in N-Triples.
func Triples(t *testing.T, text []byte) []string {
	t.Helper()
	var lines []string
	err := syntax.Decode(bytes.NewReader(text), syntax.Options{}, func(x rdf.Triple) error {
		lines = append(lines, x.Serialize(rdf.NTriples))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// StormOntology is an ontology of a few classes, for what pages offer.
const StormOntology = `@prefix : <http://e.example/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Storm a owl:Class ; rdfs:label "storm"@en , "风暴"@zh . :Surge a owl:Class ; rdfs:label "surge"@en ; rdfs:subClassOf :Storm .
`

// Asked is the answer of an API.
func Asked[T any](t *testing.T, address string) (v T) {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&v); err != nil || resp.StatusCode != 200 {
		t.Fatalf("%s: %s, %v", address, resp.Status, err)
	}
	return v
}
