package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/export"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// page writes a page and returns its bytes.
func page(t testing.TB, p export.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := export.WritePage(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// pageFile writes a page to a file.
func pageFile(t testing.TB, p export.Page) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page(t, p)), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// similarity measures all concepts of g against one as the command does.
func similarity(t testing.TB, g *ontology.Graph, id ontology.ID) *export.PageTopic {
	t.Helper()
	m, err := semsim.New(g, semsim.Params{})
	if err != nil {
		t.Fatal(err)
	}
	topic := &export.PageTopic{Concept: id}
	rel := map[string]ontology.Relation{"Synonym": ontology.Synonym, "Is-a": ontology.IsA, "Includes": ontology.Includes}
	for e := range m.ExplainAll(id, g.Len()) {
		l := export.PageSimilarity{Sim: e.Sim, Distance: e.Distance, Ancestor: ontology.None, Shared: e.Shared, Ancestors: e.Ancestors}
		if e.Ancestor != nil {
			l.Ancestor = e.Ancestor.ID
		}
		for _, f := range e.Factors {
			l.Values = append(l.Values, f.Value)
			if e.B.ID == id {
				topic.Factors = append(topic.Factors, export.PageFactor{Name: f.Name, Weight: f.Weight})
			}
		}
		for _, s := range e.Path {
			l.Path = append(l.Path, export.PageStep{From: s.From.ID, To: s.To.ID, Rel: rel[s.Relation], Property: s.Property, Forward: s.Forward})
		}
		topic.Similarity = append(topic.Similarity, l)
	}
	return topic
}

func hazards(t testing.TB) export.Page {
	g := ontologytest.Hazards()
	return export.Page{
		Title: "hazards", Graph: g, Fold: lexicon.Fold,
		Topic: similarity(t, g, ontologytest.ID(t, g, "WeatherHazard")),
	}
}

// contents holds the data of a page, read back.
type contents struct {
	Title, Source, Lang, Twins string
	Concepts                   []struct {
		IRI         string
		Labels      [][3]any    `json:"l"`
		Names       [2]int      `json:"n"`
		Definitions [][2]string `json:"d"`
		Head        int         `json:"h"`
		Parent      int         `json:"p"`
		Depth       int         `json:"z"`
		Core        bool
		Individual  bool `json:"ind"`
	}
	Edges      [][]int
	Properties [][3]string
	Order      []int
	Topic      *struct {
		Concept    int
		Factors    []struct{ Name string }
		Similarity []struct {
			Sim      float64   `json:"s"`
			Values   []float64 `json:"f"`
			Path     []int     `json:"p"`
			Ancestor int       `json:"a"`
		}
	}
}

// parts are the elements of a page that matter here, as a browser's parser
// finds them.
type parts struct {
	scripts, data, styles []string
	policy                string
	elements              map[string]int
}

func parse(t testing.TB, source string) parts {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	p := parts{elements: map[string]int{}}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		p.elements[n.Data]++
		attr := map[string]string{}
		for _, a := range n.Attr {
			attr[a.Key] = a.Val
		}
		text := ""
		if n.FirstChild != nil {
			text = n.FirstChild.Data
		}
		switch {
		case n.Data == "script" && attr["type"] == "application/json":
			p.data = append(p.data, text)
		case n.Data == "script":
			p.scripts = append(p.scripts, text)
		case n.Data == "style":
			p.styles = append(p.styles, text)
		case n.Data == "meta" && attr["http-equiv"] == "Content-Security-Policy":
			p.policy = attr["content"]
		}
	}
	return p
}

func read(t testing.TB, source string) contents {
	t.Helper()
	p := parse(t, source)
	if len(p.data) != 1 {
		t.Fatalf("%d data elements, want 1", len(p.data))
	}
	var c contents
	if err := json.Unmarshal([]byte(p.data[0]), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// The tree in the data is the one drawn at ontologytest.Hazards.
func TestData(t *testing.T) {
	p := hazards(t)
	p.Source, p.Lang = "http://example.org/hazards/1.0", "zh"
	c := read(t, page(t, p))
	if c.Title != "hazards" || c.Source != p.Source || c.Lang != "zh" {
		t.Errorf("title %q, source %q, language %q", c.Title, c.Source, c.Lang)
	}
	local := func(id int) string {
		if id < 0 {
			return ""
		}
		return ontology.LocalName(c.Concepts[id].IRI)
	}
	got := map[string]string{}
	for i, x := range c.Concepts {
		got[local(i)] = fmt.Sprint(local(x.Parent), " ", x.Depth, " ", local(x.Head), " ", x.Core, " ", x.Labels[x.Names[0]][0], " ", x.Labels[x.Names[1]][0])
	}
	want := map[string]string{
		"WeatherHazard":    " 1 WeatherHazard true 天气灾害 weather hazard",
		"TropicalCyclone":  "WeatherHazard 2 TropicalCyclone false 热带气旋 tropical cyclone",
		"Rainstorm":        "WeatherHazard 2 Rainstorm true 暴雨 rainstorm",
		"Gale":             "WeatherHazard 2 Gale false 大风 gale",
		"SevereConvection": "WeatherHazard 2 SevereConvection false 强对流天气 severe convection",
		"Typhoon":          "TropicalCyclone 3 Typhoon true 台风 typhoon",
		"Hurricane":        "TropicalCyclone 3 Typhoon true 飓风 hurricane",
		"StormSurge":       "Typhoon 4 StormSurge false 风暴潮 storm surge",
		"Flood":            "Rainstorm 3 Flood false 洪水 flood",
		"Landslide":        "Rainstorm 3 Landslide false 滑坡 landslide",
		"FlashFlood":       "Flood 4 FlashFlood false 山洪 flash flood",
		"ThunderstormGale": "Gale 3 ThunderstormGale false 雷暴大风 thunderstorm gale",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("parent, depth, head, core, names (-want +got):\n%s", d)
	}
	var order []string
	for _, id := range c.Order {
		order = append(order, local(id))
	}
	if !slices.IsSorted(order) { // here local names sort as English names do
		t.Errorf("order %v", order)
	}
	if len(c.Edges) != len(p.Graph.Edges()) || len(c.Concepts[0].Definitions) != 1 {
		t.Errorf("%d edges, want %d; definitions %v", len(c.Edges), len(p.Graph.Edges()), c.Concepts[0].Definitions)
	}
}

// A property goes by its labels, one that nobody named by its local name.
func TestProperties(t *testing.T) {
	var b ontology.Builder
	b.Relate(b.Concept("x:a"), b.Concept("x:b"), ontology.Other, "x:o#P1")
	b.Relate(b.Concept("x:a"), b.Concept("x:b"), ontology.Other, "x:o#near")
	b.LabelProperty("x:o#P1", ontology.Label{Text: "引发", Lang: "zh"})
	b.LabelProperty("x:o#P1", ontology.Label{Text: "causes", Lang: "en"})
	g := b.Build()
	got := read(t, page(t, export.Page{Title: "t", Graph: g})).Properties
	if d := cmp.Diff([][3]string{{"x:o#P1", "引发", "causes"}, {"x:o#near", "near", "near"}}, got); d != "" {
		t.Errorf("properties (-want +got):\n%s", d)
	}
}

// A path is a chain of edges, each walked forwards or backwards.
func TestPaths(t *testing.T) {
	p := hazards(t)
	c := read(t, page(t, p))
	g := p.Graph
	surge := ontologytest.ID(t, g, "StormSurge")
	var walked []string
	for _, n := range c.Topic.Similarity[surge].Path {
		e := g.Edges()[max(n, -n)-1]
		s := fmt.Sprint(g.Concept(e.From).LocalName(), " ", e.Rel, " ", g.Concept(e.To).LocalName())
		if n < 0 {
			s = "against " + s
		}
		walked = append(walked, s)
	}
	want := []string{
		"against TropicalCyclone Is-a WeatherHazard",
		"against Typhoon Is-a TropicalCyclone",
		"Typhoon Includes StormSurge",
	}
	if d := cmp.Diff(want, walked); d != "" {
		t.Errorf("path to StormSurge (-want +got):\n%s", d)
	}
	l := c.Topic.Similarity[surge]
	if len(l.Values) != 5 || l.Sim <= 0 || l.Sim >= 1 || l.Ancestor != c.Topic.Concept || c.Topic.Factors[0].Name != "IFDis" {
		t.Errorf("similarity %+v", l)
	}
}

// hostile are texts that would break out of a page that is put together
// without care.
func hostile() []string {
	return []string{
		`</script><img src=x onerror="window.hacked=1">`,
		`<script>window.hacked=1</script>`,
		`<!--<script>`, `-->`, `]]>`, `</style><svg onload=window.hacked=1>`,
		"\u2028window.hacked=1\u2029", `\u003cimg src=x onerror=window.hacked=1>`,
		`"><b>`, `' onclick='window.hacked=1`, `{{script}}{{data}}`, `&lt;img&gt;`, `javascript:window.hacked=1`,
		"\u202eright to left\u202c", "\u2066isolate without an end", "\x1b]0;title\x07", "nul \x00 and \x1b[2J", "bad \xff utf-8", "${window.hacked=1}", "__proto__", "constructor",
	}
}

// hostilePage has all of hostile as labels, IRIs, definitions, properties,
// languages, title and source.
func hostilePage(t testing.TB) export.Page {
	t.Helper()
	var b ontology.Builder
	root := b.Concept("http://x/o#Root")
	for i, s := range hostile() {
		id := b.Concept("http://x/o#" + s)
		b.Label(id, ontology.Label{Text: s, Lang: "en"})
		b.Label(id, ontology.Label{Text: "alias " + s, Lang: s, Kind: ontology.Alternative})
		b.Define(id, ontology.Label{Text: s, Lang: s})
		b.Relate(id, root, ontology.IsA, "")
		b.Relate(id, ontology.ID(max(1, i)), ontology.Other, "http://x/p#"+s)
		b.LabelProperty("http://x/p#"+s, ontology.Label{Text: s, Lang: "en"})
	}
	g := b.Build()
	return export.Page{Title: hostile()[0], Source: hostile()[1], Graph: g, Topic: similarity(t, g, root), Fold: lexicon.Fold}
}

func TestNothingBecomesMarkup(t *testing.T) {
	calm, wild := parse(t, page(t, hazards(t))), page(t, hostilePage(t))
	p := parse(t, wild)
	if d := cmp.Diff(calm.elements, p.elements); d != "" {
		t.Errorf("hostile texts changed the elements of the page:\n%s", d)
	}
	if d := cmp.Diff(calm.scripts, p.scripts); d != "" {
		t.Errorf("hostile texts changed the script:\n%s", d)
	}
	c := read(t, wild)
	for i, s := range hostile() {
		if got := c.Concepts[i+1].Labels[0][0]; got != strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ") {
			t.Errorf("label %q came back as %q", s, got)
		}
	}
	if strings.ContainsAny(p.data[0], "<>&\u2028\u2029") {
		t.Error("the data holds characters that HTML or JavaScript may take for their own")
	}
}

func FuzzLabel(f *testing.F) {
	for _, s := range hostile() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var b ontology.Builder
		id := b.Concept("http://x/o#" + s)
		b.Label(id, ontology.Label{Text: s, Lang: s})
		g := b.Build()
		p := parse(t, page(t, export.Page{Title: s, Source: s, Graph: g, Fold: lexicon.Fold}))
		if len(p.scripts) != 1 || len(p.data) != 1 || len(p.styles) != 1 || p.elements["img"] != 0 {
			t.Errorf("%q: %d scripts, %d data, %d styles, elements %v", s, len(p.scripts), len(p.data), len(p.styles), p.elements)
		}
		if !json.Valid([]byte(p.data[0])) {
			t.Errorf("%q: the data is no JSON", s)
		}
	})
}

// The page runs its own script and style and loads nothing.
func TestSelfContained(t *testing.T) {
	source := page(t, hazards(t))
	p := parse(t, source)
	if len(p.scripts) != 1 || len(p.styles) != 1 {
		t.Fatalf("%d scripts and %d styles, want 1 and 1", len(p.scripts), len(p.styles))
	}
	want := fmt.Sprintf("default-src 'none'; script-src 'sha256-%s'; style-src 'sha256-%s'; img-src data:; base-uri 'none'; form-action 'none'",
		digest(p.scripts[0]), digest(p.styles[0]))
	if p.policy != want {
		t.Errorf("policy %s\nwant   %s", p.policy, want)
	}
	if m := regexp.MustCompile(`(?i)\s(src|href|action|data|poster)\s*=\s*["']?(.{5})`).FindAllStringSubmatch(strings.ReplaceAll(source, p.data[0], ""), -1); len(m) != 1 || m[0][2] != "data:" {
		t.Errorf("the page refers to %q, want its icon alone", m)
	}
	for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(", "XMLHttpRequest", "WebSocket", "import(", "@import", "url(", ".src", "http://", "https://", "localStorage", "document.cookie"} {
		// The namespace of SVG is a name, not an address.
		if strings.Contains(strings.ReplaceAll(p.scripts[0], "http://www.w3.org/2000/svg", "")+p.styles[0], bad) {
			t.Errorf("the page uses %s", bad)
		}
	}
}

// Every part in the folder is part of the page.
func TestAllPartsUsed(t *testing.T) {
	source := page(t, hazards(t))
	err := fs.WalkDir(os.DirFS("page"), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == "page.html" {
			return err
		}
		text, err := os.ReadFile(filepath.Join("page", path))
		if err != nil {
			return err
		}
		if !strings.Contains(source, string(text)) {
			t.Errorf("page/%s is not in the page", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSameBytes(t *testing.T) {
	first, second := page(t, hazards(t)), page(t, hazards(t))
	if first != second {
		t.Error("the same graph gave two different pages")
	}
}

func TestIsPage(t *testing.T) {
	if !export.IsPage([]byte(page(t, hazards(t)))) {
		t.Error("a page is not known as one")
	}
	for _, s := range []string{"", "<!DOCTYPE html>\n<html><head><title>x</title></head></html>", strings.Repeat(" ", 600) + page(t, hazards(t))} {
		if export.IsPage([]byte(s)) {
			t.Errorf("%.40q is taken for a page", s)
		}
	}
}

// Only characters that lead to a name are listed.
func TestTwins(t *testing.T) {
	c := read(t, page(t, hazards(t)))
	pairs := map[rune]rune{}
	r := []rune(c.Twins)
	for i := 0; i+1 < len(r); i += 2 {
		pairs[r[i]] = r[i+1]
	}
	for from, to := range map[rune]rune{'颱': '台', '風': '风', '熱': '热', '氣': '气', '災': '灾'} {
		if pairs[from] != to {
			t.Errorf("%c becomes %c, want %c", from, pairs[from], to)
		}
	}
	if to, ok := pairs['龍']; ok { // no name holds 龙
		t.Errorf("龍 is listed, as %c", to)
	}
	p := hazards(t)
	p.Fold = nil
	if c := read(t, page(t, p)); c.Twins != "" {
		t.Errorf("without Fold there are pairs: %.20s", c.Twins)
	}
}

func TestEmptyGraph(t *testing.T) {
	c := read(t, page(t, export.Page{Title: "nothing", Graph: &ontology.Graph{}}))
	if len(c.Concepts) != 0 || c.Lang != "en" || c.Topic != nil {
		t.Errorf("an empty graph gives %+v", c)
	}
}

func TestRefused(t *testing.T) {
	change := func(f func(*export.Page)) export.Page {
		p := hazards(t)
		f(&p)
		return p
	}
	tests := []struct {
		name string
		page export.Page
		want string
	}{
		{"no graph", export.Page{}, "no graph"},
		{"language", change(func(p *export.Page) { p.Lang = "fr" }), `language "fr"`},
		{"topic", change(func(p *export.Page) { p.Topic.Concept = 12 }), "topic 12 of a graph of 12 concepts"},
		{"no topic", change(func(p *export.Page) { p.Topic.Concept = ontology.None }), "topic -1"},
		{"similarities", change(func(p *export.Page) { p.Topic.Similarity = p.Topic.Similarity[:3] }), "3 similarities for 12 concepts"},
		{"values", change(func(p *export.Page) { p.Topic.Similarity[2].Values = nil }), "concept 2 has 0 values for 5 factors"},
		{"ancestor", change(func(p *export.Page) { p.Topic.Similarity[2].Ancestor = 99 }), "concept 2 has ancestor 99"},
		{"path", change(func(p *export.Page) {
			p.Topic.Similarity[2].Path = []export.PageStep{{From: 0, To: 1, Rel: ontology.Synonym}}
		}), "a step 0 to 1 that is no edge"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			err := export.WritePage(&b, tt.page)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
			if b.Len() > 0 {
				t.Errorf("%d bytes were written all the same", b.Len())
			}
		})
	}
}
