package papers

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
)

// Quality is "quality first": a link has the score of the page on which it was found
// first, and nothing else counts (QFirst of Pezzuti, MacAvaney, Tonellotto 2025, arXiv
// 2506.16146). Craw4LLM (Yu, Liu, Xiong 2025, arXiv 2502.13347) orders its queue by the
// same kind of score, but of the page itself, which it has at hand; a crawler that has
// not fetched the page knows only the score of the page with the link.
//
// Departure: both use neural judges of what a text is worth to a reader or a model.
// Here the score is the relevance that the judge of the crawl gives.
type Quality struct {
	checkpoint
	byLink
}

// NewQuality returns an empty Quality.
func NewQuality() *Quality {
	q := new(Quality)
	q.checkpoint = checkpoint{"quality", 1, &q.byLink}
	return q
}

// Observe implements [linkrank.Ranker].
func (q *Quality) Observe(v *crawl.Visit) {
	r, ok := linkrank.Outcome(v)
	if !ok {
		return
	}
	pageLinks(v, func(l *crawl.Link) {
		if id := q.number(l.URL); q.best[id] == noLink {
			q.best[id] = unit(r)
		}
	})
}

// Caps implements [linkrank.Ranker].
func (q *Quality) Caps() linkrank.Caps { return linkrank.Caps{Explain: q.Explain} }

// Explain returns the parts of the score of url.
func (q *Quality) Explain(url string) []linkrank.Part {
	return []linkrank.Part{{Name: "relevance of the first page with the link", Value: q.Score(url), Weight: 1}}
}
