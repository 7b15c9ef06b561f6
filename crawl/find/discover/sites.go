package discover

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Site is a site with at least one relevant page. It is a line of sites.jsonl; the names are
// an interface.
type Site struct {
	Rank int    `json:"rank"` // from 1
	Site string `json:"site"` // registrable domain, or a host that has none
	// Chance is the chance that at least one of the best pages is relevant:
	// 1 - (1-p1)(1-p2)..., p being the judge's relevance, moved so that its threshold is 1/2.
	Chance   float64    `json:"chance"`
	Judged   int        `json:"judged"`          // pages of the site that were judged
	Relevant int        `json:"relevant"`        // of them
	Pages    []Page     `json:"pages"`           // the best, at most 5
	Found    *crawl.Via `json:"found,omitempty"` // the first question that listed a page of it; nil: links or seeds led there
}

// Page is a page of a site, with its evidence.
type Page struct {
	URL       string           `json:"url"`
	Title     string           `json:"title"`
	Lang      string           `json:"lang"`
	Relevance float64          `json:"relevance"`
	Evidence  []crawl.Evidence `json:"evidence"`
}

// Names are the words of the topic that speak for the page most, the strongest first, each once,
// at most n.
func (p *Page) Names(n int) (names []string) {
	sum := map[string]float64{}
	for i := range p.Evidence {
		e := &p.Evidence[i]
		if e.Concept == "" || !(e.Contribution > 0) { // what it has learned, or what speaks against it
			continue
		}
		name := strings.ToLower(e.Label)
		if _, known := sum[name]; !known {
			names = append(names, name)
		}
		sum[name] += e.Contribution
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(sum[b], sum[a]) })
	return names[:min(len(names), n)]
}

// bestPages is how many pages of a site count. More would rank sites by their size.
const bestPages = 5

// Sites ranks the sites of the run in dir that have a relevant page. phi is the threshold of
// the run's judge, above 0 and below 1. Of equally good sites the one with more relevant pages
// comes first, then the one found earlier.
func Sites(dir string, phi float64) ([]Site, error) {
	var all []*Site
	by := map[string]*Site{}
	for p, err := range rundir.Latest(dir) {
		if err != nil {
			return nil, err
		}
		if p.Gone || p.Exact {
			continue
		}
		name := polite.Site(urlkey.Host(p.URL))
		s := by[name]
		if s == nil {
			s = &Site{Site: name}
			by[name], all = s, append(all, s)
		}
		s.add(&p)
	}
	all = slices.DeleteFunc(all, func(s *Site) bool { return s.Relevant == 0 })
	misses := map[*Site]float64{} // log of the chance that none is relevant
	for _, s := range all {
		misses[s] = s.miss(phi)
		s.Chance = 1 - math.Exp(misses[s])
	}
	slices.SortStableFunc(all, func(a, b *Site) int {
		return cmp.Or(cmp.Compare(misses[a], misses[b]), cmp.Compare(b.Relevant, a.Relevant))
	})
	sites := make([]Site, len(all))
	for i, s := range all {
		sites[i] = *s
		sites[i].Rank = i + 1
	}
	return sites, nil
}

func (s *Site) add(p *rundir.Page) {
	s.Judged++
	if s.Found == nil {
		s.Found = p.Via
	}
	if p.Relevant {
		s.Relevant++
	}
	s.Pages = append(s.Pages, Page{p.URL, p.Name(), p.Lang, float64(p.Relevance), p.Evidence})
	sorts.Stable(s.Pages, func(a, b Page) int { return cmp.Compare(b.Relevance, a.Relevance) })
	s.Pages = s.Pages[:min(len(s.Pages), bestPages)]
}

// miss is the logarithm of the chance that none of the best pages is relevant.
func (s *Site) miss(phi float64) (sum float64) {
	for _, p := range s.Pages {
		sum += math.Log1p(-chance(p.Relevance, phi))
	}
	return sum
}

// chance is a relevance as a chance: its log-odds, moved so that the threshold is 1/2.
func chance(relevance, phi float64) float64 {
	return stats.Logistic(stats.Logit(relevance, 1e-3) - stats.Logit(phi, 1e-3))
}
