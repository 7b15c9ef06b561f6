package eval

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/dedup"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
	"github.com/ontocrawl/ontocrawl/crawl/state"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
	"github.com/ontocrawl/ontocrawl/message"
)

// Trial is one crawl of a stored web by the engine, in its deterministic mode.
// Strategy, Scorer and Filter must be new and are used up.
//
// A trial opens no session (crawl/session): a session reads every page for its own
// topic and judge, while all trials of a web share pages that were read once, so
// that only strategy, judge and loop are timed.
type Trial struct {
	Web      *Web
	Seeds    []int32
	Budget   int // requests or pages recorded, as Outside says, seeds included
	Outside  Outside
	Workers  int // choices in flight
	Cap      int // most pages of a site (registrable domain); 0: no limit
	Strategy crawl.Strategy
	Scorer   crawl.Scorer
	Filter   crawl.Filter // nil: every link is allowed

	Search *Search // nil: nothing can be asked

	pages answers // nil: those of Web
}

// answers is where a crawl gets pages from.
type answers interface {
	crawl.Fetcher
	crawl.Reader
}

// Step is a page of the stored web that a crawl recorded.
type Step struct {
	At        // when
	Page      int32
	Parent    int32   // page on which its link was first found; -1 for a seed
	Relevance float64 // by the crawler's own judge
	Relevant  bool
	Again     bool // the page was recorded before, under another address
}

// At says when a page was recorded: with which request, and as which page of the crawl.
// Both count from 1. What costs no request comes with the request before it, and is
// no page that counts.
type At struct{ Request, Page int }

// Away is a page outside of the stored web that a crawl recorded.
type Away struct {
	At
	URL       string
	Relevance float64 // by the crawler's own judge
	Relevant  bool
	OnTopic   bool // a page on topic for the cross-check ([Outside].Topical), which is not counted
}

// Outcome is the result of a trial.
type Outcome struct {
	Steps    []Step
	Away     []Away
	Requests int            // that were charged
	Pages    int            // recorded, of the stored web and outside, without those of the cross-check
	Failures int            // choices without a page
	Charged  int            // of Failures: those that cost a request
	Kinds    map[string]int // failures by kind (crawl.FailureKind); statuses by their number
	Stopped  string         // "budget" or "exhausted"
	Waiting  int            // URLs that were known and not chosen
	Search   *Searched      // nil: nothing was asked
	Cost     Cost           // of strategy, judge and loop; not of reading pages
}

// Run crawls. The goroutine keeps its thread, so that the processor time of other
// crawls does not count.
func (t *Trial) Run(ctx context.Context) (*Outcome, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	strat := t.Strategy
	if t.Cap > 0 {
		strat = newCapped(strat, t.Cap)
	}
	m := &meter{Strategy: strat, web: t.Web, outside: t.Outside}
	maxPages := t.Budget
	if !t.Outside.Dead {
		m.budget, maxPages = t.Budget, 0
	}
	log := &recorder{web: t.Web, meter: m, seen: make(map[int32]bool), verdicts: make(map[string]bool), outcome: Outcome{Kinds: map[string]int{}}}
	pages := t.Search.wrap(t.answers())
	e := &engine.Engine{
		Fetcher: pages, Reader: pages, Scorer: t.Scorer, Filter: t.Filter,
		Strategy: m, State: &state.Memory{}, Duplicates: new(dedup.Index), Observers: []crawl.Observer{log},
		Logger:  slog.New(slog.DiscardHandler),
		Options: engine.Options{Workers: max(1, t.Workers), MaxPages: maxPages, Deterministic: true},
	}
	start, before := time.Now(), threadCPU()
	res, err := e.Run(ctx, t.Web.seedLinks(t.Seeds))
	log.outcome.Cost = Cost{Seconds: time.Since(start).Seconds(), CPU: max(0, threadCPU()-before)}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("crawl/eval: %w", err)
	}
	log.outcome.Requests, log.outcome.Failures, log.outcome.Stopped, log.outcome.Waiting = m.requests, res.Failures, string(res.Stopped), res.Waiting
	if m.spent() {
		log.outcome.Stopped = string(engine.Budget)
	}
	return &log.outcome, nil
}

// answers is where the pages of the trial come from.
func (t *Trial) answers() answers {
	pages := t.pages
	if pages == nil {
		pages = sharedPages{t.Web}
	}
	if t.Outside.Dead {
		return pages
	}
	return liveWeb{pages, t.Web, t.Outside}
}

// seedLinks returns the links from which a crawl starts.
func (w *Web) seedLinks(seeds []int32) []crawl.Link {
	links := make([]crawl.Link, len(seeds))
	for i, p := range seeds {
		links[i] = crawl.Link{URL: w.URLs[p], Host: urlkey.Host(w.URLs[p])}
	}
	return links
}

// on reports for each step whether it brought a page on topic for the first time.
func (w *Web) on(steps []Step) []bool {
	on := make([]bool, len(steps))
	for i, s := range steps {
		on[i] = w.OnTopic[s.Page] && !s.Again
	}
	return on
}

// follow returns the outcome of fetching pages in a given order, the oracle's,
// with the scorer's judgements.
func (w *Web) follow(order []int32, scorer crawl.Scorer) *Outcome {
	t := &Outcome{Requests: len(order), Pages: len(order), Kinds: map[string]int{}}
	for k, id := range order {
		s := Step{At: At{k + 1, k + 1}, Page: id, Parent: -1}
		if p := w.pages[id]; p != nil && scorer != nil {
			own := *p // a judge gives it features, and may give it another title
			score := scorer.Score(&own)
			scorer.Learn(&own)
			s.Relevance, s.Relevant = score.Relevance, score.Relevant
		}
		t.Steps = append(t.Steps, s)
	}
	return t
}

// sharedPages serves the pages of a web that was read before. It costs next to
// nothing, so that the times of a run are those of the search.
type sharedPages struct{ web *Web }

var (
	_ crawl.Fetcher = sharedPages{}
	_ crawl.Reader  = sharedPages{}
)

// Fetch implements [crawl.Fetcher]. The response has no body.
func (s sharedPages) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := &crawl.Response{URL: req.URL, Final: req.URL, Status: http.StatusNotFound}
	final, _, ok := s.web.stored.Resolve(req.URL)
	if !ok {
		return r, nil
	}
	r.Status, r.Final = http.StatusOK, final
	return r, nil
}

// Read implements [crawl.Reader]. It copies the page and its list of links, which
// the engine filters in place. Everything else is shared.
func (s sharedPages) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	id, ok := s.web.Find(r.Final)
	if !ok {
		return nil, message.Errorf("%w: %s", crawl.ErrNotPage, r.Final)
	}
	if err := s.web.faults[id]; err != nil {
		return nil, err
	}
	p := *s.web.pages[id]
	p.URL, p.Final = r.URL, r.Final
	p.Links = slices.Clone(p.Links)
	return &p, nil
}

// siteNumber is the number of the site of host.
func siteNumber(numbers map[string]int32, host string) int32 {
	name := polite.Site(host)
	n, ok := numbers[name]
	if !ok {
		n = int32(len(numbers))
		numbers[name] = n
	}
	return n
}

// capped is a strategy that takes at most so many pages of a site (registrable
// domain), seeds included. To the strategy inside, a full site is busy for ever.
// Without a cap, one large site on the topic can give any crawler a high harvest
// rate.
type capped struct {
	crawl.Strategy
	most  int
	taken map[string]int // by site: pages recorded or in flight
}

func newCapped(s crawl.Strategy, most int) crawl.Strategy {
	return &capped{s, most, map[string]int{}}
}

// Next implements [crawl.Strategy].
func (c *capped) Next(busy func(string) bool) (crawl.Choice, bool) {
	choice, ok := c.Strategy.Next(func(host string) bool {
		return c.taken[polite.Site(host)] >= c.most || busy != nil && busy(host)
	})
	if ok {
		c.taken[polite.Site(choice.Host)]++
	}
	return choice, ok
}

// Take implements [crawl.Strategy].
func (c *capped) Take(url string) (crawl.Choice, bool) {
	choice, ok := c.Strategy.Take(url)
	if ok {
		c.taken[polite.Site(choice.Host)]++
	}
	return choice, ok
}

// Observe implements [crawl.Strategy]. A visit without a page makes room again.
func (c *capped) Observe(v *crawl.Visit) {
	if !v.Adds() {
		c.taken[polite.Site(v.Choice.Host)]--
	}
	c.Strategy.Observe(v)
}
