package strategy

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// crawlAll visits as fetch says, until nothing is left or n visits were made.
func crawlAll(s crawl.Strategy, n int, fetch func(c crawl.Choice) *crawl.Visit) (visits int) {
	for visits < n {
		c, ok := s.Next(nil)
		if !ok {
			break
		}
		visits++
		v := fetch(c)
		v.Seq, v.Choice = visits, c
		s.Observe(v)
	}
	return visits
}

func answer(c crawl.Choice, relevant bool, links ...crawl.Link) *crawl.Visit {
	v := &crawl.Visit{Status: 200, Page: &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Links: links}}
	if relevant {
		v.Score = crawl.Score{Relevance: .9, Relevant: true}
	}
	return v
}

// TestOneHost: a web of one host has nothing to balance, and is fetched to its end.
func TestOneHost(t *testing.T) {
	s := newTabu(t, Params{Seed: 1})
	s.Seed([]crawl.Link{link(home)})
	n := crawlAll(s, 1000, func(c crawl.Choice) *crawl.Visit {
		var ls []crawl.Link
		if c.Depth < 4 {
			for i := range 4 {
				ls = append(ls, link(fmt.Sprintf("%s%d/", c.URL, i)))
			}
		}
		return answer(c, c.Depth%2 == 0, ls...)
	})
	if n != 1+4+16+64+256 || s.turns.Diversified != 0 {
		t.Errorf("%d pages, %d turns of the long-term memory", n, s.turns.Diversified)
	}
}

// TestNothingAnswers: when all hosts are dead, or robots.txt refuses all, every link is
// tried once, no host is proven, and no turn is spent on balance.
func TestNothingAnswers(t *testing.T) {
	for name, fails := range map[string]func() *crawl.Visit{
		"dead":   func() *crawl.Visit { return &crawl.Visit{Failure: crawl.Failure{Kind: crawl.FailDNS}} },
		"gone":   func() *crawl.Visit { return &crawl.Visit{Status: 404} },
		"robots": func() *crawl.Visit { return &crawl.Visit{Failure: crawl.Failure{Kind: crawl.FailRobots}} },
	} {
		s := newTabu(t, Params{Seed: 1})
		s.Seed([]crawl.Link{link(home)})
		n := crawlAll(s, 1000, func(c crawl.Choice) *crawl.Visit {
			if c.URL != home {
				return fails()
			}
			var ls []crawl.Link
			for i := range 300 {
				ls = append(ls, link(fmt.Sprintf("http://dead%d.test/%d", i%100, i)))
			}
			return answer(c, true, ls...)
		})
		if n != 301 || s.f.Hosts().At(s.f.Hosts().Add("dead1.test")).Proofs > 0 || s.turns.Diversified != 0 || s.turns.Moves != 1 {
			t.Errorf("%s: %d visits, turns %+v", name, n, s.turns)
		}
		m := newTabu(t, Params{Seed: 1})
		m.Seed([]crawl.Link{link(home), link("http://dead.test/")})
		if n := crawlAll(m, 10, func(crawl.Choice) *crawl.Visit { return fails() }); n != 2 || m.f.Hosts().Proven() != 0 {
			t.Errorf("%s: %d visits of two dead seeds, %d hosts are proven", name, n, m.f.Hosts().Proven())
		}
	}
}

// TestManyHosts: with fifty times as many hosts, all proven, a visit takes nowhere near
// fifty times as long. Each host has one page and two links more.
func TestManyHosts(t *testing.T) {
	if testing.Short() {
		t.Skip("measures one goroutine")
	}
	const visits = 400
	perVisit := func(hosts int) time.Duration {
		s := newTabuBy(t, Params{Seed: 1}, fixed{})
		var seeds []crawl.Link
		for i := range hosts {
			seeds = append(seeds, link(fmt.Sprintf("http://h%d.test/", i)))
		}
		s.Seed(seeds)
		crawlAll(s, hosts, func(c crawl.Choice) *crawl.Visit { return answer(c, true, link(c.URL+"more"), link(c.URL+"tags")) })
		s.age = -1 << 30 // all scores are 0 for good
		least := time.Duration(1 << 62)
		for range 5 {
			start := processorTime()
			crawlAll(s, visits, func(c crawl.Choice) *crawl.Visit { return answer(c, true) })
			least = min(least, (processorTime()-start)/visits)
		}
		if s.turns.Diversified < visits {
			t.Errorf("%d hosts: %d turns of the long-term memory", hosts, s.turns.Diversified)
		}
		return least
	}
	few, many := perVisit(2000), perVisit(100_000)
	t.Logf("%v a visit with 2,000 hosts, %v with 100,000", few, many)
	if many > 25*few {
		t.Errorf("%v a visit with 2,000 hosts, %v with 100,000", few, many)
	}
}

// TestDirectory: a page of 100,000 links to other hosts, all in one place, takes bounded
// memory for each, and a choice no more than maxHeld of them. With ONTOCRAWL_LONG=1 it is
// a million.
func TestDirectory(t *testing.T) {
	if testing.Short() {
		t.Skip("a page of 100,000 links, in one goroutine")
	}
	n := 100_000
	if os.Getenv("ONTOCRAWL_LONG") == "1" {
		n = 1_000_000
	}
	s := newTabu(t, Params{Seed: 1})
	s.Seed([]crawl.Link{link(home)})
	c, _ := s.Next(nil)
	v := answer(c, false)
	v.Choice = c
	for i := range n {
		v.Page.Links = append(v.Page.Links, crawl.Link{URL: fmt.Sprintf("http://h%d.test/%d", i%1000, i), Host: fmt.Sprintf("h%d.test", i%1000), Path: "ul li a"})
	}
	before := heapInUse()
	start := time.Now()
	s.Observe(v)
	took := time.Since(start)
	used := (heapInUse() - before) / uint64(n)
	runtime.KeepAlive(v)
	t.Logf("%v, %d bytes a link", took, used)
	if s.Len() != n || used > 2000 {
		t.Errorf("%d links wait; %d bytes a link", s.Len(), used)
	}
	most := 0
	crawlAll(s, 20, func(c crawl.Choice) *crawl.Visit {
		most = max(most, s.now.allHeld)
		return &crawl.Visit{Status: 404}
	})
	if most < 1000 || most > maxHeld+n/1000 { // a host is looked at as a whole
		t.Errorf("a choice held %d links back", most)
	}
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
