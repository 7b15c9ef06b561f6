package strategy

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
	"github.com/ontocrawl/ontocrawl/tabu"
)

// OnITS is the loop of On-ITS (Liu, Gu, Liu 2020) as it is printed. It stands
// on a page it has, draws a link of it, goes there if the link's priority
// (eq 8) is larger than that of the page, and after five failures leaves the
// page, which is tabu for a while, for a random neighbour.
//
// The paper's loop fetches in its midst. Here it is turned inside out: it runs
// until it wants a page, Next hands that out, and Observe lets it go on.
// When Next is called while the loop waits for a page, another walker of the
// same loop starts beside it: all share the queue, the tabu list and the best
// priority. With one fetch at a time there is one walker, and the loop is the
// printed one.
//
// Where the paper is silent or contradicts itself we chose, in its terms:
//
//   - seeds are fetched first; WaitQueue holds fetched pages with links left;
//   - a page is drawn from WaitQueue without removal and leaves it when it has
//     no qualified link left;
//   - a link is fetched only when it is accepted (step 6) or becomes current
//     (step 5); scoring fetches nothing;
//   - a page without links left is left as after too many failures;
//   - the neighbours of a page are the links of the page on which it was first
//     found; those of a seed are the other seeds;
//   - the count of failures begins anew with every current page;
//   - if all pages are tabu, time passes until one is not;
//   - a failed fetch counts as a failure; equal is not better;
//   - when nothing is left to draw, the links refused so far and then those
//     that never qualified are fetched, best first, in lots of 100.
type OnITS struct {
	f       frontier
	rank    linkrank.Ranker
	p       Params
	sel     *tabu.Selector[int32] // its List holds pages, its Best is the paper's H
	nodes   []node                // by item
	queue   []int32               // the paper's WaitQueue
	walkers []walker
	lot     []int32 // what is fetched when the queue is empty
}

// node is a page that was fetched.
type node struct {
	got  bool
	out  []int32 // its links, each once
	left []int32 // those not yet drawn: the paper's C
}

// walker is one run of the loop.
type walker struct {
	cur    int32 // the paper's Curl, nowhere: to be drawn
	tries  int   // the paper's T
	want   int32 // what it wants to be fetched, nowhere: it has not been asked
	why    reason
	flying bool // want was handed out
}

// reason is the step by which a walker came to want a page.
type reason uint8

const (
	accepted reason = iota // step 6: the drawn link is better
	jumped                 // step 5: a neighbour after too many failures
	promoted               // nothing left to draw
)

const (
	nowhere  = int32(-1)
	lotSize  = 100
	maxIdle  = 64 // pages drawn in vain before a loop that may go round is ended
	maxAsked = 32 // walkers asked for a page on a free host before the best link there is taken
)

var _ crawl.Strategy = (*OnITS)(nil)

// NewOnITS returns an OnITS, or a *ParamError.
func NewOnITS(p Params) (*OnITS, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	o := &OnITS{p: p.withDefaults()}
	o.reset()
	return o, nil
}

func (o *OnITS) reset() {
	p := o.p
	sel := tabu.NewSelector[int32](p.Seed)
	sel.Tenure = tabu.Fixed(p.Tenure)
	*o = OnITS{p: p, sel: sel, rank: linkrank.NewPriority(p.Mu1, p.Mu2, p.Mu3, p.D, p.Omega)}
}

// Seed implements [crawl.Strategy].
func (o *OnITS) Seed(links []crawl.Link) {
	o.f.seed(links)
	o.grow()
}

// grow makes room for a node for each item.
func (o *OnITS) grow() {
	for len(o.nodes) < len(o.f.items) {
		o.nodes = append(o.nodes, node{})
	}
}

// Len implements [crawl.Strategy].
func (o *OnITS) Len() int { return o.f.waiting }

// Next implements [crawl.Strategy].
func (o *OnITS) Next(busy func(host string) bool) (crawl.Choice, bool) {
	id, w := o.propose(busy)
	if id < 0 {
		return crawl.Choice{}, false
	}
	return o.hand(id, w), true
}

// Take implements [crawl.Strategy]. The loop runs as for Next; if it wants
// something else that stays wanted.
func (o *OnITS) Take(url string) (crawl.Choice, bool) {
	want, ok := o.f.waits(url)
	if !ok {
		return crawl.Choice{}, false
	}
	if id, w := o.propose(nil); id == want {
		return o.hand(id, w), true
	}
	return o.hand(want, o.wanting(want)), true
}

// propose returns what should be fetched next and which walker wants it,
// nowhere if none. If no host is free nothing changes.
func (o *OnITS) propose(busy func(string) bool) (id int32, w int) {
	best := o.f.best(busy)
	if best < 0 || o.f.items[best].seed {
		return best, -1
	}
	free := func(id int32) bool { return busy == nil || !busy(o.host(id)) }
	for i := range o.walkers {
		if w := &o.walkers[i]; w.want >= 0 && !w.flying && free(w.want) {
			return w.want, i
		}
	}
	for range maxAsked {
		i := o.idle()
		if !o.walk(&o.walkers[i]) {
			break
		}
		if want := o.walkers[i].want; free(want) {
			return want, i
		}
	}
	best = o.f.best(busy)
	return best, o.wanting(best)
}

func (o *OnITS) host(id int32) string { return o.f.sites[o.f.items[id].host].name }

// idle returns a walker that wants nothing yet, a new one if there is none.
func (o *OnITS) idle() int {
	for i := range o.walkers {
		if o.walkers[i].want < 0 {
			return i
		}
	}
	o.walkers = append(o.walkers, walker{cur: nowhere, want: nowhere})
	return len(o.walkers) - 1
}

// wanting returns the walker that wants id, or -1.
func (o *OnITS) wanting(id int32) int {
	return slices.IndexFunc(o.walkers, func(w walker) bool { return w.want == id })
}

func (o *OnITS) hand(id int32, w int) crawl.Choice {
	if w >= 0 {
		o.walkers[w].flying = true
	}
	o.f.setKey(id, o.priority(id))
	return o.f.choose(id)
}

// priority is p of eq 8.
func (o *OnITS) priority(id int32) float64 { return o.rank.Score(o.f.urls.At(id)) }

// Observe implements [crawl.Strategy].
func (o *OnITS) Observe(v *crawl.Visit) {
	o.rank.Observe(v)
	id := o.f.observe(v, func(id int32, _ *crawl.Link, _ bool) { o.f.setKey(id, o.priority(id)) })
	o.grow()
	got := v.Page != nil && !o.nodes[id].got
	if got {
		o.download(id, v.Page)
	}
	if w := o.wanting(id); w >= 0 {
		o.land(&o.walkers[w], got)
	}
}

// download adds a fetched page to the queue (step 7).
func (o *OnITS) download(id int32, p *crawl.Page) {
	n := &o.nodes[id]
	n.got = true
	seen := make(map[int32]bool, len(p.Links))
	for i := range p.Links {
		if to, ok := o.f.id(p.Links[i].URL); ok && to != id && !seen[to] {
			seen[to] = true
			n.out = append(n.out, to)
		}
	}
	n.left = slices.Clone(n.out)
	o.queue = append(o.queue, id)
	if o.f.items[id].seed {
		o.sel.Reached(o.priority(id))
	}
}

// land lets a walker go on after the page it wanted came, or did not.
func (o *OnITS) land(w *walker, got bool) {
	at := w.want
	w.want, w.flying = nowhere, false
	switch {
	case w.why == accepted && !got:
		w.tries++
	case w.why == accepted && !o.p.Chain, !got, w.why == promoted:
		w.cur = nowhere
	default:
		if w.why == jumped {
			o.sel.Reached(o.priority(at))
		}
		w.cur, w.tries = at, 1
	}
}
