package eval

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// A thesis on topic crawling (Li 2002) has one server that hands work to spiders: to each in
// its turn, to each by a weight, or to the less busy of two that are drawn. Here spiders are
// parts, and what is handed out is a site, once and for good, when it is heard of first.

// schedule says which of n spiders gets the next site; load counts what each has fetched.
type schedule func(n int, load []int) int

// schedules are the thesis's, by name, each with its own state.
func schedules() map[string]func(seed uint64) schedule {
	return map[string]func(seed uint64) schedule{
		"round robin": func(uint64) schedule {
			next := -1
			return func(n int, _ []int) int { next = (next + 1) % n; return next }
		},
		"weighted": func(uint64) schedule { // spider i weighs i+1: smooth weighted round robin
			var credit []int
			return func(n int, _ []int) int {
				credit = append(credit, make([]int, n-len(credit))...)
				best, sum := 0, n*(n+1)/2
				for i := range credit {
					if credit[i] += i + 1; credit[i] > credit[best] {
						best = i
					}
				}
				credit[best] -= sum
				return best
			}
		},
		"pick two": func(seed uint64) schedule { // Mitzenmacher 2001
			rng := rand.New(rand.NewPCG(seed, 2))
			return func(n int, load []int) int {
				a, b := rng.IntN(n), rng.IntN(n)
				if load[b] < load[a] {
					return b
				}
				return a
			}
		},
	}
}

// handed is a strategy of spiders, with the site that each was handed.
type handed struct {
	crawl.Strategy
	sites map[string]int
	load  []int
	told  func(load []int)
}

func (h *handed) Observe(v *crawl.Visit) {
	h.load[h.sites[polite.Site(v.Choice.Host)]]++
	h.Strategy.Observe(v)
	h.told(h.load)
}

// spiders is an entrant of n spiders by a schedule; even is the largest share of the requests
// that a spider has made, times n: 1 is even.
func (j judges) spiders(name string, n int, open func(seed uint64) schedule, even *evenness) Entrant {
	e := j.inParts("tabu", n, all, new(busy))
	e.Name = name
	e.New = func(seed uint64, budget int) (crawl.Strategy, error) {
		next, h := open(seed), &handed{sites: map[string]int{}, load: make([]int, n)}
		keys := keysOf(n)
		p := Parts{Number: n, NewMember: member("tabu"), Balance: strategy.Defaults().Balance, Site: func(host string) string {
			site := polite.Site(host)
			at, ok := h.sites[site]
			if !ok {
				at = next(n, h.load)
				h.sites[site] = at
			}
			return keys[at]
		}}
		t, err := p.strategy(seed, budget)
		h.Strategy, h.told = t, even.of(seed)
		return h, err
	}
	return e
}

// keysOf are names of which each belongs to one part of n, in their order.
func keysOf(n int) []string {
	keys, of := make([]string, n), cluster.Division{Parts: n, Site: func(host string) string { return host }}
	for i, found := 0, 0; found < n; i++ {
		key := fmt.Sprint("spider ", i)
		if at := of.Of(key); keys[at] == "" {
			keys[at] = key
			found++
		}
	}
	return keys
}

// evenness keeps the loads of the runs of an entrant.
type evenness struct {
	mu   sync.Mutex
	runs map[uint64][]int
}

func (e *evenness) of(seed uint64) func([]int) {
	return func(load []int) {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.runs == nil {
			e.runs = map[uint64][]int{}
		}
		e.runs[seed] = slices.Clone(load)
	}
}

// most is the mean over runs of the largest load by the mean one.
func (e *evenness) most() (mean float64) {
	for _, load := range e.runs {
		sum := 0
		for _, n := range load {
			sum += n
		}
		mean += float64(slices.Max(load)*len(load)) / float64(sum) / float64(len(e.runs))
	}
	return mean
}

// impolite is the share of the requests of a trail that a site gets while one of the flying
// requests before it went there by another spider, if each URL is handed to one of n spiders by a schedule and each spider
// keeps the delay of a site by itself.
func impolite(steps []string, n, flying int, next schedule) float64 {
	load, by, bad := make([]int, n), make([]int, len(steps)), 0
	for i, site := range steps {
		by[i] = next(n, load)
		load[by[i]]++
		for k := max(0, i-flying); k < i; k++ {
			if steps[k] == site && by[k] != by[i] {
				bad++
				break
			}
		}
	}
	return float64(bad) / float64(max(1, len(steps)))
}

// TestHarvestPartsSpiders: the thesis' spiders by its three schedules, beside parts by site: what they
// lose, how even their loads are, and what becomes of politeness if URLs are handed out and
// not sites. The table is in docs/methods.md:
//
//	go test ./lab/eval -run TestHarvestPartsSpiders -v
func TestHarvestPartsSpiders(t *testing.T) {
	j := judgesOf(t, "typhoon")
	p := j.madePlan(t, crawltest.Options{Seed: 2, Hosts: 40, Pages: 700}, 20, 200)
	p.Repeat, p.Spec.Options.Workers = 2, 8
	entrants, loads := []Entrant{j.inParts("tabu", 4, all, new(busy))}, map[string]*evenness{}
	for _, name := range []string{"round robin", "weighted", "pick two"} {
		loads[name] = new(evenness)
		entrants = append(entrants, j.spiders(name, 4, schedules()[name], loads[name]))
	}
	p.Entrants = append([]Entrant{bare("tabu")}, entrants...)
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	given := p.Budgets[0].String()
	whole := res.RunsOf("tabu", given)
	for _, e := range entrants {
		loss := 0.
		for i, run := range res.RunsOf(e.Name, given) {
			loss += (whole[i].AreaRatio - run.AreaRatio) / float64(p.Repeat)
		}
		t.Logf("%-16s loss %+.3f", e.Name, loss)
		if math.Abs(loss) > .06 {
			t.Errorf("%s lose %.3f of the area; parts by site want .06 at most", e.Name, loss)
		}
		if l := loads[e.Name]; l != nil {
			t.Logf("%-16s largest load %.2f of the mean", e.Name, l.most())
			if most := l.most(); most > 2.5 || most < 1 {
				t.Errorf("%s: the largest load is %.2f of the mean", e.Name, most)
			}
		}
	}
	var trail []string
	for _, e := range p.Web.events(whole[0].Outcome) {
		trail = append(trail, polite.Site(urlpattern.Split(e.url).Host))
	}
	for _, name := range []string{"round robin", "weighted", "pick two"} {
		share := impolite(trail, 4, 8, schedules()[name](1))
		t.Logf("%-16s by URL: %.2f of the requests break the delay of a site", name, share)
		if share < .05 {
			t.Errorf("%s by URL: only %.3f of the requests break the delay of a site", name, share)
		}
	}
}
