package eval

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// What is left out has no weight, and the rest adds up to 1 in its old
// proportions.
func TestVariants(t *testing.T) {
	s := Settings{
		Strategy: "tabu", Factors: [5]float64{.80, .04, .06, .03, .07}, Terms: [3]float64{.55, .25, .20},
		Groups: relevance.GroupWeights, Balance: .2, Tries: 5,
	}
	seen := map[string]bool{}
	for _, v := range variants(s) {
		seen[v.Part+" "+v.Without] = true
		factors, terms := 0., 0.
		for _, w := range v.Factors {
			factors += w
		}
		for _, w := range v.Terms {
			terms += w
		}
		if math.Abs(factors-1) > 1e-12 || math.Abs(terms-1) > 1e-12 {
			t.Errorf("%s: the weights add up to %v and %v", v.Without, factors, terms)
		}
		if v.Settings == s {
			t.Errorf("%s: nothing is left out", v.Without)
		}
		switch v.Without {
		case "IFDis":
			if v.Factors[0] != 0 || math.Abs(v.Factors[4]-.35) > 1e-12 {
				t.Errorf("without IFDis: %v, want 0 and .07/.2", v.Factors)
			}
		case "PageRank":
			if v.Terms[0] != 0 || math.Abs(v.Terms[1]-.25/.45) > 1e-12 || v.Strategy != "best-first" {
				t.Errorf("without PageRank: %s by %v", v.Strategy, v.Terms)
			}
		case "title":
			if v.Groups[crawl.GroupTitle] != v.Groups[crawl.GroupBody] || v.Groups[crawl.GroupHeading] != relevance.GroupWeights[crawl.GroupHeading] {
				t.Errorf("without title: %v", v.Groups)
			}
		}
	}
	for _, want := range []string{"similarity IFRel", "tag groups anchor", "priority anchor", "search learned ranker", "search tabu list"} {
		if !seen[want] {
			t.Errorf("no variant %s", want)
		}
	}
	if len(seen) != 5+4+3+3 {
		t.Errorf("%d variants: %v", len(seen), seen)
	}
	// What is off, or is all there is, cannot be left out.
	s.Strategy, s.Terms = "best-first", [3]float64{1, 0, 0}
	for _, v := range variants(s) {
		if v.Part == priority || v.Part == ablateSearch {
			t.Errorf("variant %s of %s", v.Without, v.Whole)
		}
	}
}

// fixed judges every page alike.
type fixed struct{}

func (fixed) Score(*crawl.Page) crawl.Score {
	return crawl.Score{Relevance: 1, Relevant: true}
}
func (fixed) Beside(*crawl.Page, bool) bool    { return false }
func (fixed) Learn(*crawl.Page)                {}
func (fixed) WriteTo(io.Writer) (int64, error) { return 0, nil }
func (fixed) ReadFrom(crawl.Part) error        { return nil }

// store writes a stored web of five pages in a row: the second and the last are on
// topic.
func store(t *testing.T) string {
	dir, index := t.TempDir(), ""
	if err := os.Mkdir(filepath.Join(dir, "pages"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, label := range []string{"", "x", "", "", "x"} {
		name := fmt.Sprintf("%d.html", i)
		text := fmt.Sprintf(`<title>page %d</title><p>words</p><a href="/%d">next</a>`, i, i+1)
		if err := os.WriteFile(filepath.Join(dir, "pages", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		index += fmt.Sprintf("http://a.example/%d\t%s\ttext/html\t%s\n", i, name, label)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.tsv"), []byte(index), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Every variant fetches the first page only; the whole method crawls on.
func TestStudy(t *testing.T) {
	top, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhoon", Loader: topic.Loader{Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatal(err)
	}
	spec := session.Spec{Topic: top}
	w, err := Open(context.Background(), store(t), spec, Labels{On: "x"})
	if err != nil {
		t.Fatal(err)
	}
	whole := Settings{Strategy: "tabu", Factors: [5]float64{1}, Terms: [3]float64{.5, .5, 0}, Balance: .2}
	made := map[string]int{}
	entrant := func(_ context.Context, s Settings) (Entrant, error) {
		made[s.Strategy]++
		judged := func(e *engine.Engine) error { e.Scorer = fixed{}; return nil }
		return Entrant{Name: s.Strategy, Wrap: judged, New: func(uint64, int) (crawl.Strategy, error) {
			first := strategy.NewBreadthFirst()
			if s.Terms == whole.Terms && (s == whole || s.Strategy == "best-first") {
				return first, nil
			}
			return &onlyFirst{Strategy: first}, nil
		}}, nil
	}
	p := &Plan{
		Web: w, Spec: spec, Budgets: []Budget{{N: 5}, {N: 9}}, Repeat: 2, Seed: 7,
	}
	if p.Draw, err = w.Fixed([]string{"http://a.example/0"}, 1, 1); err != nil {
		t.Fatal(err)
	}
	e, _ := entrant(context.Background(), whole)
	p.Entrants = []Entrant{e}
	r, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	study := Study{Plan: p, Settings: whole, New: entrant, Done: func(n, of int) { told = n*100 + of }}
	got, err := study.Run(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	// Two terms of the priority and three parts of the search change settings;
	// leaving a tag group out does not, where all weigh 0. The whole method was
	// run before, best-first once by itself.
	if len(got) != 9 || told != 909 || made["best-first"] != 3 || len(p.Entrants) != 1 {
		t.Fatalf("%d results, told %d, made %v", len(got), told, made)
	}
	// With the part the crawl is as good as the oracle; without it, it finds nothing.
	for _, res := range got {
		want := AblateResult{
			Part: res.Part, Without: res.Without, Strategy: "tabu", Given: "5", P: .5,
			Difference: Interval{Mean: 1, Low: 1, High: 1}, WholeF1: res.WholeF1,
		}
		if res.Part == priority {
			want.Strategy = "best-first"
		}
		if res.Part == tagGroups {
			want.P, want.Difference, want.AreaRatio, want.F1 = 1, Interval{}, Interval{Mean: 1, Low: 1, High: 1}, res.WholeF1
		}
		if d := cmp.Diff(want, res, ablateNear()); d != "" {
			t.Errorf("%s: %s", res.Without, d)
		}
	}
}

func ablateNear() cmp.Option {
	return cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
}

// onlyFirst is a strategy that stops after its first choice.
type onlyFirst struct {
	crawl.Strategy
	stopped bool
}

func (l *onlyFirst) Next(busy func(string) bool) (crawl.Choice, bool) {
	if l.stopped {
		return crawl.Choice{}, false
	}
	l.stopped = true
	return l.Strategy.Next(busy)
}

func (fixed) Learner() crawl.Learner { return nil }
