package cluster

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Part is one part of a crawl: a Member, which knows the links to its own hosts, and the
// Bus to the others.
type Part struct {
	crawl.Member
	number int
	of     Division
	bus    Bus
	out    [][]crawl.Link // by part, of the visit that is observed
}

// NewPart returns a part by its number, from 0.
func NewPart(number int, of Division, m crawl.Member, b Bus) *Part {
	return &Part{Member: m, number: number, of: of, bus: b, out: make([][]crawl.Link, max(of.Parts, 1))}
}

// A node that leaves gives all its parts away, and a dead node's parts are taken when its lease has
// run out.
func (p *Part) Seed(links []crawl.Link) {
	p.Member.Seed(slices.DeleteFunc(slices.Clone(links), func(l crawl.Link) bool { return p.of.Of(l.Host) != p.number }))
}

// Receive hears and learns what others have told since the last call. It returns how much
// that was. The loop calls it before it chooses.
func (p *Part) Receive() int { return p.bus.Receive(p.number, p.Hear, p.Learn) }

// Observe implements [crawl.Strategy]. Links to hosts of other parts go there, and what
// the visit taught goes to all. v is not changed.
func (p *Part) Observe(v *crawl.Visit) {
	if v.Page == nil {
		p.Member.Observe(v)
		p.tell()
		return
	}
	own, page := *v, *v.Page
	page.Links = p.divide(v.Page.Links)
	own.Page = &page
	p.Member.Observe(&own)
	p.post(v)
	p.tell()
}

// divide keeps the links to other parts in out, and returns the rest. A link without a
// host is a further page of an answer, and stays.
func (p *Part) divide(links []crawl.Link) (own []crawl.Link) {
	for i := range links {
		if to := p.of.Of(links[i].Host); links[i].Host != "" && to != p.number {
			p.out[to] = append(p.out[to], links[i])
			continue
		}
		own = append(own, links[i])
	}
	return own
}

// post writes the letters about the page of v. A part that the page was redirected to gets
// one without links too, so that it does not ask for the page again.
func (p *Part) post(v *crawl.Visit) {
	lands := -1
	if v.Page.Final != "" && v.Page.Final != v.Choice.URL {
		lands = p.of.Of(v.Page.Host)
	}
	head, began := crawl.Letter{}, false
	for to, links := range p.out {
		if to == p.number || len(links) == 0 && to != lands {
			continue
		}
		if !began {
			head, began = p.Member.Letter(v), true
			head.Page, head.Host, head.Depth = v.Choice.URL, v.Page.Host, v.Choice.Depth
			head.Source, head.Repeats = v.Source(), v.Repeats()
		}
		l := head
		if l.Links = links; to == lands {
			l.Final = v.Page.Final
		}
		p.bus.Post(p.number, to, &l)
		p.out[to] = nil // the letter has it now
	}
}

// tell tells all what the visit taught.
func (p *Part) tell() {
	if o, ok := p.Taught(); ok {
		p.bus.Tell(p.number, &o)
	}
}
