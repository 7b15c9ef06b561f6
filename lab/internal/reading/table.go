package reading

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// The sizes of the tables, and from how many sites a token is taken.
const (
	keepNames, namesSites = 800, 5
	keepWords, wordsSites = 600, 6
	keepHeads, headsSites = 200, 6
	keepKinds, kindsSites = 800, 5
	smoothing             = 3.
	priorMain             = .45 // share of main words
	priorLabel            = .35
)

// shares are the mean shares of main text of a page's tokens.
type shares map[uint32][2]float64

func (s shares) add(tokens []uint32, main, all float64) {
	for _, t := range tokens {
		v := s[t]
		s[t] = [2]float64{v[0] + main, v[1] + all}
	}
}

// stats holds what one page adds to the tables.
type stats struct {
	names, words, heads shares
	kinds               map[uint32]bool
}

func (p *Page) stats() *stats {
	s := &stats{shares{}, shares{}, shares{}, maintext.KindTokens(p.Doc)}
	d := p.Doc
	main, all := make([]float64, len(d.Nodes)), make([]float64, len(d.Nodes))
	var heading []uint32
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if maintext.Heading(&d.Nodes[b.Node]) {
			heading = once(maintext.LabelTokens(b))
		}
		if p.label[i] < 0 {
			continue
		}
		y, w := float64(p.label[i]), float64(b.Words)
		main[b.Node] += y * w
		all[b.Node] += w
		s.words.add(once(maintext.LabelTokens(b)), y, 1)
		if !maintext.Heading(&d.Nodes[b.Node]) {
			s.heads.add(heading, y*w, w)
		}
	}
	for i := len(d.Nodes) - 1; i > 0; i-- {
		if all[i] > 0 {
			main[d.Nodes[i].Parent] += main[i]
			all[d.Nodes[i].Parent] += all[i]
			s.names.add(maintext.NameTokens(&d.Nodes[i]), main[i], all[i])
		}
	}
	if len(all) == 0 || all[0] < 20 {
		s.names = shares{}
	}
	return s
}

func once(tokens []uint32) []uint32 {
	slices.Sort(tokens)
	return slices.Compact(tokens)
}

// odds are the log odds of main text of a token beside all text, by the mean of sites.
func odds(pages []*Page, of func(*stats) shares, prior float64, sites, keep int) map[uint32]float64 {
	type sums map[string][2]float64 // by site: sum of shares, pages
	by := map[uint32]sums{}
	for _, p := range pages {
		for t, v := range of(p.stat) {
			if v[1] == 0 {
				continue
			}
			if by[t] == nil {
				by[t] = sums{}
			}
			x := by[t][p.domain]
			by[t][p.domain] = [2]float64{x[0] + v[0]/v[1], x[1] + 1}
		}
	}
	type scored struct {
		token       uint32
		odds, score float64
	}
	var list []scored
	base := math.Log(prior / (1 - prior))
	for t, hosts := range by {
		if len(hosts) < sites {
			continue
		}
		means := make([]float64, 0, len(hosts))
		for _, x := range hosts {
			means = append(means, x[0]/x[1])
		}
		slices.Sort(means) // a sum in one order
		sum := 0.
		for _, m := range means {
			sum += m
		}
		n := float64(len(hosts))
		m := min(max((sum+smoothing*prior)/(n+smoothing), .01), .99)
		o := math.Log(m/(1-m)) - base
		list = append(list, scored{t, o, math.Abs(o) * math.Sqrt(n)})
	}
	sorts.Func(list, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.token, b.token)) })
	best := map[uint32]float64{}
	for _, s := range list[:min(len(list), keep)] {
		best[s.token] = s.odds
	}
	return best
}

// tables is a model with tokens alone, learned from pages.
func tables(pages []*Page) *maintext.Model {
	names := odds(pages, func(s *stats) shares { return s.names }, priorMain, namesSites, keepNames)
	words := odds(pages, func(s *stats) shares { return s.words }, priorLabel, wordsSites, keepWords)
	heads := odds(pages, func(s *stats) shares { return s.heads }, priorMain, headsSites, keepHeads)
	// The blocks know the kinds of the pages whose text is known, and the kind itself those of webs, too. The template of a
	// web of one host is no token of a kind.
	published := slices.DeleteFunc(slices.Clone(pages), func(p *Page) bool { return p.Set == fromWeb })
	weights, bias := kindWeights(published)
	page, pageBias := kindWeights(slices.DeleteFunc(slices.Clone(pages), func(p *Page) bool { return p.oneHost }))
	all := map[uint32]bool{}
	for _, m := range []map[uint32]float64{names, words, heads} {
		for t := range m {
			all[t] = true
		}
	}
	for _, m := range []map[uint32][numKinds]float64{weights, page} {
		for t := range m {
			all[t] = true
		}
	}
	m := &maintext.Model{Bias: bias, PageBias: pageBias}
	for t := range all {
		m.Entries = append(m.Entries, maintext.NewEntry(t, names[t], words[t], heads[t], weights[t], page[t]))
	}
	m.Index()
	return m
}
