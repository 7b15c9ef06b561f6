package extract

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func spansOf[T any](all []T, of func(T) Span) (out []Span) {
	for _, x := range all {
		out = append(out, of(x))
	}
	return out
}

// figures are the scores of one set of texts.
type figures struct {
	times, places, placeChars, words, wordsAny, emergency, names, quantities, warnings score
}

// shows misses of the kinds in ONTOCRAWL_MISSES, for whoever improves the rules.
func misses(t *testing.T, what string, g *goldText) func(string, Span) {
	if !strings.Contains(os.Getenv("ONTOCRAWL_MISSES"), what) {
		return func(string, Span) {}
	}
	return func(kind string, s Span) {
		from := max(0, s.Start-30)
		for from > 0 && g.text[from]&0xc0 == 0x80 {
			from--
		}
		to := min(len(g.text), s.End+24)
		for to < len(g.text) && g.text[to]&0xc0 == 0x80 {
			to++
		}
		t.Logf("%s %s %s: %s[%s]%s", what, kind, g.name, g.text[from:s.Start], g.text[s.Start:s.End], g.text[s.End:to])
	}
}

func measure(t *testing.T, texts []goldText, own bool) (fig figures) {
	t.Helper()
	x, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range texts {
		g := &texts[i]
		m := x.Extract(g.text, g.ref)
		fig.times.add(match(spansOf(m.Times, func(v TimeMention) Span { return v.Span }), outer(g.times), misses(t, "times", g)))
		places := spansOf(m.Places, func(v Place) Span { return v.Span })
		fig.places.add(match(places, outer(g.places), misses(t, "places", g)))
		fig.placeChars.add(characters(g.text, places, g.places))
		if own {
			fig.own(t, g, &m)
		} else {
			fig.denoters(t, g, &m)
		}
	}
	return fig
}

// own counts what only sentences of our own have marks for: words with their class, names,
// quantities with kind, value and unit, warnings with subject and colour.
func (fig *figures) own(t *testing.T, g *goldText, m *Mentions) {
	byClass := make(map[string][2][]Span)
	for _, w := range m.Words {
		c := byClass[coarse(w.Class)]
		c[0] = append(c[0], w.Span)
		byClass[coarse(w.Class)] = c
	}
	for _, w := range g.words {
		c := byClass[w.class]
		c[1] = append(c[1], w.Span)
		byClass[w.class] = c
	}
	for class, c := range byClass {
		// Quantities of people are marked as such; the word in them is not marked again.
		found := c[0]
		if class == "Casualties" || class == "Evacuation" || class == "Traffic" || class == "Rainstorm" || class == "Landfall" || class == "Surge" {
			found = nil
			for _, s := range c[0] {
				in := false
				for _, q := range g.qs {
					in = in || q.Overlaps(s)
				}
				if !in || overlapsAny(s, c[1]) {
					found = append(found, s)
				}
			}
		}
		fig.words.add(match(found, c[1], misses(t, "words", g)))
	}
	var names []Span
	for _, s := range m.Storms {
		if s.Name != "" {
			names = append(names, s.Span)
		}
	}
	fig.names.add(match(names, g.names, misses(t, "names", g)))
	fig.quantities.add(quantityScore(t, g, m))
	fig.warnings.add(warningScore(g, m))
}

func quantityScore(t *testing.T, g *goldText, m *Mentions) (s score) {
	miss := misses(t, "quantities", g)
	used := make([]bool, len(m.Quantities))
	m.Quantities = slices.DeleteFunc(slices.Clone(m.Quantities), func(q Quantity) bool { return q.Value == 0 && q.Unit == People }) // the marks have no "nobody"
	for _, q := range m.Quantities {
		s.found += int(b2i(q.Doubt == ""))
	}
	for _, q := range g.qs {
		if !measured(q.kind) {
			continue
		}
		s.gold++
		ok := false
		for i, f := range m.Quantities {
			if !used[i] && f.Doubt == "" && f.Kind == q.kind && f.Value == q.value && unitOf(f.Unit) == q.unit && f.Overlaps(q.Span) {
				used[i], ok = true, true
				s.hit++
				break
			}
		}
		if !ok {
			miss("missed", q.Span)
		}
	}
	for i, f := range m.Quantities {
		if !used[i] && f.Doubt == "" {
			miss("wrong "+string(f.Kind), f.Span)
		}
	}
	return s
}

func warningScore(g *goldText, m *Mentions) (s score) {
	s.gold = len(g.warns)
	for _, f := range m.Warnings {
		if f.Colour == "" {
			continue
		}
		s.found++
		for _, w := range g.warns {
			if w.Overlaps(f.Span) && w.colour == f.Colour && w.about == f.About {
				s.hit++
				break
			}
		}
	}
	return s
}

// denoters counts event words in the reports. A word that is found is right if the reports mark
// it as a word of any event. Recall counts the words of emergencies, and the words of
// casualties.
func (fig *figures) denoters(t *testing.T, g *goldText, m *Mentions) {
	miss := misses(t, "words", g)
	var all, emergency []Span
	for _, w := range g.words {
		all = append(all, w.Span)
		if w.class == "emergency" {
			emergency = append(emergency, w.Span)
		}
	}
	for _, w := range m.Words {
		fig.wordsAny.found++
		if overlapsAny(w.Span, all) {
			fig.wordsAny.hit++
		} else {
			miss("wrong", w.Span)
		}
	}
	found := spansOf(m.Words, func(w Word) Span { return w.Span })
	fig.emergency.gold += len(emergency)
	for _, e := range emergency {
		if overlapsAny(e, found) {
			fig.emergency.hit++
		} else {
			miss("missed", e)
		}
	}
}

func logFigures(t *testing.T, fig *figures, own bool) {
	t.Helper()
	line := func(name string, s score) {
		t.Logf("%-28s P %.3f  R %.3f  F1 %.3f  (%d found, %d marked)", name, s.precision(), s.recall(), s.f1(), s.found, s.gold)
	}
	line("times", fig.times)
	line("places", fig.places)
	line("places, by characters", fig.placeChars)
	if own {
		line("event words with class", fig.words)
		line("names of storms", fig.names)
		line("quantities", fig.quantities)
		line("warnings with colour", fig.warnings)
		return
	}
	p, r := fig.wordsAny.precision(), fig.emergency.recall()
	t.Logf("event words: P %.3f (%d found), recall of emergencies %.3f (%d marked), F1 %.3f", p, fig.wordsAny.found, r, fig.emergency.gold, 2*p*r/max(p+r, 1e-9))
}

// bars fails if a figure of the sentences of our own is below its bar.
func bars(t *testing.T, fig *figures) {
	t.Helper()
	for _, b := range []struct {
		name  string
		got   score
		least float64
	}{{"times", fig.times, .85}, {"places by characters", fig.placeChars, .75}, {"event words", fig.words, .75}, {"quantities", fig.quantities, .9}, {"names", fig.names, .9}} {
		if b.got.f1() < b.least {
			t.Errorf("F1 of %s is %.3f, below %.2f", b.name, b.got.f1(), b.least)
		}
	}
}

func TestFigures(t *testing.T) {
	fig := measure(t, ownSentences(t, "storms-dev.tsv"), true)
	logFigures(t, &fig, true)
	bars(t, &fig)
}

// TestFiguresAside measures the half that no rule was made with.
func TestFiguresAside(t *testing.T) {
	fig := measure(t, ownSentences(t, "storms-aside.tsv"), true)
	logFigures(t, &fig, true)
	bars(t, &fig)
}

// TestConfidence compares the shares that statements carry with what is measured.
func TestConfidence(t *testing.T) {
	fig := measure(t, ownSentences(t, "storms-dev.tsv"), true)
	for _, c := range []struct {
		name  string
		s     score
		trust float64
	}{{"times", fig.times, TrustTime}, {"places", fig.places, TrustPlace}, {"quantities", fig.quantities, TrustQuantity}, {"warnings", fig.warnings, TrustWarning}, {"words", fig.words, TrustWord}} {
		if got := float64(c.s.hit+1) / float64(c.s.found+2); got < c.trust-.01 || got > c.trust+.01 {
			t.Errorf("%s: %.3f is measured, the table says %.2f", c.name, got, c.trust)
		}
	}
}

// The annotated reports of emergencies are harder than sentences about storms, and their marks
// were made for another task. docs/events.md has the figures of both halves; here is only a
// floor.
func TestReportsDev(t *testing.T)  { testReports(t, false) }
func TestReportsTest(t *testing.T) { testReports(t, true) }

func testReports(t *testing.T, test bool) {
	t.Helper()
	fig := measure(t, reports(t, test), false)
	logFigures(t, &fig, false)
	if fig.times.f1() < .75 || fig.placeChars.f1() < .4 {
		t.Error("the figures have become much worse")
	}
}

// TestRelativeTimes resolves times written by hand against their date.
func TestRelativeTimes(t *testing.T) {
	data, err := os.ReadFile("testdata/relative-times.tsv")
	if err != nil {
		t.Fatal(err)
	}
	x, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	right, all := 0, 0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(line, "\t")
		ref, err := time.Parse(time.DateOnly, f[0])
		if err != nil {
			t.Fatal(err)
		}
		all++
		m := x.Extract(f[1], ref)
		if len(m.Times) == 1 && m.Times[0].String() == f[2] {
			right++
			continue
		}
		got := ""
		for _, g := range m.Times {
			got += " " + g.String()
		}
		t.Logf("%s of %s: %q, want %s", f[1], f[0], got, f[2])
	}
	t.Logf("%d of %d are right", right, all)
	if 10*right < 9*all {
		t.Error("fewer than nine of ten")
	}
}
