package strategy

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
)

// Waiting returns the links of a strategy that wait, in the order in which they would be
// chosen if no host were busy and no rule of the strategy stood between: seeds first, then by
// score (Choice.Priority), then those that are aside, last those that a TrapGuard keeps for last. host, if it is not "", is the only one whose links count. At most n
// are returned (0: all); total is how many there are. ok is false if the strategy has no such order.
func Waiting(s crawl.Strategy, host string, n int) (links []crawl.Choice, total int, ok bool) {
	switch s := s.(type) {
	case interface {
		waiting(host string, n int) ([]crawl.Choice, int)
	}:
		links, total = s.waiting(host, n)
		return links, total, true
	case *TrapGuard:
		if links, total, ok = Waiting(s.inner, host, n); ok {
			last := s.forLast(host)
			total += len(last)
			if links = append(links, last...); n > 0 {
				links = links[:min(n, len(links))]
			}
		}
		return links, total, ok
	case *Aside:
		if links, total, ok = Waiting(s.inner, host, n); ok {
			aside := s.asideOf(host)
			total += len(aside)
			if links = append(links, aside...); n > 0 {
				links = links[:min(n, len(links))]
			}
		}
		return links, total, ok
	case interface{ Unwrap() crawl.Strategy }:
		return Waiting(s.Unwrap(), host, n)
	}
	return nil, 0, false
}

func (b *base) waiting(host string, n int) (links []crawl.Choice, total int) {
	only := frontier.None
	if host != "" {
		if only = b.host(host); only < 0 {
			return nil, 0
		}
	}
	var ids []int32
	for id := range int32(b.f.Len()) {
		if it := b.f.Item(id); it.State == frontier.Waiting && (only < 0 || it.Host == only) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, b.compare)
	if total = len(ids); n > 0 {
		ids = ids[:min(total, n)]
	}
	for _, id := range ids {
		it := b.f.Item(id)
		c := crawl.Choice{URL: b.f.URL(id), Host: b.f.HostName(it.Host), Depth: int(it.Depth), Priority: it.Score}
		if it.Parent >= 0 {
			c.Parent = b.f.URL(it.Parent)
		}
		links = append(links, c)
	}
	return links, total
}

// compare compares two URLs as the order of a frontier does.
func (b *base) compare(x, y int32) int {
	p, q := b.f.Item(x), b.f.Item(y)
	switch {
	case p.Seed && !q.Seed:
		return -1
	case q.Seed && !p.Seed:
		return 1
	case !p.Seed && p.Score != q.Score:
		return cmp.Compare(q.Score, p.Score)
	}
	return cmp.Compare(x, y)
}

// host is the number of a host that is known, or frontier.None.
func (b *base) host(name string) int32 {
	for h := range int32(b.f.Hosts()) {
		if b.f.HostName(h) == name {
			return h
		}
	}
	return frontier.None
}
