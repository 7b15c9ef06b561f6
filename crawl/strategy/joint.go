package strategy

import "github.com/ontocrawl/ontocrawl/crawl"

// Around a strategy that is one of several parts of a crawl stand guards, which know nothing
// of parts. These functions reach through them.

// NextQuiet makes the balancing move of the crawl.Member inside s (Member.NextQuiet), as
// far as the guards around it let it pass.
func NextQuiet(s crawl.Strategy, busy func(host string) bool) (c crawl.Choice, ok bool) {
	switch s := s.(type) {
	case *Sources:
		if c, ok = NextQuiet(s.inner, busy); ok {
			s.moved(&c)
		}
		return c, ok
	case *TrapGuard:
		for {
			c, ok = NextQuiet(s.inner, busy)
			if !ok || !s.leaves(&c) {
				return c, ok
			}
			s.leave(c)
		}
	case crawl.Member:
		return s.NextQuiet(busy)
	case interface{ Unwrap() crawl.Strategy }:
		return NextQuiet(s.Unwrap(), busy)
	}
	return c, false
}

// Hear lets s hear a letter: the Sources inside it the sitemaps and feeds that it names,
// the crawl.Member inside it all else. The target of a seed that was redirected is a seed.
func Hear(s crawl.Strategy, l *crawl.Letter) {
	if l.Moved && l.Seed {
		s.Seed(l.Links)
		return
	}
	hearSources(s, l)
	hearMember(s, l)
}

func hearMember(s crawl.Strategy, l *crawl.Letter) {
	switch s := s.(type) {
	case crawl.Member:
		s.Hear(l)
	case interface{ Unwrap() crawl.Strategy }:
		hearMember(s.Unwrap(), l)
	}
}

// hearSources accepts what the page of a letter calls a sitemap or a feed. The host that it
// lies on counts as the one that named it: whether the other is proven, its own part knows.
func hearSources(s crawl.Strategy, l *crawl.Letter) {
	switch s := s.(type) {
	case *Sources:
		v := &crawl.Visit{Choice: crawl.Choice{URL: l.Page, Host: l.Host, Depth: l.Depth}}
		for i := range l.Links {
			if k := &l.Links[i]; k.Kind != crawl.LinkPage {
				s.accept(k, v, k.Host, 0)
			}
		}
	case interface{ Unwrap() crawl.Strategy }:
		hearSources(s.Unwrap(), l)
	}
}
