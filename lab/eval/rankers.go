package eval

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/ensemble"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/stored"
)

// RankPlan compares rankers: all readable pages of a web are ranked by their similarity to
// drawn pages on topic, Repeat times, and the labels say how well. Nothing is crawled.
type RankPlan struct {
	Web       *Web
	NewScorer func() (crawl.Scorer, error) // the judge, which needs no examples
	Draw      Draw                         // the examples of a run
	Keywords  []string                     // words of the topic, for naive Bayes; see stored.Words
	Repeat    int
	Seed      uint64
}

// Ranked are the means of a ranker's measures over the runs.
type Ranked struct {
	Ranker string              `json:"ranker"`
	Runs   []ensemble.Measures `json:"runs"`
	Of     map[string]Interval `json:"of"` // by measure
}

// The rankers that are ours.
const (
	byJudge         = "judge"          // the relevance of the page
	byJudgeLogistic = "judge+logistic" // mean place by that and by a logistic regression
)

// Pages by which the logistic regression of [byJudgeLogistic] is trained, instead of examples.
const (
	surelyOn  = .7
	surelyOff = .1
)

// drawnOff is how many pages each run draws for the class that is off topic, and the most
// pages of that class otherwise.
const drawnOff = 500

// RankMeasures names the figures of [Ranked].
func RankMeasures() []string {
	return []string{"p_at_17", "p_at_35", "p_at_r", "hosts_at_r", "mrr", "mean_rank", "median_rank"}
}

func measures(m *ensemble.Measures) []float64 {
	return []float64{m.PrecisionAt17, m.PrecisionAt35, m.PrecisionAtR, m.HostsAtR, m.Reciprocal, m.MeanRank, m.MedianRank}
}

// Run carries the plan out. The same plan gives the same figures.
func (p *RankPlan) Run(ctx context.Context) ([]Ranked, error) {
	l, err := p.list()
	if err != nil {
		return nil, err
	}
	var all []Ranked
	for run := 1; run <= p.Repeat; run++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		of := ensemble.Examples{On: l.numbers(p.Draw(run)), Keywords: p.Keywords}
		of.Off = l.random(p.Seed, run, of.On)
		lists := ensemble.Rank(l.set, of)
		lists[byJudge], lists[byJudgeLogistic] = l.judged, l.both
		for i, name := range rankers() {
			if run == 1 {
				all = append(all, Ranked{Ranker: name, Of: map[string]Interval{}})
			}
			all[i].Runs = append(all[i].Runs, ensemble.Measure(l.set, lists[name], l.right, of.On))
		}
	}
	stats := newStats(p.Repeat, p.Seed)
	for i := range all {
		for k, name := range RankMeasures() {
			xs := make([]float64, p.Repeat)
			for run := range xs {
				xs[run] = measures(&all[i].Runs[run])[k]
			}
			all[i].Of[name] = stats.interval(xs)
		}
	}
	return all, nil
}

func rankers() (names []string) {
	for _, r := range ensemble.Single() {
		names = append(names, r.Name)
	}
	return append(names, ensemble.NameCombined, ensemble.NameReciprocal, byJudge, byJudgeLogistic)
}

// rankList holds what all runs share.
type rankList struct {
	set    *ensemble.Set
	at     map[int32]int32 // number in set, by page
	right  []bool
	judged []float64 // relevance
	both   []float64
}

// list reads the pages of the web.
func (p *RankPlan) list() (*rankList, error) {
	w := p.Web
	l := &rankList{at: map[int32]int32{}}
	var ids []int32
	for i := range w.URLs {
		if w.pages[i] != nil && !w.Ignored[i] {
			l.at[int32(i)] = int32(len(ids))
			ids = append(ids, int32(i))
		}
	}
	docs := w.Docs()
	pages := make([]ensemble.Page, len(ids))
	for n, i := range ids {
		d := &docs[i]
		pages[n] = ensemble.Page{URL: d.URL, Host: urlkey.Host(d.URL), Words: stored.Words(d.Title + "\n" + d.Text)}
		for _, to := range w.Links[i] {
			if k, ok := l.at[to]; ok {
				pages[n].Links = append(pages[n].Links, k)
			}
		}
		l.right = append(l.right, w.OnTopic[i])
	}
	l.set = ensemble.NewSet(pages)
	return l, l.judge(p, ids)
}

// judge reads all pages once as a crawl does, so that the judge has learned what hosts repeat
// and which words go with the topic, and then judges them.
func (l *rankList) judge(p *RankPlan, ids []int32) error {
	j, err := p.NewScorer()
	if err != nil {
		return fmt.Errorf("lab/eval: %w", err)
	}
	copied := func(i int32) *crawl.Page { // a judge notes on the page what it learns of it
		own := *p.Web.pages[i]
		return &own
	}
	for _, i := range ids {
		page := copied(i)
		j.Score(page)
		j.Learn(page)
	}
	var of ensemble.Examples
	for n, i := range ids {
		r := j.Score(copied(i)).Relevance
		l.judged = append(l.judged, r)
		switch {
		case r > surelyOn:
			of.On = append(of.On, int32(n))
		case r < surelyOff:
			of.Off = append(of.Off, int32(n))
		}
	}
	if step := len(of.Off)/drawnOff + 1; step > 1 {
		n := 0
		of.Off = slices.DeleteFunc(of.Off, func(int32) bool { n++; return n%step != 0 })
	}
	l.both = ensemble.MeanPosition([][]float64{l.judged, ensemble.Logistic(l.set, of)})
	return nil
}

// numbers are the numbers of pages in the set.
func (l *rankList) numbers(pages []int32) (ns []int32) {
	for _, p := range pages {
		if n, ok := l.at[p]; ok {
			ns = append(ns, n)
		}
	}
	return ns
}

// random draws pages for the class that is off topic. As in the paper nobody looks whether
// they are.
func (l *rankList) random(seed uint64, run int, but []int32) (off []int32) {
	rng := rand.New(rand.NewPCG(seed, uint64(run)^0x6f6666))
	for _, n := range rng.Perm(l.set.Len()) {
		if len(off) < drawnOff && !slices.Contains(but, int32(n)) {
			off = append(off, int32(n))
		}
	}
	return off
}

// KeywordsOf returns the words of labels, for [RankPlan].Keywords.
func KeywordsOf(labels []string) (words []string) {
	for w := range stored.Words(strings.Join(labels, "\n")) {
		words = append(words, w)
	}
	slices.Sort(words)
	return words
}
