package strategy

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// leftLinks are the links of a site that are left. They lie in queues, one for each
// pattern and host, the first left first. The patterns whose links come last are in a heap
// by their accounts, and the queues of a pattern in a heap by their first links. So a
// choice looks at the links of hosts that are not free, and at no others.
type leftLinks struct {
	n        int
	next     uint32 // seq of the next link
	patterns map[uint64]*leftPattern
	queues   map[leftPlace]*leftQueue
	hosts    map[string]int // links, by host
	order    leftPatterns   // those whose links are not left for good
}

// leftLink is a link that is left.
type leftLink struct {
	crawl.Choice
	pattern uint64
	seq     uint32 // in the order in which the links of the site were left
}

// leftPlace is where a link is left.
type leftPlace struct {
	pattern uint64
	host    string
}

// leftPattern is a URL pattern with links that are left.
type leftPattern struct {
	key     uint64
	balance int32
	n       int        // links
	queues  leftQueues // the one with the link left first comes first
	at      int        // in leftLinks.order; -1: left for good
}

// leftQueue holds the links of one pattern and host, the first left first.
type leftQueue struct {
	links []leftLink
	host  string
	at    int // in leftPattern.queues
}

// leftPatterns is a heap: the best account first, among equals the pattern with the link left
// first.
type leftPatterns []*leftPattern

func (h leftPatterns) Len() int { return len(h) }
func (h leftPatterns) Less(i, j int) bool {
	return h[i].before(h[j].balance, h[j].queues[0].links[0].seq)
}
func (h leftPatterns) Swap(i, j int) { h[i], h[j] = h[j], h[i]; h[i].at, h[j].at = i, j }
func (h *leftPatterns) Push(x any) {
	p := x.(*leftPattern)
	p.at = len(*h)
	*h = append(*h, p)
}
func (h *leftPatterns) Pop() any {
	last := len(*h) - 1
	p := (*h)[last]
	(*h)[last], p.at = nil, -1
	*h = (*h)[:last]
	return p
}

// before reports whether the first link of p comes before one with that account and seq.
func (p *leftPattern) before(balance int32, seq uint32) bool {
	return cmp.Or(cmp.Compare(balance, p.balance), cmp.Compare(p.queues[0].links[0].seq, seq)) < 0
}

// leftQueues is a heap: the queue with the link left first comes first.
type leftQueues []*leftQueue

func (h leftQueues) Len() int           { return len(h) }
func (h leftQueues) Less(i, j int) bool { return h[i].links[0].seq < h[j].links[0].seq }
func (h leftQueues) Swap(i, j int)      { h[i], h[j] = h[j], h[i]; h[i].at, h[j].at = i, j }
func (h *leftQueues) Push(x any) {
	q := x.(*leftQueue)
	q.at = len(*h)
	*h = append(*h, q)
}
func (h *leftQueues) Pop() any {
	last := len(*h) - 1
	q := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return q
}

// first is the queue with the link left first whose host is free.
func (h leftQueues) first(free func(host string) bool) (best *leftQueue) {
	var look func(i int)
	look = func(i int) {
		switch {
		case i >= len(h) || best != nil && best.links[0].seq < h[i].links[0].seq:
		case free(h[i].host):
			best = h[i]
		default:
			look(2*i + 1)
			look(2*i + 2)
		}
	}
	look(0)
	return best
}

// best is the place of the link that comes first, of those not left for good whose hosts
// are free: of the pattern with the best account the one left first. Among patterns with
// equal accounts it takes the link left first.
func (l *leftLinks) best(free func(host string) bool) (at leftPlace, ok bool) {
	var balance int32
	var seq uint32
	var look func(i int)
	look = func(i int) {
		if i >= len(l.order) || ok && !l.order[i].before(balance, seq) {
			return
		}
		p := l.order[i]
		if q := p.queues.first(free); q != nil && (!ok || balance < p.balance || q.links[0].seq < seq) {
			at, ok, balance, seq = leftPlace{p.key, q.host}, true, p.balance, q.links[0].seq
		}
		look(2*i + 1)
		look(2*i + 2)
	}
	look(0)
	return at, ok
}

// add leaves a link of a pattern with an account.
func (l *leftLinks) add(c crawl.Choice, pattern uint64, balance int32, forGood bool) {
	if l.n == 0 {
		*l = leftLinks{patterns: map[uint64]*leftPattern{}, queues: map[leftPlace]*leftQueue{}, hosts: map[string]int{}, next: l.next}
	}
	p, at := l.patterns[pattern], leftPlace{pattern, c.Host}
	if p == nil {
		p = &leftPattern{key: pattern, balance: balance, at: -1}
		l.patterns[pattern] = p
	}
	q := l.queues[at]
	if q == nil {
		q = &leftQueue{host: c.Host}
		l.queues[at] = q
	}
	q.links = append(q.links, leftLink{c, pattern, l.next})
	if len(q.links) == 1 {
		heap.Push(&p.queues, q)
	}
	p.n++
	l.n++
	l.next++
	l.hosts[c.Host]++
	if p.at < 0 && !forGood {
		heap.Push(&l.order, p)
	}
}

// take takes a link, the i-th of its queue.
func (l *leftLinks) take(at leftPlace, i int) crawl.Choice {
	p, q := l.patterns[at.pattern], l.queues[at]
	c := q.links[i].Choice
	if i == 0 {
		q.links[0] = leftLink{}
		q.links = q.links[1:]
	} else {
		q.links = slices.Delete(q.links, i, i+1)
	}
	p.n--
	l.n--
	if l.hosts[at.host]--; l.hosts[at.host] == 0 {
		delete(l.hosts, at.host)
	}
	switch {
	case len(q.links) > 0:
		heap.Fix(&p.queues, q.at)
	default:
		delete(l.queues, at)
		p.drop(q)
	}
	switch {
	case p.n == 0:
		delete(l.patterns, at.pattern)
		l.order.drop(p)
	case p.at >= 0:
		heap.Fix(&l.order, p.at)
	}
	return c
}

// drop takes a queue without links out of the heap.
func (p *leftPattern) drop(q *leftQueue) { heap.Remove(&p.queues, q.at) }

// drop takes a pattern without links out of the heap.
func (h *leftPatterns) drop(p *leftPattern) {
	if p.at >= 0 {
		heap.Remove(h, p.at)
	}
}

// account notes that the account of a pattern has changed.
func (l *leftLinks) account(pattern uint64, balance int32) {
	if p := l.patterns[pattern]; p != nil {
		if p.balance = balance; p.at >= 0 {
			heap.Fix(&l.order, p.at)
		}
	}
}

// arrange asks for the account of every pattern anew, and whether its links are left for
// good. It returns how many links are not.
func (l *leftLinks) arrange(account func(pattern uint64) (balance int32, forGood bool)) (waits int) {
	clear(l.order)
	l.order = l.order[:0]
	for _, p := range l.patterns {
		var forGood bool
		if p.balance, forGood = account(p.key); forGood {
			p.at = -1
			continue
		}
		waits += p.n
		l.order.Push(p)
	}
	heap.Init(&l.order)
	return waits
}

// find is the place of the link to a URL of a pattern, and which of its queue it is.
func (l *leftLinks) find(pattern uint64, url string) (at leftPlace, i int, ok bool) {
	p := l.patterns[pattern]
	if p == nil {
		return at, 0, false
	}
	for _, q := range p.queues {
		if i = slices.IndexFunc(q.links, func(k leftLink) bool { return k.URL == url }); i >= 0 {
			return leftPlace{pattern, q.host}, i, true
		}
	}
	return at, 0, false
}

// all are the links in the order in which they were left.
func (l *leftLinks) all() []leftLink {
	all := make([]leftLink, 0, l.n)
	for _, q := range l.queues {
		all = append(all, q.links...)
	}
	slices.SortFunc(all, func(a, b leftLink) int { return cmp.Compare(a.seq, b.seq) })
	return all
}
