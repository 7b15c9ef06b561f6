package export_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/export"
)

// TestRead goes through the page as a reader does.
func TestRead(t *testing.T) {
	b := newBrowser(t, 1440, 900)
	p := embedded(t, "typhoon")
	b.open(pageFile(t, p))
	for _, step := range []struct {
		name string
		do   func(*testing.T, *browser, export.Page)
	}{
		{"search", search}, {"panel", readPanel}, {"links", followLink}, {"language", switchLanguage},
		{"fold", fold}, {"levels", levels}, {"relations", filter}, {"keyboard", keyboard}, {"move", move}, {"drag", dragConcept}, {"theme", theme},
	} {
		t.Run(step.name, func(t *testing.T) {
			b := &browser{tb: t, session: b.session}
			step.do(t, b, p)
			b.quiet()
		})
	}
}

// search finds a concept by names of both languages, in traditional
// characters and in part.
func search(t *testing.T, b *browser, _ export.Page) {
	for _, tt := range []struct{ query, iri string }{
		{"storm surge", "StormSurge"},
		{"風暴潮", "StormSurge"},
		{"颱风眼", "TyphoonEye"}, // half traditional: no label is written so
		{"ＴＹＰＨＯＯＮ　ＥＹＥ", "TyphoonEye"},
		{"eyew", "Eyewall"},
		{"StormSurge", "StormSurge"},
	} {
		b.js(`document.getElementById("query").value = ""`, nil)
		b.typeIn("#query", tt.query)
		b.press(keyEnter)
		if got := ontology.LocalName(b.state().Selected); got != tt.iri {
			t.Errorf("%q leads to %q, want %s", tt.query, got, tt.iri)
		}
	}
	b.js(`document.getElementById("query").value = ""`, nil)
	b.typeIn("#query", "typhoon")
	var hits int
	b.js(`return document.querySelectorAll("#hits [role=option]").length`, &hits)
	if hits < 10 {
		t.Errorf("%d hits for typhoon, want those of all typhoon warnings and more", hits)
	}
	first := b.text(`document.querySelector("#hits [aria-selected=true]").textContent`)
	if !strings.HasPrefix(first, "typhoon") || strings.Contains(first, "disaster") {
		t.Errorf("the first hit for typhoon is %q, want the concept of that very name", first)
	}
	b.press(keyDown)
	if second := b.text(`document.querySelector("#hits [aria-selected=true]").textContent`); second == first {
		t.Error("the arrow key moves nowhere in the list")
	}
	b.shot("search")
	b.press(keyEscape)
	b.js(`document.getElementById("query").value = ""`, nil)
	b.typeIn("#query", "no such thing")
	if s := b.text(`document.getElementById("hits").innerText`); !strings.Contains(s, "No concept") {
		t.Errorf("a search for nothing says %q", s)
	}
	b.press(keyEscape)
}

// readPanel clicks a concept and reads what the ontology says of it.
func readPanel(t *testing.T, b *browser, p export.Page) {
	b.clickOn("storm surge")
	text := b.panel()
	id, _ := p.Graph.ByIRI(b.state().Selected)
	c, l := p.Graph.Concept(id), p.Topic.Similarity[id]
	want := []string{"storm surge", "风暴潮", "風暴潮", c.IRI, "core concept", "level 3", "tropical cyclone", "seawater inundation", fmt.Sprintf("%.4f", l.Sim)}
	for _, d := range c.Definitions {
		want = append(want, d.Text)
	}
	for _, label := range c.Labels {
		want = append(want, label.Text)
	}
	sum := 0.0
	for i, f := range p.Topic.Factors {
		want = append(want, f.Name, fmt.Sprintf("%.4f", l.Values[i]), fmt.Sprintf("%.2f", f.Weight), fmt.Sprintf("%.4f", l.Values[i]*f.Weight))
		sum += l.Values[i] * f.Weight
	}
	if math.Abs(sum-l.Sim) > 1e-9 {
		t.Errorf("the parts add up to %g, Sim is %g", sum, l.Sim)
	}
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("the panel lacks %q", w)
		}
	}
	path := b.text(`document.querySelector("#similarity .path").textContent`)
	if !strings.HasPrefix(path, "typhoon disaster") || !strings.HasSuffix(path, "storm surge") || !strings.Contains(path, "Includes (causes)") {
		t.Errorf("path %q", path)
	}
	b.shot("panel")
}

// followLink clicks a relation in the panel and closes it.
func followLink(t *testing.T, b *browser, _ export.Page) {
	b.click("#relationsOf .links button")
	if got := ontology.LocalName(b.state().Selected); got != "SeawaterInundation" {
		t.Errorf("the first relation of storm surge leads to %q", got)
	}
	b.click("#panel .close")
	if s := b.state().Selected; s != "" || b.text(`String(document.getElementById("panel").hidden)`) != "true" {
		t.Errorf("closed, the panel still shows %q", s)
	}
}

// switchLanguage reads every text of the page in both languages.
func switchLanguage(t *testing.T, b *browser, _ export.Page) {
	var faults []string
	b.js(`const {en, zh} = ontologyView.words, faults = [];
		const compare = (a, b, at) => {
			for (const k of new Set([...Object.keys(a), ...Object.keys(b)])) {
				if (typeof a[k] !== typeof b[k] || (typeof a[k] === "function" && a[k].length !== b[k].length)) faults.push(at + k);
				else if (a[k] && typeof a[k] === "object") compare(a[k], b[k], at + k + ".");
			}
		};
		compare(en, zh, ""); return faults`, &faults)
	if len(faults) > 0 {
		t.Errorf("words that are not there in both languages: %q", faults)
	}
	// What the page itself says: all texts outside the ontology's own.
	const own = `const out = [];
		for (const root of [document.querySelector("header"), document.getElementById("rail"), document.getElementById("zoom")]) {
			for (const e of [root, ...root.querySelectorAll("*")]) {
				if (e.closest("#langs, [hidden]") || e.id === "title" || e.id === "source" || e.id === "topicName") continue;
				for (const s of [e.title, e.placeholder, e.getAttribute("aria-label"), ...[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data)]) if (s && /\p{L}/u.test(s)) out.push(s);
			}
		}
		return out`
	var texts []string
	b.js(own, &texts)
	for _, s := range texts {
		if strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("in English the page says %q", s)
		}
	}
	b.clickOn("storm surge")
	b.click(`#langs [data-lang=zh]`)
	b.js(own, &texts)
	for _, s := range texts {
		if !strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("in Chinese the page says %q", s)
		}
	}
	if _, ok := b.find("storm surge"); ok {
		t.Error("in Chinese an English name is drawn")
	}
	for _, w := range []string{"风暴潮", "核心概念", "第 3 层", "与主题的相似度", "距离", "包含或引发", "海水倒灌", "Includes (引发)"} {
		if !strings.Contains(b.panel(), w) {
			t.Errorf("the panel in Chinese lacks %q", w)
		}
	}
	if lang := b.text("document.documentElement.lang"); lang != "zh" {
		t.Errorf("the document's language is %q", lang)
	}
	b.shot("panel zh")
	b.click(`#langs [data-lang=en]`)
	b.press(keyEscape)
}

// fold folds and unfolds one concept; it stays where it is.
func fold(t *testing.T, b *browser, _ export.Page) {
	b.click("#fit")
	before, all := b.must("typhoon warning"), b.state().Visible
	b.foldOn("typhoon warning")
	after := b.must("typhoon warning")
	if got := b.state().Visible; got != all-6 { // four colours, the levels, the services
		t.Errorf("%d concepts are left of %d, want 6 less", got, all)
	}
	if _, ok := b.find("red typhoon warning"); ok {
		t.Error("a concept under a folded one is drawn")
	}
	if math.Abs(before.X-after.X) > 1 || math.Abs(before.Y-after.Y) > 1 {
		t.Errorf("folded, it moved from %.0f,%.0f to %.0f,%.0f", before.X, before.Y, after.X, after.Y)
	}
	b.shot("folded")
	b.foldOn("typhoon warning")
	if got := b.state().Visible; got != all {
		t.Errorf("unfolded again, %d concepts of %d", got, all)
	}
}

// levels moves the slider and uses its buttons.
func levels(t *testing.T, b *browser, p export.Page) {
	b.click("#less")
	if s := b.state(); s.Levels != 1 || s.Visible != 2 {
		t.Errorf("folded all: %d levels, %d concepts, want 1 and the root with its synonym", s.Levels, s.Visible)
	}
	b.js(`document.getElementById("level").focus()`, nil)
	b.press(keyRight)
	two := 0
	for i := range p.Graph.Len() {
		if p.Graph.Depth(ontology.ID(i)) <= 2 {
			two++
		}
	}
	if s := b.state(); s.Levels != 2 || s.Visible != two {
		t.Errorf("%d levels, %d concepts, want 2 and %d", s.Levels, s.Visible, two)
	}
	b.click("#more")
	if s := b.state(); s.Visible != p.Graph.Len() {
		t.Errorf("unfolded all: %d concepts, want %d", s.Visible, p.Graph.Len())
	}
}

// filter switches relations off and on.
func filter(t *testing.T, b *browser, p export.Page) {
	b.click("#show-includes")
	if _, ok := b.find("huge waves"); ok {
		t.Error("huge waves, which are only included, are drawn without Includes")
	}
	if _, ok := b.find("typhoon eye"); !ok {
		t.Error("a concept by Is-a is gone without Includes")
	}
	if s := b.state(); s.Across != 0 {
		t.Errorf("%d relations across the tree, want none: all of them are Includes", s.Across)
	}
	b.shot("without includes")
	b.click("#show-includes")
	b.click("#show-isa")
	if d := b.must("seawater inundation"); d.X <= b.must("storm surge").X {
		t.Error("with Includes alone, what a storm surge causes does not hang under it")
	}
	b.shot("without is-a")
	b.click("#show-synonym")
	if _, ok := b.find("hurricane"); ok {
		t.Error("a synonym without relations is drawn without Synonym")
	}
	b.click("#show-includes")
	if s := b.state(); s.Visible != 0 || b.text(`document.getElementById("empty").innerText`) == "" {
		t.Errorf("without any relation %d concepts are drawn and no reason given", s.Visible)
	}
	// A search brings back what it finds.
	b.js(`document.getElementById("query").value = ""`, nil)
	b.typeIn("#query", "hurricane")
	b.press(keyEnter)
	if _, ok := b.find("hurricane"); !ok || b.state().Visible != p.Graph.Len() {
		t.Errorf("after a search %d of %d concepts are shown", b.state().Visible, p.Graph.Len())
	}
	if s := b.text(`document.getElementById("levelOf").textContent`); s != "4 of 4" {
		t.Errorf("all relations shown again, the slider says %q", s)
	}
	b.press(keyEscape)
	if s := b.state(); s.Across == 0 {
		t.Error("no relation across the tree is drawn")
	}
	b.click("#across")
	if s := b.state(); s.Across != 0 {
		t.Errorf("%d relations across the tree are drawn though switched off", s.Across)
	}
	b.click("#across")
}

// keyboard walks the tree without a mouse.
func keyboard(t *testing.T, b *browser, _ export.Page) {
	b.js(`document.getElementById("tree").focus()`, nil)
	focus := func() string { return ontology.LocalName(b.state().Focus) }
	b.press(keyHome)
	if focus() != "TyphoonDisaster" {
		t.Fatalf("Home leads to %s", focus())
	}
	b.press(keyDown)
	if focus() != "TropicalCycloneDisaster" {
		t.Errorf("down from the root leads to %s, want its synonym", focus())
	}
	b.press(keyLeft, keyRight)
	if focus() != "TropicalCyclone" {
		t.Errorf("left and right from a synonym lead to %s", focus())
	}
	before := b.state().Visible
	b.press(keyLeft)
	if got := b.state().Visible; got >= before {
		t.Errorf("left folds nothing: %d of %d concepts", got, before)
	}
	b.press(keyRight)
	if got := b.state().Visible; got != before {
		t.Errorf("right unfolds nothing: %d of %d concepts", got, before)
	}
	if s := b.text(`document.getElementById("here").textContent`); s != "tropical cyclone" {
		t.Errorf("a screen reader hears %q", s)
	}
	b.press(keyEnter)
	if s := b.panel(); !strings.HasPrefix(s, "tropical cyclone") || b.text("document.activeElement.id") != "panel" {
		t.Errorf("Enter opens %.40q; the focus is on %s", s, b.text("document.activeElement.id"))
	}
	b.press(keyTab, keyTab, keyEnter) // past the button that closes it
	if id := b.text("document.activeElement.id"); id != "panel" || ontology.LocalName(b.state().Selected) == "TropicalCyclone" {
		t.Errorf("a link followed by Enter: the focus is on %q, %s is chosen", id, b.state().Selected)
	}
	b.press(keyEscape)
	if id := b.text("document.activeElement.id"); id != "tree" {
		t.Errorf("the panel closed, the focus is on %q", id)
	}
	b.press("/")
	if id := b.text("document.activeElement.id"); id != "query" {
		t.Errorf("/ leads to %q, want the search box", id)
	}
	b.press(keyEscape, keyEscape, "?")
	if s := b.text(`document.getElementById("keys").innerText`); !strings.Contains(s, "previous and next") {
		t.Errorf("? shows %.40q", s)
	}
	b.shot("keys")
	b.press(keyEscape)
}

// move drags the picture and zooms.
func move(t *testing.T, b *browser, _ export.Page) {
	b.click("#fit")
	before := b.must("typhoon")
	from := [2]float64{300, 700} // nothing is there
	b.mouse(from, [2]float64{340, 690}, [2]float64{400, 650})
	after := b.must("typhoon")
	if math.Abs(after.X-before.X-100) > 2 || math.Abs(after.Y-before.Y+50) > 2 {
		t.Errorf("dragged by 100,-50, a concept moved by %.0f,%.0f", after.X-before.X, after.Y-before.Y)
	}
	if s := b.state(); s.Selected != "" {
		t.Errorf("dragging chose %s", s.Selected)
	}
	scale := b.state().Scale
	b.click("#zoomIn")
	if s := b.state().Scale; s <= scale {
		t.Errorf("zoomed in from %g to %g", scale, s)
	}
	b.click("#zoomOut")
	b.click("#zoomOut")
	if s := b.state().Scale; s >= scale {
		t.Errorf("zoomed out from %g to %g", scale, s)
	}
	b.click("#fit")
	b.clear("fitted")
}

// dragConcept drags a concept out of its place, with all that is below it, and
// puts it back.
func dragConcept(t *testing.T, b *browser, _ export.Page) {
	b.click("#fit")
	names := []string{"typhoon warning", "red typhoon warning", "tropical cyclone", "gale", "typhoon disaster"}
	places := func() (all []drawn) {
		for _, name := range names {
			all = append(all, b.must(name))
		}
		return all
	}
	moved := func(what string, before []drawn, want ...[2]float64) {
		t.Helper()
		for i, after := range places() {
			dx, dy := after.X-before[i].X, after.Y-before[i].Y
			if math.Abs(dx-want[i][0]) > 2 || math.Abs(dy-want[i][1]) > 2 {
				t.Errorf("%s: %s moved by %.0f,%.0f, want %.0f,%.0f", what, names[i], dx, dy, want[i][0], want[i][1])
			}
		}
	}
	still, away := [2]float64{}, [2]float64{-90, 60}
	first := places()
	at := [2]float64{math.Round(first[0].X), math.Round(first[0].Y)}
	b.mouse(at, [2]float64{at[0] - 30, at[1] + 20}, [2]float64{at[0] - 90, at[1] + 60})
	moved("dragged", first, away, away, still, still, still)
	if s := b.state(); s.Selected != "" {
		t.Errorf("dragging chose %s", s.Selected)
	}
	b.shot("dragged")
	b.foldOn("typhoon warning")
	b.foldOn("typhoon warning")
	moved("folded and unfolded", first, away, away, still, still, still)
	b.click("#back")
	moved("put back", first, still, still, still, still, still)
	if b.text(`String(document.getElementById("back").hidden)`) != "true" {
		t.Error("with all in its place there is still a button to put it back")
	}
	b.js(`ontologyView.focus("typhoon warning"); document.getElementById("tree").focus()`, nil)
	b.press(keyShift+keyDown, keyShift+keyDown)
	if d := b.must("typhoon warning").Y - first[0].Y; d < 8 {
		t.Errorf("Shift and the arrow key moved it by %.0f", d)
	}
	b.click("#back")
}

// theme checks that the scale of weights can be told apart by lightness alone,
// and texts from their ground, in both themes.
func theme(t *testing.T, b *browser, _ export.Page) {
	for _, dark := range []bool{false, true} {
		b.dark(dark)
		shades := b.state().Shades
		last, step := luminance(t, shades[0]), 0.0
		for _, s := range shades[1:] {
			l := luminance(t, s)
			if step != 0 && (l-last)*step < 0 {
				t.Errorf("dark %t: the scale turns at %s", dark, s)
			}
			step, last = l-last, l
		}
		for _, pair := range [][2]string{{"text", "back"}, {"text", "card"}, {"soft", "card"}, {"accent", "accent-back"}} {
			var ink, ground string
			b.js(fmt.Sprintf(`const s = getComputedStyle(document.documentElement); return s.getPropertyValue("--%s").trim()`, pair[0]), &ink)
			b.js(fmt.Sprintf(`const s = getComputedStyle(document.documentElement); return s.getPropertyValue("--%s").trim()`, pair[1]), &ground)
			// WCAG 2.2, 1.4.3: 4.5 to 1 for text.
			if c := contrast(luminance(t, ink), luminance(t, ground)); c < 4.5 {
				t.Errorf("dark %t: %s on %s has contrast %.2f, want 4.5", dark, pair[0], pair[1], c)
			}
		}
	}
	b.dark(false)
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	v, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil || len(hex) != 7 {
		t.Fatalf("%q is no colour", hex)
	}
	linear := func(c uint64) float64 {
		x := float64(c&0xff) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(v>>16) + 0.7152*linear(v>>8) + 0.0722*linear(v)
}

func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }
