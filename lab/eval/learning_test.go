package eval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
)

// learningWeb is a stored web of n pages in a chain; each fifth is about typhoons.
func learningWeb(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	var index, links strings.Builder
	for i := range n {
		url, label := fmt.Sprintf("http://h%d.example/%d", i%4, i), ""
		title, body := "Soup", "Leeks and butter are boiled slowly in a pot with salt and pepper."
		if i%5 == 0 {
			label, title, body = "storm", "Typhoon", "The typhoon made landfall with winds and high waves. The severe tropical storm filled reservoirs."
		}
		fmt.Fprintf(&index, "%s\t%d.html\ttext/html\t%s\n", url, i, label)
		links.Reset()
		for k := i + 1; k <= min(i+3, n-1); k++ {
			fmt.Fprintf(&links, `<a href="http://h%d.example/%d">next %d</a> `, k%4, k, k)
		}
		put(t, dir, fmt.Sprintf("pages/%d.html", i), fmt.Sprintf("<title>%s %d</title><p>%s Number %d.</p>%s", title, i, body, i, links.String()))
	}
	put(t, dir, "index.tsv", index.String())
	return dir
}

// TestTrialsShareNoModel: each trial learns from its own pages with its own judge, so
// that the trials of a web do not depend on one another.
func TestTrialsShareNoModel(t *testing.T) {
	j := judgesOf(t, "typhoon")
	fresh := func() *relevance.Judge {
		judge, err := relevance.New(j.topic, j.lex, relevance.Options{Judge: relevance.Fielded})
		if err != nil {
			t.Fatal(err)
		}
		return judge
	}
	spec := j.spec()
	spec.Judge.Name, spec.Strategy.Name, spec.Strategy.Patience = relevance.Fielded, "best-first", -1 // its pages are alike: the guard takes them for a trap
	w, err := Open(t.Context(), learningWeb(t, 500), spec, Labels{On: "storm"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // only read
	trial := func() (*Outcome, *relevance.Model) {
		var judge *relevance.Judge
		out, err := (&Trial{Web: w, Seeds: []int32{0}, Spec: spec, Seed: 1, Budget: 400, Wrap: func(e *engine.Engine) error {
			judge = e.Scorer.(*relevance.Judge)
			return nil
		}}).Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return out, judge.Model()
	}
	first, model := trial()
	if model == nil || len(first.Steps) != 400 {
		t.Fatalf("%d pages taught nothing", len(first.Steps))
	}
	all := make([]int32, 500)
	for i := range all {
		all[i] = int32(i)
	}
	oracle := fresh()
	w.follow(all, oracle)
	if oracle.Model() == nil {
		t.Fatal("the oracle's judge learned nothing")
	}
	second, again := trial()
	if d := cmp.Diff(first.Steps, second.Steps); d != "" {
		t.Errorf("a trial after others differs (-first +second):\n%s", d)
	}
	if d := cmp.Diff(model, again); d != "" {
		t.Errorf("it learned another model:\n%s", d)
	}
	for i, p := range w.pages {
		if p.Features != nil {
			t.Fatalf("page %d of the web holds what a judge made of it: %+v", i, p.Features)
		}
	}
}
