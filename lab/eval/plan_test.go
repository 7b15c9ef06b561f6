package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

type toyPage struct{ url, labels, links string }

// toyPages returns the pages of a small labelled web:
//
//	/ -> a* b gone;  a* -> c;  c -> d -> e*;  e* -> hidden* (nofollow);
//	b -> a*, f*;  f* -> g*;  far* has no in-link; a* is also found as /a/index.html
//
// A page with a star is on topic; gone does not exist. The title of page i is
// "page i". A link that begins with ! says nofollow.
func toyPages() []toyPage {
	return []toyPage{
		{"http://one.example/", "home", "/a/ /b /gone"},
		{"http://one.example/a/", "topic:x,near:y", "/c"},
		{"http://one.example/b", "near:y", "/a/index.html http://two.example/f"},
		{"http://one.example/c", "", "/d"},
		{"http://one.example/d", "", "/e"},
		{"http://one.example/e", "topic:x", "!/hidden"},
		{"http://one.example/hidden", "topic:x", ""},
		{"http://one.example/far", "topic:x", ""},
		{"http://two.example/f", "topic:x", "/g"},
		{"http://two.example/g", "topic:x", ""},
	}
}

// toyDir writes the pages as a stored web and returns its folder.
func toyDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var index strings.Builder
	for i, p := range toyPages() {
		var body strings.Builder
		fmt.Fprintf(&body, "<title>page %d</title><p>some words</p>", i)
		for l := range strings.FieldsSeq(p.links) {
			if l, ok := strings.CutPrefix(l, "!"); ok {
				fmt.Fprintf(&body, `<a href="%s" rel=nofollow>x</a>`, l)
				continue
			}
			fmt.Fprintf(&body, `<a href="%s">link</a> `, l)
		}
		put(t, dir, fmt.Sprintf("pages/%d.html", i), body.String())
		fmt.Fprintf(&index, "%s\t%d.html\ttext/html; charset=utf-8\t%s\n", p.url, i, p.labels)
	}
	put(t, dir, "index.tsv", index.String())
	return dir
}

// put writes a file below dir.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// oddJudge calls pages relevant whose number is odd.
type oddJudge struct{}

func (oddJudge) Score(p *crawl.Page) crawl.Score {
	var n int
	fmt.Sscanf(p.Title, "page %d", &n) //nolint:errcheck // 0 then
	return crawl.Score{Relevance: float64(n) / 10, Relevant: n%2 == 1}
}
func (oddJudge) Beside(*crawl.Page, bool) bool    { return false }
func (oddJudge) Learn(*crawl.Page)                {}
func (oddJudge) WriteTo(io.Writer) (int64, error) { return 0, nil }
func (oddJudge) ReadFrom(crawl.Part) error        { return nil }

// judgedOdd lets an entrant be judged by oddJudge.
func judgedOdd(e *engine.Engine) error {
	e.Scorer = oddJudge{}
	return nil
}

// toySpec is a crawl for a topic of which the toy web says nothing.
var toySpec = sync.OnceValue(func() session.Spec {
	t, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhoon", Loader: topic.Loader{Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		panic(err)
	}
	return session.Spec{Topic: t, Judge: session.Judge{Segmenter: lexicon.Trie}, Options: engine.Options{Workers: 1}}
})

func toyWeb(t *testing.T) *Web {
	t.Helper()
	w, err := Open(context.Background(), toyDir(t), toySpec(), Labels{On: "topic:x", Ignore: []string{"near:*"}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func fifo(uint64, int) (crawl.Strategy, error) { return strategy.NewBreadthFirst(), nil }

func toyPlan(t *testing.T, w *Web) *Plan {
	t.Helper()
	draw, err := w.Fixed([]string{"http://one.example/"}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &Plan{
		Web: w, Spec: toySpec(), Entrants: []Entrant{{Name: "first", New: fifo, Wrap: judgedOdd}, {Name: "second", New: fifo, Wrap: judgedOdd}},
		Draw: draw, Budgets: []Budget{{N: 5}}, Repeat: 2, Seed: 7, Outside: Outside{Dead: true},
	}
}

func TestOpen(t *testing.T) {
	w := toyWeb(t)
	if w.LinksFrom != "pages" || w.Pages() != len(toyPages()) {
		t.Errorf("links from %s, %d pages", w.LinksFrom, w.Pages())
	}
	// A page that bears the label is on topic, whatever else it bears.
	if want := []int32{1, 5, 6, 7, 8, 9}; !slices.Equal(w.TopicalPages(), want) {
		t.Errorf("on topic: %v, want %v", w.TopicalPages(), want)
	}
	if w.Ignored[1] || !w.Ignored[2] || w.Ignored[0] {
		t.Errorf("ignored: %v", w.Ignored)
	}
	// A folder's index file is the folder.
	if !slices.Equal(w.Links[2], []int32{1, 8}) {
		t.Errorf("links of /b: %v", w.Links[2])
	}
}

func TestOpenLinksFile(t *testing.T) {
	dir := toyDir(t)
	put(t, dir, "links.tsv", "http://one.example/\thttp://one.example/far\r\nhttp://one.example/b\thttp://else.example/\n")
	w, err := Open(context.Background(), dir, toySpec(), Labels{On: "topic:x"})
	if err != nil {
		t.Fatal(err)
	}
	if w.LinksFrom != "links.tsv" || !slices.Equal(w.Links[0], []int32{7}) || len(w.Links[2]) != 0 {
		t.Errorf("from %s: %v", w.LinksFrom, w.Links)
	}
	put(t, dir, "links.tsv", "one\n")
	if _, err := Open(context.Background(), dir, toySpec(), Labels{On: "topic:x"}); err == nil || !strings.Contains(err.Error(), "links.tsv:1") {
		t.Errorf("error %v", err)
	}
}

func TestOpenBadLabels(t *testing.T) {
	dir := toyDir(t)
	_, err := Open(context.Background(), dir, toySpec(), Labels{On: "topic:z"})
	var unknown *LabelError
	if !errors.As(err, &unknown) || !slices.Equal(unknown.Known, []string{"home", "near:y", "topic:x"}) {
		t.Errorf("a label nobody bears: %v", err)
	}
	if _, err := Open(context.Background(), dir, toySpec(), Labels{On: "topic:x", Ignore: []string{"near:["}}); err == nil {
		t.Error("a pattern that is none was taken")
	}
	put(t, dir, "index.tsv", "http://one.example/\t0.html\ttext/html\n")
	if _, err := Open(context.Background(), dir, toySpec(), Labels{On: "topic:x"}); !errors.Is(err, errNoLabels) {
		t.Errorf("no labels: %v", err)
	}
}

// Breadth-first from / fetches / a b c f (the link to /gone fails; the second
// address of a is a page fetched again).
func TestPlan(t *testing.T) {
	w := toyWeb(t)
	p := toyPlan(t, w)
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r := res.RunsOf("first", "5")[0]
	var trail []int32
	for _, s := range r.Outcome.Steps {
		trail = append(trail, s.Page)
	}
	// / links to a, b and gone; then a to c, and b to a again and to f.
	if want := []int32{0, 1, 2, 3, 1}; !slices.Equal(trail, want) {
		t.Fatalf("trail %v, want %v", trail, want)
	}
	// Of the 5 reachable on topic (a e hidden f g; the graph knows no nofollow)
	// one is found, at the second fetch: area (0 + 4 * .2)/5 = .16. The oracle
	// fetches / a b f g (f is nearest after a; it lies behind b).
	want := Run{
		Strategy: "first", Run: 1, Seed: 7, Seeds: 1, Given: "5", Budget: 5, Requests: 6, Fetched: 5, Failures: 1, Charged: 1,
		FailuresByKind: map[string]int{"status 404": 1}, FailuresAPage: .2,
		OnTopic: 1, Reachable: 5, Recall: .2, HarvestRate: .2, Area: .16,
		OracleArea: (0 + .2 + .2 + .4 + .6) / 5, AreaRatio: .16 / .28,
		ByRequest: Found{.2, .16, .16 / .28}, ByPage: Found{.2, .16, .16 / .28},
		// Relevances 0 .1 .2 .3 .1: mean .14, squares .15/5 - .0196.
		AverageRelevance: .14, RelevanceSD: math.Sqrt(.03 - .0196),
		// Called relevant: 1, 3, 1 (2 is ignored); right: 1 and 1 again.
		Precision: 2. / 3, JudgeRecall: 1, F1: .8, Stopped: "budget",
	}
	got := *r
	got.Seconds, got.CPUSeconds, got.Outcome, got.Started = 0, 0, nil, nil
	if d := cmp.Diff(want, got, near()); d != "" {
		t.Error(d)
	}
	oracle := res.RunsOf(Oracle, "5")[0]
	if oracle.OnTopic != 3 || oracle.AreaRatio != 1 || oracle.Stopped != "budget" {
		t.Errorf("oracle: %+v", oracle)
	}
	if len(res.Means) != 3 || res.Means[2].Strategy != Oracle {
		t.Errorf("means: %+v", res.Means)
	}
	if want := []Pair{{A: "first", B: "second", Given: "5", P: 1}}; !slices.Equal(res.Pairs, want) {
		t.Errorf("pairs %+v, want %+v", res.Pairs, want)
	}
}

func near() cmp.Option {
	return cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
}

func TestMissed(t *testing.T) {
	p := toyPlan(t, toyWeb(t))
	p.Budgets = []Budget{{N: 5}}
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, m := range res.Missed {
		got[m.URL] = m.Reason
	}
	want := map[string]string{
		"http://one.example/e":      NeverSeen, // d was not fetched
		"http://one.example/hidden": NeverSeen,
		"http://one.example/far":    NeverLinked,
		"http://two.example/f":      NeverRanked, // b links to it
		"http://two.example/g":      NeverSeen,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	p.Budgets = []Budget{{N: 20}}
	if res, err = p.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	want2 := []Missed{
		{URL: "http://one.example/hidden", Title: "page 6", Reason: Filtered, Detail: "nofollow", Links: 1},
		{URL: "http://one.example/far", Title: "page 7", Reason: NeverLinked},
	}
	if d := cmp.Diff(want2, res.Missed); d != "" {
		t.Error(d)
	}
	if r := res.RunsOf("first", "20")[0]; r.Stopped != "exhausted" || r.OnTopic != 4 || r.Fetched != 9 {
		t.Errorf("%+v", r)
	}
	// From a* by c and d to e*: one tunnel of two pages in each of two runs.
	tun := res.Tunnels[0]
	if !slices.Equal(tun.Lengths, []int{0, 2}) || len(tun.Longest) != 4 || tun.Longest[3] != "http://one.example/e" {
		t.Errorf("tunnels %+v", tun)
	}
}

// A site of which two pages are had is left alone, by the oracle too.
func TestCap(t *testing.T) {
	p := toyPlan(t, toyWeb(t))
	p.Budgets, p.Cap, p.Spec.Options.Workers = []Budget{{N: 20}}, 3, 2
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"first", Oracle} {
		sites := map[int32]int{}
		for _, s := range res.RunsOf(name, "20")[0].Outcome.Steps {
			sites[p.Web.OnSite[s.Page]]++
		}
		for site, n := range sites {
			if n > 3 {
				t.Errorf("%s: %d pages of site %d", name, n, site)
			}
		}
		if r := res.RunsOf(name, "20")[0]; r.OnTopic != 3 {
			t.Errorf("%s found %d on topic, want a, f and g", name, r.OnTopic)
		}
	}
}

func TestSameResult(t *testing.T) {
	w := toyWeb(t)
	var texts []string
	for range 2 {
		p := toyPlan(t, w)
		p.Draw = must(w.Random(2, 3))
		p.Budgets, p.Repeat = []Budget{{N: 2, Times: true}, {N: 4}}, 4
		p.Entrants[1].New = func(seed uint64, _ int) (crawl.Strategy, error) {
			return strategy.NewTabu(strategy.Params{Seed: seed})
		}
		res, err := p.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for i := range res.Runs {
			res.Runs[i].Seconds, res.Runs[i].CPUSeconds = 0, 0
		}
		for _, m := range res.Means {
			delete(m.Of, "seconds")
			delete(m.Of, "cpu_seconds")
		}
		text, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] {
		t.Errorf("two results of one plan:\n%s\n%s", texts[0], texts[1])
	}
}

func must(d Draw, err error) Draw {
	if err != nil {
		panic(err)
	}
	return d
}

func TestPlanErrors(t *testing.T) {
	w := toyWeb(t)
	p := toyPlan(t, w)
	p.Draw = must(w.Random(6, 1))
	var low *budgetError
	if _, err := p.Run(context.Background()); !errors.As(err, &low) || low.Seeds != 6 {
		t.Errorf("a budget below the seeds: %v", err)
	}
	p = toyPlan(t, w)
	bad := errors.New("cannot be made")
	p.Entrants[1].New = func(uint64, int) (crawl.Strategy, error) { return nil, bad }
	if _, err := p.Run(context.Background()); !errors.Is(err, bad) {
		t.Errorf("a strategy that cannot be made: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := toyPlan(t, w).Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestDraw(t *testing.T) {
	w := toyWeb(t)
	var unknown *seedError
	_, err := w.Fixed([]string{"http://one.example/", "http://no.example/", "http://no.example/2"}, 1, 1)
	if !errors.As(err, &unknown) || unknown.URL != "http://no.example/" || unknown.More != 1 {
		t.Errorf("seeds not in the web: %v", err)
	}
	for _, n := range []int{0, 7} {
		if _, err := w.Random(n, 1); err == nil {
			t.Errorf("drew %d of 6", n)
		}
	}
	urls := []string{"http://one.example/", "http://one.example/b", "http://one.example/c", "http://one.example/d"}
	d := must(w.Fixed(urls, .75, 1))
	if got := d(1); len(got) != 4 {
		t.Errorf("run 1 starts from %v", got)
	}
	if got := d(2); len(got) != 3 || !slices.IsSorted(got) {
		t.Errorf("run 2 starts from %v", got)
	}
	if _, err := w.Fixed(urls, 0, 1); err == nil {
		t.Error("a share of nothing was taken")
	}
}

func TestBudget(t *testing.T) {
	for _, x := range []struct {
		text string
		want int // of 3 seeds and 10 reachable
	}{{"2000", 2000}, {"4x", 40}, {"seeds+20x", 203}, {"seeds+5", 8}} {
		b, err := ParseBudget(x.text)
		if err != nil || b.pages(3, 10) != x.want || b.String() != x.text {
			t.Errorf("%s: %v pages, %q, %v", x.text, b.pages(3, 10), b, err)
		}
	}
	for _, bad := range []string{"", "x", "0", "-1", "4y", "1.5x", "99999999999"} {
		if b, err := ParseBudget(bad); err == nil {
			t.Errorf("%q is taken as %v", bad, b)
		}
	}
}

func TestStats(t *testing.T) {
	// All of 4 differences have one sign: 2 of 16 ways are as far.
	if p := signFlip([]float64{.1, .2, .3, .4}, 1); p != 2./16 {
		t.Errorf("p = %v, want 1/8", p)
	}
	if p := signFlip([]float64{.1, -.1}, 1); p != 1 {
		t.Errorf("p = %v, want 1", p)
	}
	if p := signFlip(nil, 1); p != 1 {
		t.Errorf("p of nothing = %v", p)
	}
	many := slices.Repeat([]float64{1}, 20)
	if p := signFlip(many, 1); p != 1./20001 {
		t.Errorf("p = %v: of 20,000 draws none should be as far", p)
	}
	b := newStats(4, 1)
	if iv := b.interval([]float64{2, 2, 2, 2}); iv != (Interval{2, 2, 2}) {
		t.Errorf("no spread: %+v", iv)
	}
	// Mean 1.5; the mean of 4 draws from 0 1 2 3 has sd sqrt(1.25/4) = .56.
	iv := b.interval([]float64{0, 1, 2, 3})
	if iv.Mean != 1.5 || math.Abs(iv.Low-.5) > .26 || math.Abs(iv.High-2.5) > .26 {
		t.Errorf("interval %+v", iv)
	}
	if got := percentile([]float64{1, 2, 3}, .25); got != 1.5 {
		t.Errorf("percentile %v, want 1.5", got)
	}
}

func TestFigures(t *testing.T) {
	p := toyPlan(t, toyWeb(t))
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	figs := p.Figures(res, "5")
	want := [][]float64{
		{0, .5, 1. / 3, .25, .2},
		{0, 1, 1, 1, 1},
		{0, .05, .1, .15, .14},
		{0, .05, math.Sqrt(.02 / 3), math.Sqrt(.0125), math.Sqrt(.0104)},
		{0, .2, .2, .2, .2}, // recall: one of five, with the second request
		{0, .2, .2, .2, .2},
	}
	for i, f := range figs {
		if len(f.Series) != 3 || f.Series[2].Name != Oracle {
			t.Fatalf("%s: %d series", f.Title, len(f.Series))
		}
		if d := cmp.Diff(want[i], f.Series[0].Mean, near()); d != "" {
			t.Errorf("%s: %s", f.Title, d)
		}
	}
	if ks := samplePoints(1000); len(ks) != points || ks[0] != 1 || ks[points-1] != 1000 {
		t.Errorf("points of 1000: %v", ks)
	}
}

func TestWriteTrails(t *testing.T) {
	p := toyPlan(t, toyWeb(t))
	p.Entrants, p.Repeat = p.Entrants[:1], 1
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := p.Web.WriteSteps(&b, res); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if len(lines) != 1+5+5+1 {
		t.Fatalf("%d lines:\n%s", len(lines), b.String())
	}
	for i, want := range map[int]string{
		1: "first\t5\t1\t1\t1\thttp://one.example/\t\t0.0000\t0\t0",
		2: "first\t5\t1\t2\t2\thttp://one.example/a/\thttp://one.example/\t0.1000\t1\t1",
		5: "first\t5\t1\t5\t6\thttp://one.example/a/\thttp://one.example/b\t0.1000\t1\t0", // again
	} {
		if lines[i] != want {
			t.Errorf("line %d is %q, want %q", i, lines[i], want)
		}
	}
}

func (oddJudge) Learner() crawl.Learner { return nil }
