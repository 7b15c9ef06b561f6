package member

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Part is one part of a Crawl: policies around the strategy of its engine, the engine's Peers,
// and a Sink that sends letters when they are durable. Its methods are called by the deciding
// goroutine of its engine; Owns by others, too.
//
// Of those calls, Policies comes first, when the strategy is made; then Open; then the engine
// runs.
type Part struct {
	crawl  *Crawl
	number int
	in     strategy.Level // the strategy with the policies inside
	inner  *cluster.Part
	live   bool // the journal is replayed
	outbox
}

var (
	_ crawl.Sink   = (*Part)(nil)
	_ engine.Peers = (*Part)(nil)
	_ cluster.Bus  = journalBus{}
)

// Part returns a part by its number, from 0. Each is taken once, unless the crawl is one of
// several processes: then again when its run has ended.
func (c *Crawl) Part(number int) *Part {
	return &Part{crawl: c, number: number, outbox: outbox{next: map[int]uint64{}}}
}

// Policies turn a strategy that can be one of several ([crawl.Caps].Member) into the part's
// strategy. The innermost divides what it receives, the outermost chooses as all parts agree.
func (p *Part) Policies() []strategy.Policy {
	return []strategy.Policy{
		{Place: strategy.PlaceDivide, Around: func(l *strategy.Level) {
			p.inner = cluster.NewPart(p.number, p.crawl.of, l.Member, journalBus{p})
			l.Seed, l.Observe = p.inner.Seed, p.inner.Observe
		}},
		{Place: strategy.PlacePart, Around: func(l *strategy.Level) {
			p.in = *l
			l.Next, l.Observe, l.Replayed = p.choose, p.observe, p.replayed
		}},
	}
}

// choose implements Level.Next. All parts together keep the balance and the cut.
func (p *Part) choose(busy func(host string) bool) (c crawl.Choice, ok bool) {
	score, prospect := math.NaN(), false
	if p.crawl.opt.Cut {
		score, prospect = p.inner.Prospect(busy)
	}
	balances := false
	switch p.crawl.turn(p.number, score, prospect) {
	case turnPass:
		return c, false
	case turnQuiet:
		c, ok = p.in.NextQuiet(busy)
		balances = ok
	}
	if !ok {
		c, ok = p.in.Next(busy)
	}
	if !ok {
		p.crawl.foundNothing(p.number)
		return c, false
	}
	p.crawl.chose(p.number, c.URL, score, balances)
	return c, true
}

// observe implements Level.Observe. Sitemaps and feeds on hosts of other parts are theirs;
// links to pages are divided by the cluster.Part inside.
func (p *Part) observe(v *crawl.Visit) {
	own, others := p.sources(v)
	p.in.Observe(own)
	for to, links := range others {
		l := p.inner.Letter(own)
		l.Page, l.Host, l.Depth, l.Links = v.Choice.URL, v.Page.Host, v.Choice.Depth, links
		p.write(to, &l)
	}
	if p.live {
		least, hosts := p.inner.Least()
		p.crawl.ended(p.number, v.Choice.URL, v.Page == nil, least, hosts)
	}
}

// sources takes the sitemaps and feeds of other parts out of a page. What a sitemap or a
// feed itself names is bounded by the strategy.Sources inside.
func (p *Part) sources(v *crawl.Visit) (own *crawl.Visit, others map[int][]crawl.Link) {
	if v.Page == nil || v.Source() {
		return v, nil
	}
	var links []crawl.Link
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		if l.Kind != crawl.LinkPage && l.Host != "" && !p.Owns(l.Host) {
			if others == nil {
				others, links = map[int][]crawl.Link{}, append(links, v.Page.Links[:i]...)
			}
			to := p.crawl.of.Of(l.Host)
			others[to] = append(others[to], *l)
			continue
		}
		if others != nil {
			links = append(links, *l)
		}
	}
	if others == nil {
		return v, nil
	}
	visit, page := *v, *v.Page
	page.Links, visit.Page = links, &page
	return &visit, others
}

// replayed implements Caps.Replayed: what is written from now on is new.
func (p *Part) replayed() {
	if p.in.Replayed != nil {
		p.in.Replayed()
	}
	p.live = true
}

// Begin implements [engine.Peers]. What the journals of others lack is sent again.
func (p *Part) Begin(pages, requests int) error {
	p.crawl.begin(p.number, pages, requests)
	return p.resend()
}

// Receive implements [engine.Peers].
func (p *Part) Receive(hear func(l *crawl.Letter) error) (err error) {
	p.crawl.looks(p.number)
	letters := 0
	p.crawl.bus.Receive(p.number, func(l *crawl.Letter) {
		if letters++; err != nil {
			return
		}
		switch last := p.store.ReceivedUpTo(l.From); {
		case l.Number <= last: // sent again
		case l.Number > last+1 && !p.crawl.skips(p.number):
			err = english.Errorf("crawl/engine/member: letter %d of part %d came to part %d after %d", l.Number, l.From, p.number, last)
		default:
			err = hear(l)
		}
	}, p.inner.Learn)
	p.crawl.received(p.number, letters)
	return err
}

// Ready implements [engine.Peers].
func (p *Part) Ready() <-chan struct{} { return p.crawl.slots[p.number].ready }

// Owns implements [engine.Peers].
func (p *Part) Owns(host string) bool { return p.crawl.of.Of(host) == p.number }

// Moved implements [engine.Peers]. Nothing speaks for the target but that a link led there.
func (p *Part) Moved(c *crawl.Choice, to crawl.Link) {
	p.write(p.crawl.of.Of(to.Host), &crawl.Letter{
		Page: c.URL, Host: c.Host, Depth: c.Depth - 1, Moved: true, Seed: c.Depth == 0 && c.Parent == "", Links: []crawl.Link{to},
	})
}

// Lease implements [engine.Peers].
func (p *Part) Lease() bool { return p.crawl.lease(p.number) }

// Done implements [engine.Peers].
func (p *Part) Done(page, request bool) { p.crawl.done(p.number, page, request) }

// Spent implements [engine.Peers].
func (p *Part) Spent() bool { return p.crawl.spent() }

// Awaited implements [engine.Peers].
func (p *Part) Awaited() bool { return p.crawl.awaited(p.number) }

// Idle implements [engine.Peers].
func (p *Part) Idle() (over bool) { return p.crawl.rest(p.number, len(p.posted) > 0) }

// Leave implements [engine.Peers].
func (p *Part) Leave() { p.crawl.leave(p.number) }
