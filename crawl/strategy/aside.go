package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
	"github.com/ontocrawl/ontocrawl/internal/paged"
)

// Aside bounds what another strategy holds of hosts that pages only named. A link that waits takes
// some 600 bytes in memory, and a page may name fifty new domains, each of which names fifty more.
// So while Hosts hosts that were never asked wait with links that promise as much, a link to one
// more is put aside: packed, in the order of the pages, and beyond Memory bytes on a shelf. When
// fewer wait the inner strategy hears of it, as one of several parts of a crawl hears of the links
// of another (crawl.Letter). Nothing is left out: links that are aside wait, and are in the
// checkpoint.
//
// What a link promises is judged by what is at hand: whether its own words name the topic, and
// whether its page is relevant. Links that promise more come first out of what is aside, and those
// that promise less never keep them there. Links to a host of which something is known already are never put
// aside. A link to a URL that is aside itself changes nothing.
//
// Up to half of Hosts nothing is noted, and the checkpoint is that of the inner strategy.
type Aside struct {
	wrapper
	p       AsideParams
	in      asideInner
	began   bool               // hosts are counted
	marks   paged.Array[uint8] // by host of the frontier: what it promises, and asked
	unasked [promises]int      // hosts that were never asked, by what they promise
	queues  [promises]asideQueue
	links   int      // that are aside
	bytes   int      // of records in memory
	filed   int      // of records in the file
	record  int32    // the number of the next one
	seen    []uint64 // URLs that were put aside lately, by hash; nil: none

	onShelf []byte // what the shelf saved for the checkpoint that is written
	twice   bool   // it is written twice
}

// AsideParams are the settings of an Aside.
type AsideParams struct {
	Hosts  int            // never asked, in the inner strategy; 0: asideHosts
	Memory int            // bytes of links that are aside in memory; 0: asideMemory
	File   Scratch        // of further ones, which a checkpoint repeats; nil: there is none
	Filed  int            // bytes of them; 0: asideFiled
	Shelf  linkrank.Shelf // of the others; nil: all are in memory
}

// Scratch is a file for bytes that need not be in memory (crawl/spill).
type Scratch interface {
	Write(data []byte) (at int64, ok bool)
	Read(at int64, n int) []byte // valid until the next call; nil after a fault, which ends the crawl
	Size() int64
	Clear()
}

const (
	asideHosts  = 1 << 13
	asideMemory = 2 << 20
	asideFiled  = 24 << 20
	promises    = 4 // kinds of links by what they promise
	markAsked   = promises
	// heardAtOnce is how many records a visit may bring back, so that it takes no longer than a few pages.
	heardAtOnce = 8
)

// asideInner is what an Aside needs of the strategy inside.
type asideInner interface {
	Knows(url string) bool
	urls() frontier.Frontier
	letter(v *crawl.Visit) crawl.Letter
	Hear(l *crawl.Letter)
}

// hostFinder is implemented by a frontier that can say whether it knows a host.
type hostFinder interface {
	HostNumber(name string) (n int32, ok bool)
}

// NewAside returns an Aside around inner, which it owns, or inner if that cannot hear of links
// later: it needs a frontier and a ranker that is a linkrank.Hearer.
func NewAside(inner crawl.Strategy, p AsideParams) crawl.Strategy {
	var in asideInner
	switch s := inner.(type) {
	case *Tabu:
		if s.ears != nil {
			in = s
		}
	case *BestFirst:
		if s.ears != nil {
			in = s
		}
	}
	if in == nil {
		return inner
	}
	if _, ok := in.urls().(hostFinder); !ok {
		return inner
	}
	a := &Aside{p: p, in: in}
	if a.p.Hosts == 0 {
		a.p.Hosts = asideHosts
	}
	if a.p.Memory == 0 {
		a.p.Memory = asideMemory
	}
	if a.p.Filed == 0 {
		a.p.Filed = asideFiled
	}
	a.wrapper = wrapper{inner: inner, own: checkpoint{"aside", asideVersion, a}, absent: func() bool { return !a.began }}
	return a
}

var _ Strategy = (*Aside)(nil)

func (a *Aside) reset() {
	*a = Aside{wrapper: a.wrapper, p: a.p, in: a.in}
	if a.p.File != nil {
		a.p.File.Clear()
	}
	if a.p.Shelf != nil {
		a.p.Shelf.Clear()
	}
}

// Knows reports whether the strategy has heard of a URL.
func (a *Aside) Knows(url string) bool { return a.in.Knows(url) || a.isAside(url) }

// Len implements [crawl.Strategy].
func (a *Aside) Len() int { return a.inner.Len() + a.links }

// Next implements [crawl.Strategy].
func (a *Aside) Next(busy func(host string) bool) (crawl.Choice, bool) {
	for {
		if c, ok := a.inner.Next(busy); ok || a.inner.Len() > 0 || !a.hearNext(0) {
			return c, ok
		}
	}
}

// Take implements [crawl.Strategy].
func (a *Aside) Take(url string) (crawl.Choice, bool) {
	for {
		if c, ok := a.inner.Take(url); ok {
			return c, true
		}
		if a.inner.Len() > 0 || !a.hearNext(0) {
			break
		}
	}
	if !a.find(url) {
		return crawl.Choice{}, false
	}
	return a.inner.Take(url)
}

// Observe implements [crawl.Strategy].
func (a *Aside) Observe(v *crawl.Visit) {
	a.begin()
	inside, aside := a.divide(v)
	a.inner.Observe(inside)
	if !a.began {
		return
	}
	a.count(inside)
	a.put(v, &aside)
	a.asked(v.Choice.Host)
	if v.Page != nil {
		a.asked(v.Page.Host)
	}
	for n := 0; n < heardAtOnce && a.hearMore(); n++ {
	}
}

// begin begins to count hosts, when there are many: those of which a page or a failure is known
// were asked, and the others count as the most promising.
func (a *Aside) begin() {
	f := a.in.urls()
	if a.began || f.Hosts() < a.p.Hosts/2 {
		return
	}
	a.began = true
	a.meet(promises - 1)
	for id := range int32(f.Len()) {
		if it := f.Item(id); it.State == frontier.Done {
			a.mark(it.Host)
		}
	}
}

// meet counts hosts that are new in the frontier.
func (a *Aside) meet(promise int) {
	for n := a.in.urls().Hosts(); a.marks.Len() < n; {
		a.marks.Add(uint8(promise))
		a.unasked[promise]++
	}
}

// mark notes that a host was asked.
func (a *Aside) mark(host int32) {
	if m := a.marks.At(host); *m&markAsked == 0 {
		a.unasked[*m]--
		*m |= markAsked
	}
}

// asked is mark by name.
func (a *Aside) asked(host string) {
	if n, ok := a.number(host); ok {
		a.meet(0)
		a.mark(n)
	}
}

// number is that of a host that the frontier knows.
func (a *Aside) number(host string) (int32, bool) {
	return a.in.urls().(hostFinder).HostNumber(host)
}

// promise is what a link of a visit promises.
func promise(v *crawl.Visit, l *crawl.Link) (p int) {
	if v.Score.Relevant && !v.Repeats() {
		p++
	}
	if ownEvidence(l) >= aspiresOwn {
		p += 2
	}
	return p
}

// waiting is how many hosts that were never asked promise so much or more.
func (a *Aside) waiting(promise int) (n int) {
	for _, k := range a.unasked[promise:] {
		n += k
	}
	return n
}

// divide returns the visit with the links that are not put aside, and the others by what they
// promise.
func (a *Aside) divide(v *crawl.Visit) (inside *crawl.Visit, aside [promises][]crawl.Link) {
	if !a.began || v.Page == nil || a.waiting(0) < a.p.Hosts {
		return v, aside
	}
	var kept []crawl.Link
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		p := promise(v, l)
		if l.Kind == crawl.LinkPage && a.waiting(p) >= a.p.Hosts && !a.knows(l) {
			aside[p] = append(aside[p], *l)
			continue
		}
		kept = append(kept, *l)
	}
	if len(kept) == len(v.Page.Links) {
		return v, aside
	}
	other, page := *v, *v.Page
	page.Links, other.Page = kept, &page
	return &other, aside
}

// knows reports whether the frontier knows the host of a link.
func (a *Aside) knows(l *crawl.Link) bool {
	_, ok := a.number(l.Host)
	return ok
}

// count counts the hosts that a visit made known.
func (a *Aside) count(v *crawl.Visit) {
	if v.Page == nil || a.marks.Len() == a.in.urls().Hosts() {
		a.meet(0)
		return
	}
	from := int32(a.marks.Len())
	a.meet(0)
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		if n, ok := a.number(l.Host); ok && n >= from {
			a.promises(n, promise(v, l))
		}
	}
}

// promises notes what a host promises, if that is more than what is known.
func (a *Aside) promises(host int32, promise int) {
	if m := a.marks.At(host); *m&markAsked == 0 && int(*m) < promise {
		a.unasked[*m]--
		a.unasked[promise]++
		*m = uint8(promise)
	}
}
