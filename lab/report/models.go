package report

import (
	"cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// modelView is a model that the judge learned.
type modelView struct {
	*relevance.Model
	LearnedAt rundir.Time
}

// purityView shows what a model says of a concept.
type purityView struct {
	Name   string
	Purity float64
}

// readModels returns the models of the run in dir.
func readModels(dir string) (models []modelView, err error) {
	for m, err := range rundir.Models(dir) {
		if err != nil {
			return nil, english.Errorf("lab/report: %w", err)
		}
		learned, err := relevance.ParseModel(crawl.Model{Number: m.Model, Data: m.Learned})
		if err != nil {
			return nil, english.Errorf("lab/report: model %d: %w", m.Model, err)
		}
		models = append(models, modelView{learned, m.LearnedAt})
	}
	return models, nil
}

// purities returns what the last model says of the concepts, the purest first. A
// concept has the name that the pages most often call it by; those that no page
// names are left out.
func (t *tally) purities(models []modelView) (rows []purityView) {
	if len(models) == 0 {
		return nil
	}
	for iri, p := range models[len(models)-1].Purity {
		if labels := t.labels[iri]; len(labels) > 0 {
			rows = append(rows, purityView{cmp.Or(mostFrequent(labels), ontology.LocalName(iri)), p})
		}
	}
	sorts.Func(rows, func(a, b purityView) int {
		return cmp.Or(cmp.Compare(b.Purity, a.Purity), cmp.Compare(a.Name, b.Name))
	})
	return rows
}
