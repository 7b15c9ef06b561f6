package eval

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Draw returns the seeds of a run; runs count from 1.
type Draw func(run int) []int32

// Random draws n pages on topic anew for each run.
func (w *Web) Random(n int, seed uint64) (Draw, error) {
	on := slices.DeleteFunc(w.TopicalPages(), func(p int32) bool { return w.pages[p] == nil })
	if n < 1 || n > len(on) {
		return nil, english.Errorf("%d random seeds cannot be drawn: %d pages are on topic", n, len(on))
	}
	return func(run int) []int32 {
		rng := rand.New(rand.NewPCG(seed, uint64(run)))
		drawn := slices.Clone(on)
		rng.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
		return drawn[:n]
	}, nil
}

// seedError says that a seed is not a page of the web.
type seedError struct {
	URL  string
	More int // further such seeds
	Of   int // all seeds
}

func (e *seedError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *seedError) Message() english.Phrase {
	if e.More > 0 {
		return english.Phrasef("%d of the %d seeds are not in the web; the first is %s", e.More+1, e.Of, e.URL)
	}
	return english.Phrasef("the seed %s is not in the web", e.URL)
}

// Fixed returns the seeds with these URLs for the first run. Each later run has a
// random share of them, in their order; a share of 1 is all.
func (w *Web) Fixed(urls []string, share float64, seed uint64) (Draw, error) {
	if len(urls) == 0 {
		return nil, english.Errorf("no seeds")
	}
	if !(share > 0 && share <= 1) {
		return nil, english.Errorf("a share of %v of the seeds cannot be drawn: give more than 0 and at most 1", share)
	}
	var all []int32
	var bad *seedError
	for _, u := range urls {
		id, ok := w.Find(u)
		switch {
		case ok && w.pages[id] != nil:
			if !slices.Contains(all, id) {
				all = append(all, id)
			}
		case bad == nil:
			bad = &seedError{URL: u, Of: len(urls)}
		default:
			bad.More++
		}
	}
	if bad != nil {
		return nil, bad
	}
	return func(run int) []int32 {
		if run == 1 || share == 1 {
			return all
		}
		n := max(1, int(share*float64(len(all))+.5))
		perm := rand.New(rand.NewPCG(seed, uint64(run))).Perm(len(all))[:n]
		slices.Sort(perm)
		some := make([]int32, n)
		for i, p := range perm {
			some[i] = all[p]
		}
		return some
	}, nil
}

// Budget is a number of requests, or of pages ([Outside]), given directly or by the number of pages on topic.
type Budget struct {
	N     int
	Times bool // N counts in reachable pages on topic
	Seeds bool // the seeds come on top
}

// ParseBudget reads "2000", "4x" (4 times the reachable pages on topic) or
// "seeds+20x".
func ParseBudget(s string) (Budget, error) {
	var b Budget
	rest := strings.TrimSpace(s)
	rest, b.Seeds = strings.CutPrefix(rest, "seeds+")
	rest, b.Times = strings.CutSuffix(rest, "x")
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 || n > 1e9 {
		return b, english.Errorf("%q is not a budget: give pages (2000), times the reachable pages on topic (4x), or seeds+20x", s)
	}
	b.N = n
	return b, nil
}

// String returns the form that ParseBudget reads.
func (b Budget) String() string {
	s := strconv.Itoa(b.N)
	if b.Times {
		s += "x"
	}
	if b.Seeds {
		s = "seeds+" + s
	}
	return s
}

// pages returns the budget of a run.
func (b Budget) pages(seeds, reachable int) int {
	n := b.N
	if b.Times {
		n *= reachable
	}
	if b.Seeds {
		n += seeds
	}
	return n
}

// budgetError says that a budget is smaller than the number of seeds.
type budgetError struct {
	Given        Budget
	Pages, Seeds int
	Run          int
}

func (e *budgetError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *budgetError) Message() english.Phrase {
	var is english.Phrase
	if e.Given.Times || e.Given.Seeds {
		is = english.Phrasef(" (%d pages in run %d)", e.Pages, e.Run)
	}
	return english.Phrasef("the budget %v%s is below the %d seeds, which are fetched first", e.Given, is, e.Seeds)
}

// Settings are the parameters of a crawl that ablation and tuning change.
type Settings struct {
	Strategy string                   // its name
	Factors  [5]float64               // weights of the similarity's factors, alpha to epsilon (eq 2)
	Terms    [3]float64               // weights of the priority's terms, mu1 to mu3 (eq 8)
	Groups   [crawl.NumGroups]float64 // weights of the tag groups
	Phi      float64                  // relevance threshold; 0: the judge's own
	Eta      float64                  // on-its: a link qualifies above this priority
	Balance  float64                  // tabu: share of choices for the least visited host
	Tries    int                      // misses before a place is tabu
	Tenure   int                      // steps that it stays tabu
}

// NewEntrant makes an entrant that crawls by the settings.
type NewEntrant func(ctx context.Context, s Settings) (Entrant, error)
