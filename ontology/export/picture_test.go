package export_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/export"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
)

// names are the names of all concepts, sorted.
func names(g *ontology.Graph, lang string) []string {
	var all []string
	for i := range g.Len() {
		all = append(all, g.Concept(ontology.ID(i)).Name(lang))
	}
	slices.Sort(all)
	return all
}

// The first picture of either embedded ontology shows every concept by its
// whole name, none on another, in both languages and both themes.
func TestFirstPicture(t *testing.T) {
	b := newBrowser(t, 1440, 900)
	for _, name := range []string{"typhoon", "rainstorm"} {
		for _, lang := range []string{"en", "zh"} {
			p := embedded(t, name)
			p.Lang = lang
			file := pageFile(t, p)
			b.open(file)
			var got []string
			for _, d := range b.boxes() {
				got = append(got, d.Text)
			}
			slices.Sort(got)
			if want := names(p.Graph, lang); !slices.Equal(got, want) {
				t.Errorf("%s %s: names drawn:\n%q\nwant\n%q", name, lang, got, want)
			}
			b.clear(name + " " + lang)
			b.dark(true)
			b.shot(name + " " + lang + " dark")
			b.dark(false)
			b.shot(name + " " + lang)
			b.quiet()
		}
	}
}

// In small windows the picture has most of the room; all the rest is within
// reach.
func TestSmallWindows(t *testing.T) {
	b := newBrowser(t, 1440, 900)
	file := pageFile(t, embedded(t, "rainstorm"))
	for _, size := range [][2]int{{800, 600}, {390, 844}} {
		what := fmt.Sprint(size[0], "x", size[1])
		b.size(size[0], size[1])
		b.open(file)
		b.shot(what)
		share := func() float64 {
			var x float64
			b.js(`const r = document.getElementById("stage").getBoundingClientRect(); return r.width * r.height / innerWidth / innerHeight`, &x)
			return x
		}
		if x := share(); x < 0.85 {
			t.Errorf("%s: the picture has %.2f of the window, want 0.85", what, x)
		}
		b.click("#menu")
		b.until(`document.getElementById("rail").getBoundingClientRect().x === 0`)
		b.shot(what + " drawer")
		b.click("#show-synonym")
		b.press(keyEscape)
		if _, ok := b.find("heavy rainfall"); ok {
			t.Errorf("%s: the filter in the drawer does nothing", what)
		}
		if id := b.text("document.activeElement.id"); id != "menu" {
			t.Errorf("%s: with the drawer closed the focus is on %q", what, id)
		}
		b.clickOn("rainstorm warning")
		b.shot(what + " panel")
		if x := share(); x < 0.4 {
			t.Errorf("%s: beside the panel the picture has %.2f of the window, want 0.4", what, x)
		}
		var wide, high bool
		b.js(`return document.documentElement.scrollWidth > innerWidth`, &wide)
		b.js(`return document.documentElement.scrollHeight > innerHeight`, &high)
		if wide || high {
			t.Errorf("%s: the page is larger than the window: %t %t", what, wide, high)
		}
		b.quiet()
	}
}

// On paper the picture is dark on light, whatever the screen is, and nothing
// is there that wants to be clicked.
func TestPrint(t *testing.T) {
	b := newBrowser(t, 1280, 800)
	b.open(pageFile(t, embedded(t, "typhoon")))
	b.dark(true)
	defer b.dark(false)
	var text, back string
	const colour = `return ontologyView.state().colours.`
	b.js(`window.dispatchEvent(new Event("beforeprint"))`, nil)
	b.js(colour+"text", &text)
	b.js(colour+"back", &back)
	if luminance(t, text) > luminance(t, back) {
		t.Errorf("printed, the names are %s on %s", text, back)
	}
	b.js(`window.dispatchEvent(new Event("afterprint"))`, nil)
	b.js(colour+"text", &text)
	if luminance(t, text) < 0.5 {
		t.Errorf("after printing, the names on the dark screen are %s", text)
	}
	var pdf string
	b.call(http.MethodPost, "/print", map[string]any{"background": true}, &pdf)
	if len(pdf) < 10_000 {
		t.Errorf("the print has %d bytes", len(pdf))
	}
	b.quiet()
}

// legible is how a label is shown: what steers the text is not obeyed.
func legible(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069' {
			return '\uFFFD'
		}
		return r
	}, s)
}

// A page of hostile texts shows them as they are.
func TestHostile(t *testing.T) {
	b := newBrowser(t, 1280, 800)
	p := hostilePage(t)
	b.open(pageFile(t, p))
	b.shot("hostile")
	for i, s := range hostile() {
		d := b.boxes()[i+1]
		b.mouse([2]float64{d.X, d.Y})
		var got, hacked string
		b.js(`return document.querySelector("#panel h2").textContent`, &got)
		b.js(`return String(window.hacked)`, &hacked)
		if hacked != "undefined" {
			t.Fatalf("a label ran: the page is now on %q", got)
		}
		if !slices.ContainsFunc(hostile(), func(h string) bool { return got == legible(h) }) {
			t.Errorf("the panel is headed %q, want one of the labels such as %q", got, legible(s))
		}
	}
	for _, lang := range []string{"zh", "en"} {
		b.click(`#langs [data-lang=` + lang + `]`)
	}
	b.js(`document.getElementById("query").value = ""`, nil)
	b.typeIn("#query", "<img")
	if s := b.text(`document.getElementById("hits").textContent`); !strings.Contains(s, `<img src=x onerror="window.hacked=1">`) {
		t.Errorf("the hit is %q", s)
	}
	var foreign int
	b.js(`return document.querySelectorAll("img, iframe, object, embed, link:not([rel=icon]), script:not(#data) ~ script, b[onclick]").length`, &foreign)
	if foreign != 0 {
		t.Errorf("%d elements came out of labels", foreign)
	}
	b.quiet()
}

// Without concepts and without a topic the page says so, or leaves colours
// out, and does not fail.
func TestPlainPages(t *testing.T) {
	b := newBrowser(t, 1280, 800)
	b.open(pageFile(t, export.Page{Title: "nothing", Graph: &ontology.Graph{}}))
	b.quiet()
	p := hazards(t)
	p.Topic = nil
	b.open(pageFile(t, p))
	b.clickOn("storm surge")
	if s := b.panel(); strings.Contains(s, "Similarity") || !strings.Contains(s, "storm surge") {
		t.Errorf("without a topic the panel says %q", s)
	}
	b.quiet()
	b.shot("hazards without topic")
	p = hazards(t)
	p.Topic.Similarity[ontologytest.ID(t, p.Graph, "StormSurge")].Path = nil // as if too long
	b.open(pageFile(t, p))
	b.clickOn("storm surge")
	if s := b.panel(); !strings.Contains(s, "too long to be shown") || !strings.Contains(s, "Distance 3") {
		t.Errorf("of a path that was left out the panel says %q", s)
	}
}

// A deep chain and a wide fan, beyond what recursion or argument lists bear.
func TestExtremeForms(t *testing.T) {
	const n = 30_000
	b := newBrowser(t, 1280, 800)
	var deep, wide ontology.Builder
	for i := range n {
		deep.Relate(deep.Concept(fmt.Sprint("ex:", i+1)), deep.Concept(fmt.Sprint("ex:", i)), ontology.IsA, "")
		wide.Relate(wide.Concept(fmt.Sprint("ex:", i+1)), wide.Concept("ex:0"), ontology.IsA, "")
	}
	for name, builder := range map[string]*ontology.Builder{"deep": &deep, "wide": &wide} {
		g := builder.Build()
		b.open(pageFile(t, export.Page{Title: name, Graph: g}))
		b.click("#more")
		if s := b.state(); s.Visible != n+1 {
			t.Errorf("%s: %d concepts are shown, want %d", name, s.Visible, n+1)
		}
		b.quiet()
	}
}

// ENVO, with over six thousand concepts, is read like a small ontology. How fast
// that goes, the benchmarks say.
func TestENVO(t *testing.T) {
	p := envo(t)
	b := newBrowser(t, 1440, 900)
	b.open(pageFile(t, p))
	b.clear("ENVO at the start")
	b.shot("envo")
	b.click("#more")
	if s := b.state(); s.Visible != p.Graph.Len() {
		t.Errorf("%d of %d concepts are shown", s.Visible, p.Graph.Len())
	}
	b.shot("envo all")
	before := b.must("occurrent")
	at := b.nowhere()
	b.mouse(at, [2]float64{at[0] + 40, at[1]}, [2]float64{at[0] + 70, at[1]})
	if after := b.must("occurrent"); after.X-before.X != 70 {
		t.Errorf("dragged by 70, the picture moved by %.0f", after.X-before.X)
	}
	for range 20 {
		b.click("#zoomIn")
	}
	b.shot("envo near")
	b.js(`document.getElementById("query").value = ""`, nil)
	b.typeIn("#query", "storm surge")
	b.press(keyEnter)
	if _, ok := b.find("storm surge"); !ok || !strings.Contains(b.panel(), "coastal flood") {
		t.Error("a search among thousands leads nowhere")
	}
	b.shot("envo found")
	b.quiet()
}
