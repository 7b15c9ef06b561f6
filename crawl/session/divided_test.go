package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// manySites serves sites s0.example, s1.example, ... of pages each. A page links to two of
// its own site and two of others; every ninth address leads to another site.
type manySites struct {
	*httptest.Server
	sites, pages int
	hook         func() // called by each request for a page
	mu           sync.Mutex
	asked        map[string]int
}

func serveSites(t testing.TB, sites, pages int) *manySites {
	m := &manySites{sites: sites, pages: pages, asked: map[string]int{}, hook: func() {}}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

func (m *manySites) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var site, page int
	if _, err := fmt.Sscanf(r.Host+r.URL.Path, "s%d.example/p%d", &site, &page); err != nil || page >= m.pages {
		http.NotFound(w, r)
		return
	}
	m.mu.Lock()
	m.asked[r.Host+r.URL.Path]++
	hook := m.hook
	m.mu.Unlock()
	hook()
	if page%9 == 4 {
		http.Redirect(w, r, fmt.Sprintf("http://s%d.example/p%d", (site+5)%m.sites, page+1), http.StatusFound)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(w, "<title>Typhoon report %d of site %d</title><p>Report %d-%d about the typhoon number %d.", page, site, site, page, site*m.pages+page)
	for _, to := range [][2]int{{site, page + 1}, {site, 2*page + 1}, {(site + 1) % m.sites, page}, {(site*3 + page) % m.sites, page + 2}} {
		fmt.Fprintf(w, `<p><a href="http://s%d.example/p%d">typhoon %d</a>`, to[0], to[1], to[1])
	}
}

// sitesSpec is a crawl of the sites at an address, from the first pages of two of them.
func sitesSpec(dir, address string, pages int) (Spec, error) {
	typhoon, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhoon"})
	if err != nil {
		return Spec{}, err
	}
	var seeds []crawl.Link
	for _, u := range []string{"http://s0.example/p0", "http://s3.example/p4"} {
		l, err := seed.Link(u)
		if err != nil {
			return Spec{}, err
		}
		seeds = append(seeds, l)
	}
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	return Spec{
		Topic: typhoon, Seeds: seeds, Judge: Judge{Segmenter: "trie"}, Folder: Folder{Dir: dir, Archive: ArchiveNone},
		Strategy: Strategy{Patience: -1}, // what is left would depend on the order
		Fetch:    Fetch{Options: fetch.Options{DialContext: dial, Polite: polite.Options{Delay: -1}}},
		Options:  engine.Options{MaxPages: pages, Workers: 8}, Logger: slog.New(slog.DiscardHandler),
	}, nil
}

func crawlSites(ctx context.Context, dir, address string, pages, parts int) (res Result, err error) {
	spec, err := sitesSpec(dir, address, pages)
	if err != nil {
		return res, err
	}
	if parts == 0 {
		s, err := Open(ctx, spec)
		if err != nil {
			return res, err
		}
		defer s.Close()
		return s.Run(ctx)
	}
	d, err := OpenDivided(ctx, spec, parts)
	if err != nil {
		return res, err
	}
	defer d.Close()
	return d.Run(ctx)
}

// sitesInProcess is the child of a test that kills it.
func sitesInProcess(dir, address string) (code int) {
	if _, err := crawlSites(context.Background(), dir, address, 0, 3); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// pagesIn counts the pages of run folders by the address that answered.
func pagesIn(t *testing.T, dirs ...string) map[string]int {
	t.Helper()
	n := map[string]int{}
	for _, dir := range dirs {
		for p, err := range rundir.Pages(dir) {
			if err != nil {
				t.Fatal(err)
			}
			n[p.URL]++
		}
	}
	return n
}

// TestDivided: a crawl in parts that is exhausted has the pages of one that is not divided,
// each once, and asked for nothing twice.
func TestDivided(t *testing.T) {
	web := serveSites(t, 8, 18)
	whole, dir := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	if _, err := crawlSites(t.Context(), whole, web.Listener.Addr().String(), 0, 0); err != nil {
		t.Fatal(err)
	}
	clear(web.asked)
	res, err := crawlSites(t.Context(), dir, web.Listener.Addr().String(), 0, 4)
	if err != nil || res.Stopped != engine.Exhausted {
		t.Fatalf("%s, %v", res.Stopped, err)
	}
	want, got := pagesIn(t, whole), pagesIn(t, rundir.Parts(dir)...)
	if d := cmp.Diff(want, got); d != "" || len(want) < 100 || res.Pages != len(want) {
		t.Errorf("%d pages, %d counted (-whole +parts):\n%s", len(want), res.Pages, d)
	}
	for page, n := range web.asked {
		if n > 1 {
			t.Errorf("%s was asked for %d times", page, n)
		}
	}
	again, err := crawlSites(t.Context(), dir, web.Listener.Addr().String(), 0, 4)
	if err != nil || again.Stopped != engine.Exhausted || again.Visits != res.Visits || again.Summary.Pages != res.Pages {
		t.Errorf("once more: %+v, %v", again.Result, err)
	}
}

// TestDividedBudget: the parts record exactly as many pages as they may, and a larger budget
// goes on.
func TestDividedBudget(t *testing.T) {
	web := serveSites(t, 8, 18)
	dir := filepath.Join(t.TempDir(), "run")
	for _, budget := range []int{37, 38, 90} {
		res, err := crawlSites(t.Context(), dir, web.Listener.Addr().String(), budget, 4)
		if err != nil || res.Stopped != engine.Budget || res.Pages != budget {
			t.Errorf("budget %d: %d pages, %s, %v", budget, res.Pages, res.Stopped, err)
		}
		n := pagesIn(t, rundir.Parts(dir)...)
		if len(n) != budget || slices.Max(slices.Collect(maps.Values(n))) != 1 {
			t.Errorf("%d lines of pages, want %d, each once", len(n), budget)
		}
	}
	waiting := 0
	for _, part := range rundir.Parts(dir) {
		w, err := ReadWaiting(t.Context(), part, Strategy{Patience: -1}, WaitingSpec{}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		waiting += w.Total
	}
	if waiting == 0 {
		t.Error("no link waits in any part")
	}
}

// TestDividedKilled: a process that is killed again and again leaves parts that go on to
// the pages of a crawl that is not divided, each once.
func TestDividedKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process five times: not with -short")
	}
	web := serveSites(t, 8, 18)
	whole, dir := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	if _, err := crawlSites(t.Context(), whole, web.Listener.Addr().String(), 0, 0); err != nil {
		t.Fatal(err)
	}
	for _, after := range []int64{8, 16, 24, 32} {
		child := exec.Command(os.Args[0], "crawl-sites", dir, web.Listener.Addr().String())
		child.Stderr = os.Stderr
		var asked atomic.Int64
		web.mu.Lock()
		web.hook = func() {
			if asked.Add(1) == after {
				child.Process.Kill() //nolint:errcheck // it is waited for
			}
		}
		web.mu.Unlock()
		if err := child.Run(); err == nil {
			t.Fatalf("the child was not killed after %d requests", after)
		}
		web.mu.Lock()
		web.hook = func() {}
		web.mu.Unlock()
	}
	res, err := crawlSites(t.Context(), dir, web.Listener.Addr().String(), 0, 3)
	if err != nil || res.Stopped != engine.Exhausted {
		t.Fatalf("%s, %v", res.Stopped, err)
	}
	want, got := pagesIn(t, whole), pagesIn(t, rundir.Parts(dir)...)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-whole +parts):\n%s", d)
	}
}

// TestDividedRefused: what cannot be divided is refused before anything is made, in words
// that say the way out.
func TestDividedRefused(t *testing.T) {
	web := serveSites(t, 3, 4)
	address := web.Listener.Addr().String()
	dir := filepath.Join(t.TempDir(), "run")
	for want, change := range map[string]func(*Spec) int{
		"it must be 1 to 256":            func(*Spec) int { return 257 },
		"cannot be deterministic":        func(s *Spec) int { s.Options.Deterministic = true; return 2 },
		"does not end for want of finds": func(s *Spec) int { s.Options.UntilDry = 300; return 2 },
		"needs the whole graph":          func(s *Spec) int { s.Strategy.Name = "annealing"; return 2 },
		"none is given":                  func(s *Spec) int { s.Folder.Dir = ""; return 2 },
		"is refreshed on demand":         func(s *Spec) int { s.RefreshRecorded = true; return 2 },
		"cannot ask search engines": func(s *Spec) int {
			s.Search.Open = func() ([]SearchSource, io.Closer, error) { return nil, nil, nil }
			return 2
		},
	} {
		spec, err := sitesSpec(dir, address, 5)
		if err != nil {
			t.Fatal(err)
		}
		n := change(&spec)
		_, err = OpenDivided(t.Context(), spec, n)
		var wrong *SpecError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
		if n := len(rundir.Parts(dir)); n > 1 {
			t.Errorf("%q: %d parts were made", want, n)
		}
	}
	if _, err := crawlSites(t.Context(), dir, address, 5, 2); err != nil {
		t.Fatal(err)
	}
	var params *rundir.ParamsError
	var parts *rundir.PartsError
	if _, err := crawlSites(t.Context(), dir, address, 5, 1); !strings.Contains(fmt.Sprint(err), "in 2 parts, not in 1") {
		t.Errorf("fewer parts: %v", err)
	}
	if _, err := crawlSites(t.Context(), dir, address, 5, 3); !errors.As(err, &params) && !strings.Contains(fmt.Sprint(err), "in 2 parts, not in 3") {
		t.Errorf("more parts: %v", err)
	}
	if _, err := crawlSites(t.Context(), dir, address, 5, 0); !errors.As(err, &parts) {
		t.Errorf("no parts: %v", err)
	}
	one := filepath.Join(t.TempDir(), "one")
	if _, err := crawlSites(t.Context(), one, address, 5, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := crawlSites(t.Context(), one, address, 5, 2); !strings.Contains(fmt.Sprint(err), "not divided") {
		t.Errorf("parts in a run: %v", err)
	}
}
