package export

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// nasty are names that would break out of one form or another.
var nasty = []string{
	`"`, `\"`, `\`, `a\`, `\N\l\G`, `'`, `<b>&amp;</b>`, `&lt;script&gt;`, `</data></node>`, `]]>`, `<!-- -->`, `-->`, `--`,
	`a --> b`, `"] --> x["`, `[x]`, `{x}`, `(x)`, `((x))`, `|x|`, `;`, `end`, `graph`, `subgraph x`, `%%{init: {}}%%`, `%% c`,
	`#quot;`, `#35;`, "`md`", `1. one`, `- one`, `style a:b "c";`, `classDef a:#b;`, `ﬂ°lt¶ß`, `a:::core`, `fa:fa-ban`, `$$x$$`,
	"a\tb", "a\nb", "a\r\nb", "\x00", "\x1b]52;c;x\x07", "\x7f", "\u0085", "\u009b31m", "\u2028", "\u202Eevil", "\ufffe", "\U0001ffff",
	"\xff\xfe", `=1+1`, `-1`, `@x`, `＝1`, `台风`, `颱風 "强"`, `é̂`, "a\u0000b", `]`, `//`, `/*`, `#c`, `{"a":1}`, `</script>`,
}

// hostile is a graph in which all that comes from outside is nasty: names,
// IRIs, properties, language tags and definitions.
func hostile(t *testing.T) *ontology.Graph {
	t.Helper()
	var b ontology.Builder
	root := b.Concept("http://example.org/root")
	for i, s := range nasty {
		id := b.Concept("http://example.org/" + s)
		b.Label(id, ontology.Label{Text: s, Lang: "en"})
		b.Label(id, ontology.Label{Text: "中" + s, Lang: "zh"})
		b.Define(id, ontology.Label{Text: s})
		b.Relate(id, root, ontology.Relation(i%4), "http://example.org/p#"+s)
		if i%5 == 0 {
			b.Core(id)
		}
	}
	g := b.Build()
	return g
}

func TestHostileLabels(t *testing.T) {
	g := hostile(t)
	w := make([]float64, g.Len())
	for _, title := range append([]string{"plain"}, nasty...) {
		opt := Options{Weights: w, Title: title, Topic: title}
		for _, f := range formats() {
			check(t, f, written(t, g, f, opt))
		}
	}
}

// check fails the test unless text is well-formed and holds nothing that a
// terminal obeys.
func check(t *testing.T, f Format, text string) {
	t.Helper()
	for _, r := range text {
		if r != '\n' && (r < 0x20 || r >= 0x7f && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r)) {
			t.Fatalf("%s holds the character %U", f, r)
		}
	}
	var err error
	switch f {
	case DOT:
		err = checkDOT(text)
	case GraphML, gexf:
		_, err = parseXML(text)
	case Mermaid:
		err = checkMermaid(text)
	case jsonld:
		var v any
		err = json.Unmarshal([]byte(text), &v)
	}
	if err != nil {
		t.Fatalf("%s: %v in\n%s", f, err, text)
	}
}

// names of all concepts, as they are to be read back.
func wanted(g *ontology.Graph, shown func(string) string) map[string]int {
	all := make(map[string]int)
	for i := range g.Len() {
		all[shown(g.Concept(ontology.ID(i)).Name("en"))]++
	}
	return all
}

func same(t *testing.T, want, got map[string]int) {
	t.Helper()
	for s, n := range want {
		if got[s] != n {
			t.Errorf("%q stands there %d times, want %d", s, got[s], n)
		}
	}
	if len(want) != len(got) {
		t.Errorf("%d names, want %d", len(got), len(want))
	}
}

// An element is an XML element.
type element struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Sub     []element  `xml:",any"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) all(name string, do func(*element)) {
	if e.XMLName.Local == name {
		do(e)
	}
	for i := range e.Sub {
		e.Sub[i].all(name, do)
	}
}

func parseXML(text string) (*element, error) {
	var e element
	d := xml.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&e); err != nil {
		return nil, err
	}
	if tok, err := d.Token(); err == nil {
		if text, ok := tok.(xml.CharData); !ok || string(text) != "\n" {
			return nil, fmt.Errorf("after the root: %v", tok)
		}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("at the end: %v", err)
	}
	return &e, nil
}

func TestXMLNamesComeBack(t *testing.T) {
	g := hostile(t)
	for _, f := range []Format{GraphML, gexf} {
		root, err := parseXML(written(t, g, f, Options{}))
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]int)
		ids := make(map[string]bool)
		keys := make(map[string]bool)
		for _, name := range []string{"key", "attribute"} {
			root.all(name, func(e *element) { keys[e.attr("id")] = true })
		}
		root.all("node", func(e *element) {
			if id := e.attr("id"); ids[id] || !nmtoken.MatchString(id) {
				t.Errorf("%s: the id %q is there twice or no NMTOKEN", f, id)
			}
			ids[e.attr("id")] = true
			if f == gexf {
				got[e.attr("label")]++
			}
			for _, d := range e.Sub {
				if d.attr("key") == "label" {
					got[d.Text]++
				}
			}
		})
		same(t, wanted(g, visible), got)
		edges := 0
		root.all("edge", func(e *element) {
			if edges++; !ids[e.attr("source")] || !ids[e.attr("target")] {
				t.Errorf("%s: an edge from %q to %q", f, e.attr("source"), e.attr("target"))
			}
		})
		if edges != len(g.Edges()) {
			t.Errorf("%s: %d edges, want %d", f, edges, len(g.Edges()))
		}
		declared := func(e *element) {
			if k := e.attr("key") + e.attr("for"); !keys[k] {
				t.Errorf("%s: %q is not declared", f, k)
			}
		}
		root.all("data", declared)
		root.all("attvalue", declared)
	}
}

var nmtoken = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

func TestJSONLDHoldsEverything(t *testing.T) {
	g := hostile(t)
	var doc struct {
		Context  map[string]any `json:"@context"`
		Concepts []struct {
			IRI        string              `json:"iri"`
			En         string              `json:"en"`
			PrefLabel  map[string][]string `json:"prefLabel"`
			Definition map[string][]string `json:"definition"`
		} `json:"concepts"`
		Relations []jsonRelation `json:"relations"`
	}
	if err := json.Unmarshal([]byte(written(t, g, jsonld, Options{})), &doc); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]int)
	iris := make(map[string]bool)
	for _, c := range doc.Concepts {
		got[c.En]++
		iris[c.IRI] = true
		if name := strings.TrimPrefix(c.IRI, "http://example.org/"); name == "root" || strings.TrimSpace(name) == "" {
			continue // no label, or one of white space, which is none
		}
		if len(c.PrefLabel["en"]) != 1 || len(c.PrefLabel["zh"]) != 1 {
			t.Errorf("%q has labels %q", c.IRI, c.PrefLabel)
		}
	}
	utf8 := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD\uFFFD") } // two bytes, two marks
	same(t, wanted(g, utf8), got)
	for _, r := range doc.Relations {
		if !iris[r.From] || !iris[r.To] {
			t.Errorf("a relation from %q to %q", r.From, r.To)
		}
	}
}

// checkMermaid accepts the lines that mermaid writes and nothing else.
func checkMermaid(text string) error {
	const name = `c_[A-Za-z0-9_]*`
	// What may stand between quotes: no quote, no sign that Mermaid looks for,
	// but references.
	const quoted = `"(?:[\p{L}\p{Nd}\p{M} ]|[-.,]|#[0-9]+;)*"`
	line := regexp.MustCompile(`^  (?:` +
		name + `\[` + quoted + `\]|` +
		name + ` (?:-->|---\|` + quoted + `\||==>\|` + quoted + `\||-\.->\|` + quoted + `\|) ` + name + `|` +
		`classDef (?:core stroke-width:3px|w[0-9]+ fill:#[0-9a-f]{6},color:#[0-9a-f]{6})|` +
		`class ` + name + ` (?:core|w[0-9]+))$`)
	head, rest, _ := strings.Cut(text, "\n")
	if head != "flowchart BT" {
		return fmt.Errorf("the first line is %q", head)
	}
	for l := range strings.Lines(rest) {
		if !line.MatchString(strings.TrimSuffix(l, "\n")) {
			return fmt.Errorf("the line %q", l)
		}
	}
	// Mermaid takes the last sign off such lines before it parses them.
	if m := regexp.MustCompile(`(?:style|classDef).*:\S*#.*;`).FindString(text); m != "" {
		return fmt.Errorf("%q reads as a style", m)
	}
	if regexp.MustCompile(`[\[|]"[^"\n]*--`).MatchString(text) {
		return errors.New("an arrow within a label")
	}
	return nil
}

func TestMermaidNamesComeBack(t *testing.T) {
	g := hostile(t)
	ref := regexp.MustCompile(`#([0-9]+);`)
	got := make(map[string]int)
	node := regexp.MustCompile(`(?m)^  c_\w+\["(.*)"\]$`)
	for _, m := range node.FindAllStringSubmatch(written(t, g, Mermaid, Options{}), -1) {
		got[ref.ReplaceAllStringFunc(m[1], func(s string) string {
			n, err := strconv.Atoi(s[1 : len(s)-1])
			if err != nil {
				t.Fatal(err)
			}
			return string(rune(n))
		})]++
	}
	same(t, wanted(g, visible), got)
}

// checkDOT reads the tokens of a DOT graph strictly.
func checkDOT(text string) error {
	_, err := dotTokens(text)
	return err
}

// dotTokens splits DOT text by its grammar's tokens: names and numbers, quoted
// strings, and signs. Quoted strings lose their escapes.
func dotTokens(text string) ([]string, error) {
	token := regexp.MustCompile(`^(?:\s+|->|[\[\]{}=,]|[A-Za-z_][A-Za-z_0-9]*|-?[0-9]+(?:\.[0-9]+)?|"(?:[^"\\\n]|\\["\\])*")`)
	var all []string
	depth := 0
	for text != "" {
		m := token.FindString(text)
		if m == "" {
			return nil, fmt.Errorf("no token begins %.60q", text)
		}
		text = text[len(m):]
		switch m[0] {
		case ' ', '\n':
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return nil, errors.New("a bracket too many")
			}
		case '"':
			m = `"` + strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[1:len(m)-1])
		}
		all = append(all, m)
	}
	if depth != 0 {
		return nil, errors.New("a bracket is open")
	}
	return all, nil
}

func TestDOTNamesComeBack(t *testing.T) {
	g := hostile(t)
	text := written(t, g, DOT, Options{})
	tokens, err := dotTokens(text)
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]int)
	for i, tok := range tokens {
		if tok == "en" && tokens[i+1] == "=" {
			got[tokens[i+2][1:]]++
		}
	}
	same(t, wanted(g, visible), got)
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Log("Graphviz is not installed: its own reading is not tried")
		return
	}
	cmd := exec.Command(dot, "-Tcanon")
	cmd.Stdin = strings.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("dot: %v\n%s", err, out)
	}
}

// Names that are written alike are told apart.
func TestNames(t *testing.T) {
	var b ontology.Builder
	for _, iri := range []string{"http://a/#X", "http://b/#X", "http://c/#X_2", "http://d/#台风", "http://e/#u53f0u98ce", "http://f/#" + strings.Repeat("y", 500), "http://g/#" + strings.Repeat("y", 501)} {
		b.Concept(iri)
	}
	g := b.Build()
	p, err := Select(g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	names := p.names()
	want := []string{"c_X", "c_X_2", "c_X_2_2", "c_u53f0u98ce", "c_u53f0u98ce_2", "c_" + strings.Repeat("y", 79), "c_" + strings.Repeat("y", 79) + "_2"}
	for i, w := range want {
		if got := names[ontology.ID(i)]; got != w {
			t.Errorf("%s is called %s, want %s", g.Concept(ontology.ID(i)).IRI, got, w)
		}
	}
}

func FuzzLabels(f *testing.F) {
	for _, s := range nasty {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, label, iri string) {
		var b ontology.Builder
		x, y := b.Concept(iri), b.Concept("http://example.org/y")
		b.Label(x, ontology.Label{Text: label, Lang: "en"})
		b.Relate(x, y, ontology.Other, iri+label)
		g := b.Build()
		for _, form := range formats() {
			check(t, form, written(t, g, form, Options{Title: label}))
		}
	})
}
