package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

func TestMain(m *testing.M) {
	if runChild() || runMillion() {
		return
	}
	goleak.VerifyTestMain(m)
}

func newEngine(w *web, st crawl.State, opt engine.Options) *engine.Engine {
	return &engine.Engine{
		Fetcher: w, Reader: w, Scorer: new(judge), Strategy: new(wanderer), State: st, Logger: quiet, Options: opt,
	}
}

func run(t *testing.T, e *engine.Engine, w *web) engine.Result {
	t.Helper()
	res, err := e.Run(t.Context(), w.seeds(1, 2, 3))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestBudget(t *testing.T) {
	for _, det := range []bool{false, true} {
		for _, workers := range []int{1, 3, 8} {
			t.Run(fmt.Sprintf("deterministic=%v/workers=%d", det, workers), func(t *testing.T) {
				w, st := &web{Size: 500, Hosts: 7, Latency: time.Millisecond / 4}, new(state.Memory)
				heard := new(spy)
				e := newEngine(w, st, engine.Options{Workers: workers, MaxPages: 60, Deterministic: det})
				e.Observers = []crawl.Observer{heard}
				res := run(t, e, w)
				if res.Stopped != engine.Budget || res.Pages != 60 || res.Visits != res.Pages+res.Failures {
					t.Errorf("result %+v, want 60 pages and budget", res)
				}
				if st.Committed() != res.Visits || len(heard.visits) != res.Visits {
					t.Errorf("%d visits committed and %d heard of, want %d", st.Committed(), len(heard.visits), res.Visits)
				}
				if w.most > workers {
					t.Errorf("%d fetches at a time with %d workers", w.most, workers)
				}
				if u := twice(st); u != "" {
					t.Errorf("%s was recorded twice", u)
				}
			})
		}
	}
}

// TestExhausted: every page that can be reached is there, once.
func TestExhausted(t *testing.T) {
	w, st := &web{Size: 150, Hosts: 5}, new(state.Memory)
	res := run(t, newEngine(w, st, engine.Options{}), w)
	if res.Stopped != engine.Exhausted || res.Waiting != 0 {
		t.Fatalf("result %+v, want exhausted", res)
	}
	got := make(map[string]bool)
	ok(t, st.Visits(func(v *crawl.Visit) error {
		if v.OK() {
			got[v.Page.Final] = true
		}
		return nil
	}))
	want := reachable(w, 1, 2, 3)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("pages (-want +got):\n%s", d)
	}
	if res.Pages != len(want) {
		t.Errorf("%d pages recorded of %d", res.Pages, len(want))
	}
}

// reachable walks w by its own rules, without an engine.
func reachable(w *web, seeds ...int) map[string]bool {
	pages, asked, todo := make(map[string]bool), make(map[int]bool), seeds
	for len(todo) > 0 {
		n := todo[0]
		todo = todo[1:]
		if asked[n] || hash(n, 99)%13 == 0 || hash(n, 98)%11 == 0 {
			continue
		}
		asked[n] = true
		f := w.final(n)
		pages[w.url(f)] = true
		if f%31 == 30 {
			continue
		}
		for i, to := range w.targets(f) {
			if i != 3 || f%2 != 0 {
				todo = append(todo, to)
			}
		}
	}
	return pages
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestDeterministic: whatever the network's moods, the same trail.
func TestDeterministic(t *testing.T) {
	for _, workers := range []int{1, 4, 16} {
		var first []string
		for i, latency := range []time.Duration{0, time.Millisecond, 3 * time.Millisecond} {
			w, st := &web{Size: 2000, Hosts: 11, Latency: latency}, new(state.Memory)
			run(t, newEngine(w, st, engine.Options{Workers: workers, MaxPages: 150, Deterministic: true}), w)
			if i == 0 {
				first = trail(st)
			} else if d := cmp.Diff(first, trail(st)); d != "" {
				t.Fatalf("%d workers, latency %v: another trail (-first +this):\n%s", workers, latency, d)
			}
		}
	}
}

// TestFinished: a crawl that is complete says so at once, without a fetch, and
// goes on when its budget is raised.
func TestFinished(t *testing.T) {
	w, st := &web{Size: 300, Hosts: 5}, new(state.Memory)
	opt := engine.Options{Workers: 4, MaxPages: 40, Deterministic: true}
	first := run(t, newEngine(w, st, opt), w)
	again := &web{Size: 300, Hosts: 5}
	res := run(t, newEngine(again, st, opt), again)
	first.Resumed = first.Visits
	if res != first || len(again.fetched) != 0 {
		t.Errorf("run again: %+v with %d fetches, want %+v with none", res, len(again.fetched), first)
	}
	opt.MaxPages = 70
	if res := run(t, newEngine(w, st, opt), w); res.Pages != 70 || res.Resumed != first.Visits {
		t.Errorf("with a budget of 70: %+v", res)
	}
	opt.MaxPages = 0
	if res := run(t, newEngine(w, st, opt), w); res.Stopped != engine.Exhausted {
		t.Errorf("without a budget: %+v, want exhausted", res)
	}
	opt.Workers, opt.Deterministic = 9, false
	if res := run(t, newEngine(again, st, opt), again); res.Stopped != engine.Exhausted || len(again.fetched) != 0 {
		t.Errorf("exhausted, run again: %+v with %d fetches", res, len(again.fetched))
	}
	if u := twice(st); u != "" {
		t.Errorf("%s was recorded twice", u)
	}
}

// canceller ends a context after so many visits.
type canceller struct {
	after  int
	cancel context.CancelFunc
}

func (c *canceller) Visited(v *crawl.Visit) {
	if c.after--; c.after == 0 {
		c.cancel()
	}
}

// TestInterrupt: interrupted again and again, a deterministic crawl walks the
// trail of an uninterrupted one; any crawl loses and repeats nothing.
func TestInterrupt(t *testing.T) {
	whole := new(state.Memory)
	w := &web{Size: 3000, Hosts: 11}
	run(t, newEngine(w, whole, engine.Options{Workers: 5, MaxPages: 300, Deterministic: true}), w)
	for _, det := range []bool{true, false} {
		w, st := &web{Size: 3000, Hosts: 11, Latency: time.Millisecond / 2}, new(state.Memory)
		stops := 0
		for after := 1; ; after += 7 {
			ctx, cancel := context.WithCancel(t.Context())
			e := newEngine(w, st, engine.Options{Workers: 5, MaxPages: 300, Deterministic: det})
			e.Observers = []crawl.Observer{&canceller{after, cancel}}
			res, err := e.Run(ctx, w.seeds(1, 2, 3))
			cancel()
			ok(t, err)
			if res.Stopped != engine.Interrupted {
				if res.Stopped != engine.Budget || res.Pages != 300 {
					t.Fatalf("ended with %+v", res)
				}
				break
			}
			stops++
			st.Kill() // nothing may hang on what follows the checkpoint
		}
		if stops < 5 {
			t.Errorf("interrupted only %d times", stops)
		}
		if d := cmp.Diff(trail(whole), trail(st)); det && d != "" {
			t.Errorf("another trail (-whole +interrupted):\n%s", d)
		}
		if u := twice(st); u != "" {
			t.Errorf("%s was recorded twice", u)
		}
	}
}

// TestCancelled: a context that is over before the start is not an error.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := &web{Size: 50, Hosts: 3}
	res, err := newEngine(w, new(state.Memory), engine.Options{}).Run(ctx, w.seeds(1))
	if err != nil || res.Stopped != engine.Interrupted || len(w.fetched) != 0 {
		t.Errorf("Run = %+v, %v with %d fetches", res, err, len(w.fetched))
	}
}

// TestSilent: when nothing answers any more the frontier is kept for later.
func TestSilent(t *testing.T) {
	w, st := &web{Size: 1000, Hosts: 5}, new(state.Memory)
	opt := engine.Options{Workers: 3, MaxPages: 20, MaxSilent: 6, Pause: time.Millisecond}
	run(t, newEngine(w, st, opt), w)
	opt.MaxPages = 60
	w.Gone = true
	res := run(t, newEngine(w, st, opt), w)
	if res.Stopped != engine.Silent || res.Pages != 20 {
		t.Errorf("with a dead network: %+v, want silent", res)
	}
	w.Gone = false
	if res := run(t, newEngine(w, st, opt), w); res.Stopped != engine.Budget || res.Pages != 60 {
		t.Errorf("with the network back: %+v, want 60 pages", res)
	}
}

// site is a small web written out by hand: URL to answer.
type site map[string]answer

type answer struct {
	status   int
	final    string
	links    []crawl.Link
	nofollow bool
	err      error
	panics   bool
}

func (s site) Fetch(_ context.Context, req crawl.Request) (*crawl.Response, error) {
	a, ok := s[req.URL]
	if !ok {
		return &crawl.Response{URL: req.URL, Final: req.URL, Status: 404}, nil
	}
	if a.err != nil {
		return nil, a.err
	}
	r := &crawl.Response{URL: req.URL, Final: req.URL, Status: 200}
	if a.status != 0 {
		r.Status = a.status
	}
	if a.final != "" {
		r.Final = a.final
	}
	return r, nil
}

func (s site) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	a := s[r.URL]
	if a.panics {
		panic("hostile\npage")
	}
	if a.final != "" {
		a.links = s[a.final].links
	}
	return &crawl.Page{URL: r.URL, Final: r.Final, Host: "a.example", Links: slices.Clone(a.links), NoFollow: a.nofollow}, nil
}

func links(urls ...string) []crawl.Link {
	var out []crawl.Link
	for _, u := range urls {
		out = append(out, crawl.Link{URL: u, Host: "a.example"})
	}
	return out
}

// fifo chooses in the order heard.
type fifo struct{ wanderer }

func (s *fifo) Next(busy func(string) bool) (crawl.Choice, bool) {
	for at, c := range s.Waiting {
		if busy == nil || !busy(c.Host) {
			return s.pick(at), true
		}
	}
	return crawl.Choice{}, false
}

// visits crawls s from "a" with one worker and tells each visit in a word.
func visits(t *testing.T, s site, change func(*engine.Engine)) []string {
	t.Helper()
	st := new(state.Memory)
	heard := new(spy)
	e := &engine.Engine{
		Fetcher: s, Reader: s, Strategy: new(fifo), State: st, Logger: quiet,
		Options: engine.Options{Workers: 1, Deterministic: true}, Observers: []crawl.Observer{heard},
	}
	if change != nil {
		change(e)
	}
	_, err := e.Run(t.Context(), links("a"))
	ok(t, err)
	var out []string
	for _, v := range heard.visits {
		line := v.Choice.URL + " " + v.Failure.Text
		if v.OK() {
			line = fmt.Sprintf("%s page %d/%d", v.Choice.URL, len(v.Page.Links), v.LinkCount)
		}
		out = append(out, line)
	}
	return out
}

func TestVisits(t *testing.T) {
	tests := []struct {
		name string
		web  site
		want []string
	}{
		{"self links go, double links stay", site{"a": {links: links("a", "b", "b")}, "b": {}},
			[]string{"a page 2/3", "b page 0/0"}},
		{"redirect to a recorded page", site{"a": {links: links("b")}, "b": {final: "a"}},
			[]string{"a page 1/1", "b duplicate of a"}},
		{"target of a recorded redirect is not fetched", site{"a": {final: "c", links: links("x")}, "c": {links: links("c", "a", "d"), status: 500}, "d": {links: links("c")}},
			[]string{"a page 1/3", "d page 1/1", "c duplicate of c"}},
		{"two redirects to one page", site{"a": {links: links("b", "c")}, "b": {final: "d"}, "c": {final: "d"}, "d": {}},
			[]string{"a page 2/2", "b page 0/0", "c duplicate of d"}},
		{"statuses and errors", site{"a": {links: links("b", "c", "d")}, "b": {status: 503}, "c": {err: errors.New("dial\n\x1b[31mtcp\u202e: refused")}},
			[]string{"a page 3/3", "b status 503", "c dial [31mtcp : refused", "d status 404"}},
		{"nofollow page", site{"a": {links: links("b"), nofollow: true}},
			[]string{"a page 0/1"}},
		{"nofollow link", site{"a": {links: []crawl.Link{{URL: "b", NoFollow: true}, {URL: "c"}}}, "c": {links: links("b")}, "b": {}},
			[]string{"a page 1/2", "c page 1/1", "b page 0/0"}},
		{"a page that makes the reader panic", site{"a": {links: links("b", "c")}, "b": {panics: true}, "c": {}},
			[]string{"a page 2/2", "b reading the page panicked: hostile page", "c page 0/0"}},
		{"robots", site{"a": {err: fmt.Errorf("a: %w", crawl.ErrDisallowed)}},
			[]string{"a a: crawl: disallowed by robots.txt"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, visits(t, tt.web, nil)); d != "" {
				t.Errorf("visits (-want +got):\n%s", d)
			}
		})
	}
}

// no is a filter that refuses URLs which hold a word.
type no string

func (f no) Allow(l *crawl.Link, _ *crawl.Page) string {
	if strings.Contains(l.URL, string(f)) {
		return "word " + string(f)
	}
	return ""
}

func TestFilter(t *testing.T) {
	s := site{"a": {final: "bad-home", links: nil}, "bad-home": {links: links("bad-1", "b", "c")}, "b": {final: "bad-2"}, "c": {}}
	got := visits(t, s, func(e *engine.Engine) { e.Filter = no("bad") })
	want := []string{"a page 2/3", "b redirect to bad-2: word bad", "c page 0/0"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("a seed may redirect anywhere, a link may not (-want +got):\n%s", d)
	}
}

// touchy is a Scorer that panics on one page.
type touchy struct{ judge }

func (touchy) Score(p *crawl.Page) crawl.Score {
	if p.Final == "b" {
		panic("score")
	}
	return crawl.Score{}
}

func TestScorerPanics(t *testing.T) {
	var log bytes.Buffer
	s := site{"a": {links: links("b", "c")}, "b": {links: links("d")}, "c": {}}
	got := visits(t, s, func(e *engine.Engine) {
		e.Scorer, e.Logger = new(touchy), slog.New(slog.NewTextHandler(&log, nil))
	})
	want := []string{"a page 2/2", "b judging the page panicked: score", "c page 0/0"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("visits (-want +got):\n%s", d)
	}
	if !strings.Contains(log.String(), "panic while judging a page") || !strings.Contains(log.String(), "touchy") {
		t.Errorf("log lacks the panic or its stack:\n%s", &log)
	}
}

func TestMissingParts(t *testing.T) {
	w := &web{Size: 10, Hosts: 1}
	for name, strip := range map[string]func(*engine.Engine){
		"Fetcher": func(e *engine.Engine) { e.Fetcher = nil }, "Reader": func(e *engine.Engine) { e.Reader = nil },
		"Strategy": func(e *engine.Engine) { e.Strategy = nil }, "State": func(e *engine.Engine) { e.State = nil },
	} {
		e := newEngine(w, new(state.Memory), engine.Options{})
		strip(e)
		if _, err := e.Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: error %v", name, err)
		}
	}
}

func TestNoSeeds(t *testing.T) {
	w := &web{Size: 10, Hosts: 1}
	res, err := newEngine(w, new(state.Memory), engine.Options{}).Run(t.Context(), nil)
	if err != nil || res.Stopped != engine.Exhausted || res.Visits != 0 {
		t.Errorf("Run without seeds = %+v, %v", res, err)
	}
}

// patient is a web whose second page comes only when the first is durable.
type patient struct {
	site
	durable chan struct{}
}

func (p patient) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if req.URL == "b" {
		select {
		case <-p.durable:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return p.site.Fetch(ctx, req)
}

// herald is a Sink that tells when it may show something.
type herald struct {
	mirror
	durable chan struct{}
}

func (h *herald) Flush() error {
	if len(h.waiting) > 0 && len(h.shown) == 0 {
		close(h.durable)
	}
	return h.mirror.Flush()
}

// TestCommitEvery: a visit that no other follows is made durable nevertheless.
func TestCommitEvery(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), pacetest.Times(20*time.Second))
	defer cancel()
	durable := make(chan struct{})
	w := patient{site{"a": {links: links("b")}, "b": {}}, durable}
	e := &engine.Engine{
		Fetcher: w, Reader: w, Strategy: new(fifo), State: new(state.Memory), Logger: quiet,
		Sinks: []crawl.Sink{&herald{durable: durable}}, Options: engine.Options{CommitEvery: time.Millisecond},
	}
	if res, err := e.Run(ctx, links("a")); err != nil || res.Stopped != engine.Exhausted || res.Pages != 2 {
		t.Errorf("Run = %+v, %v, want two pages", res, err)
	}
}

// BenchmarkRun is the loop's own cost: pages of seven links without a network.
func BenchmarkRun(b *testing.B) {
	for _, det := range []bool{false, true} {
		b.Run(fmt.Sprintf("deterministic=%v", det), func(b *testing.B) {
			for b.Loop() {
				w := &web{Size: 5000, Hosts: 11}
				_, err := newEngine(w, new(state.Memory), engine.Options{MaxPages: 1000, Deterministic: det}).Run(b.Context(), w.seeds(1, 2, 3))
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*1000), "µs/page")
		})
	}
}

// outage is a web that falls silent after some fetches, for a while.
type outage struct {
	*web
	mu       sync.Mutex
	n        int
	from, to int // attempts that nobody hears
}

func (o *outage) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	o.mu.Lock()
	o.n++
	dead := o.n > o.from && o.n <= o.to
	o.mu.Unlock()
	if dead {
		return nil, errors.New("connection refused")
	}
	return o.web.Fetch(ctx, req)
}

// TestOutage: a network that fails for a while costs not one page; what was asked in
// vain is asked again, and the trail equals a calm network's.
func TestOutage(t *testing.T) {
	for _, det := range []bool{false, true} {
		for _, workers := range []int{1, 4} {
			opt := engine.Options{Workers: workers, MaxSilent: 100, Pause: time.Millisecond, Deterministic: det}
			calm, st := &web{Size: 60, Hosts: 5}, new(state.Memory)
			want := run(t, newEngine(calm, st, opt), calm)
			o := &outage{web: &web{Size: 60, Hosts: 5}, from: 20, to: 20 + 5*workers}
			stormy := new(state.Memory)
			e := newEngine(o.web, stormy, opt)
			e.Fetcher = o
			got := run(t, e, o.web)
			if got.Stopped != engine.Exhausted || got.Pages != want.Pages || got.Failures != want.Failures {
				t.Errorf("deterministic=%v workers=%d: %+v after an outage, %+v without", det, workers, got, want)
			}
			if d := cmp.Diff(trail(st), trail(stormy)); det && d != "" {
				t.Errorf("workers=%d: another trail (-calm +outage):\n%s", workers, d)
			}
		}
	}
}

// TestDeadHost: a server that is gone while others answer is a failure, asked
// twice.
func TestDeadHost(t *testing.T) {
	s := site{"http://a/": {links: []crawl.Link{{URL: "http://dead/", Host: "dead"}, {URL: "http://a/1", Host: "a"}}}, "http://a/1": {}, "http://dead/": {err: errors.New("connection refused")}}
	for _, workers := range []int{1, 4} {
		e := &engine.Engine{
			Fetcher: s, Reader: s, Strategy: new(fifo), State: new(state.Memory), Logger: quiet,
			Options: engine.Options{Workers: workers, MaxSilent: 8, Pause: time.Millisecond},
		}
		res, err := e.Run(t.Context(), []crawl.Link{{URL: "http://a/", Host: "a"}})
		if err != nil || res.Stopped != engine.Exhausted || res.Pages != 2 || res.Failures != 1 {
			t.Errorf("workers=%d: %+v, %v", workers, res, err)
		}
	}
}

// TestFirstHostsDead: however many of the first hosts are dead, those that answer are
// found, and each dead one is a failure once something has answered.
func TestFirstHostsDead(t *testing.T) {
	s := site{"http://a/": {links: []crawl.Link{{URL: "http://a/1", Host: "a"}}}, "http://a/1": {}}
	var seeds []crawl.Link
	for i := range 50 {
		l := crawl.Link{URL: fmt.Sprintf("http://dead%d/", i), Host: fmt.Sprint("dead", i)}
		s[l.URL] = answer{err: errors.New("connection refused")}
		seeds = append(seeds, l)
	}
	seeds = append(seeds, crawl.Link{URL: "http://a/", Host: "a"})
	for _, workers := range []int{1, 8, 16} {
		e := &engine.Engine{
			Fetcher: s, Reader: s, Strategy: new(fifo), State: new(state.Memory), Logger: quiet,
			Options: engine.Options{Workers: workers, MaxSilent: 10, Pause: time.Millisecond, RetryWait: time.Millisecond},
		}
		res, err := e.Run(t.Context(), seeds)
		if err != nil || res.Stopped != engine.Exhausted || res.Pages != 2 || res.Failures != 50 {
			t.Errorf("workers=%d: %+v, %v", workers, res, err)
		}
	}
}

// TestUnusableAnswers: answers that cannot be used do not look like an outage, however
// many there are in a row.
func TestUnusableAnswers(t *testing.T) {
	s, want := site{"a": {}}, 0
	var all []crawl.Link
	for _, err := range []error{crawl.ErrDisallowed, crawl.ErrRobots, crawl.ErrPrivate, crawl.ErrRedirects, crawl.ErrContentType, crawl.ErrTooLarge, crawl.ErrEncoding} {
		for range 3 {
			url := fmt.Sprint("u", want)
			s[url] = answer{err: fmt.Errorf("fetch: %w", err)}
			all = append(all, crawl.Link{URL: url})
			want++
		}
	}
	s["a"] = answer{links: all}
	e := &engine.Engine{
		Fetcher: s, Reader: s, Strategy: new(fifo), State: new(state.Memory), Logger: quiet,
		Options: engine.Options{Workers: 1, MaxSilent: 2, Pause: time.Millisecond},
	}
	res, err := e.Run(t.Context(), []crawl.Link{{URL: "a"}})
	if err != nil || res.Stopped != engine.Exhausted || res.Failures != want {
		t.Errorf("%+v, %v; want %d failures", res, err, want)
	}
}

func (touchy) Learner() crawl.Learner { return nil }
