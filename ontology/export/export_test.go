package export

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
)

// written exports g or fails the test.
func written(t *testing.T, g *ontology.Graph, f Format, opt Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, g, f, opt); err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	return b.String()
}

// weights are 0, 0.1, 0.2, ... by ID.
func weights(g *ontology.Graph) []float64 {
	w := make([]float64, g.Len())
	for i := range w {
		w[i] = float64(i) / 10
	}
	return w
}

// storm is the neighbourhood of StormSurge: Typhoon Includes it, and Hurricane
// is a synonym of Typhoon.
func storm(t *testing.T, g *ontology.Graph) Options {
	return Options{
		Around: []ontology.ID{ontologytest.ID(t, g, "StormSurge")}, Radius: 1,
		Weights: weights(g), Title: "hazards", Topic: "typhoon",
	}
}

func TestDOT(t *testing.T) {
	g := ontologytest.Hazards()
	got := written(t, g, DOT, storm(t, g))
	want := `digraph ontology {
  graph [rankdir=BT, label="hazards, topic typhoon"]
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", fontname="Helvetica,Arial,sans-serif"]
  edge [fontname="Helvetica,Arial,sans-serif", fontsize=10]
  c_Hurricane [label="hurricane", tooltip="http://example.org/hazards#Hurricane", iri="http://example.org/hazards#Hurricane", zh="飓风", en="hurricane", depth=3, core=true, individual=false, weight=0.3, penwidth=2, fillcolor="#c9d9e8"]
  c_StormSurge [label="storm surge", tooltip="http://example.org/hazards#StormSurge", iri="http://example.org/hazards#StormSurge", zh="风暴潮", en="storm surge", depth=4, core=false, individual=false, weight=0.7, fillcolor="#1b5e9b", fontcolor="#ffffff"]
  c_Typhoon [label="typhoon", tooltip="http://example.org/hazards#Typhoon", iri="http://example.org/hazards#Typhoon", zh="台风", en="typhoon", depth=3, core=true, individual=false, weight=0.2, penwidth=2, fillcolor="#f4f8fb"]
  c_Hurricane -> c_Typhoon [relation="Synonym", label="=", dir=none, style=bold, constraint=false]
  c_Typhoon -> c_StormSurge [relation="Includes", property="http://example.org/hazards#causes", label="causes", style=dashed, constraint=false]
}
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestMermaid(t *testing.T) {
	g := ontologytest.Hazards()
	opt := storm(t, g)
	opt.Lang = "zh"
	got := written(t, g, Mermaid, opt)
	want := `flowchart BT
  c_Hurricane["飓风 0.3"]
  c_StormSurge["风暴潮 0.7"]
  c_Typhoon["台风 0.2"]
  c_Hurricane ---|"Synonym"| c_Typhoon
  c_Typhoon ==>|"causes"| c_StormSurge
  classDef core stroke-width:3px
  class c_Hurricane core
  class c_Typhoon core
  classDef w0 fill:#f4f8fb,color:#000000
  classDef w2 fill:#c9d9e8,color:#000000
  classDef w10 fill:#1b5e9b,color:#ffffff
  class c_Hurricane w2
  class c_StormSurge w10
  class c_Typhoon w0
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestCSV(t *testing.T) {
	g := ontologytest.Hazards()
	got := written(t, g, CSV, storm(t, g))
	want := `from_iri,from_zh,from_en,from_depth,from_core,from_weight,relation,property,to_iri,to_zh,to_en,to_depth,to_core,to_weight
http://example.org/hazards#Hurricane,飓风,hurricane,3,true,0.3,Synonym,,http://example.org/hazards#Typhoon,台风,typhoon,3,true,0.2
http://example.org/hazards#Typhoon,台风,typhoon,3,true,0.2,Includes,http://example.org/hazards#causes,http://example.org/hazards#StormSurge,风暴潮,storm surge,4,false,0.7
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// What is reached within so many relations, worked out on the drawing of
// ontologytest.Hazards.
func TestSelect(t *testing.T) {
	g := ontologytest.Hazards()
	only := func(r ...ontology.Relation) []ontology.Relation { return r }
	for _, tt := range []struct {
		around    string
		radius    int
		relations []ontology.Relation
		want      string
		edges     int
	}{
		{"FlashFlood", 0, nil, "FlashFlood", 0},
		{"Hurricane", 0, nil, "Hurricane Typhoon", 1},
		{"Hurricane", 0, only(ontology.IsA), "Hurricane", 0},
		{"FlashFlood", 1, nil, "FlashFlood Flood", 1},
		{"FlashFlood", 2, nil, "FlashFlood Flood Landslide Rainstorm", 4},
		{"FlashFlood", 9, only(ontology.IsA), "FlashFlood Flood", 1},
		{"Gale", 1, only(ontology.Other), "Gale SevereConvection", 1},
		{"Gale SevereConvection", 1, only(ontology.IsA), "Gale SevereConvection ThunderstormGale WeatherHazard", 4},
		{"", 3, nil, "FlashFlood Flood Gale Hurricane Landslide Rainstorm SevereConvection StormSurge ThunderstormGale TropicalCyclone Typhoon WeatherHazard", 16},
		{"", 0, only(ontology.Includes), "FlashFlood Flood Gale Hurricane Landslide Rainstorm SevereConvection StormSurge ThunderstormGale TropicalCyclone Typhoon WeatherHazard", 6},
	} {
		opt := Options{Radius: tt.radius, Relations: tt.relations}
		for name := range strings.FieldsSeq(tt.around) {
			opt.Around = append(opt.Around, ontologytest.ID(t, g, name))
		}
		p, err := Select(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, id := range p.nodes {
			names = append(names, g.Concept(id).LocalName())
		}
		if got := strings.Join(names, " "); got != tt.want || p.Relations() != tt.edges || p.Concepts() != len(names) {
			t.Errorf("%s, radius %d, %v: %q with %d relations, want %q with %d", tt.around, tt.radius, tt.relations, got, p.Relations(), tt.want, tt.edges)
		}
	}
}

func TestLonely(t *testing.T) {
	g := ontologytest.Hazards()
	p, err := Select(g, Options{Relations: []ontology.Relation{ontology.Synonym}})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Unrelated(); got != 10 {
		t.Errorf("%d lonely concepts, want 10: all but typhoon and hurricane", got)
	}
}

func TestBadOptions(t *testing.T) {
	g := ontologytest.Hazards()
	bad := weights(g)
	bad[3] = math.NaN()
	for _, tt := range []struct {
		opt  Options
		f    Format
		want string
	}{
		{Options{Around: []ontology.ID{12}}, DOT, "no concept has the number 12"},
		{Options{Around: []ontology.ID{ontology.None}}, DOT, "no concept has the number -1"},
		{Options{Radius: -1}, DOT, "radius is -1"},
		{Options{Weights: []float64{1}}, DOT, "1 weights for 12 concepts"},
		{Options{Weights: bad}, jsonld, "weight of concept 3 is NaN"},
		{Options{}, "svg", `"svg"; want one of dot, graphml, gexf, mermaid, jsonld, csv`},
	} {
		var b bytes.Buffer
		err := Write(&b, g, tt.f, tt.opt)
		if err == nil || !strings.Contains(err.Error(), tt.want) || b.Len() > 0 {
			t.Errorf("%v after %d bytes, want an error with %q and nothing written", err, b.Len(), tt.want)
		}
	}
}

func TestParseFormat(t *testing.T) {
	for _, f := range formats() {
		if got, err := ParseFormat(strings.ToUpper(string(f))); err != nil || got != f {
			t.Errorf("ParseFormat(%q) = %q, %v", strings.ToUpper(string(f)), got, err)
		}
	}
}

type full struct{ left int }

var errFull = errors.New("disk full")

func (w *full) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteError(t *testing.T) {
	g := ontologytest.Hazards()
	for _, f := range formats() {
		if err := Write(&full{100}, g, f, Options{}); !errors.Is(err, errFull) {
			t.Errorf("%s: %v, want that the disk is full", f, err)
		}
	}
}

func TestEmptyGraph(t *testing.T) {
	var g ontology.Graph
	for _, f := range formats() {
		check(t, f, written(t, &g, f, Options{}))
	}
}

// The order in which concepts and relations were met changes no byte.
func TestStableOrder(t *testing.T) {
	hazards := ontologytest.Hazards()
	want := make(map[Format]string)
	for _, f := range formats() {
		want[f] = written(t, hazards, f, Options{})
	}
	rapid.Check(t, func(rt *rapid.T) {
		var ids []int
		for i := range hazards.Len() {
			ids = append(ids, i)
		}
		var b ontology.Builder
		for _, i := range rapid.Permutation(ids).Draw(rt, "concepts") {
			c := hazards.Concept(ontology.ID(i))
			id := b.Concept(c.IRI)
			for _, l := range c.Labels {
				b.Label(id, l)
			}
			for _, d := range c.Definitions {
				b.Define(id, d)
			}
			if c.Core {
				b.Core(id)
			}
		}
		for _, e := range rapid.Permutation(hazards.Edges()).Draw(rt, "edges") {
			from, to := b.Concept(hazards.Concept(e.From).IRI), b.Concept(hazards.Concept(e.To).IRI)
			if e.Rel == ontology.Synonym && rapid.Bool().Draw(rt, "turned") {
				from, to = to, from
			}
			b.Relate(from, to, e.Rel, e.Property)
		}
		g := b.Build()
		for _, f := range formats() {
			if d := cmp.Diff(want[f], written(t, g, f, Options{})); d != "" {
				rt.Fatalf("%s (-want +got):\n%s", f, d)
			}
		}
	})
}

func TestCSVCells(t *testing.T) {
	for in, want := range map[string]string{
		"typhoon":        "typhoon",
		"=1+1":           "'=1+1",
		"+86":            "'+86",
		"-5 °C":          "'-5 °C",
		"@SUM(A1)":       "'@SUM(A1)",
		"＝cmd":           "'＝cmd",
		" =1":            "' =1",
		"\t=1":           "' =1",
		"a=b":            "a=b",
		"":               "",
		"\x1b[31m":       `\x1b[31m`,
		"a\x00\u202eb\n": `a\x00\u202eb `,
		"\xff":           "\uFFFD",
	} {
		if got := cell(in); got != want {
			t.Errorf("cell(%q) = %q, want %q", in, got, want)
		}
	}
	g := hostile(t)
	rows, err := csv.NewReader(strings.NewReader(written(t, g, CSV, Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(g.Edges())+1 {
		t.Errorf("%d rows for %d relations", len(rows), len(g.Edges()))
	}
}

// An edge is called by its property's label in the language of the names; where
// a form has room for the IRI as well, that stays.
func TestPropertyLabels(t *testing.T) {
	var b ontology.Builder
	b.Relate(b.Concept("x:a"), b.Concept("x:b"), ontology.Includes, "x:P1")
	b.LabelProperty("x:P1", ontology.Label{Text: "引发", Lang: "zh"})
	b.LabelProperty("x:P1", ontology.Label{Text: `"<]]>&`, Lang: "en"})
	g := b.Build()
	for f, want := range map[Format]string{
		DOT: `property="x:P1", label="引发"`, GraphML: `<data key="edgelabel">引发</data>`, gexf: `label="引发"`, Mermaid: "引发",
	} {
		if got := written(t, g, f, Options{Lang: "zh"}); !strings.Contains(got, want) {
			t.Errorf("%s lacks %s:\n%s", f, want, got)
		}
	}
	for f, want := range map[Format]string{
		DOT: `label="\"<]]>&amp;"`, GraphML: `&quot;&lt;]]&gt;&amp;`, gexf: `&quot;&lt;]]&gt;&amp;`,
	} {
		if got := written(t, g, f, Options{}); !strings.Contains(got, want) {
			t.Errorf("%s lacks %s:\n%s", f, want, got)
		}
	}
}
