package strategy

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
)

// knownWeb is a web that never ends, of a thousand URLs a host.
type knownWeb struct {
	rng   *rand.Rand
	urls  int  // to be known
	fill  bool // in little time
	known int
	anon  float64       // MB
	spent time.Duration // by the web itself
}

func newKnownWeb() *knownWeb {
	return &knownWeb{
		rng: rand.New(rand.NewPCG(1, 1)), urls: cmp.Or(knownEnv("", 100_000), 1), fill: os.Getenv("ONTOCRAWL_KNOWN_FILL") != "",
	}
}

// links of a page; a ninth of them are known.
func (w *knownWeb) links() int {
	if w.fill {
		return 450
	}
	return 45
}

// pages that make all URLs known.
func (w *knownWeb) pages() int {
	each := w.links() / 9 * 8
	return (w.urls + each - 1) / each
}

func (w *knownWeb) open(b *testing.B, store *spill.Store) *Tabu {
	p := Defaults()
	if mb := knownEnv("_MEMORY", 16); mb > 0 {
		p.SpillInto(store.Records('e'), store.Records('u'), int64(mb)<<20, store.Err)
	}
	return newTabu(b, p)
}

func (w *knownWeb) begin(s *Tabu) {
	w.known = 1
	s.Seed([]crawl.Link{w.link(0)})
}

// step makes visit n.
func (w *knownWeb) step(b *testing.B, s *Tabu, n int) {
	c, ok := s.Next(nil)
	if !ok {
		b.Fatal("nothing to choose")
	}
	begun := rusage(syscall.RUSAGE_THREAD).all()
	v := w.visit(n, c)
	if n%200 == 1 {
		live := liveNow()
		debug.SetMemoryLimit(max(56<<20, live+min(live/2, 192<<20))) // as the program does
		w.anon = max(w.anon, resident("RssAnon:"))
	}
	w.spent += rusage(syscall.RUSAGE_THREAD).all() - begun
	s.Observe(v)
}

func (w *knownWeb) link(n int) crawl.Link {
	h := n % max(w.urls/1000, 50)
	l := crawl.Link{Host: fmt.Sprintf("www.host-%d.example", h), Path: "div.main ul.list li.item p.text a.link"}
	if w.fill {
		l.URL, l.Text = fmt.Sprintf("https://%s/%d/%d", l.Host, n%7, n), "About things"
	} else {
		l.URL = fmt.Sprintf("https://%s/section-%d/topic-%d/an-article-about-things-%d", l.Host, n%7, n%13, n)
		l.Text = fmt.Sprintf("About things of number %d", n)
	}
	if n%17 == 0 {
		l.Terms.AnchorCore, l.Terms.Relevance = 1, .5
	}
	return l
}

func (w *knownWeb) visit(seq int, c crawl.Choice) *crawl.Visit {
	links := w.links()
	p := &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Links: make([]crawl.Link, 0, links)}
	for i := range links {
		n := w.known
		if i%9 == 8 {
			n = w.rng.IntN(w.known)
		} else {
			w.known++
		}
		l := w.link(n)
		l.List, l.Region = uint32(i/10), crawl.Region(i%3)
		p.Links = append(p.Links, l)
	}
	v := &crawl.Visit{Seq: seq, Choice: c, Page: p, Status: 200}
	r := w.rng.Float64()
	v.Score = crawl.Score{Relevance: r * r, Relevant: r > .84}
	return v
}
