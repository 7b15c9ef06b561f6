package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Kinds of starts.
const (
	startSeed   = "seed"
	startSearch = "search source"
	startList   = "sitemap or feed"
)

func startKinds() []string { return []string{startSeed, startSearch, startList} }

// rated counts pages. Its harvest rate is the share of them that is relevant.
type rated struct{ Pages, Relevant int }

func (r *rated) count(relevant bool) {
	r.Pages++
	r.Relevant += stats.Bit(relevant)
}

// Rate is the harvest rate.
func (r rated) Rate() float64 { return float64(r.Relevant) / float64(max(1, r.Pages)) }

// startView is where paths of links begin: a seed, a search source, or a list of links, with all pages
// to which they led.
type startView struct {
	Kind, Name string
	rated
}

// starts counts pages by the start of the path on which each was found.
type starts struct {
	list []startView
	at   map[startView]int32 // numbers in list, by kind and name
	of   map[string]int32    // by page
}

// add counts a page, after that on which its link was found.
func (s *starts) add(p *rundir.Page) {
	if s.at == nil {
		s.at, s.of = map[startView]int32{}, map[string]int32{}
	}
	n, known := s.of[p.Parent]
	switch {
	case p.Via != nil:
		n = s.number(startSearch, p.Via.Source)
	case p.Parent == "":
		n = s.number(startSeed, cmp.Or(p.Asked, p.URL))
	case known:
	case strings.HasPrefix(p.Parent, crawl.SearchScheme):
		n = s.number(startSearch, strings.TrimPrefix(p.Parent, crawl.SearchScheme))
	default:
		n = s.number(startList, p.Parent)
	}
	s.of[p.URL] = n
	if p.Asked != "" {
		s.of[p.Asked] = n
	}
	s.list[n].count(p.Relevant)
}

// number returns the place of a start in the list.
func (s *starts) number(kind, name string) int32 {
	key := startView{Kind: kind, Name: name}
	n, known := s.at[key]
	if !known {
		n = int32(len(s.list))
		s.at[key], s.list = n, append(s.list, key)
	}
	return n
}

// sorted returns the starts, first those that led to most relevant pages.
func (s *starts) sorted() []startView {
	list := slices.Clone(s.list)
	sorts.Stable(list, func(a, b startView) int { return mostRelevant(a.rated, b.rated) })
	return list
}

// mostRelevant orders by relevant pages, then by all pages.
func mostRelevant(a, b rated) int {
	return cmp.Or(cmp.Compare(b.Relevant, a.Relevant), cmp.Compare(b.Pages, a.Pages))
}
