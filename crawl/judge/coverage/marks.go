package coverage

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Bounds of what is tried: concepts, and the memory of their judges together.
const (
	mostTried    = 100
	mostWeights  = 4_000_000 // entries of all judges
	mostExamples = 3
)

// flipped is a judge for which one concept has the other mark.
type flipped struct {
	judge   *relevance.Judge
	concept *Concept
}

// trial judges pages as the run did, and with one mark changed.
type trial struct {
	base  *relevance.Judge
	flips map[string]flipped // by IRI
	names *namer
}

// Rejudge judges the pages of the run whose text is at hand again, in the order in which
// they were recorded, once for each concept on them with its mark changed, and adds to the
// report what that would gain and lose, and the names that relevant pages call by a core concept. As in a crawl, a page is judged before its host learns
// from it. A page is read by texts, without what it mentions.
func (r *Report) Rejudge(ctx context.Context, run *calibrate.Run, opt Options, texts calibrate.Texts) error {
	t, err := r.newTrial(opt)
	if err != nil {
		return err
	}
	for i := range run.Pages {
		p, err := texts(ctx, &run.Pages[i].Record)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || p == nil {
			continue
		}
		r.Rejudged++
		t.judge(p)
		if run.Pages[i].Relevant {
			t.names.add(p)
		}
	}
	r.Names = t.names.names(LeastPages)
	return nil
}

func (r *Report) newTrial(opt Options) (*trial, error) {
	opt.Judge.Learn = relevance.LearnNone // the model of the run judges, and stays
	base, err := relevance.New(opt.Topic, opt.Lexicon, opt.Judge)
	if err != nil {
		return nil, fmt.Errorf("crawl/judge/coverage: %w", err)
	}
	base.UseModel(opt.Model)
	t := &trial{base: base, flips: map[string]flipped{}, names: newNamer(opt)}
	shared := relevance.NewEdited(base)
	cores := 0
	for i := range opt.Topic.Entries {
		cores += stats.Bit(opt.Topic.Entries[i].Core)
	}
	most := min(mostTried, max(1, mostWeights/len(opt.Topic.Entries)))
	byPages := make([]*Concept, len(r.Concepts))
	for i := range r.Concepts {
		byPages[i] = &r.Concepts[i]
	}
	slices.SortStableFunc(byPages, func(a, b *Concept) int { return cmp.Compare(b.Pages, a.Pages) })
	for _, x := range byPages {
		if len(t.flips) == most || x.Pages == 0 {
			break
		}
		if x.Core && cores == 1 {
			continue // without any mark the judge chooses a core itself
		}
		v := *opt.Topic
		v.Entries = slices.Clone(v.Entries)
		for i := range v.Entries {
			if v.Entries[i].IRI == x.IRI {
				v.Entries[i].Core = !x.Core
			}
		}
		j, err := relevance.New(&v, opt.Lexicon, opt.Judge)
		if err != nil {
			return nil, fmt.Errorf("crawl/judge/coverage: %w", err)
		}
		shared.Use(j)
		x.Flip = &flip{Examples: []string{}}
		t.flips[x.IRI] = flipped{j, x}
	}
	r.Tried = len(t.flips)
	return t, nil
}

// isNamed reports whether the title or the headline of a page names a concept.
func (t *trial) isNamed(p *crawl.Page, iri string) bool {
	return slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool {
		return (b.Title || b.H1) && slices.ContainsFunc(b.Mentions, func(m crawl.Mention) bool {
			return int(m.Entry) < len(t.base.Topic().Entries) && t.base.Topic().Entries[m.Entry].IRI == iri
		})
	})
}

// judge judges one page by all judges whose concept it mentions.
func (t *trial) judge(p *crawl.Page) {
	t.base.Mark(p)
	score := func(j *relevance.Judge) crawl.Score {
		q := *p // judges may give it another title
		return j.Score(&q)
	}
	was := score(t.base)
	seen := map[string]bool{}
	for _, e := range was.Evidence {
		f, ok := t.flips[e.Concept]
		if !ok || seen[e.Concept] {
			continue
		}
		seen[e.Concept] = true
		now := score(f.judge)
		if now.Relevant == was.Relevant {
			continue
		}
		flip := f.concept.Flip
		flip.Gained += stats.Bit(now.Relevant)
		flip.Named += stats.Bit(now.Relevant && t.isNamed(p, e.Concept))
		flip.Lost += stats.Bit(was.Relevant)
		if len(flip.Examples) < mostExamples {
			flip.Examples = append(flip.Examples, p.Final)
		}
	}
	t.base.Learn(p)
}
