package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Draw returns the seeds of a run; runs count from 1.
type Draw func(run int) []int32

// Random draws n pages on topic anew for each run.
func (w *Web) Random(n int, seed uint64) (Draw, error) {
	var on []int32
	for _, p := range w.TopicalPages() {
		if w.pages[p] != nil {
			on = append(on, p)
		}
	}
	if n < 1 || n > len(on) {
		return nil, fmt.Errorf("%d random seeds cannot be drawn: %d pages are on topic", n, len(on))
	}
	return func(run int) []int32 {
		rng := rand.New(rand.NewPCG(seed, uint64(run)))
		drawn := slices.Clone(on)
		rng.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
		return drawn[:n]
	}, nil
}

// SeedError says that a seed is not a page of the web.
type SeedError struct {
	URL  string
	More int // further such seeds
	Of   int // all seeds
}

func (e *SeedError) Error() string {
	if e.More > 0 {
		return fmt.Sprintf("%d of the %d seeds are not in the web; the first is %s", e.More+1, e.Of, e.URL)
	}
	return fmt.Sprintf("the seed %s is not in the web", e.URL)
}

// Fixed returns the seeds with these URLs for the first run. Each later run has a
// random share of them, in their order; a share of 1 is all.
func (w *Web) Fixed(urls []string, share float64, seed uint64) (Draw, error) {
	if len(urls) == 0 {
		return nil, fmt.Errorf("no seeds")
	}
	if !(share > 0 && share <= 1) {
		return nil, fmt.Errorf("a share of %v of the seeds cannot be drawn: give more than 0 and at most 1", share)
	}
	var all []int32
	var bad *SeedError
	for _, u := range urls {
		id, ok := w.Find(u)
		switch {
		case ok && w.pages[id] != nil:
			if !slices.Contains(all, id) {
				all = append(all, id)
			}
		case bad == nil:
			bad = &SeedError{URL: u, Of: len(urls)}
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
