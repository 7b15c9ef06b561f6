package member

import (
	"io"
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
	"github.com/ontocrawl/ontocrawl/message"
)

// Part is one part of a Crawl: the Strategy of its engine, the engine's Peers, and a Sink
// that sends letters when they are durable. Its methods are called by the deciding
// goroutine of its engine; Owns by others, too.
//
// Of those calls, Inner comes first, when the strategy is made; then Around and Open; then
// the engine runs.
type Part struct {
	crawl.Strategy // with the guards around it

	crawl  *Crawl
	number int
	inner  *cluster.Part
	live   bool // the journal is replayed
	outbox
}

var (
	_ crawl.Strategy   = (*Part)(nil)
	_ crawl.PartReader = (*Part)(nil)
	_ crawl.Blocker    = (*Part)(nil)
	_ crawl.Sink       = (*Part)(nil)
	_ engine.Peers     = (*Part)(nil)
	_ cluster.Bus      = pen{}
)

// Part returns a part by its number, from 0. Each is taken once, unless the crawl is one of
// several processes: then again when its run has ended.
func (c *Crawl) Part(number int) *Part {
	return &Part{crawl: c, number: number, outbox: outbox{next: map[int]uint64{}}}
}

// Inner returns m as the part's strategy, which the guards are put around.
func (p *Part) Inner(m crawl.Member) crawl.Strategy {
	p.inner = cluster.NewPart(p.number, p.crawl.of, m, pen{p})
	return p.inner
}

// Around makes s, which has Inner inside, the strategy of the part.
func (p *Part) Around(s crawl.Strategy) { p.Strategy = s }

// Unwrap returns the strategy with its guards.
func (p *Part) Unwrap() crawl.Strategy { return p.Strategy }

// Next implements [crawl.Strategy]. The balance and the cut are those of all parts.
func (p *Part) Next(busy func(host string) bool) (c crawl.Choice, ok bool) {
	score, prospect := math.NaN(), false
	if p.crawl.opt.Cut {
		score, prospect = p.inner.Prospect(busy)
	}
	balances := false
	switch p.crawl.turn(p.number, score, prospect) {
	case turnPass:
		return c, false
	case turnQuiet:
		c, ok = strategy.NextQuiet(p.Strategy, busy)
		balances = ok
	}
	if !ok {
		c, ok = p.Strategy.Next(busy)
	}
	if !ok {
		p.crawl.foundNothing(p.number)
		return c, false
	}
	p.crawl.chose(p.number, c.URL, score, balances)
	return c, true
}

// Observe implements [crawl.Strategy]. Sitemaps and feeds on hosts of other parts are
// theirs; links to pages are divided by the cluster.Part inside.
func (p *Part) Observe(v *crawl.Visit) {
	own, others := p.sources(v)
	p.Strategy.Observe(own)
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

// Hear lets the strategy hear a letter. The engine has recorded it.
func (p *Part) Hear(l *crawl.Letter) { strategy.Hear(p.Strategy, l) }

// Replayed is called when the journal is replayed: what is written from now on is new.
func (p *Part) Replayed() {
	if s, ok := p.Strategy.(interface{ Replayed() }); ok {
		s.Replayed()
	}
	p.live = true
}

// Block implements [crawl.Blocker].
func (p *Part) Block(host, turn string) {
	if b, ok := p.Strategy.(crawl.Blocker); ok {
		b.Block(host, turn)
	}
}

// Unblock implements [crawl.Blocker].
func (p *Part) Unblock(turn string) (more bool) {
	b, ok := p.Strategy.(crawl.Blocker)
	return ok && b.Unblock(turn)
}

// Err is the fault of the strategy.
func (p *Part) Err() error {
	if f, ok := p.Strategy.(interface{ Err() error }); ok {
		return f.Err()
	}
	return nil
}

// WriteTo implements io.WriterTo, for large checkpoints.
func (p *Part) WriteTo(w io.Writer) (int64, error) {
	if large, ok := p.Strategy.(io.WriterTo); ok {
		return large.WriteTo(w)
	}
	data, err := p.MarshalBinary()
	if err != nil {
		return 0, err
	}
	n, err := w.Write(data)
	return int64(n), err
}

// ReadPart implements [crawl.PartReader].
func (p *Part) ReadPart(from crawl.Part) error { return crawl.ReadPart(p.Strategy, from) }

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
		switch last := p.store.HeardUpTo(l.From); {
		case l.Number <= last: // sent again
		case l.Number > last+1 && !p.crawl.skips(p.number):
			err = message.Errorf("crawl/cluster/member: letter %d of part %d came to part %d after %d", l.Number, l.From, p.number, last)
		default:
			err = hear(l)
		}
	}, p.inner.Learn)
	p.crawl.received(p.number, letters)
	return err
}

// Ready implements [engine.Peers].
func (p *Part) Ready() <-chan struct{} { return p.crawl.seats[p.number].ready }

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
