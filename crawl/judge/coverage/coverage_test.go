package coverage

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// storms is a topic of three concepts: storm is core, landfall and bull are not.
func storms(tb testing.TB) Options {
	tb.Helper()
	label := func(text, lang string) ontology.Label { return ontology.Label{Text: text, Lang: lang} }
	v := &semsim.TopicVector{Name: "storm", Entries: []semsim.Entry{
		{IRI: "x#storm", En: "storm", Zh: "风暴", Weight: 1, Core: true, Labels: []ontology.Label{label("storm", "en"), label("风暴", "zh"), label("tempest", "en")}},
		{IRI: "x#landfall", En: "landfall", Zh: "登陆", Weight: 0.6, Labels: []ontology.Label{label("landfall", "en"), label("storm landfall", "en"), label("登陆", "zh")}},
		{IRI: "x#bull", En: "bull", Zh: "牛", Weight: 0.5, Core: true, Labels: []ontology.Label{label("bull", "en")}},
	}}
	lex, err := lexicon.New(relevance.TermsOf(v), lexicon.Options{Segmenter: lexicon.Trie})
	if err != nil {
		tb.Fatal(err)
	}
	return Options{Topic: v, Lexicon: lex, Judge: relevance.Options{Judge: relevance.Density}, Name: func(e *semsim.Entry) string { return e.En }}
}

// text is a page of a run and its HTML.
type text struct{ url, lang, html string }

// run judges pages and writes them as a run folder has them.
func run(tb testing.TB, opt Options, texts ...text) (*calibrate.Run, calibrate.Texts) {
	tb.Helper()
	j, err := relevance.New(opt.Topic, opt.Lexicon, opt.Judge)
	if err != nil {
		tb.Fatal(err)
	}
	pages := map[string]string{}
	parse := func(url string) *crawl.Page {
		p, err := page.Parse(&crawl.Response{URL: url, Final: url, Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(pages[url])})
		if err != nil {
			tb.Fatal(err)
		}
		return p
	}
	dir := tb.TempDir()
	var lines []byte
	for i, t := range texts {
		pages[t.url] = t.html
		p := parse(t.url)
		j.Mark(p)
		s := j.Score(p)
		j.Learn(p)
		record := rundir.Page{Seq: i + 1, URL: t.url, Title: p.Title, Lang: t.lang, Relevance: rundir.Number(s.Relevance), Relevant: s.Relevant, Evidence: s.Evidence}
		line, err := record.Line()
		if err != nil {
			tb.Fatal(err)
		}
		lines = append(lines, line...)
	}
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), lines, 0o600); err != nil {
		tb.Fatal(err)
	}
	r, err := calibrate.Load(dir)
	if err != nil {
		tb.Fatal(err)
	}
	return r, func(_ context.Context, p *rundir.Page) (*crawl.Page, error) {
		if strings.Contains(p.URL, "lost") {
			return nil, nil
		}
		return parse(p.URL), nil
	}
}

func html(title, body string) string {
	return "<html><head><title>" + title + "</title></head><body><p>" + body + "</p></body></html>"
}

func concept(tb testing.TB, r *Report, name string) *Concept {
	tb.Helper()
	i := slices.IndexFunc(r.Concepts, func(x Concept) bool { return x.Name == name })
	if i < 0 {
		tb.Fatalf("no %s", name)
	}
	return &r.Concepts[i]
}

// TestReport counts by hand: two pages about storms, one of them by a plural; four of a farm where
// bull stands alone; one in a language without a label; one without a mention.
func TestReport(t *testing.T) {
	opt := storms(t)
	farm := "Our old bull stands in the meadow. " + strings.Repeat("Grass and hay feed the cows all year long. ", 60)
	texts := []text{
		{"http://a.example/1", "en", html("Storm landfall", "The storm made landfall. The storm went on, a storm of storms.")},
		{"http://a.example/2", "en-GB", html("Storms at dawn", "Landfall was at dawn. Two storms.")},
		{"http://b.example/nada", "es", html("Tormenta", "La tormenta.")},
		{"http://b.example/none", "", html("Soup", "Leeks.")},
	}
	for i := range 4 {
		texts = append(texts, text{fmt.Sprintf("http://farm.example/%d", i), "en", html("Farm", farm)})
	}
	r, read := run(t, opt, texts...)
	rep := Count(r, opt)
	if rep.Pages != 8 || rep.Mention != 6 || rep.Relevant != 2 {
		t.Fatalf("%+v", rep)
	}
	storm, bull := concept(t, rep, "storm"), concept(t, rep, "bull")
	if storm.Pages != 2 || storm.Relevant != 2 || storm.Alone != 0 || storm.Labels[0].Text != "storm" || storm.Labels[0].Pages != 2 || storm.Labels[1].Pages != 0 || len(storm.Labels) != 3 {
		t.Errorf("storm: %+v", storm)
	}
	if bull.Pages != 4 || bull.Alone != 4 || bull.AloneRelevant != 0 || !slices.Equal(bull.Misleads, []Host{{"farm.example", 4}}) {
		t.Errorf("bull: %+v", bull)
	}
	if want := []Language{{"en", 6, 2, 6, 5, 2, 2}, {"", 1, 0, 0, 0, 0, 2}, {"es", 1, 0, 0, 0, 0, 2}, {"zh", 0, 0, 0, 2, 1, 2}}; !slices.Equal(rep.Languages, want) {
		t.Errorf("languages %+v", rep.Languages)
	}
	if len(rep.Holders) != 1 || rep.Holders[0].Text != "storm landfall" || rep.Holders[0].Holds != "storm" {
		t.Errorf("holders %+v", rep.Holders)
	}
	if err := rep.Rejudge(t.Context(), r, opt, read); err != nil {
		t.Fatal(err)
	}
	if rep.Rejudged != 8 || rep.Tried != 3 {
		t.Errorf("%d pages judged again for %d concepts", rep.Rejudged, rep.Tried)
	}
	if f := storm.Flip; f == nil || f.Lost != 2 || f.Gained != 0 || len(f.Examples) != 2 {
		t.Errorf("storm without its mark: %+v", f)
	}
	if f := bull.Flip; f == nil || f.Lost != 0 || f.Gained != 0 {
		t.Errorf("bull without its mark: %+v", f)
	}
	hints := strings.Join(rep.Hints(), "\n")
	for _, want := range []string{`Pages in "es": 1, and the ontology has no label in it`, "bull stands alone on 4 pages that were refused, most on farm.example (4)"} {
		if !strings.Contains(hints, want) {
			t.Errorf("no hint %q:\n%s", want, hints)
		}
	}
}

// TestNoText: without the texts nothing is said about marks; with some, of those.
func TestNoText(t *testing.T) {
	opt := storms(t)
	r, read := run(t, opt, text{"http://a.example/1", "en", html("Storm", "The storm, the landfall.")}, text{"http://a.example/lost", "en", html("Storm", "A storm.")})
	rep := Count(r, opt)
	var b strings.Builder
	if err := rep.Write(&b, false); err != nil || !strings.Contains(b.String(), "The text of 2 pages is not kept") {
		t.Errorf("%v\n%s", err, b.String())
	}
	if err := rep.Rejudge(t.Context(), r, opt, read); err != nil || rep.Rejudged != 1 {
		t.Errorf("%d judged again, %v", rep.Rejudged, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Count(r, opt).Rejudge(ctx, r, opt, read); err == nil {
		t.Error("goes on after a signal")
	}
}

// TestEmpty: a run without pages, and one without a mention.
func TestEmpty(t *testing.T) {
	opt := storms(t)
	for _, texts := range [][]text{nil, {{"http://a.example/", "", html("Soup", "Leeks.")}}} {
		r, read := run(t, opt, texts...)
		rep := Count(r, opt)
		if err := rep.Rejudge(t.Context(), r, opt, read); err != nil || rep.Tried != 0 {
			t.Error(err, rep.Tried)
		}
		var b strings.Builder
		if err := rep.Write(&b, true); err != nil || !strings.Contains(b.String(), "never found") {
			t.Errorf("%v\n%s", err, b.String())
		}
		if text, err := json.Marshal(rep); err != nil || strings.Contains(string(text), "null") {
			t.Errorf("%s, %v", text, err)
		}
	}
}

// TestFit: learned words raise half of the pages of the core concept, and all of a concept
// that is not core: the mark is offered. They raise none of another core concept's.
func TestFit(t *testing.T) {
	opt := storms(t)
	var pages []calibrate.Page
	add := func(iri string, words float64, n int) {
		for i := range n {
			pages = append(pages, calibrate.Page{URL: fmt.Sprint(iri, i, words), Evidence: []crawl.Evidence{
				{Concept: iri, Label: "x", Contribution: 0.3}, {Group: relevance.GroupWords, Label: "wind, rain", Contribution: words}}})
		}
	}
	add("x#storm", 0.1, 20)
	add("x#storm", -0.1, 10)
	add("x#landfall", 0.1, 10)
	add("x#bull", -0.1, 10)
	rep := Count(&calibrate.Run{Pages: pages}, opt)
	if storm, fall, bull := concept(t, rep, "storm"), concept(t, rep, "landfall"), concept(t, rep, "bull"); storm.Mark != "" || fall.Mark != "offer" || bull.Mark != "doubt" || *fall.Fit != 2 {
		t.Errorf("storm %q, landfall %q (%v), bull %q", storm.Mark, fall.Mark, *fall.Fit, bull.Mark)
	}
	hints := strings.Join(rep.Hints(), "\n")
	if !strings.Contains(hints, "landfall is not core") || !strings.Contains(hints, "bull is core, but") {
		t.Error(hints)
	}
}

// TestWords: words of labels are not offered, nor parts of Chinese labels.
func TestWords(t *testing.T) {
	opt := storms(t)
	m := &relevance.Model{Words: []relevance.ModelWord{{Word: "storms", Weight: 2}, {Word: "mbar", Weight: 1}, {Word: "mbars", Weight: 0.95}, {Word: "风的", Weight: 0.9}, {Word: "about", Weight: 0.9}, {Word: "风暴", Weight: 0.9}, {Word: "海浪", Weight: 0.5}}}
	got := words(m, opt.Topic)
	if want := []Word{{"mbar", 0.5}, {"海浪", 0.25}}; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if len(words(nil, opt.Topic)) != 0 {
		t.Error("words of no model")
	}
}
