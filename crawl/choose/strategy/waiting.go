package strategy

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
)

func (b *base) waiting(host string, n int) (links []crawl.Choice, total int) {
	only := frontier.None
	if host != "" {
		if only = b.host(host); only < 0 {
			return nil, 0
		}
	}
	var ids []int32
	for id := range int32(b.f.Counts().URLs) {
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
		c := crawl.Choice{URL: b.f.URL(id), Host: b.f.Hosts().At(it.Host).Name, Depth: int(it.Depth), Priority: it.Score}
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
	if n, ok := b.f.Hosts().Number(name); ok {
		return n
	}
	return frontier.None
}
