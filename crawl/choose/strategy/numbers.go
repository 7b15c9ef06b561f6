package strategy

import "github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"

// known are the numbers of a frontier, which may still be loading.
type known struct {
	frontier.Frontier
	finish func()      // nil: it is loaded
	next   []foundLink // likely to be asked for, in this order
}

// foundLink is a link to a waiting item.
type foundLink struct {
	url string
	id  int32
}

// Len implements [linkrank.Numbers].
func (k *known) Len() int { return k.Counts().URLs }

// Number implements [linkrank.Numbers].
func (k *known) Number(url string) (n int32, ok bool) {
	if len(k.next) > 0 && k.next[0].url == url {
		n, k.next = k.next[0].id, k.next[1:]
		return n, true
	}
	if k.finish != nil {
		k.finish()
	}
	return k.Frontier.Number(url)
}
