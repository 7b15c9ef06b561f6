package session_test

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/spill"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
)

const (
	namedHosts  = 100_000
	namedAtOnce = 50  // by a page
	bytesOfHost = 640 // at most, its URL included: 594 were measured, and 676 before hosts that wait were smaller
)

// TestHostsThatWait bounds what a strategy as sessions build it keeps of a host that a page named once and that was
// never asked.
func TestHostsThatWait(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: the race detector has nothing to find")
	}
	store := spill.New(filepath.Join(t.TempDir(), "links"), slog.New(slog.DiscardHandler))
	defer store.Close() //nolint:errcheck // nothing is read again
	opt := session.Strategy{Params: strategy.Defaults(), Patience: -1}
	opt.Params.SpillInto(store.Shelf('e'), store.Shelf('u'), 1<<30, store.Err)
	s, err := session.NewStrategy(opt, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	before := liveBytes()
	s.Seed([]crawl.Link{freshLink(0)})
	for n := 1; n <= namedHosts; {
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
	if each := (liveBytes() - before) / namedHosts; each > bytesOfHost {
		t.Errorf("%d bytes for each host, at most %d", each, bytesOfHost)
	} else {
		t.Logf("%d bytes for each host", each)
	}
	if s.Len() < namedHosts-namedHosts/namedAtOnce {
		t.Errorf("%d links wait", s.Len())
	}
	runtime.KeepAlive(s)
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
