package strategy

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/tabu"
)

// OnITS is the loop of On-ITS (Liu, Gu, Liu 2020) as it is printed. It stays on a page,
// draws a link of it, follows the link if its priority (eq 8) is larger than the page's
// priority, and after five failures leaves the page, which is tabu for a while, for a
// random neighbour.
//
// The paper's loop fetches in its midst. Here it is turned inside out: it runs
// until it wants a page, Next returns that page, and Observe lets the loop
// continue. When Next is called while the loop waits for a page, another walker of
// the same loop starts beside it: all walkers share the queue, the tabu list and
// the best priority. With one fetch at a time there is one walker, and the loop is
// the printed one.
//
// Where the paper is silent or contradicts itself we chose, in its terms:
//
//   - seeds are fetched first; WaitQueue holds fetched pages with links left;
//   - a page is drawn from WaitQueue without removal and leaves it when it has no
//     qualified link left;
//   - a link is fetched only when it is accepted (step 6) or becomes current
//     (step 5); scoring fetches nothing;
//   - a page without links left is left as after too many failures;
//   - the neighbours of a page are the links of the page on which it was first
//     found; a seed's neighbours are the other seeds;
//   - the count of failures begins anew with every current page;
//   - if all pages are tabu, time passes until one is not;
//   - a failed fetch counts as a failure; equal is not better;
//   - when nothing is left to draw, the links refused so far and then those that
//     never qualified are fetched, best first, in lots of 100.
type OnITS struct {
	base
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
	cur      int32 // the paper's Curl, nowhere: to be drawn
	tries    int   // the paper's T
	want     int32 // what it wants to be fetched, nowhere: it has not been asked
	why      reason
	inFlight bool // want was handed out
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
	o := &OnITS{base: base{f: p.frontier()}, p: p.withDefaults()}
	o.pick, o.choose = o.propose, o.hand
	o.declare(o)
	o.keep("on-its", 1, o)
	o.reset()
	return o, nil
}

func (o *OnITS) reset() {
	frontier.Clear(o.f)
	o.rank, o.sel = priority(o.p), tabu.NewSelector[int32](o.p.Seed)
	o.sel.Tenure = tabu.Fixed(o.p.Tenure)
	o.nodes, o.queue, o.walkers, o.lot = nil, nil, nil, nil
}

// Seed implements [crawl.Strategy].
func (o *OnITS) Seed(links []crawl.Link) {
	o.base.Seed(links)
	o.grow()
}

// grow makes room for a node for each item.
func (o *OnITS) grow() {
	for len(o.nodes) < o.f.Counts().URLs {
		o.nodes = append(o.nodes, node{})
	}
}

// propose returns what should be fetched next, frontier.None if no host is free;
// then nothing has changed.
func (o *OnITS) propose(busy func(string) bool) int32 {
	best := o.f.Best(busy)
	if best < 0 || o.f.Item(best).Seed {
		return best
	}
	free := func(id int32) bool {
		h := o.f.Item(id).Host
		return !o.f.Hosts().At(h).Blocked && (busy == nil || !busy(o.f.Hosts().At(h).Name))
	}
	for i := range o.walkers {
		if w := &o.walkers[i]; w.want >= 0 && !w.inFlight && free(w.want) {
			return w.want
		}
	}
	for range maxAsked {
		w := o.idle()
		if !o.walk(w) {
			break
		}
		if free(w.want) {
			return w.want
		}
	}
	return o.f.Best(busy)
}

// idle returns a walker that wants nothing yet, a new one if there is none.
func (o *OnITS) idle() *walker {
	i := o.wanting(nowhere)
	if i < 0 {
		i = len(o.walkers)
		o.walkers = append(o.walkers, walker{cur: nowhere, want: nowhere})
	}
	return &o.walkers[i]
}

// wanting returns the walker that wants id, or -1.
func (o *OnITS) wanting(id int32) int {
	return slices.IndexFunc(o.walkers, func(w walker) bool { return w.want == id })
}

// hand takes what a walker wants, or what none does. If a replayed journal takes
// something else than the loop wants, that stays wanted.
func (o *OnITS) hand(id int32) crawl.Choice {
	if w := o.wanting(id); w >= 0 {
		o.walkers[w].inFlight = true
	}
	o.f.SetScore(id, o.priority(id))
	return frontier.Choose(o.f, id)
}

// priority is p of eq 8.
func (o *OnITS) priority(id int32) float64 { return o.rank.Score(o.f.URL(id)) }

// Observe implements [crawl.Strategy].
func (o *OnITS) Observe(v *crawl.Visit) {
	o.rank.Observe(v)
	id := frontier.Observe(o.f, v, func(id int32, _ *crawl.Link, _ bool) { o.f.SetScore(id, o.priority(id)) })
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
		if to, ok := o.f.Number(p.Links[i].URL); ok && to != id && !seen[to] {
			seen[to] = true
			n.out = append(n.out, to)
		}
	}
	n.left = slices.Clone(n.out)
	o.queue = append(o.queue, id)
	if o.f.Item(id).Seed {
		o.sel.Reached(o.priority(id))
	}
}

// land lets a walker continue after the page it wanted was fetched, or failed.
func (o *OnITS) land(w *walker, got bool) {
	at := w.want
	w.want, w.inFlight = nowhere, false
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
