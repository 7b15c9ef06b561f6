package shift

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/message"
)

const evil = `<script>alert(1)</script>](javascript:alert(2)) **x** www.evil.example a@b.example` + "\u202e\r\nBcc: x@evil.example"

// at is an hour of the day on which the tests play.
func at(hour float64) time.Time {
	return time.Date(2024, 9, 8, 0, 0, 0, 0, time.UTC).Add(time.Duration(hour * float64(time.Hour)))
}

// told is a page that was fetched at an hour.
func told(url, title, lang string, hour float64, texts ...string) eventgraph.Page {
	return eventgraph.Page{URL: url, Title: title, Lang: lang, Published: at(hour), Fetched: at(hour), Texts: texts}
}

// past answers with fixed stories.
type past struct {
	monitor.Reader
	stories []monitor.Story
	sources []monitor.NewSource
	fault   error
}

func (p past) Stories(string, time.Time, int) ([]monitor.Story, error) { return p.stories, p.fault }
func (p past) Sources(string, monitor.SourceState) ([]monitor.NewSource, error) {
	return p.sources, nil
}

// maker makes reports of pages.
func maker(t *testing.T, r past, pages ...eventgraph.Page) *Maker {
	t.Helper()
	b, err := eventgraph.NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		b.Add(p)
	}
	b.Finish()
	cards := b.Cards()
	cards.At = at(23)
	return &Maker{Reader: r, Cards: func(string) (*eventgraph.Cards, error) { return cards, nil }, Job: func(name string) (*monitor.Job, error) {
		return &monitor.Job{Name: name, Zone: time.UTC, Seeds: []string{"https://silent.example/"}}, nil
	}}
}

func (m *Maker) of(t *testing.T, from, to float64) *Report {
	t.Helper()
	r, err := m.Report("typhoon", at(from), at(to), at(24))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// yagi are pages of a day: the toll is 3, then 4, then 24 in another place, and somebody says 9.
func yagi() []eventgraph.Page {
	return []eventgraph.Page{
		told("https://a.example/1", "Yagi", "en", 5, "On Sept. 7 Typhoon Yagi killed 3 people in Hainan."),
		told("https://a.example/2", "Yagi", "en", 8, "As of 8 a.m. on Sept. 8 Typhoon Yagi had killed 4 people in Hainan."),
		told("https://b.example/2", "Yagi again", "en", 9, "As of 8 a.m. on Sept. 8 Typhoon Yagi had killed 4 people in Hainan."),
		told("https://c.example/3", evil, "en", 10, "On Sept. 8 Typhoon Yagi injured 24 people in Hanoi."),
		told("https://c.example/4", "Yagi", "en", 11, "Typhoon Yagi is forecast to bring 300 mm of rain to Hanoi on Sept. 9."),
	}
}

// TestReport: a shift is told what is new, what changed and from what, and what is forecast, once each.
func TestReport(t *testing.T) {
	m := maker(t, past{}, yagi()...)
	r := m.of(t, 6, 12)
	if len(r.Changed) != 1 || r.Changed[0].Was.Value != 3 || r.Changed[0].Now.Value != 4 || r.Changed[0].Sources != 2 || !strings.Contains(r.Changed[0].Sentence, "killed 4") {
		t.Errorf("changed: %+v", r.Changed)
	}
	if len(r.New) != 1 || r.New[0].Kind != "injured" || r.New[0].Value.Value != 24 || r.New[0].URL != "https://c.example/3" {
		t.Errorf("new: %+v", r.New)
	}
	if len(r.Forecast) != 1 || r.Forecast[0].Kind != "rain" || r.Forecast[0].Value.Value != 300 {
		t.Errorf("forecast: %+v", r.Forecast)
	}
	for _, s := range []struct {
		from, to float64
		new      int
	}{{4, 6, 1}, {12, 18, 0}, {9.5, 10.5, 1}} {
		if r := m.of(t, s.from, s.to); len(r.New) != s.new || len(r.Changed) != 0 {
			t.Errorf("from %v to %v: %d new, want %d; changed %+v", s.from, s.to, len(r.New), s.new, r.Changed)
		}
	}
}

// TestContradicted: two sources of one time stand side by side, and neither is told as new, too.
func TestContradicted(t *testing.T) {
	m := maker(t, past{},
		told("https://a.example/1", "Yagi", "en", 8, "As of 8 a.m. on Sept. 8 Typhoon Yagi had killed 14 people in Hainan."),
		told("https://b.example/1", "Yagi", "en", 9, "As of 8 a.m. on Sept. 8 Typhoon Yagi had killed 9 people in Hainan."))
	r := m.of(t, 6, 12)
	if len(r.Contradicted) != 1 || len(r.Contradicted[0].Sides) != 2 || len(r.New)+len(r.Changed) != 0 {
		t.Fatalf("contradicted %+v, new %+v, changed %+v", r.Contradicted, r.New, r.Changed)
	}
	if a, b := r.Contradicted[0].Sides[0], r.Contradicted[0].Sides[1]; a.Value.Value+b.Value.Value != 23 || a.Sentence == "" || b.Sentence == "" {
		t.Errorf("the sides are %+v, %+v", a, b)
	}
	if r := m.of(t, 12, 18); len(r.Contradicted) != 0 {
		t.Errorf("the next shift is told again: %+v", r.Contradicted)
	}
}

// TestSilent: a source that is named, or told something in the week before, and nothing in the shift, is listed with when it
// told something last; pages whose facts are told are not listed again.
func TestSilent(t *testing.T) {
	story := func(url string, hour float64) monitor.Story {
		return monitor.Story{URL: url, Title: "t", First: at(hour), Last: at(hour), Pages: []string{url}, Relevance: 0.5}
	}
	m := maker(t, past{
		stories: []monitor.Story{story("https://c.example/3", 10), story("https://d.example/1", 9), story("https://old.example/1", -3), story("https://gone.example/1", -24*8)},
		sources: []monitor.NewSource{{Added: []monitor.Address{{URL: "https://added.example/feed"}}}},
	}, yagi()...)
	r := m.of(t, 6, 12)
	if len(r.Pages) != 1 || r.Pages[0].URL != "https://d.example/1" {
		t.Errorf("pages: %+v", r.Pages)
	}
	var got []string
	for _, s := range r.Silent {
		got = append(got, fmt.Sprint(s.Host, " ", s.Named, " ", s.Last.IsZero()))
	}
	if want := "added.example true true,silent.example true true,old.example false false"; strings.Join(got, ",") != want {
		t.Errorf("silent: %v, want %s", got, want)
	}
}

// TestForms: each form has the sentences, and nothing of a hostile title is markup, an address or a line of its own.
func TestForms(t *testing.T) {
	m := maker(t, past{}, yagi()...)
	r := m.of(t, 6, 12)
	for _, lang := range []string{"en", "zh"} {
		p := message.New(lang)
		for form, write := range map[string]func(*bytes.Buffer) error{
			"text": func(b *bytes.Buffer) error { return r.Text(b, p) }, "markdown": func(b *bytes.Buffer) error { return r.Markdown(b, p) }, "html": func(b *bytes.Buffer) error { return r.HTML(b, p) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			plain := strings.ReplaceAll(text, `\`, "")
			for _, want := range []string{"injured 24 people in Hanoi", "killed 4 people", "300 mm", "https://c.example/3", map[string]string{"en": "Then and now", "zh": "前后对照"}[lang], "3 ", "→ 4 "} {
				if !strings.Contains(plain, want) {
					t.Errorf("%s, %s: %q is missing", form, lang, want)
				}
			}
			if strings.Contains(text, "\u202e") || strings.Contains(text, "\nBcc") || strings.Contains(text, "\r") {
				t.Errorf("%s: a title commands what shows it", form)
			}
			if form == "markdown" && (strings.Contains(text, "<script") && !strings.Contains(text, `\<script`) || strings.Contains(text, "](javascript") || strings.Contains(text, " www.evil")) {
				t.Errorf("a title is markup:\n%s", text)
			}
			if form == "html" {
				harmless(t, text)
			}
		}
	}
}

// harmless checks that a page has no script, and links to the web only.
func harmless(t *testing.T, text string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "script" {
			t.Error("the page has a script")
		}
		for _, a := range n.Attr {
			if a.Key == "href" && !strings.HasPrefix(a.Val, "https://") || strings.HasPrefix(a.Key, "on") {
				t.Errorf("%s has %s=%q", n.Data, a.Key, a.Val)
			}
		}
	}
}

// TestBounds: a situation of ten thousand pages gives a report that can be read, and says what it leaves out; an event
// with many facts hides no other one.
func TestBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("ten thousand pages are read")
	}
	var pages []eventgraph.Page
	var stories []monitor.Story
	for i := range 10_000 {
		u := fmt.Sprintf("https://h%d.example/%d", i%500, i)
		pages = append(pages, told(u, "Yagi", "en", 8, fmt.Sprintf("On Sept. 8 Typhoon Yagi injured %d people in Hanoi.", i+1)))
		stories = append(stories, monitor.Story{URL: u, Title: evil, First: at(8), Last: at(8), Pages: []string{u}})
	}
	pages = append(pages, told("https://z.example/", "Flood", "en", 9, "On Sept. 8 a flood killed 2 people in Guilin."))
	r := maker(t, past{stories: stories}, pages...).of(t, 6, 12)
	flood := false
	for _, f := range r.New {
		flood = flood || f.Event.Kind == "flood"
	}
	if len(r.New) > mostFacts || len(r.Pages) != mostPages || r.LeftOut.New < 100 || r.LeftOut.Pages < 9_000 || !flood {
		t.Errorf("%d new, %d pages, left out %+v, the flood is there: %v", len(r.New), len(r.Pages), r.LeftOut, flood)
	}
	var b bytes.Buffer
	if err := r.HTML(&b, nil); err != nil || b.Len() > 200_000 {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
}

// TestNoGraph: without events the report has pages and sources, and says why; what cannot be read is an error.
func TestNoGraph(t *testing.T) {
	m := maker(t, past{})
	m.Cards = func(string) (*eventgraph.Cards, error) { return nil, nil }
	var b bytes.Buffer
	if err := m.of(t, 6, 12).Text(&b, nil); err != nil || !strings.Contains(b.String(), "event-graph: true") {
		t.Errorf("%v:\n%s", err, b.String())
	}
	fault := errors.New("the store is being mended")
	m.Reader = past{fault: fault}
	if _, err := m.Report("typhoon", at(6), at(12), at(12)); !errors.Is(err, fault) {
		t.Errorf("the error is %v", err)
	}
}

// TestTextOfPage: a page without a fact is an item whose first line is its title.
func TestTextOfPage(t *testing.T) {
	var b bytes.Buffer
	r := Report{Pages: []Page{{URL: "https://a.example/1", Title: "Rain", Host: "a.example"}}}
	if err := r.Text(&b, message.New("en")); err != nil || !strings.Contains(b.String(), "\n* Rain\n  https://a.example/1\n  a.example") {
		t.Errorf("%v:\n%s", err, b.String())
	}
}
