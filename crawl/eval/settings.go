package eval

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Settings are the parameters of a crawl that ablation and tuning change.
type Settings struct {
	Strategy string                   // its name
	Factors  [5]float64               // weights of the similarity's factors, alpha to epsilon (eq 2)
	Terms    [3]float64               // weights of the priority's terms, mu1 to mu3 (eq 8)
	Groups   [crawl.NumGroups]float64 // weights of the tag groups
	Phi      float64                  // relevance threshold; 0: the judge's own
	Eta      float64                  // on-its: a link qualifies above this priority
	Balance  float64                  // tabu: share of choices for the least visited host
	Tries    int                      // misses before a place is tabu
	Tenure   int                      // steps that it stays tabu
}

// NewEntrant makes an entrant that crawls by the settings.
type NewEntrant func(ctx context.Context, s Settings) (Entrant, error)
