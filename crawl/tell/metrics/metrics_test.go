package metrics

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/internal/cost"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newSet(opt Options) *Set {
	if opt.Meter == nil {
		opt.Meter = progress.NewMeter(progress.Options{Budget: 100})
	}
	return New(opt)
}

// toy answers by a function.
type toy func(req crawl.Request) (*crawl.Response, error)

func (f toy) Fetch(_ context.Context, req crawl.Request) (*crawl.Response, error) { return f(req) }

func TestFetcher(t *testing.T) {
	answers := map[string]struct {
		r   *crawl.Response
		err error
	}{
		"a": {&crawl.Response{Status: 200, Body: make([]byte, 1000), Took: 40 * time.Millisecond}, nil},
		"b": {&crawl.Response{Status: 404, Took: 2 * time.Second}, nil},
		"c": {nil, fmt.Errorf("fetch: %w", crawl.ErrDisallowed)},
		"d": {nil, &crawl.RetryError{After: 1, Err: fmt.Errorf("%w: status 503", crawl.ErrRobots)}},
		"e": {nil, &crawl.KindError{Kind: crawl.FailDNS, Err: fmt.Errorf("%w: lookup timeout", crawl.ErrRobots)}},
		"f": {nil, fmt.Errorf("fetch: 10.0.0.1: %w", crawl.ErrPrivate)},
		"g": {nil, errors.New("certificate timeout")},
	}
	s := newSet(Options{})
	f := s.Fetcher(toy(func(req crawl.Request) (*crawl.Response, error) {
		if req.ETag != "" {
			return &crawl.Response{Status: 304, ETag: req.ETag}, nil
		}
		return answers[req.URL].r, answers[req.URL].err
	}), true)
	for url, want := range answers {
		if r, err := f.Fetch(t.Context(), crawl.Request{URL: url}); r != want.r || !errors.Is(err, want.err) {
			t.Errorf("%s: %v, %v", url, r, err)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	_, _ = f.Fetch(over, crawl.Request{URL: "g"}) // says nothing of g
	if r, err := f.Fetch(t.Context(), crawl.Request{URL: "a", ETag: "x"}); err != nil || r.ETag != "x" {
		t.Errorf("again: %v, %v", r, err)
	}
	for class, want := range map[string]float64{"2xx": 1, "3xx": 1, "4xx": 1, "robots": 1, "robots unreachable": 1, "dns": 1, "private address": 1, "other": 1} {
		if got := testutil.ToFloat64(s.fetches.WithLabelValues(class)); got != want {
			t.Errorf("%s: %v, want %v", class, got, want)
		}
	}
	for outcome, want := range map[string]float64{"allowed": 4, "disallowed": 1, "unavailable": 2} {
		if got := testutil.ToFloat64(s.robots.WithLabelValues(outcome)); got != want {
			t.Errorf("robots %s: %v, want %v", outcome, got, want)
		}
	}
	if got := testutil.ToFloat64(s.bytes); got != 1000 {
		t.Errorf("%v bytes", got)
	}
	if got := testutil.ToFloat64(s.inFlight); got != 0 {
		t.Errorf("%v in flight", got)
	}
	text := scrape(t, s)
	for _, want := range []string{`fetch_duration_seconds_bucket{le="0.05"} 2`, `fetch_duration_seconds_bucket{le="2.5"} 3`, "fetch_duration_seconds_count 3"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %s", want)
		}
	}
}

// A stored web has no robots.txt, so none is counted.
func TestStoredFetcher(t *testing.T) {
	s := newSet(Options{})
	f := s.Fetcher(toy(func(crawl.Request) (*crawl.Response, error) { return &crawl.Response{Status: 200}, nil }), false)
	if _, err := f.Fetch(t.Context(), crawl.Request{URL: "x"}); err != nil || testutil.CollectAndCount(s.robots) != 0 {
		t.Errorf("%v, %d outcomes of robots.txt", err, testutil.CollectAndCount(s.robots))
	}
}

// TestStages: the processor time of stages is there if it is measured.
func TestStages(t *testing.T) {
	m := progress.NewMeter(progress.Options{Waiting: func() int { return 0 }})
	const name = "\nontocrawl_stage_processor_seconds_total{stage=\"judge again\"} 0\n"
	if strings.Contains(scrape(t, newSet(Options{Meter: m})), "stage_processor") {
		t.Error("stages that nobody measures")
	}
	if text := scrape(t, newSet(Options{Meter: m, Cost: cost.NewMeter()})); !strings.Contains(text, name) {
		t.Errorf("lacks %s:\n%s", name, text)
	}
}

func TestVisits(t *testing.T) {
	m := progress.NewMeter(progress.Options{Budget: 100, Waiting: func() int { return 7 }})
	s := newSet(Options{Meter: m, Version: "1.2", Sizes: func() map[string]int64 { return map[string]int64{"tables": 5} }, Free: func() (int64, bool) { return 9 << 30, true }})
	for i, v := range []*crawl.Visit{
		{Page: &crawl.Page{Host: "a"}, Score: crawl.Score{Relevance: 0.75, Relevant: true}, LinkCount: 4},
		{Page: &crawl.Page{Host: "b"}, Same: crawl.Duplicate{Of: "x", Exact: true}},
		{Page: &crawl.Page{Host: "b"}, Same: crawl.Duplicate{Of: "x", Distance: 2}},
		{Page: &crawl.Page{Source: true}, LinkCount: 10},
		{Choice: crawl.Choice{Again: true}, Status: 304},
		{Status: 404, Failure: crawl.Failure{Kind: crawl.FailStatus4xx}},
		{Page: &crawl.Page{Host: "a"}, Score: crawl.Score{Relevance: 0.9, Relevant: true}, LinkCount: 4, Rejudged: true, Was: crawl.Verdict{Relevant: true}},
	} {
		v.Choice.URL = fmt.Sprint("http://a/", i%6) // the last is a new verdict of the first
		m.Visited(v)
		s.Visited(v)
	}
	s.Retried(crawl.Choice{}, time.Second)
	text := scrape(t, s)
	for _, want := range []string{
		`visits_total{outcome="page"} 3`, `visits_total{outcome="source"} 1`, `visits_total{outcome="revisit"} 1`, `visits_total{outcome="failure"} 1`, `visits_total{outcome="rejudged"} 1`,
		`failures_total{reason="status 4xx"} 1`, `links_total 14`, `duplicates_total{kind="exact"} 1`, `duplicates_total{kind="near"} 1`, `retries_total 1`,
		`page_relevance_ratio_bucket{le="0.7"} 2`, `page_relevance_ratio_bucket{le="0.8"} 3`,
		`pages 3`, `relevant_pages 1`, `harvest_ratio 0.3333333333333333`, `hosts 2`, `queue_urls 7`, `budget_pages 100`,
		`state_bytes{kind="tables"} 5`, `disk_free_bytes 9.663676416e+09`, `build_info{version="1.2"} 1`,
	} {
		if !strings.Contains(text, "\nontocrawl_"+want+"\n") {
			t.Errorf("lacks %s", want)
		}
	}
}

// filterFunc drops what it gives a reason for.
type filterFunc func(url string) string

func (f filterFunc) Allow(l *crawl.Link, _ *crawl.Page) string { return f(l.URL) }

// However many reasons there are, a label takes few values.
func TestBoundedLabels(t *testing.T) {
	s := newSet(Options{})
	f := s.Filter(filterFunc(func(url string) string { return url }))
	for i := range 500 {
		if got := f.Allow(&crawl.Link{URL: fmt.Sprint(i)}, nil); got != fmt.Sprint(i) {
			t.Fatalf("the filter's word was changed: %q", got)
		}
	}
	if f.Allow(&crawl.Link{}, nil) != "" {
		t.Error("an allowed link was dropped")
	}
	if n := testutil.CollectAndCount(s.dropped); n != maxNames+1 {
		t.Errorf("%d series", n)
	}
	if got := testutil.ToFloat64(s.dropped.WithLabelValues("other")); got != 500-maxNames {
		t.Errorf("%v others", got)
	}
}

func scrape(t *testing.T, s *Set) string {
	t.Helper()
	w := httptest.NewRecorder()
	handler(s, false).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// What is served is in the form that Prometheus demands, with help and unit, and
// docs/operations.md lists it, no more and no less.
func TestNamesAndDocs(t *testing.T) {
	s := newSet(Options{Cost: cost.NewMeter(), Sizes: func() map[string]int64 { return map[string]int64{"tables": 1} }, Free: func() (int64, bool) { return 1, true }})
	s.fetches.WithLabelValues("2xx")
	s.robots.WithLabelValues("allowed")
	s.visits.WithLabelValues("page")
	s.failures.WithLabelValues("404")
	s.dropped.WithLabelValues("scheme")
	s.copies.WithLabelValues("near")
	faults, err := testutil.GatherAndLint(s.registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Errorf("%s: %s", f.Metric, f.Text)
	}
	families, err := s.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var served []string
	for _, f := range families {
		if strings.HasPrefix(f.GetName(), "ontocrawl_") {
			served = append(served, f.GetName())
		}
		if f.GetHelp() == "" {
			t.Errorf("%s has no help", f.GetName())
		}
	}
	doc, err := os.ReadFile("../../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for sc := bufio.NewScanner(bytes.NewReader(doc)); sc.Scan(); {
		if m := regexp.MustCompile("^\\| `(ontocrawl_[a-z_]+)").FindStringSubmatch(sc.Text()); m != nil {
			listed = append(listed, m[1])
		}
	}
	slices.Sort(listed)
	if !slices.Equal(served, listed) {
		t.Errorf("served\n%s\nlisted\n%s", strings.Join(served, "\n"), strings.Join(listed, "\n"))
	}
}

func get(t *testing.T, url, host string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = host
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	r, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(b)
}

func TestServe(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	now := time.Now()
	free := int64(1 << 40)
	m := progress.NewMeter(progress.Options{Now: func() time.Time { return now }})
	srv, err := Serve("127.0.0.1:0", newSet(Options{Meter: m, Free: func() (int64, bool) { return free, true }}), quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	base := "http://" + srv.Addr()
	for _, x := range []struct {
		path, host string
		code       int
		text       string
	}{
		{"/metrics", "", 200, "# HELP ontocrawl_pages "},
		{"/metrics", "", 200, "# TYPE ontocrawl_fetch_duration_seconds histogram"},
		{"/metrics", "", 200, "go_goroutines "},
		{"/metrics", "localhost", 200, "process_"},
		{"/healthz", "localhost:9090", 200, "ok"},
		{"/debug/pprof/", "[::1]:9090", 200, "goroutine"},
		{"/debug/pprof/goroutine?debug=1", "", 200, "TestServe"},
		{"/debug/pprof/cmdline", "evil.example", 403, "localhost only"},
		{"/metrics", "192.0.2.1", 403, "localhost only"},
		{"/", "", 404, ""},
	} {
		if code, text := get(t, base+x.path, x.host); code != x.code || !strings.Contains(text, x.text) {
			t.Errorf("%s as %q: %d, %.100s", x.path, x.host, code, text)
		}
	}
	now, free = now.Add(progress.StuckAfter+time.Second), 1<<20
	if code, text := get(t, base+"/healthz", ""); code != 503 || !strings.Contains(text, "stuck") || !strings.Contains(text, "disk low") {
		t.Errorf("unwell: %d, %s", code, text)
	}
	if _, err := Serve(srv.Addr(), newSet(Options{}), quiet); err == nil {
		t.Error("an address in use was taken")
	}
}

// On an address that others reach there are numbers, and no pprof.
func TestServeAll(t *testing.T) {
	srv, err := Serve(":0", newSet(Options{}), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	_, port, err := net.SplitHostPort(srv.Addr())
	if err != nil {
		t.Fatal(err)
	}
	if code, _ := get(t, "http://127.0.0.1:"+port+"/metrics", "crawler.example"); code != 200 {
		t.Errorf("metrics: %d", code)
	}
	for _, path := range []string{"/debug/pprof/", "/debug/pprof/cmdline", "/debug/pprof/heap"} {
		if code, _ := get(t, "http://127.0.0.1:"+port+path, ""); code != 404 {
			t.Errorf("%s: %d", path, code)
		}
	}
}

// Close ends a server in a second though a client hangs in a profile.
func TestCloseWhileAsked(t *testing.T) {
	srv, err := Serve("127.0.0.1:0", newSet(Options{}), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", srv.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /debug/pprof/trace?seconds=3 HTTP/1.1\r\nHost: localhost\r\n\r\n")
	time.Sleep(100 * time.Millisecond)
	start := time.Now()
	srv.Close()
	if d := time.Since(start); pacetest.Over(d, 3*time.Second) {
		t.Errorf("it took %v", d)
	}
	time.Sleep(3 * time.Second) // the trace ends; goleak looks for what is left
}
