package engine

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/cost"
)

// traffic holds the tasks between the deciding goroutine and its workers.
type traffic struct {
	pending []*task // chosen and not applied, in the order chosen
	tasks   chan *task
	hire    func() // takes on the workers that are needed
	results chan *task
	hops    chan hop      // redirects that workers ask about; see redirects.go
	idle    time.Duration // before the Pacer is asked again, if hosts are not blocked
}

// task is a choice on its way. While a worker has it, the worker owns its outcome
// and release.
type task struct {
	choice  crawl.Choice
	sent    bool
	release func() // ends the reservation of its host; nil if there is none
	turn    string // of its host, when it was reserved
	waits   bool   // is in the retry queue and was never fetched, see deferred.go

	marked  bool // as in flight, for the next process
	retried bool // a quarantined page, asked for on demand: no strategy chose it
	waited  bool // an accused page that has waited for its trial
	last    bool // nothing else of its host waited when it was chosen

	done     bool
	silent   bool      // done, and nothing was heard
	early    bool      // was silent before anything was heard in this run
	tries    int       // results so far
	order    int       // when it was sent: run.order then
	began    time.Time // when it was sent
	since    int       // when it fell silent: run.order then
	due      time.Time // when it is to be asked again, in the retry queue
	response *crawl.Response
	page     *crawl.Page
	text     *crawl.Text
	err      error
	why      string           // the error of the attempt before
	robots   []crawl.Exchange // of all attempts
	leased   bool             // in the budget of all parts
	moved    *crawl.Link      // where it was redirected to, if that is another part's
	led      []string         // where it was redirected to in this part; the deciding goroutine's

	reading atomic.Bool // its fetch has ended
}

// cancelled reports an outcome that says nothing about the URL: the run ended.
func (t *task) cancelled(ctx context.Context) bool { return t.err != nil && ctx.Err() != nil }

// reset forgets the outcome, for another attempt.
func (t *task) reset() {
	t.response.Release()
	t.done, t.silent, t.response, t.page, t.text, t.err, t.led = false, false, nil, nil, nil, nil, nil
}

// drop ends the share of the answer in the fetcher's memory, once nothing refers to it.
func (t *task) drop() {
	answer := t.response
	t.response, t.page, t.text = nil, nil, nil
	answer.Release()
}

// releaseHost ends the reservation of t, if it has one.
func (t *task) releaseHost() {
	if t.release != nil {
		t.release()
		t.release = nil
	}
}

// startWorkers returns a function that cancels all work and waits for all workers.
func (r *run) startWorkers(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	hired := 0
	r.hire = func() { // as many workers as choices are in flight
		busy := 1 // the probe
		for _, t := range r.pending {
			if t.sent && !t.done {
				busy++
			}
		}
		for ; hired < min(busy, r.places()); hired++ {
			wg.Go(func() {
				for t := range r.tasks {
					r.work(ctx, t)
					r.results <- t
				}
			})
		}
	}
	return func() {
		cancel()
		close(r.tasks)
		wg.Wait()
	}
}

// work fetches and reads. If a page makes a parser panic, only that page fails.
func (r *run) work(ctx context.Context, t *task) {
	defer t.releaseHost()
	defer func() {
		if p := recover(); p != nil {
			t.page, t.text, t.err = nil, nil, r.panicked("reading", t.choice.URL, p)
		}
		if r.rules.Deterministic {
			t.response.Release() // others may have to come before it can be applied
		}
	}()
	if t.err = ctx.Err(); t.err != nil {
		return
	}
	ask := t.request(r.pacer != nil)
	if r.Peers != nil && !t.choice.Again {
		ask.Leave = func(host string) bool { return !r.Peers.Owns(host) }
		ask.Known = func(url string) bool { return r.isKnown(ctx, t, url) }
	}
	t.response, t.err = r.Fetcher.Fetch(ctx, ask)
	t.reading.Store(true)
	t.releaseHost()
	t.keepRobots()
	if t.err != nil {
		return
	}
	if t.response == nil {
		t.err = errors.New("no answer")
		return
	}
	s := t.response.Status
	if s == http.StatusNotModified && t.choice.Again {
		return
	}
	if s < 200 || s > 299 {
		t.err = failure(crawl.StatusKind(s), "status %d", s)
		return
	}
	r.read(ctx, t)
	if t.page == nil && t.err == nil {
		t.err = crawl.ErrNotPage
	}
	if t.err == nil && t.choice.Query != "" {
		listOnly(t.page, &t.choice)
	}
	if t.err == nil && r.Texts != nil && !t.page.Source && !t.page.NoIndex {
		r.pack(t)
	}
}

func (r *run) read(ctx context.Context, t *task) {
	defer r.Cost.Begin(cost.Read).End()
	t.page, t.err = r.Reader.Read(ctx, t.response)
}

func (r *run) pack(t *task) {
	defer r.Cost.Begin(cost.Pack).End()
	t.text, t.err = r.Texts.Pack(t.page)
}

// listOnly makes the answer of a host's own search a list of links: it repeats what was
// asked for, so a judge would call any answer relevant. A search that leads to another
// address has chosen a page.
func listOnly(p *crawl.Page, c *crawl.Choice) {
	asked, _, _ := strings.Cut(c.URL, "?")
	if final, _, _ := strings.Cut(p.Final, "?"); p.Final != "" && final != asked {
		return
	}
	p.Source, p.Blocks, p.Features, p.Title = true, nil, nil, c.Query
}

// keepRobots keeps the exchanges for robots.txt: a retry does not make them again.
func (t *task) keepRobots() {
	if t.response != nil {
		t.robots = append(t.robots, t.response.Robots...)
	}
	var e *crawl.ExchangeError
	if errors.As(t.err, &e) {
		t.robots = append(t.robots, e.Robots...)
	}
}

// request is conditional if the URL is asked for once more.
func (t *task) request(noWait bool) crawl.Request {
	if c := &t.choice; c.Again {
		return crawl.Request{URL: c.URL, ETag: c.ETag, LastModified: c.LastModified, Hold: true, NoWait: noWait}
	}
	return crawl.Request{URL: t.choice.URL, Hold: true, NoWait: noWait, Last: t.last}
}

// panicked logs a panic and returns it as an error.
func (r *run) panicked(doing, url string, p any) error {
	r.log.Error("panic while "+doing+" a page; it is recorded as a failure", "url", url, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return failure(crawl.FailPanic, "%s the page panicked: %v", doing, p)
}
