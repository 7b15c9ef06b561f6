package session

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine/member"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

func runParts(t *testing.T, spec Spec, parts int) (res Result, err error) {
	t.Helper()
	d, err := OpenDivided(t.Context(), spec, parts)
	if err != nil {
		return res, err
	}
	res, err = d.Run(t.Context())
	return res, errors.Join(err, d.Close())
}

// TestDividedRefresh: each part asks again for its own pages, all of them once, although the
// budget of pages is used up; and all parts together take no more new pages than a refresh may.
func TestDividedRefresh(t *testing.T) {
	web := serveSites(t, 5, 6)
	dir := filepath.Join(t.TempDir(), "parts")
	spec := func(pages int) Spec {
		t.Helper()
		s, err := sitesSpec(dir, web.Listener.Addr().String(), pages)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	again := func(most int) Spec {
		s := spec(8)
		s.Refresh = strategy.RefreshParams{On: true, Max: 1, New: most}
		return s
	}
	var nothing *NothingRecordedError
	if _, err := runParts(t, again(0), 3); !errors.As(err, &nothing) {
		t.Errorf("nothing is recorded yet: %v", err)
	}
	first, err := runParts(t, spec(8), 3)
	if err != nil || first.Pages != 8 {
		t.Fatalf("%d pages, %v", first.Pages, err)
	}
	clear(web.asked)
	res, err := runParts(t, again(0), 3)
	if err != nil || res.Revisits != 8 || res.Pages != 8 {
		t.Errorf("%d pages asked again of 8, %d pages now, %v", res.Revisits, res.Pages, err)
	}
	for address, n := range web.asked {
		if n > 1 {
			t.Errorf("%s was asked for %d times", address, n)
		}
	}
	res, err = runParts(t, again(5), 3)
	if err != nil || res.Revisits != 16 || res.Pages <= 8 || res.Pages > 13 {
		t.Errorf("%d pages asked again of 16, %d pages with at most 5 new ones, %v", res.Revisits, res.Pages, err)
	}
	if got := pagesIn(t, rundir.Parts(dir)...); len(got) != res.Pages {
		t.Errorf("%d pages are recorded, %d counted", len(got), res.Pages)
	}
}

// TestDividedRetry: a quarantined page is asked for again by the part that has it.
func TestDividedRetry(t *testing.T) {
	web := serveSites(t, 5, 200)
	dir := filepath.Join(t.TempDir(), "parts")
	spec, err := sitesSpec(dir, web.Listener.Addr().String(), 6)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := runParts(t, spec, 2); err != nil {
		t.Fatal(err)
	}
	url := quarantine(t, rundir.PartDir(dir, 0), spec.Strategy)
	spec.Options.RetryQuarantined = true
	res, err := runParts(t, spec, 2)
	if err != nil || pagesIn(t, rundir.PartDir(dir, 0))[url] != 1 || res.Pages != 7 {
		t.Errorf("%s is not recorded among %d pages, %v", url, res.Pages, err)
	}
}

// quarantine records of a page that waits that the process died with it.
func quarantine(t *testing.T, dir string, opt Strategy) (url string) {
	t.Helper()
	w, err := ReadWaiting(t.Context(), dir, opt, WaitingSpec{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range w.Links {
		var site, page int
		if _, err := fmt.Sscanf(l.URL, "http://s%d.example/p%d", &site, &page); err == nil && page%9 != 4 { // that leads to another site
			url = l.URL
			s, err := state.Open(filepath.Join(dir, rundir.StateDir), state.Options{})
			if err != nil {
				t.Fatal(err)
			}
			v := &crawl.Visit{Seq: s.Committed() + 1, Choice: crawl.Choice{URL: url, Host: l.Host, Parent: l.Parent, Depth: l.Depth}, Failure: crawl.Failure{Kind: crawl.FailQuarantined}}
			if err := errors.Join(s.Record(v), s.Commit(), s.Close()); err != nil {
				t.Fatal(err)
			}
			return url
		}
	}
	t.Fatal("no page waits")
	return ""
}

// TestSharedRefused: processes that share a crawl do not ask again for what it has recorded.
func TestSharedRefused(t *testing.T) {
	for _, change := range []func(*Spec){func(s *Spec) { s.Refresh.On = true }, func(s *Spec) { s.Options.RetryQuarantined = true }} {
		spec, err := sitesSpec(t.TempDir(), "127.0.0.1:1", 1)
		if err != nil {
			t.Fatal(err)
		}
		change(&spec)
		var others member.Others
		if _, err := OpenShared(spec, 2, others); err == nil || !strings.Contains(err.Error(), "merge it to go on") {
			t.Errorf("%v", err)
		}
	}
}
