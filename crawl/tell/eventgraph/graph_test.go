package eventgraph

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// written returns the graph as TriG and as N-Quads, and the summary.
func written(t *testing.T, b *Builder, alike *SameAs) (trig, nquads string, s *Summary) {
	t.Helper()
	var x, y bytes.Buffer
	if _, err := b.Write(&x, TriG, aRun(), alike); err != nil {
		t.Fatal(err)
	}
	s, err := b.Write(&y, NQuads, aRun(), alike)
	if err != nil {
		t.Fatal(err)
	}
	return x.String(), y.String(), s
}

// triplesOf reads both documents with the readers of this project: TriG is Turtle within a named
// block, N-Quads are N-Triples with a name.
func triplesOf(t *testing.T, trig, nquads string) (a, b []rdf.Triple) {
	t.Helper()
	m := block.FindStringSubmatch(trig)
	if m == nil {
		t.Fatalf("no named block:\n%.500s", trig)
	}
	read := func(text string, decode func(*strings.Reader, func(rdf.Triple) error) error) (all []rdf.Triple) {
		if err := decode(strings.NewReader(text), func(x rdf.Triple) error { all = append(all, x); return nil }); err != nil {
			t.Fatalf("%v\n%.2000s", err, text)
		}
		return all
	}
	a = read(m[1]+"\n"+m[3], func(r *strings.Reader, y func(rdf.Triple) error) error { return turtle.Decode(r, rdfio.Options{}, y) })
	b = read(quad.ReplaceAllString(nquads, " ."), func(r *strings.Reader, y func(rdf.Triple) error) error {
		return ntriples.Decode(r, rdfio.Options{}, y)
	})
	return a, b
}

func TestWrite(t *testing.T) {
	alike, err := ReadSameAs(strings.NewReader("# ours\n\nhttps://ontocrawl.github.io/event/storm/wp/2024/yagi\tQ130243391\nhttps://x.example/\thttps://www.wikidata.org/wiki/Q1\n"), "t.tsv")
	if err != nil {
		t.Fatal(err)
	}
	b := build(t, yagi()...)
	trig, nquads, s := written(t, b, alike)
	x, y := triplesOf(t, trig, nquads)
	if !rdfiotest.Isomorphic(x, y) || len(y) != s.Triples {
		t.Errorf("TriG has %d triples, N-Quads %d, the summary says %d", len(x), len(y), s.Triples)
	}
	for _, want := range []string{
		`<https://ontocrawl.github.io/event/storm/wp/2024/yagi> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://ontocrawl.github.io/ontologies/typhoon#NamedStorm>`,
		`<https://ontocrawl.github.io/event/storm/wp/2024/yagi> <https://schema.org/name> "摩羯"@zh-Hans`,
		`<https://ontocrawl.github.io/event/storm/wp/2024/yagi> <https://ontocrawl.github.io/crawl#season> "2024"^^<http://www.w3.org/2001/XMLSchema#gYear>`,
		`<https://ontocrawl.github.io/event/storm/wp/2024/yagi> <http://www.w3.org/2002/07/owl#sameAs> <http://www.wikidata.org/entity/Q130243391>`,
		`<http://www.w3.org/ns/sosa/observedProperty> <https://ontocrawl.github.io/event#dead>`,
		`<http://qudt.org/schema/qudt/unit> <http://qudt.org/vocab/unit/M-PER-SEC>`,
		`<http://www.opengis.net/ont/geosparql#asWKT> "POINT(110.8 19.5)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>`,
		`<http://www.w3.org/2006/time#inXSDDateTimeStamp> "2024-09-06T16:20:00Z"`,
		`<https://a.example/1> <https://ontocrawl.github.io/crawl#linksTo> <https://b.example/2>`,
		`<https://schema.org/text> "Typhoon Yagi killed 3 people in Hainan as of Saturday."@en`,
	} {
		if !strings.Contains(nquads, want) {
			t.Errorf("the graph lacks %s", want)
		}
	}
	if strings.Contains(nquads, "linksTo> <https://x.example/>") {
		t.Error("a link to a page that is not in the graph")
	}
	if fmt.Sprint(s.UnusedSameAs) != "[https://x.example/]" || s.Named != 2 || s.Joined != 1 || s.Contradictions != 1 {
		t.Errorf("%+v", s)
	}
	if t.Failed() {
		t.Log(trig)
	}
}

func TestSameTwice(t *testing.T) {
	a, _, _ := written(t, build(t, yagi()...), nil)
	b, _, _ := written(t, build(t, yagi()...), nil)
	if a != b {
		t.Error("the same pages give another graph")
	}
}

func TestReadSameAsRefuses(t *testing.T) {
	for _, bad := range []string{"https://x.example/", "https://x.example/\tPekin", "a\tQ0"} {
		if _, err := ReadSameAs(strings.NewReader("\n"+bad), "t.tsv"); err == nil || !strings.HasPrefix(err.Error(), "t.tsv:2: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Hostile text stays text.
func TestHostileText(t *testing.T) {
	evil := "台风“摩羯”在海南登陆\" . <http://evil/> <http://evil/> <http://evil/> . \\ }\x1b[2J\n{ @prefix x: <y> .\u202e造成3人死亡\xff"
	b := build(t, Page{URL: "https://a.example/<x>\" {}", Title: "\"@en . }\n", Lang: "en\" .", Published: on("2024-09-06"), Texts: []string{evil}, Links: []string{"javascript:alert(1)"}})
	trig, nquads, s := written(t, b, nil)
	x, y := triplesOf(t, trig, nquads)
	if len(x) != s.Triples || len(y) != s.Triples {
		t.Errorf("%d and %d triples, want %d", len(x), len(y), s.Triples)
	}
	for _, bad := range []string{"\x1b", "\n<http://evil", "} .\n"} {
		if strings.Contains(trig, bad) {
			t.Errorf("%q stands in the document", bad)
		}
	}
	for _, z := range y {
		if strings.HasPrefix(z.Subj.String(), "http://evil") {
			t.Errorf("a page made a statement of its own: %v", z)
		}
	}
}
