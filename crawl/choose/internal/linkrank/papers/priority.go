package papers

import "github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"

// Priority is the comprehensive priority of On-ITS (eq 8):
//
//	p(l) = mu1 PR(l) + mu2 (1/m) SUM R(Pi) + mu3 R(A)
//
// over the m downloaded pages Pi known to contain l; R(A) is the largest
// relevance of an anchor of l. The first term is the paper's; the others are
// inferred from its symbols and from the abstract of the work it takes them
// from (Liu, Li, Jiang 2019). Where the paper speaks of the text of the page l
// points to, that page is not there yet: the pages containing l are used instead.
//
// A downloaded page without in-links is a seed: its PR is 0.5 and both R are
// its own relevance.
type Priority struct {
	PageRank
	mu [3]float64
}

// NewPriority returns a Priority; the paper's values are 0.55, 0.25, 0.20 and
// 0.2, 0.6. With mus that are not negative and sum to 1, p is within 0..1.
func NewPriority(mu1, mu2, mu3, d, omega float64) *Priority {
	p := &Priority{PageRank: *NewPageRank(d, omega), mu: [3]float64{mu1, mu2, mu3}}
	p.of = &p.PageRank
	return p
}

var (
	_ linkrank.Numbered = (*Priority)(nil)
)

// Score returns p(url).
func (p *Priority) Score(url string) float64 {
	if id, ok := p.ID(url); ok {
		return p.ScoreOf(id)
	}
	return p.mu[0] * p.d
}

// Caps implements [linkrank.Ranker].
func (p *Priority) Caps() linkrank.Caps { return linkrank.Caps{Numbers: p, Explain: p.Explain} }

// ScoreOf implements [linkrank.Numbered].
func (p *Priority) ScoreOf(id int32) float64 {
	pr, pages, anchor := p.termsOf(id)
	return p.mu[0]*pr + p.mu[1]*pages + p.mu[2]*anchor
}

// Explain returns the parts of the score of url.
func (p *Priority) Explain(url string) []linkrank.Part {
	pr, pages, anchor := p.terms(url)
	return []linkrank.Part{
		{Name: "pagerank", Value: pr, Weight: p.mu[0]},
		{Name: "pages", Value: pages, Weight: p.mu[1]},
		{Name: "anchor", Value: anchor, Weight: p.mu[2]},
	}
}

func (p *Priority) terms(url string) (pr, pages, anchor float64) {
	if id, ok := p.ID(url); ok {
		return p.termsOf(id)
	}
	return p.d, 0, 0
}

func (p *Priority) termsOf(id int32) (pr, pages, anchor float64) {
	n := &p.nodes[id]
	switch {
	case n.in > 0:
		return n.pr, n.pages / float64(n.in), n.best
	case n.got:
		return n.pr, n.r, n.r
	}
	return n.pr, 0, n.best // known from a sitemap or feed, or from nowhere
}
