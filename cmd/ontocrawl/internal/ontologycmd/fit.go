package ontologycmd

import (
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// agreements compares every measure with the judgements.
func (r *command) agreements(out *against, s *topic.Source, all []semsim.Judgement) error {
	want := scores(all)
	chosen := r.measure
	defer func() { r.measure = chosen }()
	for _, method := range semsim.Measures() {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		r.measure = method.Name
		m, err := r.comparer(s)
		if err != nil {
			return err
		}
		sims := make([]float64, len(all))
		for i, j := range all {
			sims[i], _, _ = j.Best(m)
		}
		out.Measures = append(out.Measures, agreement{method.Name, semsim.Agree(sims, want)})
	}
	return nil
}

// fitWeights finds the weights of the five factors that agree best.
func (r *command) fitWeights(out *against, g semsim.Graph, all []semsim.Judgement) error {
	f, err := semsim.Fit(r.ctx, g, cli.Similarity(r.c.SimilaritySettings), all)
	if err != nil {
		return err
	}
	w := f.Weights
	out.Fit = &fitted{w.Dis, w.Den, w.Dep, w.Coi, w.Rel, f.Agreement, f.Held, f.Error, f.Folds}
	return nil
}
