package rungraph_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/crawl/tell/rungraph"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/shacl"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

const storms = `@prefix : <http://o.example/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://o.example/> a owl:Ontology . :brings a owl:ObjectProperty .
:Storm a owl:Class ; rdfs:label "storm"@en . :Rain a owl:Class ; rdfs:label "rain"@en .
:Typhoon a owl:Class ; rdfs:subClassOf :Storm ; rdfs:label "typhoon"@en , "台风"@zh .
:Rainstorm a owl:Class ; rdfs:subClassOf :Storm , [ a owl:Restriction ; owl:onProperty :brings ; owl:someValuesFrom :Rain ] ; rdfs:label "rainstorm"@en .
:Surge a owl:Class ; rdfs:label "surge"@en .
:WetStorm a owl:Class ; rdfs:label "wet storm"@en ; owl:equivalentClass [ owl:intersectionOf ( :Storm [ a owl:Restriction ; owl:onProperty :brings ; owl:someValuesFrom :Rain ] ) ] .`

const o = "http://o.example/#"

func pages() []rundir.Page {
	day := func(d int) *rundir.Time { return &rundir.Time{Time: time.Date(2026, 11, d, 8, 0, 0, 0, time.UTC)} }
	ev := func(c, label, place string, n int, w float64) crawl.Evidence {
		return crawl.Evidence{Concept: o + c, Label: label, Group: place, Count: n, Contribution: w}
	}
	return []rundir.Page{
		{Seq: 1, URL: "http://a.example/1", Status: 200, FetchedAt: *day(20), Title: "台风来了", Lang: "zh", Relevance: 0.9, Relevant: true, Published: crawl.Instant(day(2).Time),
			Parent: "urn:q:1", Via: &crawl.Via{Source: "own", Query: "台风", Rank: 1},
			Evidence: []crawl.Evidence{ev("Typhoon", "台风", "title", 2, 0.6), ev("Surge", "风暴潮", "body", 3, 0.3)}},
		{Seq: 2, URL: "http://a.example/2", Status: 200, FetchedAt: *day(20), Title: "Typhoon", Lang: "en", Relevance: 0.8, Relevant: true, Published: crawl.DayOf(day(1).Time), Parent: "http://a.example/1",
			Evidence: []crawl.Evidence{ev("Typhoon", "typhoon", "body", 1, 0.8)}},
		{Seq: 3, URL: "http://b.example/1", Status: 200, FetchedAt: *day(20), Title: "Rain\x1b[2J", Lang: "en", Relevance: 0.7, Relevant: true,
			Parent: "urn:q:2", Via: &crawl.Via{Source: "own", Query: "typhoon", Rank: 2},
			Evidence: []crawl.Evidence{ev("Rainstorm", "rainstorm", "title", 1, 0.4), ev("Typhoon", "typhoon", "body", 4, 0.3)}},
		{Seq: 4, URL: "http://b.example/2", Status: 200, FetchedAt: *day(20), Title: "Shop", Lang: "en", Relevance: 0.1, Parent: "http://b.example/1",
			Evidence: []crawl.Evidence{ev("Rainstorm", "rainstorm", "body", 1, 0.1)}},
		{Seq: 5, URL: "http://c.example/", Status: 200, FetchedAt: *day(20), Title: "Typhoon", Lang: "en", Relevance: 0.6, Relevant: true, Published: crawl.Instant(day(3).Time), Parent: "http://a.example/1",
			DuplicateOf: "http://a.example/2", Copy: true, Evidence: []crawl.Evidence{ev("Typhoon", "typhoon", "body", 1, 0.6)}},
	}
}

// run writes a run folder with the pages.
func run(t testing.TB) rungraph.Data {
	t.Helper()
	dir := t.TempDir()
	var lines []byte
	for _, p := range pages() {
		line, err := p.Line()
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line...)
	}
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), lines, 0o600); err != nil {
		t.Fatal(err)
	}
	var ont rungraph.Ontology
	read, err := owl.Load(strings.NewReader(storms), owl.Options{File: "storms.ttl", Reason: owl.Reasoning("on"),
		Statement: func(_ string, x rdf.Triple) { ont.Stated = append(ont.Stated, x) }})
	if err != nil {
		t.Fatal(err)
	}
	ont.Graph = read.Graph
	return rungraph.Data{Dir: dir, Run: export.Run{ID: "urn:uuid:1", Topic: "typhoon", Program: "test"}, Ontologies: []rungraph.Ontology{ont}}
}

// The questions of docs/queries.md are answered as found by hand.
func TestQueriesOfTheDocs(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "queries.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"a.example 2; c.example 1",
		"rainstorm typhoon 1; surge typhoon 1",
		"own 台风 1 0.9; own typhoon 1 0.7",
		"#Rainstorm #WetStorm",
		"http://b.example/1 5; http://a.example/1 2; http://a.example/2 1; http://b.example/2 1; http://c.example/ 1",
		"typhoon body 6; 台风 title 2",
		"b.example 2 1",
		"http://a.example/1 2 0.7",
		"2026-11-01 Typhoon; 2026-11-02 台风来了",
		"rain; storm; wet storm",
	}
	blocks := regexp.MustCompile("(?s)```sparql\n(.*?)```").FindAllSubmatch(doc, -1)
	if len(blocks) != len(want) {
		t.Fatalf("%d questions, want %d", len(blocks), len(want))
	}
	a := &rungraph.Asker{Data: run(t)}
	for i, b := range blocks {
		r, err := a.Ask(context.Background(), string(b[1]))
		if err != nil {
			t.Errorf("question %d: %v", i+1, err)
			continue
		}
		var lines []string
		for _, row := range r.Rows {
			var cells []string
			for _, x := range row {
				cells = append(cells, strings.TrimPrefix(x.String(), "http://o.example/"))
			}
			lines = append(lines, strings.Join(cells, " "))
		}
		if got := strings.Join(lines, "; "); got != want[i] {
			t.Errorf("question %d: %q, want %q", i+1, got, want[i])
		}
	}
}

// What is exported conforms to the shapes that come with it, and what is spoilt does not.
func TestShapesOfExport(t *testing.T) {
	shapes := parse(t, export.Shapes)
	s, err := shacl.Parse(shapes)
	if err != nil {
		t.Fatal(err)
	}
	d := run(t)
	triples, err := export.Graph(&d.Run, rundir.Current(d.Dir), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Validate(context.Background(), triples)
	if err != nil || !r.Conforms {
		t.Fatalf("%v, %+v", err, r)
	}
	r, err = s.Validate(context.Background(), parse(t, `@prefix schema: <https://schema.org/> . @prefix crawl: <https://ontocrawl.github.io/crawl#> . <http://x.example/> a schema:WebPage ; crawl:relevance 1.5 ; crawl:relevant "yes" .`))
	if err != nil || r.Conforms {
		t.Fatalf("%v, %+v", err, r)
	}
	var got []string
	for _, x := range r.Results {
		got = append(got, x.Constraint+" "+x.Path[strings.LastIndexAny(x.Path, "#/")+1:])
	}
	// Each by hand: no address, no run, a number above 1, a text for a truth value.
	if s := strings.Join(got, ", "); s != "MinCount wasGeneratedBy, MaxInclusive relevance, Datatype relevant, MinCount url" {
		t.Errorf("results %s", s)
	}
}

func parse(t testing.TB, ttl string) (triples []rdf.Triple) {
	t.Helper()
	if err := syntax.Decode(strings.NewReader(ttl), rdfio.Options{}, func(x rdf.Triple) error { triples = append(triples, x); return nil }); err != nil {
		t.Fatal(err)
	}
	return triples
}

// Files are graphs of their own: those that they name, else one by the file's name.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	d := rungraph.Data{Files: []string{
		write("a.trig", "@prefix : <http://x.example/> .\n:s :p 1 . :g { :s :p 2 , _:b . _:b :p 3 }"),
		write("b.nq", "<http://x.example/s> <http://x.example/p> \"4\" <http://x.example/h> .\n<http://x.example/s> <http://x.example/p> _:b ."),
		write("c.ttl", "<http://x.example/s> <http://x.example/p> 5 ."),
	}}
	a := &rungraph.Asker{Data: d}
	r, err := a.Ask(context.Background(), "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range r.Rows {
		got = append(got, strings.TrimPrefix(strings.TrimPrefix(row[0].String(), export.Vocab), "http://x.example/")+" "+row[1].String())
	}
	if s := strings.Join(got, "; "); s != "g 3; h 1; file/a.trig 1; file/b.nq 1; file/c.ttl 1" {
		t.Errorf("graphs %s", s)
	}
	for name, want := range map[string]string{
		write("bad.trig", "@prefix : <http://x.example/> .\n:g { :s :p }"):                          "bad.trig:2:",
		write("bad.nq", "<http://x.example/s> <http://x.example/p> 4 ."):                            "bad.nq:1:",
		write("deep.trig", "@prefix : <http://x.example/> .\n:s :p "+strings.Repeat("[ :p ", 5000)): "nested more than 1000 deep",
		filepath.Join(dir, "none.trig"):                                                             "no such file",
	} {
		if _, err := (&rungraph.Data{Files: []string{name}}).Load(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", filepath.Base(name), err, want)
		}
	}
}

// A run that goes on is read anew, and one that has ended is not.
func TestAskerKeepsWhatItHasRead(t *testing.T) {
	d := run(t)
	a := &rungraph.Asker{Data: d, Limits: sparql.Limits{Rows: 3}}
	count := func() string {
		r, err := a.Ask(context.Background(), "SELECT (COUNT(*) AS ?n) { ?p a schema:WebPage }")
		if err != nil {
			t.Fatal(err)
		}
		return r.Rows[0][0].String()
	}
	if n := count(); n != "5" {
		t.Fatalf("%s pages", n)
	}
	// A torn last line, as while a crawl writes it.
	f, err := os.OpenFile(filepath.Join(d.Dir, rundir.PagesFile), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"seq":6,"url":"http://d.exam`) //nolint:errcheck // of a test
	f.Close()
	if n := count(); n != "5" {
		t.Errorf("%s pages", n)
	}
	if set, err := d.Load(context.Background()); err != nil || len(set.Graphs()) != 3 {
		t.Errorf("with a torn line: %v", err)
	}
}

// TestKeptGraph: the kept graph of events is asked by GRAPH only, so it adds nothing to other answers; it is
// read anew when it was written anew.
func TestKeptGraph(t *testing.T) {
	d := run(t)
	d.Kept = filepath.Join(d.Dir, "events.trig")
	a := &rungraph.Asker{Data: d}
	count := func(question string) string {
		t.Helper()
		r, err := a.Ask(context.Background(), question)
		if err != nil {
			t.Fatal(err)
		}
		return r.Rows[0][0].String()
	}
	const all, kept = "SELECT (COUNT(*) AS ?n) { ?p a schema:WebPage }", "SELECT (COUNT(*) AS ?n) { GRAPH <urn:uuid:1> { ?p a schema:WebPage } }"
	if n := count(kept); n != "0" {
		t.Errorf("%s pages in a graph that is not there", n)
	}
	if err := os.WriteFile(d.Kept, []byte(`<urn:uuid:1> { <http://e.example/> a <https://schema.org/WebPage> }`), 0o600); err != nil {
		t.Fatal(err)
	}
	a = &rungraph.Asker{Data: d}
	if n, m := count(all), count(kept); n != "5" || m != "1" {
		t.Errorf("%s pages in all, %s in the kept graph", n, m)
	}
}

// TestLinks: links between pages of a run come from its archived answers; a question that does not name
// them does without, and a run without an archive says so.
func TestLinks(t *testing.T) {
	d := run(t)
	a := &rungraph.Asker{Data: d}
	const question = "SELECT ?a ?b { ?a crawl:linksTo ?b } ORDER BY ?a ?b"
	if _, err := a.Ask(context.Background(), question); !errors.Is(err, rungraph.ErrNoLinks) {
		t.Errorf("without an archive: %v", err)
	}
	dir := t.TempDir()
	archived(t, dir, map[string]string{
		"http://a.example/": `<a href="/b">b</a> <a href="http://x.example/">x</a> <a href="/b#c">again</a>`, "http://a.example/b": `<a href="/">a</a>`, "http://a.example/c": `nothing`,
	})
	a = &rungraph.Asker{Data: rungraph.Data{Dir: dir, Run: d.Run}}
	r, err := a.Ask(context.Background(), question)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range r.Rows {
		got = append(got, row[0].String()+" "+row[1].String())
	}
	if want := "http://a.example/ http://a.example/b, http://a.example/b http://a.example/"; strings.Join(got, ", ") != want {
		t.Errorf("links %s, want %s", strings.Join(got, ", "), want)
	}
	few := rungraph.Data{Dir: dir, Run: d.Run, Links: &rungraph.Links{Most: 1}}
	if _, err := few.Load(context.Background()); err == nil || !strings.Contains(err.Error(), "more than 1 links") {
		t.Errorf("too many links: %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := few.Load(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// archived writes a run folder with an archive.
func archived(t *testing.T, dir string, bodies map[string]string) {
	t.Helper()
	v, err := warc.Open(filepath.Join(dir, rundir.WARCDir), warc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Restore(noVisits{}); err != nil {
		t.Fatal(err)
	}
	var lines []byte
	for i, url := range slices.Sorted(maps.Keys(bodies)) {
		x := &crawl.Visit{Seq: i + 1, Choice: crawl.Choice{URL: url, Host: "a.example"}, Status: 200, FetchedAt: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC),
			Page: &crawl.Page{URL: url, Final: url, Host: "a.example", Status: 200}}
		x.Response = &crawl.Response{URL: url, Exchanges: []crawl.Exchange{{URL: url, Request: []byte("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"), At: x.FetchedAt,
			Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"), Body: []byte("<html><body>" + bodies[url])}}}
		ref, err := v.Keep(x)
		if err != nil {
			t.Fatal(err)
		}
		p := rundir.Page{Seq: x.Seq, URL: url, Status: 200, FetchedAt: rundir.Time{Time: x.FetchedAt}, WARC: &rundir.Place{File: ref.File, Offset: ref.Offset, Length: ref.Length}}
		line, err := p.Line()
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line...)
	}
	if err := errors.Join(v.Close(), os.WriteFile(filepath.Join(dir, rundir.PagesFile), lines, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// noVisits is an empty journal.
type noVisits struct{}

func (noVisits) Committed() int                        { return 0 }
func (noVisits) Visits(func(*crawl.Visit) error) error { return nil }
