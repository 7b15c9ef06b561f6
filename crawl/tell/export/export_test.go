package export_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"iter"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/jsonld"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
)

var day = time.Date(2026, 11, 20, 8, 30, 0, 0, time.UTC)

// three pages: a plain one, one whose strings come from an enemy, and one that
// says nothing.
func three() []rundir.Page {
	return []rundir.Page{
		{
			Seq: 1, URL: "https://a.example/t", Status: 200, FetchedAt: rundir.Time{Time: day}, Title: "台风路径", Lang: "zh-Hans",
			Relevance: 0.75, Relevant: true, Links: 3, Canonical: "https://a.example/typhoon", Published: crawl.Instant(day.Add(-time.Hour)), PublishedBy: "=time",
			Kind: "article", Headline: "台风", Site: "-site", Author: "A",
			Evidence: []crawl.Evidence{
				{Concept: "http://o.example/#typhoon", Label: "台风", Group: "title", Count: 1, Contribution: 0.5},
				{Concept: "http://o.example/#surge", Label: "风暴潮", Group: "body", Count: 2, Contribution: 0.125},
				{Concept: "http://o.example/#typhoon", Label: "台风", Group: "body", Count: 4, Contribution: 0.125},
			},
		},
		{
			Seq: 2, URL: "http://www.b.example:8080/<x>\"y", Status: 200, FetchedAt: rundir.Time{Time: day.Add(time.Hour)},
			Title: "=HYPERLINK(\"http://evil\")\x1b[2J\n\u202e", Lang: "not a tag\"@", Relevance: 0.6, Relevant: true,
			Evidence: []crawl.Evidence{{Concept: "no iri> at all", Label: "＝x", Contribution: 0.6}},
		},
		{Seq: 4, URL: "https://c.example/", Status: 200, FetchedAt: rundir.Time{Time: day.Add(2 * time.Hour)}, Lang: "en"},
	}
}

func seq(pages []rundir.Page) iter.Seq2[rundir.Page, error] {
	return func(yield func(rundir.Page, error) bool) {
		for _, p := range pages {
			if !yield(p, nil) {
				return
			}
		}
	}
}

func TestFilter(t *testing.T) {
	for _, tt := range []struct {
		name string
		f    export.Filter
		want []int
	}{
		{"all", export.Filter{}, []int{1, 2, 4}},
		{"relevant", export.Filter{Relevant: true}, []int{1, 2}},
		{"min", export.Filter{Min: 0.75}, []int{1}},
		{"host", export.Filter{Hosts: []string{"b.example", "c.example"}}, []int{2, 4}},
		{"top level", export.Filter{Hosts: []string{"example"}}, []int{1, 2, 4}},
		{"host is no suffix of letters", export.Filter{Hosts: []string{"ample", ".example.org"}}, nil},
		{"port", export.Filter{Hosts: []string{"www.b.example:80"}}, nil},
		{"lang", export.Filter{Langs: []string{"ZH"}}, []int{1}},
		{"lang is no prefix of letters", export.Filter{Langs: []string{"z", "e"}}, nil},
		{"since", export.Filter{Since: day.Add(time.Hour)}, []int{2, 4}},
	} {
		var got []int
		for p, err := range tt.f.Select(seq(three())) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, p.Seq)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestSelectPassesErrors(t *testing.T) {
	broken := errors.New("torn")
	var f export.Filter
	for _, err := range f.Select(func(yield func(rundir.Page, error) bool) { yield(rundir.Page{}, broken) }) {
		if !errors.Is(err, broken) {
			t.Errorf("error %v", err)
		}
	}
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	if err := export.CSV(&b, seq(three())); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		export.Columns(),
		{"https://a.example/t", "台风路径", "zh-Hans", "0.75", "true", "2026-11-20T08:30:00.000Z", "200", "0", "", "3", "http://o.example/#typhoon http://o.example/#surge", "台风; 风暴潮", "https://a.example/typhoon", "2026-11-20T07:30:00Z", "'=time", "article", "台风", "'-site", "A"},
		{"http://www.b.example:8080/<x>\"y", "'=HYPERLINK(\"http://evil\") [2J  ", "not a tag\"@", "0.6", "true", "2026-11-20T09:30:00.000Z", "200", "0", "", "0", "no iri> at all", "'＝x", "", "", "", "", "", "", ""},
		{"https://c.example/", "", "en", "0", "false", "2026-11-20T10:30:00.000Z", "200", "0", "", "0", "", "", "", "", "", "", "", "", ""},
	}
	if d := cmp.Diff(want, rows); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
}

func theRun() *export.Run {
	return &export.Run{
		ID: "urn:uuid:00000000-0000-8000-8000-000000000000", Topic: "typhoon", Program: "ontocrawl 0.1.0", Started: day,
		Ontologies: []export.Ontology{{Name: "typhoon", IRI: "http://o.example/", Version: "2", SHA256: strings.Repeat("ab", 32)}},
	}
}

// decodeAll reads a document with our own strict readers.
func decodeAll(t *testing.T, decode func(yield func(rdf.Triple) error) error) []rdf.Triple {
	t.Helper()
	var triples []rdf.Triple
	if err := decode(func(x rdf.Triple) error { triples = append(triples, x); return nil }); err != nil {
		t.Fatal(err)
	}
	return triples
}

func TestGraph(t *testing.T) {
	var ttl, js bytes.Buffer
	if err := export.Turtle(&ttl, theRun(), seq(three()), nil); err != nil {
		t.Fatal(err)
	}
	if err := export.JSONLD(&js, theRun(), seq(three()), nil); err != nil {
		t.Fatal(err)
	}
	text := ttl.Bytes()
	asTurtle := decodeAll(t, func(yield func(rdf.Triple) error) error {
		return syntax.Decode(bytes.NewReader(text), rdfio.Options{}, yield)
	})
	asJSON := decodeAll(t, func(yield func(rdf.Triple) error) error {
		return jsonld.Decode(&js, rdfio.Options{}, yield)
	})
	if !rdfiotest.Isomorphic(asTurtle, asJSON) {
		t.Error("Turtle and JSON-LD hold different graphs")
	}
	var nt bytes.Buffer
	if err := ntriples.Encode(&nt, asTurtle, rdfio.EncodeOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<https://a.example/t> <https://schema.org/name> \"台风路径\"@zh-Hans .",
		"<https://a.example/t> <https://schema.org/inLanguage> \"zh-Hans\" .",
		"<https://a.example/t> <https://schema.org/about> <http://o.example/#typhoon> .",
		"<https://a.example/t> <https://ontocrawl.github.io/crawl#relevance> \"0.75\"^^<http://www.w3.org/2001/XMLSchema#decimal> .",
		"<https://ontocrawl.github.io/crawl#weight> \"0.5\"^^<http://www.w3.org/2001/XMLSchema#decimal> .",
		"<https://ontocrawl.github.io/crawl#mentions> \"4\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
		"<https://a.example/t> <https://ontocrawl.github.io/crawl#host> \"a.example\" .",
		"<https://a.example/t> <https://ontocrawl.github.io/crawl#relevant> \"true\"^^<http://www.w3.org/2001/XMLSchema#boolean> .",
		"<https://a.example/t> <http://www.w3.org/ns/prov#wasGeneratedBy> <urn:uuid:00000000-0000-8000-8000-000000000000> .",
		"<urn:uuid:00000000-0000-8000-8000-000000000000> <http://www.w3.org/ns/prov#used> <urn:sha256:" + strings.Repeat("ab", 32) + "> .",
		"<http://www.w3.org/ns/prov#specializationOf> <http://o.example/> .",
		"<http://www.b.example:8080/%3Cx%3E%22y>",
		"HYPERLINK",
	} {
		if !strings.Contains(nt.String(), want) {
			t.Errorf("the graph lacks %s", want)
		}
	}
	if strings.Contains(ttl.String(), "\x1b") {
		t.Error("an escape sequence stands in the document as it is")
	}
	if t.Failed() {
		t.Log(string(text))
	}
	rapper(t, text, len(asTurtle))
}

// rapper counts the triples with another's reader, if it is installed.
func rapper(t *testing.T, ttl []byte, want int) {
	t.Helper()
	program, err := exec.LookPath("rapper")
	if err != nil {
		t.Log("rapper is not installed; only our own reader was asked")
		return
	}
	cmd := exec.Command(program, "-q", "-i", "turtle", "-o", "ntriples", "-", "http://base.example/")
	cmd.Stdin = bytes.NewReader(ttl)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("rapper: %v\n%s", err, errs.String())
	}
	if got := bytes.Count(out, []byte("\n")); got != want {
		t.Errorf("rapper reads %d triples, want %d", got, want)
	}
}

// A long document is written in pieces and is one graph all the same.
func TestTurtleInPieces(t *testing.T) {
	var pages []rundir.Page
	for i := range 2500 {
		p := three()[0]
		p.Seq, p.URL = i+1, p.URL+strings.Repeat("x", i%50)+string(rune('a'+i/50%26))+string(rune('a'+i/1300))
		pages = append(pages, p)
	}
	var ttl bytes.Buffer
	if err := export.Turtle(&ttl, theRun(), seq(pages), nil); err != nil {
		t.Fatal(err)
	}
	got := decodeAll(t, func(yield func(rdf.Triple) error) error {
		return syntax.Decode(&ttl, rdfio.Options{}, yield)
	})
	want, err := export.Graph(theRun(), seq(pages), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) || len(got) < 2500*15 {
		t.Errorf("%d triples, want %d", len(got), len(want))
	}
}
