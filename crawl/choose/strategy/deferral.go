package strategy

import (
	"cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/internal/hashindex"
)

// deferral bounds what another strategy holds of hosts that pages only named. A link that waits takes
// some 600 bytes in memory, and a page may name fifty new domains, each of which names fifty more.
// So while Hosts hosts that were never asked wait with links of as good a prospect, a link to one
// more is deferred: packed, in the order of the pages, and beyond Memory bytes on disk. When
// fewer wait the inner strategy receives it, as one of several parts of a crawl receives the links
// of another (crawl.Letter). Nothing is left out: deferred links wait, and are in the checkpoint.
//
// The prospect of a link is whether its own words name the topic, and whether its page is
// relevant. Deferred links with a better prospect come back first, and links with a worse one never
// keep them deferred. A link to a host of which something is known already is never deferred.
// Another link to a deferred URL is ignored.
//
// Up to half of Hosts nothing is noted, and the checkpoint is the inner strategy's own.
type deferral struct {
	in      Level
	p       DeferralParams
	began   bool                   // hosts are counted
	marks   hashindex.Array[uint8] // by host of the frontier: its prospect, and asked
	unasked [prospects]int         // hosts that were never asked, by prospect
	queues  [prospects]deferredQueue
	links   int      // that are deferred
	bytes   int      // of records in memory
	filed   int      // of records in the file
	record  int32    // the number of the next one
	seen    []uint64 // URLs that were deferred lately, by hash; nil: none

	onDisk []byte // what the records on disk saved for the checkpoint that is written
}

// DeferralParams are the settings of a Deferral.
type DeferralParams struct {
	Hosts   int              // never asked, in the inner strategy; 0: deferralHosts
	Memory  int              // bytes of links that are deferred in memory; 0: deferredMemory
	File    Scratch          // of further ones, which a checkpoint repeats; nil: there is none
	Filed   int              // bytes of them; 0: deferredFiled
	Records linkrank.Records // of the others; nil: all are in memory
}

// Scratch is a file for bytes that need not be in memory (crawl/choose/spill).
type Scratch interface {
	Write(data []byte) (at int64, ok bool)
	Read(at int64, n int) []byte // valid until the next call; nil after a fault, which ends the crawl
	Size() int64
	Clear()
}

const (
	deferralHosts  = 1 << 13
	deferredMemory = 2 << 20
	deferredFiled  = 24 << 20
	prospects      = 4 // classes of links by prospect
	markAsked      = prospects
	// receivedAtOnce is how many records a visit may bring back, so that it takes no longer than a few pages.
	receivedAtOnce = 8
)

// NewDeferral returns the policy of a Deferral. It has no part in a strategy that cannot hear of links
// later: that needs a frontier and a ranker that is a linkrank.Hearer.
func NewDeferral(p DeferralParams) Policy {
	p.Hosts, p.Memory, p.Filed = cmp.Or(p.Hosts, deferralHosts), cmp.Or(p.Memory, deferredMemory), cmp.Or(p.Filed, deferredFiled)
	a := &deferral{p: p}
	return Policy{PlaceDefer, a.around, a, &memory{
		Memory: formOf("aside", 1, a), absent: func() bool { return !a.began }, forget: a.forgetSaved,
	}}
}

func (a *deferral) around(l *Level) {
	if l.Letter == nil {
		return
	}
	a.in = *l
	l.Next, l.Take, l.Observe, l.Len, l.Knows = a.Next, a.Take, a.Observe, a.Len, a.Knows
	l.Waiting, l.Explain, l.Leave = a.waiting, a.explain, a.leave
	if l.Revise != nil {
		l.Revise = a.revise
	}
}

// leave implements [Level.Leave]: first the strategy inside gets every deferred link.
func (a *deferral) leave() error {
	a.receiveAll()
	return a.in.leave()
}

// revise implements [Level.Revise]. The words noted for deferred links belong to the old topic, so
// the strategy inside gets these links first.
func (a *deferral) revise(v *crawl.Visit, first bool) bool {
	if first {
		a.receiveAll()
	}
	return a.in.Revise(v, first)
}

func (a *deferral) reset() {
	*a = deferral{in: a.in, p: a.p}
	if a.p.File != nil {
		a.p.File.Clear()
	}
	if a.p.Records != nil {
		a.p.Records.Clear()
	}
}

// Knows reports whether the strategy has heard of a URL.
func (a *deferral) Knows(url string) bool { return a.in.Knows(url) || a.isDeferred(url) }

// Len implements [Level.Len].
func (a *deferral) Len() int { return a.in.Len() + a.links }

// Next implements [Level.Next].
func (a *deferral) Next(busy func(host string) bool) (crawl.Choice, bool) {
	for {
		if c, ok := a.in.Next(busy); ok || a.in.Len() > 0 || !a.receiveNext(0) {
			return c, ok
		}
	}
}

// Take implements [Level.Take].
func (a *deferral) Take(url string) (crawl.Choice, bool) {
	for {
		if c, ok := a.in.Take(url); ok {
			return c, true
		}
		if a.in.Len() > 0 || !a.receiveNext(0) {
			break
		}
	}
	if !a.find(url) {
		return crawl.Choice{}, false
	}
	return a.in.Take(url)
}

// Observe implements [Level.Observe].
func (a *deferral) Observe(v *crawl.Visit) {
	a.begin()
	inside, deferred := a.divide(v)
	a.in.Observe(inside)
	if !a.began {
		return
	}
	a.count(inside)
	a.put(v, &deferred)
	a.asked(v.Choice.Host)
	if v.Page != nil {
		a.asked(v.Page.Host)
	}
	for n := 0; n < receivedAtOnce && a.receiveMore(); n++ {
	}
}

// begin begins to count hosts, when there are many: a host with a known page or failure was
// asked, and the others count as the most promising.
func (a *deferral) begin() {
	f := a.in.urls
	if a.began || f.Hosts().Len() < a.p.Hosts/2 {
		return
	}
	a.began = true
	a.meet(prospects - 1)
	for id := range int32(f.Counts().URLs) {
		if it := f.Item(id); it.State == frontier.Done {
			a.mark(it.Host)
		}
	}
}

// meet counts hosts that are new in the frontier.
func (a *deferral) meet(prospect int) {
	for n := a.in.urls.Hosts().Len(); a.marks.Len() < n; {
		a.marks.Add(uint8(prospect))
		a.unasked[prospect]++
	}
}

// mark notes that a host was asked.
func (a *deferral) mark(host int32) {
	if m := a.marks.At(host); *m&markAsked == 0 {
		a.unasked[*m]--
		*m |= markAsked
	}
}

// asked is mark by name.
func (a *deferral) asked(host string) {
	if n, ok := a.number(host); ok {
		a.meet(0)
		a.mark(n)
	}
}

// number returns the number of a host that the frontier knows.
func (a *deferral) number(host string) (int32, bool) {
	return a.in.urls.Hosts().Number(host)
}

// prospect returns the prospect of a link of a visit, as a class from 0 up.
func prospect(v *crawl.Visit, l *crawl.Link) (p int) {
	if v.Score.Relevant && !v.Repeats() {
		p++
	}
	if ownEvidence(l) >= aspiresOwn {
		p += 2
	}
	return p
}

// unaskedFrom counts the hosts that were never asked, with such a prospect or a better one.
func (a *deferral) unaskedFrom(prospect int) (n int) {
	for _, k := range a.unasked[prospect:] {
		n += k
	}
	return n
}

// divide returns the visit with the links that are not deferred, and the others by
// prospect.
func (a *deferral) divide(v *crawl.Visit) (inside *crawl.Visit, deferred [prospects][]crawl.Link) {
	if !a.began || v.Page == nil || a.unaskedFrom(0) < a.p.Hosts {
		return v, deferred
	}
	var kept []crawl.Link
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		p := prospect(v, l)
		if l.Kind == crawl.LinkPage && a.unaskedFrom(p) >= a.p.Hosts && !a.knows(l) {
			deferred[p] = append(deferred[p], *l)
			continue
		}
		kept = append(kept, *l)
	}
	if len(kept) == len(v.Page.Links) {
		return v, deferred
	}
	other, page := *v, *v.Page
	page.Links, other.Page = kept, &page
	return &other, deferred
}

// knows reports whether the frontier knows the host of a link.
func (a *deferral) knows(l *crawl.Link) bool {
	_, ok := a.number(l.Host)
	return ok
}

// count counts the hosts that a visit made known.
func (a *deferral) count(v *crawl.Visit) {
	if v.Page == nil || a.marks.Len() == a.in.urls.Hosts().Len() {
		a.meet(0)
		return
	}
	from := int32(a.marks.Len())
	a.meet(0)
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		if n, ok := a.number(l.Host); ok && n >= from {
			a.raise(n, prospect(v, l))
		}
	}
}

// raise notes the prospect of a host, if it is better than the known one.
func (a *deferral) raise(host int32, prospect int) {
	if m := a.marks.At(host); *m&markAsked == 0 && int(*m) < prospect {
		a.unasked[*m]--
		a.unasked[prospect]++
		*m = uint8(prospect)
	}
}
