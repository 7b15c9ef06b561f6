package eval

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestRankers: on an invented web whose pages on topic share words, all rankers by words put
// them first, the same plan gives the same figures, and examples are not ranked.
func TestRankers(t *testing.T) {
	w, judge := rankedWeb(t)
	draw, err := w.Random(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := &RankPlan{Web: w, NewScorer: judge, Draw: draw, Keywords: KeywordsOf([]string{"Typhoon", "台风眼"}), Repeat: 2, Seed: 1}
	all, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.Run(context.Background())
	if err != nil || len(all) != 10 {
		t.Fatalf("%d rankers, %v", len(all), err)
	}
	if len(p.Keywords) != 3 { // typhoon, and two pairs of characters
		t.Errorf("keywords are %q", p.Keywords)
	}
	for i, r := range all {
		if r.Runs[0] != again[i].Runs[0] || r.Runs[1] != again[i].Runs[1] {
			t.Errorf("%s: the same plan, other figures", r.Ranker)
		}
		m := r.Runs[0]
		if m.Unseen != 3 || m.Right != len(w.TopicalPages())-3 {
			t.Errorf("%s: %+v", r.Ranker, m)
		}
		switch r.Ranker {
		case "logistic", "one-class", "cosine", byJudge:
			if m.PrecisionAtR < .9 || r.Of["p_at_r"].Mean < .9 {
				t.Errorf("%s: %+v", r.Ranker, m)
			}
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Run(cancelled); err == nil {
		t.Error("a run that was given up has figures")
	}
}

// rankedWeb has 24 pages, of which 8 are on topic and share words, and a judge that goes by
// the title.
func rankedWeb(t *testing.T) (*Web, func() (crawl.Scorer, error)) {
	t.Helper()
	dir := t.TempDir()
	var index strings.Builder
	for i := range 24 {
		title, text, label := "soup", "cut the leeks and melt the butter", "food"
		if i%3 == 0 {
			title, text, label = "storm", "the typhoon made landfall with wind and rain", "topic:x"
		}
		put(t, dir, fmt.Sprintf("pages/%d.html", i), fmt.Sprintf(`<title>%s</title><p>%s on day %d</p><a href="/%d">next</a>`, title, text, i, i+1))
		fmt.Fprintf(&index, "http://one.example/%d\t%d.html\ttext/html; charset=utf-8\t%s\n", i, i, label)
	}
	put(t, dir, "index.tsv", index.String())
	w, err := Open(context.Background(), dir, toySpec(), Labels{On: "topic:x"})
	if err != nil {
		t.Fatal(err)
	}
	return w, func() (crawl.Scorer, error) { return titleJudge{}, nil }
}

// titleJudge calls pages relevant whose title is storm.
type titleJudge struct{ oddJudge }

func (titleJudge) Score(p *crawl.Page) (s crawl.Score) {
	if p.Title == "storm" {
		s = crawl.Score{Relevance: .9, Relevant: true}
	}
	return s
}
