package eval

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// Trial is one crawl of a stored web: a session as a user's crawl opens one (crawl/session), whose
// answers are replayed, in deterministic mode. What it leaves out are options of the session: it
// has no folder, so it keeps nothing, and by its Cache it shares pages that were read once.
type Trial struct {
	Web   *Web
	Seeds []int32
	// Spec is how it crawls. The trial sets what hangs on a run: where answers come from, the
	// seeds, the limits, and the seed and the budget of the strategy.
	Spec    session.Spec
	Seed    uint64
	Budget  int // requests or pages recorded, as Outside says, seeds included
	Outside Outside
	Cap     int // most pages of a site (registrable domain); 0: no limit

	Wrap func(e *engine.Engine) error // nil, or called before the engine runs, to change its parts
}

// step is a page of the stored web that a crawl recorded.
type step struct {
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

// away is a page outside of the stored web that a crawl recorded.
type away struct {
	At
	URL       string
	Relevance float64 // by the crawler's own judge
	Relevant  bool
	OnTopic   bool // a page on topic for the cross-check ([Outside].Topical), which is not counted
}

// Outcome is the result of a trial.
type Outcome struct {
	Steps    []step
	Away     []away
	Requests int            // that were charged
	Pages    int            // recorded, of the stored web and outside, without the pages of the cross-check
	Failures int            // choices without a page
	Charged  int            // of Failures: those that cost a request
	Kinds    map[string]int // failures by kind (crawl.FailureKind); statuses by their number
	Stopped  string         // "budget" or "exhausted"
	Waiting  int            // URLs that were known and not chosen
	Search   *Searched      // nil: nothing was asked
	TLP      *float64       // share of links that the domain-name filter let pass; nil: there is none
	Cost     Cost           // of strategy, judge and loop; not of reading pages
}

// Run crawls. The goroutine keeps its thread, so that the processor time of other
// crawls does not count.
func (t *Trial) Run(ctx context.Context) (out *Outcome, err error) {
	s, err := session.Open(ctx, t.spec())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	e := s.Engine
	if t.Wrap != nil {
		if err := t.Wrap(e); err != nil {
			return nil, err
		}
	}
	if t.Cap > 0 {
		e.Strategy = newCapped(e.Strategy, t.Cap)
	}
	m := &meter{Strategy: e.Strategy, web: t.Web, outside: t.Outside}
	if !t.Outside.Dead {
		m.budget = t.Budget
	}
	log := &recorder{web: t.Web, meter: m, seen: make(map[int32]bool), verdicts: make(map[string]bool), outcome: Outcome{Kinds: map[string]int{}}}
	e.Strategy, e.Observers = m, append(e.Observers, log)
	if t.Outside.Topical > 0 {
		e.Fetcher, e.Reader = topicalFetcher{e.Fetcher, t}, topicalReader{e.Reader, t}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start, before := time.Now(), threadCPU()
	res, err := s.Run(ctx)
	log.outcome.Cost = Cost{Seconds: time.Since(start).Seconds(), CPU: max(0, threadCPU()-before)}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("lab/eval: %w", err)
	}
	log.outcome.Requests, log.outcome.Failures, log.outcome.Stopped, log.outcome.Waiting = m.requests, res.Failures, string(res.Stopped), res.Waiting
	if m.spent() {
		log.outcome.Stopped = string(engine.Budget)
	}
	if tally := s.Tally(); tally != nil {
		share := tally.TLP()
		log.outcome.TLP = &share
	}
	return &log.outcome, nil
}

// spec is the session of the trial.
func (t *Trial) spec() session.Spec {
	spec := t.Spec
	spec.Seeds, spec.Fetch = t.Web.seedLinks(t.Seeds), session.Fetch{Use: t.Web.answering(t.Outside)}
	spec.Folder, spec.LearnFrom, spec.LimitGC, spec.CrashReports = session.Folder{}, "", false, false
	spec.Cache, spec.Logger = &t.Web.cache, slog.New(slog.DiscardHandler)
	if p := &spec.Strategy.Params; *p == (strategy.Params{}) {
		*p = strategy.Defaults()
	}
	spec.Strategy.Params.Seed, spec.Strategy.Params.Budget = t.Seed, t.Budget
	opt := &spec.Options
	opt.Deterministic, opt.MaxPages, opt.MaxRequests, opt.UntilDry, opt.MaxTime = true, 0, 0, 0, 0 // the meter counts requests
	if t.Outside.Dead {
		opt.MaxPages = t.Budget
	}
	opt.Retries, opt.Pause = -1, time.Millisecond // a stored answer does not change
	return spec
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
func (w *Web) on(steps []step) []bool {
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
		s := step{At: At{k + 1, k + 1}, Page: id, Parent: -1}
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
