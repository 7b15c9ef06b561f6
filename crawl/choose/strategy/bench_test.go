package strategy

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/papers"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// benchPage is a page of a web that never ends: 40 links to what others link
// to as well, and 5 new ones.
func benchPage(rng *rand.Rand, c crawl.Choice, known *int) *crawl.Visit {
	p := &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host}
	for i := range 45 {
		n := rng.IntN(*known)
		if i >= 40 {
			*known++
			n = *known
		}
		l := crawl.Link{
			URL:  fmt.Sprintf("http://h%d.test/s%d/t%d/page-about-%d.html", n%50, n%7, n%31, n),
			Host: fmt.Sprintf("h%d.test", n%50), Text: fmt.Sprintf("page about thing %d", n),
			Path: "div.main ul.list li.item p.text a.link", List: uint32(i / 10),
		}
		if n%17 == 0 {
			l.Terms.AnchorCore = 1
		}
		p.Links = append(p.Links, l)
	}
	v := &crawl.Visit{Choice: c, Page: p, Status: 200}
	v.Score.Relevance = rng.Float64()
	return v
}

// BenchmarkVisit is one Next and one Observe with over 20,000 links waiting.
func BenchmarkVisit(b *testing.B) {
	for name, open := range map[string]func() crawl.Strategy{
		"breadth-first": func() crawl.Strategy { return NewBreadthFirst() },
		"best-first":    func() crawl.Strategy { s, _ := NewBestFirst(Params{}); return s },
		"on-its":        func() crawl.Strategy { s, _ := NewOnITS(Params{}); return s },
		"tabu":          func() crawl.Strategy { s, _ := NewTabu(Params{}); return s },
		"annealing":     func() crawl.Strategy { s, _ := newAnnealingBy(Params{}, true, priority(Params{})); return s },
		"tunnel":        func() crawl.Strategy { s, _ := newTunnelBy(Params{}, papers.NewRW()); return s },
		"content-links": func() crawl.Strategy { s, _ := New("best-first", "content-links", Params{}); return s },
		"hits":          func() crawl.Strategy { s, _ := New("best-first", "hits", Params{}); return s },
		"layers":        func() crawl.Strategy { s, _ := New("best-first", "layers", Params{}); return s },
	} {
		b.Run(name, func(b *testing.B) {
			s := open()
			rng := rand.New(rand.NewPCG(1, 1))
			known := 20000
			s.Seed([]crawl.Link{{URL: "http://h0.test/", Host: "h0.test"}})
			visit := func() *crawl.Visit {
				c, ok := s.Next(nil)
				if !ok {
					b.Fatal("nothing to choose")
				}
				return benchPage(rng, c, &known)
			}
			for s.Len() < 20000 {
				s.Observe(visit())
			}
			b.ReportAllocs()
			for b.Loop() {
				v := visit()
				s.Observe(v)
			}
		})
	}
}

// BenchmarkCheckpoint stores and reads back a Tabu with over 20,000 links
// waiting.
func BenchmarkCheckpoint(b *testing.B) {
	s := newTabu(b, Params{})
	rng := rand.New(rand.NewPCG(1, 1))
	known := 20000
	s.Seed([]crawl.Link{{URL: "http://h0.test/", Host: "h0.test"}})
	for s.Len() < 20000 {
		c, _ := s.Next(nil)
		s.Observe(benchPage(rng, c, &known))
	}
	data, err := binenc.Marshal(s)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("write", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			binenc.Marshal(s)
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if err := newTabu(b, Params{}).ReadFrom(bytes.NewReader(data)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
