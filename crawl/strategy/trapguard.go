package strategy

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/urlpattern"
)

// TrapGuard keeps another strategy out of crawler traps that cannot be recognized
// by their addresses: session ids in the path, shops sorted in every order,
// calendars by another name. What traps have in common: a host makes endless pages
// of one URL pattern, none of them is relevant, and their text repeats the text of
// other such pages.
//
// So the TrapGuard counts, for each URL pattern of a host (linkrank.Pattern), the
// pages with hardly any new text since the last relevant one. After Patience of
// them the inner strategy gets no new link of that pattern, except links whose own
// words name the topic; after four times as many it gets none at all. A relevant
// page resets the count. Links that wait already are still fetched: a guard ends a
// trap, it does not empty a frontier.
//
// A page with new text counts a twentieth: an encyclopedia of ten thousand articles
// is crawled to its end, and a machine that makes up sentences is left in the end.
type TrapGuard struct {
	wrapper
	p        TrapGuardParams
	patterns map[uint64]*patternCount
	hosts    map[string]int32 // number of closed patterns of a host
}

// TrapGuardParams are the settings of a TrapGuard.
type TrapGuardParams struct {
	Patience int // pages that say nothing new; 0: never close a pattern
	// Closed is called with the URL of the page that closed its pattern; may be nil.
	Closed func(url string)
}

const (
	// freshBytes of text that is on none of the last pages of a pattern make a page
	// say something. Of 4,598 articles of an encyclopedia none has less, of 2,561 help
	// pages, some of a line or two, 1.4 % (TestTrapGuardHonest; the number was chosen
	// by looking at these webs).
	freshBytes = 100
	// talkative times Patience pages are too many even if they say something.
	talkative = 20
	// credit is the part of Patience before which the text of pages is not compared:
	// most patterns have few pages and need no memory of their text.
	credit = 10
)

// patternCount counts the pages of a URL pattern since the last relevant one.
type patternCount struct {
	pages int
	stale int // those of them without new text
	text  *recentText
}

// recentText remembers blocks of text. Each block is kept at the one place that its
// key gives it, until another takes that place. So the latest blocks are known best,
// and a forgotten block counts as new, which favours honest hosts.
type recentText [4096]uint32

// fresh returns how many bytes of text of p, without its title, were not remembered,
// and remembers them.
func (m *recentText) fresh(p *crawl.Page) (n int) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Title {
			continue
		}
		if at, key := &m[b.Key%uint64(len(m))], uint32(b.Key>>32); *at != key {
			*at = key
			n += b.Len()
		}
	}
	return n
}

// NewTrapGuard returns a TrapGuard around inner, which it owns; inner itself if no
// pattern is ever closed.
func NewTrapGuard(inner crawl.Strategy, p TrapGuardParams) crawl.Strategy {
	if p.Patience <= 0 {
		return inner
	}
	g := &TrapGuard{p: p}
	g.wrapper = wrapper{inner: inner, own: checkpoint{"fence", 2, g}}
	g.reset()
	return g
}

var _ Strategy = (*TrapGuard)(nil)

func (g *TrapGuard) reset() {
	g.patterns, g.hosts = map[uint64]*patternCount{}, map[string]int32{}
}

// Observe implements [crawl.Strategy].
func (g *TrapGuard) Observe(v *crawl.Visit) {
	if v.Adds() {
		g.count(v)
	}
	if v.Page != nil && len(g.hosts) > 0 {
		v = g.allowed(v)
	}
	g.inner.Observe(v)
}

// count counts a page. Its pattern and host are those of the URL that was asked
// for, because links to pages like it have them too.
func (g *TrapGuard) count(v *crawl.Visit) {
	key := patternKey(v.Choice.URL)
	c := g.patterns[key]
	before := c != nil && g.closed(c, 1)
	if v.Score.Relevant {
		delete(g.patterns, key)
		if before {
			if g.hosts[v.Choice.Host]--; g.hosts[v.Choice.Host] <= 0 {
				delete(g.hosts, v.Choice.Host)
			}
		}
		return
	}
	if c == nil {
		c = new(patternCount)
		g.patterns[key] = c
	}
	g.miss(c, v.Page)
	if !before && g.closed(c, 1) {
		g.hosts[v.Choice.Host]++
		if g.p.Closed != nil {
			g.p.Closed(v.Choice.URL)
		}
	}
}

// patternKey is "shape" in the hash because checkpoints hold it.
func patternKey(url string) uint64 { return attribute("shape", urlpattern.Of(url)) }

// miss counts a page that is not relevant.
func (g *TrapGuard) miss(c *patternCount, p *crawl.Page) {
	c.pages++
	if c.pages*credit <= g.p.Patience {
		c.stale++
		return
	}
	if c.text == nil {
		c.text = new(recentText)
	}
	if c.text.fresh(p) < freshBytes {
		c.stale++
	}
}

// closed reports that the patience with a pattern was used up so many times.
func (g *TrapGuard) closed(c *patternCount, times int) bool {
	return c.stale/times >= g.p.Patience || c.pages/times/talkative >= g.p.Patience
}

// allowed is v without the links that the guard keeps out.
func (g *TrapGuard) allowed(v *crawl.Visit) *crawl.Visit {
	out := func(l crawl.Link) bool { return g.keepsOut(&l) }
	if !slices.ContainsFunc(v.Page.Links, out) {
		return v
	}
	p, w := *v.Page, *v
	p.Links = slices.DeleteFunc(slices.Clone(p.Links), out)
	w.Page = &p
	return &w
}

func (g *TrapGuard) keepsOut(l *crawl.Link) bool {
	if g.hosts[l.Host] == 0 || l.Kind != crawl.LinkPage {
		return false
	}
	c, times := g.patterns[patternKey(l.URL)], 1
	if l.Terms.AnchorCore > 0 || l.Terms.URLCore > 0 {
		times = 4
	}
	return c != nil && g.closed(c, times)
}

func (g *TrapGuard) save(w *binenc.Writer) error {
	w.Uint(uint64(len(g.patterns)))
	for _, key := range slices.Sorted(maps.Keys(g.patterns)) {
		w.Fixed(key)
		g.patterns[key].write(w)
	}
	w.Uint(uint64(len(g.hosts)))
	for _, host := range slices.Sorted(maps.Keys(g.hosts)) {
		w.Text(host)
		w.Uint(uint64(g.hosts[host]))
	}
	return nil
}

func (g *TrapGuard) load(r *binenc.Reader) {
	for n := r.Len(11); n > 0 && r.Err() == nil; n-- {
		key := r.Fixed()
		c := new(patternCount)
		c.read(r)
		g.patterns[key] = c
	}
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		host := r.Text()
		g.hosts[host] = int32(readCount(r, maxCount32))
	}
}

func (c *patternCount) write(w *binenc.Writer) {
	w.Uint(uint64(c.pages))
	w.Uint(uint64(c.stale))
	var b []byte
	if c.text != nil {
		for _, key := range c.text {
			b = binary.LittleEndian.AppendUint32(b, key)
		}
	}
	w.Bytes(b)
}

func (c *patternCount) read(r *binenc.Reader) {
	c.pages, c.stale = readCount(r, maxCount32), readCount(r, maxCount32)
	b := r.Bytes()
	if r.Err() != nil || len(b) == 0 {
		return
	}
	c.text = new(recentText)
	if len(b) != 4*len(c.text) {
		r.Fail("a trap guard remembers %d bytes, want %d", len(b), 4*len(c.text))
		return
	}
	for i := range c.text {
		c.text[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
}
