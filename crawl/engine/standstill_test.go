package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	pacing "github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
)

// restless is an invented web on a virtual clock, with all that makes a crawl wait: sites and
// addresses that several hosts share, delays, servers that are busy, that name a time, that never
// answer or refuse their robots.txt, slow answers, and pages that say nothing new.
type restless struct {
	rng     *rand.Rand
	limiter *pacing.Limiter
	pages   int
	hosts   int
	sites   int
	kind    []int // of each host

	mu     sync.Mutex
	tries  map[string]int
	flying int
	since  time.Time // of the last check
	timer  engine.Standstill
	told   map[engine.Timer]int
	faults []string
}

// The kinds of hosts.
const (
	hostPlain = iota
	hostBusy  // answers 503 at first
	hostAsks  // answers 429 with a Retry-After at first
	hostDead  // does not answer
	hostShy   // refuses its robots.txt at first
	hostSame  // all pages say the same
	hostKinds
)

func newRestless(seed uint64) *restless {
	rng := rand.New(rand.NewPCG(seed, 32))
	w := &restless{rng: rng, pages: 40 + rng.IntN(160), hosts: 1 + rng.IntN(24), tries: map[string]int{}, told: map[engine.Timer]int{}, since: time.Now()}
	w.sites = 1 + rng.IntN(w.hosts)
	for range w.hosts {
		w.kind = append(w.kind, []int{hostPlain, rng.IntN(hostKinds)}[rng.IntN(2)])
	}
	w.kind[0] = hostPlain // if no seed ever answers, the run ends as silent
	delays := []time.Duration{-1, time.Second, 5 * time.Second, 40 * time.Second}
	w.limiter = pacing.New(pacing.Options{Delay: delays[rng.IntN(len(delays))], MaxRetryAfter: time.Hour})
	return w
}

func (w *restless) host(n int) string {
	return fmt.Sprintf("h%d.site%d.test", n%w.hosts, n%w.hosts%w.sites)
}
func (w *restless) url(n int) string { return fmt.Sprintf("http://%s/a/%d", w.host(n), n) }

// mostUnnamed is how long a run may ask nobody without a word: it looks at a turn again after a second.
const mostUnnamed = 2 * time.Second

// now checks the law for the time since the last call: if nothing was in flight, a timer ran that
// was named, and it was not over.
func (w *restless) now() {
	now := time.Now()
	took := now.Sub(w.since)
	w.since = now
	if w.flying > 0 || took <= mostUnnamed {
		return
	}
	if w.timer.Timer == "" || now.After(w.timer.Until.Add(mostUnnamed)) {
		w.faults = append(w.faults, fmt.Sprintf("at %v nothing had been asked for %v, and the timer was %+v", now, took, w.timer))
	}
}

// flies counts what is in flight.
func (w *restless) flies(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now()
	w.flying += n
}

func (w *restless) stands(s engine.Standstill) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now()
	w.timer = s
	w.told[s.Timer]++
}

func (w *restless) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	n := number(req.URL)
	host := w.host(n)
	addr := netip.AddrFrom4([4]byte{192, 0, 2, byte(n % w.hosts % 5)})
	done, err := w.limiter.Wait(ctx, host, addr)
	if err != nil {
		return nil, err
	}
	w.flies(1)
	defer w.flies(-1)
	w.mu.Lock()
	w.tries[req.URL]++
	try, kind, took := w.tries[req.URL], w.kind[n%w.hosts], time.Duration(w.rng.IntN(3000))*time.Millisecond
	w.mu.Unlock()
	a := pacing.Answer{Status: 200, RetryAfter: -1, Latency: took, Addr: addr}
	switch {
	case kind == hostBusy && try < 3:
		a.Status = 503
	case kind == hostAsks && try < 2:
		a.Status, a.RetryAfter = 429, time.Duration(n%7)*time.Minute
	case kind == hostDead:
		a.Status, a.Latency = 0, 30*time.Second
	case kind == hostShy && try < 2:
		a.Status = 0
	}
	time.Sleep(a.Latency)
	pause := done(a)
	switch {
	case kind == hostShy && a.Status == 0:
		return nil, &crawl.RetryError{After: 30 * time.Second, Err: fmt.Errorf("%w: %s answers 503", crawl.ErrRobots, host)}
	case a.Status == 0:
		return nil, context.DeadlineExceeded
	}
	return &crawl.Response{URL: req.URL, Final: req.URL, Status: a.Status, FetchedAt: time.Now(), RetryAfter: max(pause, a.RetryAfter)}, nil
}

func (w *restless) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	n := number(r.URL)
	rng := rand.New(rand.NewPCG(uint64(n), 5))
	text := fmt.Sprintf("page %d says %x %x %x %x", n, rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64())
	if w.kind[n%w.hosts] == hostSame {
		text = "Nothing matches what you chose, so here is nothing at all, as on every page of this site."
	}
	p := &crawl.Page{URL: r.URL, Final: r.Final, Host: w.host(n), Status: 200, FetchedAt: r.FetchedAt, Words: 100, Blocks: []crawl.Block{{Text: text}}}
	shingle.Fill(p)
	for _, to := range []int{n + 1, 2 * n, 2*n + 1, rng.IntN(w.pages), rng.IntN(w.pages)} {
		if to < w.pages {
			p.Links = append(p.Links, crawl.Link{URL: w.url(to), Host: w.host(to), Text: fmt.Sprint("page ", to)})
		}
	}
	return p, nil
}

// choosing is a strategy with policies around it, of all that can hold a link back.
func (w *restless) choosing(t *testing.T) crawl.Strategy {
	p := strategy.Defaults()
	p.Seed = w.rng.Uint64()
	names := strategy.All().Strategies()
	name := names[w.rng.IntN(len(names))]
	s, err := strategy.New(name, "", p)
	ok(t, err)
	t.Logf("%s over %d pages of %d hosts of %d sites", name, w.pages, w.hosts, w.sites)
	var around []strategy.Policy
	if w.rng.IntN(3) > 0 {
		around = append(around, strategy.NewTrapGuard(strategy.TrapGuardParams{Patience: 2 + w.rng.IntN(30)}))
	}
	if w.rng.IntN(2) > 0 {
		around = append(around, strategy.NewDeferral(strategy.DeferralParams{Hosts: 1 + w.rng.IntN(8)}))
	}
	if w.rng.IntN(2) > 0 {
		around = append(around, strategy.NewSources(strategy.SourceParams{}))
	}
	for _, p := range around {
		t.Logf("inside %d", p.Place)
	}
	return strategy.NewChain(s, around...)
}

// TestLiveness is the law of liveness: whatever holds links back, while links wait and nothing is asked a
// timer runs that the run has named, and the run ends when nothing waits. Webs, delays, faults of
// servers, strategies and policies are drawn; the clock is virtual, so a run that stands still
// forever reaches its time limit at once.
func TestLiveness(t *testing.T) {
	draws := 25
	if long() {
		draws = 150
	}
	seen := map[engine.Timer]int{}
	for seed := range uint64(draws) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { lives(t, seed, seen) })
		})
	}
	for _, timer := range []engine.Timer{engine.TimerDelay, engine.TimerRetry, engine.TimerProbe} {
		if seen[timer] == 0 {
			t.Errorf("no run waited for the timer %q: %v", timer, seen)
		}
	}
}

func lives(t *testing.T, seed uint64, seen map[engine.Timer]int) {
	w := newRestless(seed)
	e := &engine.Engine{
		Fetcher: w, Pacer: w.limiter, Reader: w, Scorer: clear{}, Strategy: w.choosing(t), State: new(state.Memory), Logger: quiet, Stands: w.stands,
		Options: engine.Options{
			Workers: 1 + w.rng.IntN(8), Retries: w.rng.IntN(4), RetryWait: 10 * time.Second, MaxSilent: []int{0, 1000}[w.rng.IntN(2)], MaxTime: 10 * 24 * time.Hour,
		},
	}
	res, err := e.Run(t.Context(), []crawl.Link{{URL: w.url(0), Host: w.host(0)}, {URL: w.url(1), Host: w.host(1)}})
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil || res.Stopped != engine.Exhausted || res.Waiting > 0 {
		t.Errorf("Run = %+v, %v; the timer is %+v", res, err, w.timer)
	}
	for _, fault := range w.faults {
		t.Error(fault)
	}
	for timer, n := range w.told {
		seen[timer] += n
	}
}
