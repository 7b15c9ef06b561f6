package calibrate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// folderOf writes pages.jsonl.
func folderOf(t *testing.T, pages ...rundir.Page) string {
	t.Helper()
	dir := t.TempDir()
	var b bytes.Buffer
	for i := range pages {
		pages[i].Seq = i + 1
		line, err := pages[i].Line()
		if err != nil {
			t.Fatal(err)
		}
		b.Write(line)
	}
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func load(t *testing.T, pages ...rundir.Page) *Run {
	t.Helper()
	r, err := Load(folderOf(t, pages...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLoad: repeats are no pages of their own; a page is known by every address that
// led to it.
func TestLoad(t *testing.T) {
	r := load(t,
		rundir.Page{URL: "http://a.example/", Relevance: 0.8, Relevant: true, Asked: "http://a.example/old"},
		rundir.Page{URL: "http://a.example/copy", Relevance: 0.8, DuplicateOf: "http://a.example/", Exact: true},
		rundir.Page{URL: "http://a.example/near", Relevance: 0.4, DuplicateOf: "http://a.example/", Canonical: "http://a.example/nice"},
		rundir.Page{URL: "http://a.example/zero"},
	)
	if len(r.Pages) != 3 || r.Askable() != 2 || r.Pages[0].Host != "a.example" {
		t.Fatalf("%d pages, %d to ask about: %+v", len(r.Pages), r.Askable(), r.Pages)
	}
	r.Learn([]marks.Label{
		{URL: "http://a.example/old", Verdict: marks.Wrong}, {URL: "http://a.example/copy", Verdict: marks.Right}, {URL: "http://a.example/nice", Verdict: marks.Wrong},
		{URL: "http://b.example/", Verdict: marks.Right}, {URL: "http://b.example/", Verdict: marks.Wrong},
		{URL: "http://a.example/zero", Verdict: marks.Right}, {URL: "http://a.example/zero", Verdict: marks.None},
	})
	if r.Known[0] != Yes || r.Known[1] != No || len(r.Known) != 2 || !slices.Equal(r.Unknown, []string{"http://b.example/"}) || len(r.Changed) != 1 {
		t.Errorf("known %v, unknown %v, changed %v", r.Known, r.Unknown, r.Changed)
	}
}

// TestResults: too few, one-sided and contradictory answers are said so; three answers are
// enough for a run of three pages.
func TestResults(t *testing.T) {
	long := make([]rundir.Page, 40)
	for i := range long {
		long[i] = rundir.Page{URL: fmt.Sprintf("http://a.example/%d", i), Relevance: rundir.Number(float64(i+1) / 41)}
	}
	for name, c := range map[string]struct {
		pages []rundir.Page
		yes   func(i int) bool
		n     int
		set   bool
		note  string
	}{
		"no answer":      {long, nil, 0, false, "no answer yet"},
		"three of many":  {long, func(i int) bool { return i > 1 }, 3, false, "too few"},
		"three of three": {long[10:13], func(i int) bool { return i > 0 }, 3, true, ""},
		"all yes":        {long, func(int) bool { return true }, 40, false, "Every answer is yes"},
		"all no":         {long, func(int) bool { return false }, 40, false, "No answer is yes"},
		"upside down":    {long, func(i int) bool { return i < 20 }, 40, true, "hardly follow"},
		"right":          {long, func(i int) bool { return i >= 20 }, 40, true, ""},
	} {
		r := load(t, c.pages...)
		for i := range c.n {
			r.Known[i] = replyOf(c.yes(i))
		}
		res := r.Result(0.5)
		notes := strings.Join(res.Notes, " ")
		if res.Enough() != c.set || c.note == "" && notes != "" || !strings.Contains(notes, c.note) {
			t.Errorf("%s: enough %v, notes %q", name, res.Enough(), notes)
		}
		if phi := res.Now.Phi; !(phi > 0 && phi < 1) || !c.set && (phi != 0.5 || res.Gained+res.Lost != 0) {
			t.Errorf("%s: phi %v, %d gained, %d lost", name, phi, res.Gained, res.Lost)
		}
		var b strings.Builder
		if err := res.Write(&b); err != nil || !strings.Contains(b.String(), c.note) {
			t.Errorf("%s: %v\n%s", name, err, b.String())
		}
	}
}

// TestMarks: three pages that rest on a core concept were answered no; three that rest on
// others were answered yes.
func TestMarks(t *testing.T) {
	v := &semsim.TopicVector{Entries: []semsim.Entry{{IRI: "core", Core: true}, {IRI: "other"}, {IRI: "fine", Core: true}}}
	page := func(i int, concept string) rundir.Page {
		return rundir.Page{URL: fmt.Sprintf("http://a.example/%s%d", concept, i), Relevance: 0.4,
			Evidence: []crawl.Evidence{{Concept: concept, Contribution: 0.3}, {Concept: "fine", Contribution: 0.1}}}
	}
	var pages []rundir.Page
	for i := range 3 {
		pages = append(pages, page(i, "core"), page(i, "other"))
	}
	r := load(t, pages...)
	for i := range r.Pages {
		r.Known[i] = replyOf(i%2 == 1)
	}
	got := r.Marks(v, strings.ToUpper)
	want := []Mark{{"core", "CORE", true, 0, 3, 0}, {"other", "OTHER", false, 3, 0, 3}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	r.Known[0] = Yes
	if got := r.Marks(v, strings.ToUpper); len(got) != 1 {
		t.Errorf("one of three contradicts: %+v", got)
	}
}

// TestTerms: a word of the pages answered yes is offered, unless a label has it, other pages have
// it too, or it is the word of one site.
func TestTerms(t *testing.T) {
	var pages []rundir.Page
	for i := range 9 {
		pages = append(pages, rundir.Page{URL: fmt.Sprintf("http://h%d.example/", i), Relevance: rundir.Number(0.9 - float64(i)/9)})
	}
	r := load(t, pages...)
	texts := func(_ context.Context, p *rundir.Page) (*crawl.Page, error) {
		i := int(p.URL[len("http://h")] - '0')
		words := []crawl.WordCount{{Word: "page", Count: 1}}
		if i < 4 {
			words = append(words, crawl.WordCount{Word: "keccak", Count: 2}, crawl.WordCount{Word: "cipher", Count: 9}, crawl.WordCount{Word: "was", Count: 1})
		}
		host := p.URL
		return &crawl.Page{Host: host, Features: &crawl.Features{Words: words}}, nil
	}
	for i := range 6 {
		r.Known[i] = replyOf(i < 4)
	}
	v := &semsim.TopicVector{Entries: []semsim.Entry{{IRI: "c"}}}
	v.Entries[0].Labels = append(v.Entries[0].Labels, labelOf("Block Cipher"))
	got, err := r.Terms(t.Context(), v, texts)
	if want := []Term{{"keccak", share{4, 4}, share{0, 2}, share{0, 2}}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := r.Terms(t.Context(), v, nil); got != nil || err != nil {
		t.Error("words without a text")
	}
}

// TestTells: shares are of pages; 4 of 4 beside 0 of 3 is (4.5/5)/(.5/4) = 7.2 times as
// frequent, beside 0 of 5 10.8 times.
func TestTells(t *testing.T) {
	for _, c := range []struct {
		yes, no, rest share
		want          bool
	}{
		{share{4, 4}, share{0, 2}, share{0, 3}, true},
		{share{4, 4}, share{0, 0}, share{0, 3}, false},
		{share{2, 4}, share{0, 2}, share{0, 200}, false},  // two pages
		{share{3, 11}, share{0, 2}, share{0, 200}, false}, // less than .3
		{share{3, 7}, share{3, 7}, share{0, 200}, false},  // as frequent on pages answered no
		{share{6, 10}, share{3, 10}, share{0, 200}, true}, // twice as frequent
		{share{6, 10}, share{4, 10}, share{0, 200}, false},
		{share{6, 10}, share{0, 10}, share{20, 200}, false}, // 5.9 times as frequent
	} {
		if _, ok := (&Term{"w", c.yes, c.no, c.rest}).tells(); ok != c.want {
			t.Errorf("%v yes, %v no, %v others: %v", c.yes, c.no, c.rest, ok)
		}
	}
}

// TestSentence: running text before a menu, and the sentence with most concepts.
func TestSentence(t *testing.T) {
	const text = "It rained. The typhoon made landfall in Luzon at dawn! Then the sun came out."
	at := func(word string, entry int32) crawl.Mention {
		i := strings.Index(text, word)
		return crawl.Mention{Entry: entry, Start: int32(i), End: int32(i + len(word)), Group: crawl.GroupBody}
	}
	p := &crawl.Page{Blocks: []crawl.Block{
		{Text: "Typhoon news", Title: true, Mentions: []crawl.Mention{{End: 7}}},
		{Text: "Typhoon tracks and typhoon names", Region: crawl.RegionNav, Mentions: []crawl.Mention{{End: 7}, {Start: 19, End: 26}}},
		{Text: text, Spans: []crawl.Span{{End: len(text), Group: crawl.GroupBody}}, Mentions: []crawl.Mention{at("rained", 2), at("typhoon", 0), at("landfall", 1)}},
	}}
	if got, want := sentence(p), "The typhoon made landfall in Luzon at dawn!"; got != want {
		t.Errorf("%q", got)
	}
	long := strings.Repeat("台风", 400)
	p.Blocks = []crawl.Block{{Text: long, Mentions: []crawl.Mention{{Start: 600, End: 606}}, Spans: []crawl.Span{{End: len(long), Group: crawl.GroupBody}}}}
	if got := sentence(p); len([]rune(got)) != mostShown+2 || !strings.HasPrefix(got, "…台") || !strings.HasSuffix(got, "…") {
		t.Errorf("%d characters: %q", len([]rune(got)), got)
	}
	if sentence(&crawl.Page{}) != "" {
		t.Error("a sentence of nothing")
	}
}

// TestDialogue: back and quit, an odd key, and what pages say cannot move the cursor.
func TestDialogue(t *testing.T) {
	var pages []rundir.Page
	for i := range 4 {
		pages = append(pages, rundir.Page{URL: fmt.Sprintf("http://a.example/%d", i), Title: "\x1b[2Jhijack\u202e", Relevance: rundir.Number(0.2 + float64(i)/5)})
	}
	for _, c := range []struct {
		in   string
		keep string
		err  error
	}{
		{"y\nn\n?\nY\n", "yes no ? yes", nil},
		{"y\nb\nn\nzz\ny\nq\n", "yes no yes", ErrQuit},
		{"b\ny\n", "yes", ErrQuit},
		{"", "", ErrQuit},
	} {
		r := load(t, pages...)
		var out strings.Builder
		var kept []string
		d := Dialogue{In: strings.NewReader(c.in), Out: &out, Topic: "storms", Name: strings.ToUpper,
			Keep: func(_ *Page, reply Reply) error { kept = append(kept, reply.String()); return nil }}
		if err := d.Ask(t.Context(), r, 20); !errors.Is(err, c.err) || strings.Join(kept, " ") != c.keep {
			t.Errorf("%q: kept %v, %v", c.in, kept, err)
		}
		if s := out.String(); strings.Contains(s, "\x1b") || strings.Contains(s, "\u202e") || !strings.Contains(s, "about storms?") || !strings.Contains(s, "Question 1 of 4") {
			t.Errorf("%q", s)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := Dialogue{In: strings.NewReader("y\n"), Out: new(strings.Builder), Name: strings.ToUpper}
	if err := d.Ask(ctx, load(t, pages...), 20); !errors.Is(err, context.Canceled) {
		t.Errorf("after a signal: %v", err)
	}
	full := errors.New("disk full")
	d = Dialogue{In: strings.NewReader("y\n"), Out: new(strings.Builder), Name: strings.ToUpper, Keep: func(*Page, Reply) error { return full }}
	if err := d.Ask(t.Context(), load(t, pages...), 20); !errors.Is(err, full) {
		t.Errorf("an answer that cannot be kept: %v", err)
	}
}

// TestQuestionFiles: a file of questions, filled in, is read back; no form of it runs as
// a formula.
func TestQuestionFiles(t *testing.T) {
	r := load(t, rundir.Page{URL: "http://a.example/?a=1,2", Title: "=HYPERLINK(\"x\")", Relevance: 0.5,
		Evidence: []crawl.Evidence{{Concept: "typhoon", Label: "颱風", Group: "title", Count: 2, Contribution: 0.5}}})
	q, err := r.Question(t.Context(), 0, nil, func(s string) string { return s })
	if err != nil || q.Why != "typhoon: “颱風” (title ×2)" {
		t.Fatalf("%+v, %v", q, err)
	}
	q.Sentence = "+cmd, \"or\" not"
	for name, fill := range map[string]func(string) string{
		"q.tsv":   func(s string) string { return strings.Replace(s, "\n\thttp", "\nyes\thttp", 1) },
		"q.csv":   func(s string) string { return strings.Replace(s, "\n,", "\nyes,", 1) },
		"q.jsonl": func(s string) string { return strings.Replace(s, `"answer":null`, `"answer":"yes"`, 1) },
	} {
		var b bytes.Buffer
		if err := r.WriteQuestions(&b, FormatOf(name), "storms", []Question{q}); err != nil {
			t.Fatal(err)
		}
		if labels, err := marks.ReadLabels(bytes.NewReader(b.Bytes())); len(labels) != 0 || err != nil {
			t.Errorf("%s, not filled in: %v, %v", name, labels, err)
		}
		filled := strings.ReplaceAll(fill(b.String()), "\n", "\r\n")
		if labels, err := marks.ReadLabels(strings.NewReader(filled)); len(labels) != 1 || labels[0].Verdict != marks.Right || labels[0].URL != "http://a.example/?a=1,2" || err != nil {
			t.Errorf("%s: %v, %v\n%s", name, labels, err, filled)
		}
		if FormatOf(name) != jsonl && (strings.Contains(b.String(), "\t=") || strings.Contains(b.String(), ",=") || strings.Contains(b.String(), ",\"=")) {
			t.Errorf("%s: %s", name, b.String())
		}
	}
}

func labelOf(text string) ontology.Label { return ontology.Label{Text: text} }

// TestWhy: concepts by weight, at most five, then what is no concept.
func TestWhy(t *testing.T) {
	evidence := []crawl.Evidence{{Group: "words", Label: "mbar, gusts", Contribution: 0.4}, {Concept: "storm", Label: "Storm", Group: "title", Count: 1, Contribution: 0.2}}
	if got, want := why(evidence, strings.ToLower), "Storm (title), words that go with the topic: mbar, gusts"; got != want {
		t.Errorf("%q", got)
	}
	for i := range 6 {
		evidence = append(evidence, crawl.Evidence{Concept: fmt.Sprint("c", i), Label: "x", Group: "body", Count: i + 1})
	}
	evidence = append(evidence, crawl.Evidence{Group: "words", Contribution: -0.1}, crawl.Evidence{Group: "parent", Label: "Storms"})
	if got := why(evidence, strings.ToLower); !strings.HasSuffix(got, "c3: “x” (body ×4), and 2 more, words that go with the topic: mbar, gusts, its other words do not fit, parent: Storms") {
		t.Errorf("%q", got)
	}
	if got := why(nil, strings.ToLower); got != "none of the topic's words" {
		t.Errorf("%q", got)
	}
}

// Lists and stubs are no finds: nobody is asked about them, and an answer about one is neither used nor missed.
func TestArticlesOnly(t *testing.T) {
	r := load(t, rundir.Page{URL: "http://a.example/tag", Relevance: .6, Kind: "list"}, rundir.Page{URL: "http://a.example/empty", Relevance: .5, Kind: "stub"},
		rundir.Page{URL: "http://a.example/1", Relevance: .5, Kind: "article"}, rundir.Page{URL: "http://a.example/2", Relevance: .4})
	r.Learn([]marks.Label{{URL: "http://a.example/tag", Verdict: marks.Right}, {URL: "http://a.example/1", Verdict: marks.Right}})
	if len(r.Pages) != 2 || r.Pages[0].URL != "http://a.example/1" || len(r.Known) != 1 || len(r.Unknown) != 0 {
		t.Errorf("%d pages, known %v, unknown %v", len(r.Pages), r.Known, r.Unknown)
	}
}
