package session_test

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

const (
	namedHosts  = 100_000
	namedAtOnce = 50  // by a page
	bytesOfHost = 640 // at most, its URL included: 594 were measured, and 676 before hosts that wait were smaller
	// bytesNamed is for each of namedHosts when eight thousand of them wait in the strategy inside and the others are
	// deferred: 113 were measured. A fiftieth of them were asked, which takes a kilobyte each.
	bytesNamed    = 140
	bytesDeferred = 45 // for each further host, of which a fiftieth is asked, too: 29 were measured
)

// TestHostsThatWait bounds what a strategy keeps of a host that a page named once and that was
// never asked, when all of them wait.
func TestHostsThatWait(t *testing.T) {
	s, _ := hostStrategy(t, false)
	before := liveBytes()
	nameHosts(t, s, 1, namedHosts)
	within(t, "a host that waits", liveBytes()-before, namedHosts, bytesOfHost)
	runtime.KeepAlive(s)
}

// TestHostsDeferred is the same of a strategy as sessions build it: of most hosts it keeps a few bytes, and
// beyond some megabytes those are on disk. All links wait.
func TestHostsDeferred(t *testing.T) {
	s, store := hostStrategy(t, true)
	before := liveBytes()
	nameHosts(t, s, 1, namedHosts)
	first := liveBytes()
	within(t, "a host that was named", first-before, namedHosts, bytesNamed)
	nameHosts(t, s, namedHosts+1, 4*namedHosts)
	within(t, "a further host", liveBytes()-first, 3*namedHosts, bytesDeferred)
	if err := store.Err(); err != nil {
		t.Error(err)
	}
	if n, want := s.Len(), 4*namedHosts-4*namedHosts/namedAtOnce; n < want {
		t.Errorf("%d links wait, want %d", n, want)
	}
	runtime.KeepAlive(s)
}

// hostStrategy is a strategy as sessions build it, or without what is deferred.
func hostStrategy(t *testing.T, deferred bool) (crawl.Strategy, *spill.Store) {
	if testing.Short() {
		t.Skip("one goroutine: the race detector has nothing to find")
	}
	store := spill.New(filepath.Join(t.TempDir(), "links"), slog.New(slog.DiscardHandler))
	t.Cleanup(func() { store.Close() }) //nolint:errcheck // nothing is read again
	opt := session.Strategy{Params: strategy.Defaults(), Patience: -1}
	opt.Params.SpillInto(store.Records('e'), store.Records('u'), 1<<30, store.Err)
	opt.Params.Spill.Deferred, opt.Params.Spill.File = store.Records('a'), store.Scratch()
	s, err := session.NewStrategy(opt, slog.New(slog.DiscardHandler))
	if !deferred {
		var of crawl.Strategy
		of, err = strategy.New("tabu", "", opt.Params)
		s = strategy.NewChain(of, strategy.NewTrapGuard(strategy.TrapGuardParams{}), strategy.NewSources(strategy.SourceParams{}))
	}
	if err != nil {
		t.Fatal(err)
	}
	s.Seed([]crawl.Link{freshLink(0)})
	return s, store
}

// nameHosts lets pages name hosts from a number to another.
func nameHosts(t *testing.T, s crawl.Strategy, from, to int) {
	for n := from; n <= to; {
		c, ok := s.Next(nil)
		if !ok {
			t.Fatal("nothing to choose")
		}
		p := &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Title: "Typhoon", Sampled: true}
		for i := range 40 {
			p.Runs = append(p.Runs, uint32(n*1000+i)*2654435761)
			p.Vocabulary = append(p.Vocabulary, uint32(n*1000+i)*2654435761)
		}
		for range namedAtOnce {
			p.Links = append(p.Links, freshLink(n))
			n++
		}
		v := &crawl.Visit{Seq: n / namedAtOnce, Choice: c, Page: p, Status: 200}
		v.Score = crawl.Score{Relevance: .6, Relevant: true}
		s.Observe(v)
	}
}

// within bounds the bytes of each of n things.
func within(t *testing.T, what string, bytes int64, n, most int64) {
	t.Helper()
	if each := bytes / n; each > most {
		t.Errorf("%d bytes for %s, at most %d", each, what, most)
	} else {
		t.Logf("%d bytes for %s", each, what)
	}
}

// freshLink is a link to a domain of its own.
func freshLink(n int) crawl.Link {
	l := crawl.Link{
		URL: fmt.Sprintf("http://%d-of-trap-fresh-domains.example/typhoon-landfall-storm-surge", n), Text: "Typhoon landfall and storm surge", Path: "html body a", List: 1,
	}
	l.Host = l.URL[len("http://") : len(l.URL)-len("/typhoon-landfall-storm-surge")]
	l.Terms.AnchorCore, l.Terms.URLCore, l.Terms.Relevance = 1, 1, .8
	return l
}

func liveBytes() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
