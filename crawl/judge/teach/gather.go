package teach

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// Texts reads the text of a page again; nil if the run keeps none of it. crawl/rescore.Source has
// such a method.
type Texts func(ctx context.Context, p *rundir.Page) (*crawl.Page, error)

// WordsOf counts the words of the blocks of a page that skip does not report.
type WordsOf func(p *crawl.Page, skip func(block int) bool) []crawl.WordCount

// Sources are where the pages of a run folder come from.
type Sources struct {
	Texts Texts
	Words WordsOf
	// Failed is told of each page whose text cannot be read; nil: nobody is.
	Failed func(url string, err error)
}

// gathered are the marked pages of a run.
type gathered struct {
	Examples []Example
	Unknown  []string // marked, and not in the run
	NoText   []string // marked, and no text of them is kept
}

// gather reads the marked pages of the run in dir: right says of each key what it is marked. A mark
// on a page that is a copy of another, or that redirects to it, counts for that address alone.
func gather(ctx context.Context, dir string, right map[string]bool, from Sources) (*gathered, error) {
	g, found := &gathered{}, map[string]bool{}
	for p, err := range rundir.Current(dir) {
		if err != nil {
			return nil, fmt.Errorf("teach: %w", err)
		}
		key := p.URL
		verdict, marked := right[key]
		if !marked {
			key = p.Asked
			if verdict, marked = right[key]; !marked {
				continue
			}
		}
		found[key] = true
		if err := g.add(ctx, &p, verdict, from); err != nil {
			return nil, err
		}
	}
	for key := range right {
		if !found[key] {
			g.Unknown = append(g.Unknown, key)
		}
	}
	slices.Sort(g.Unknown)
	return g, nil
}

func (g *gathered) add(ctx context.Context, p *rundir.Page, right bool, from Sources) error {
	text, err := from.Texts(ctx, p)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !errors.Is(err, context.Canceled) && from.Failed != nil:
		from.Failed(p.URL, err)
	}
	if err != nil || text == nil {
		g.NoText = append(g.NoText, p.URL)
		return nil
	}
	relevance, evidence := Uncorrected(float64(p.Relevance), p.Evidence)
	g.Examples = append(g.Examples, Example{
		URL: p.URL, Host: text.Host, Right: right, Relevance: math.Round(relevance*1e9) / 1e9, Evidence: evidence, // a sum undone leaves errors
		Words: from.Words(text, func(i int) bool { return SkipsBlock(text, i) }),
	})
	return nil
}
