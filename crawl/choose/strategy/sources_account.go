package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
)

// sourceKind is a kind of source. Checkpoints hold the numbers.
type sourceKind uint8

const (
	_               sourceKind = iota
	kindSitemap                // crawl.LinkSitemap
	kindFeed                   // crawl.LinkFeed
	kindList                   // a page that calls itself a list
	kindPager                  // a further page of a list
	kindSearch                 // crawl.LinkSearch
	kindDescription            // crawl.LinkDescription
	numSourceKinds
)

// inner reports kinds that wait with the inner strategy.
func (k sourceKind) inner() bool { return k == kindList || k == kindPager }

func kindOf(l *crawl.Link) sourceKind {
	switch l.Kind {
	case crawl.LinkFeed:
		return kindFeed
	case crawl.LinkSearch:
		return kindSearch
	case crawl.LinkDescription:
		return kindDescription
	}
	return kindSitemap
}

// account says what sources of a kind cost and brought.
type account struct {
	asked   int // requests
	brought int // relevant pages that were first heard of there
}

// accounts holds the accounts of all sources, and what the inner strategy brings without
// them.
type accounts struct {
	account [numSourceKinds]account // over all hosts
	opener  map[string]opened       // by URL of a source that was asked for
	yield   float64                 // relevant pages for each choice of the inner strategy, fading
}

// opened says on which account a page goes that was first heard of in a source.
type opened struct {
	owner string
	kind  sourceKind
}

func newAccounts() accounts { return accounts{opener: map[string]opened{}, yield: firstYield} }

const (
	firstYield  = .3  // of the inner strategy, before anything is known
	yieldMemory = .02 // weight of the last choice in the yield
	leastYield  = 1e-3
	priorAsked  = 4. // requests that the yield counts as in the account of a kind
	priorPages  = 4. // pages that it counts as in the rate of a host
	mostRate    = 4. // by which a host can be better than the mean, and worse
	price       = 1  // relevant pages that pay for one more source of the kind on the host
)

// value estimates how many relevant pages one more source of a kind brings. It starts
// from the inner strategy's yield, moves to the yield of this kind at other hosts, then
// to the yield of this host for each request; a host with more relevant pages than
// others gets more.
func (s *Sources) value(h *sourceHost, k sourceKind) float64 {
	yield := max(s.yield, leastYield)
	all, own := s.account[k], h.account[k]
	mean := (float64(all.brought) + priorAsked*yield) / (float64(all.asked) + priorAsked)
	rate := (float64(h.relevant) + priorPages*yield) / (float64(h.pages) + priorPages) / yield
	rate = min(max(rate, 1/mostRate), mostRate)
	return (float64(own.brought) + rate*mean) / float64(own.asked+1)
}

// paid reports whether a host may be asked for one more source of a kind: one is free,
// each further one is paid for by what the others brought.
func (h *sourceHost) paid(k sourceKind) bool {
	return h.account[k].asked <= h.account[k].brought/price
}

// best returns the source that satisfies is and is worth most, nil if none is worth
// more than a choice of the inner strategy. Many hosts are looked at in turn.
func (s *Sources) best(is func(*source) bool) (best *source) {
	most, n := max(s.yield, leastYield), len(s.ready)
	for i := range min(n, maxLooked) {
		h := s.ready[((s.asked+s.lists)*maxLooked%n+i)%n]
		var looked [numSourceKinds]bool
		for j := range h.waiting {
			l := &h.waiting[j]
			if looked[l.kind] || !is(l) {
				continue
			}
			looked[l.kind] = true
			if v := s.value(h, l.kind); v > most && h.paid(l.kind) {
				best, most = l, v
			}
		}
	}
	return best
}

// opened notes that a source is asked for.
func (s *Sources) opened(h *sourceHost, l *source) {
	h.account[l.kind].asked++
	s.account[l.kind].asked++
	s.opener[l.url] = opened{l.owner, l.kind}
}

// unopened takes that back: the source was of no use in itself.
func (s *Sources) unopened(h *sourceHost, l *source) {
	h.account[l.kind].asked--
	s.account[l.kind].asked--
}

// credit notes what a visit brought, and which source earned it; ours says that the
// visit fetched a source.
func (s *Sources) credit(v *crawl.Visit, ours bool) {
	if ours || v.Choice.Again {
		return
	}
	hit := v.Adds() && v.Score.Relevant && !v.Repeats()
	if hit {
		s.yield += yieldMemory
	}
	s.yield -= yieldMemory * s.yield
	if !v.Adds() {
		return
	}
	if h := s.hosts[v.Page.Host]; h != nil {
		if h.pages++; hit {
			h.relevant++
		}
	}
	if c, ok := s.opener[v.Choice.Parent]; hit && ok {
		s.account[c.kind].brought++
		s.host(c.owner).account[c.kind].brought++
	}
}
