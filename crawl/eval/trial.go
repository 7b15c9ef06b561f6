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
	Budget   int // pages recorded, seeds included
	Workers  int // choices in flight
	Cap      int // most pages of a site (registrable domain); 0: no limit
	Strategy crawl.Strategy
	Scorer   crawl.Scorer
	Filter   crawl.Filter // nil: every link is allowed

	pages answers // nil: those of Web
}

// answers is where a crawl gets pages from.
type answers interface {
	crawl.Fetcher
	crawl.Reader
}

// Step is a page that a crawl recorded.
type Step struct {
	Page      int32
	Parent    int32   // page on which its link was first found; -1 for a seed
	Relevance float64 // by the crawler's own judge
	Relevant  bool
	Again     bool // the page was recorded before, under another address
}

// Outcome is the result of a trial.
type Outcome struct {
	Steps    []Step
	Failures int    // choices without a page
	Stopped  string // "budget" or "exhausted"
	Waiting  int    // URLs that were known and not chosen
	Cost     Cost   // of strategy, judge and loop; not of reading pages
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
	log := &recorder{web: t.Web, seen: make(map[int32]bool), verdicts: make(map[string]bool)}
	if t.pages == nil {
		t.pages = sharedPages{t.Web}
	}
	e := &engine.Engine{
		Fetcher: t.pages, Reader: t.pages, Scorer: t.Scorer, Filter: t.Filter,
		Strategy: strat, State: &state.Memory{}, Duplicates: new(dedup.Index), Observers: []crawl.Observer{log},
		Logger:  slog.New(slog.DiscardHandler),
		Options: engine.Options{Workers: max(1, t.Workers), MaxPages: t.Budget, Deterministic: true},
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
	log.outcome.Failures, log.outcome.Stopped, log.outcome.Waiting = res.Failures, string(res.Stopped), res.Waiting
	return &log.outcome, nil
}

// seedLinks returns the links from which a crawl starts.
func (w *Web) seedLinks(seeds []int32) []crawl.Link {
	links := make([]crawl.Link, len(seeds))
	for i, p := range seeds {
		links[i] = crawl.Link{URL: w.URLs[p], Host: urlkey.Host(w.URLs[p])}
	}
	return links
}

// recorder is the observer that keeps the outcome.
type recorder struct {
	web      *Web
	seen     map[int32]bool
	verdicts map[string]bool // by URL: the judge called it relevant
	outcome  Outcome
}

// Visited implements [crawl.Observer].
func (r *recorder) Visited(v *crawl.Visit) {
	if !v.Adds() {
		return
	}
	id, ok := r.web.Find(v.Page.Final)
	if !ok {
		return
	}
	relevant := v.Score.Relevant
	if v.Same.Exact { // a copy is not judged: the verdict on the first page counts
		relevant = r.verdicts[v.Same.Of]
	}
	r.verdicts[v.Page.Final] = relevant
	s := Step{Page: id, Parent: -1, Relevance: v.Score.Relevance, Relevant: relevant, Again: r.seen[id]}
	r.seen[id] = true
	if p, ok := r.web.Find(v.Choice.Parent); ok && v.Choice.Parent != "" {
		s.Parent = p
	}
	r.outcome.Steps = append(r.outcome.Steps, s)
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
	t := &Outcome{}
	for _, id := range order {
		s := Step{Page: id, Parent: -1}
		if p := w.pages[id]; p != nil && scorer != nil {
			score := scorer.Score(p)
			scorer.Learn(p)
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
		return nil, fmt.Errorf("%w: %s", crawl.ErrNotPage, r.Final)
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
