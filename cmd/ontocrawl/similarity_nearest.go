package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// neighbour is a line of similarity --top.
type neighbour struct {
	Rank int `json:"rank"`
	semsim.Ref
	Sim         float64             `json:"sim"`
	Explanation *semsim.Explanation `json:"explanation,omitempty"` // with --explain
	path        string
}

func (a *app) nearest(c *config.Config, r *similarityRun, name string) error {
	if r.top < 1 {
		return cli.Usagef("--top is %d, but it must be 1 or more", r.top)
	}
	s, ids, err := a.together(c, name)
	if err != nil {
		return err
	}
	m, err := s.comparer(r)
	if err != nil {
		return err
	}
	lang := langOf(c, name)
	of := m.Explain(ids[0], ids[0]).A
	near, why := s.nearest(m, ids[0], r.top, lang)
	if r.explain {
		for i := range near {
			near[i].Explanation = &why[i]
		}
	}
	if r.format == "json" {
		return a.JSON(struct {
			Ontology string      `json:"ontology"`
			Concept  semsim.Ref  `json:"concept"`
			Nearest  []neighbour `json:"nearest"`
		}{s.name, of, near})
	}
	fmt.Fprintf(a.Out, "Most alike to %s   (ontology %s)\n\n", refName(of, lang), term.Safe(s.name))
	sim := "Sim"
	if r.measure != semsim.FiveFactors {
		sim = r.measure
	}
	t := &term.Table{Head: []string{">rank", ">" + sim, "concept", "", "path"}}
	for _, n := range near {
		first, second := twoNames(n.Zh, n.En, lang)
		t.Add(strconv.Itoa(n.Rank), fixed(n.Sim), first, second, n.path)
	}
	if err := t.Write(a.Out); err != nil || !r.explain {
		return err
	}
	return s.explainAll(a.Out, why, lang)
}

// nearest lists the concepts most alike to id, id itself left out, synonyms
// of one concept each by its own name.
func (s *source) nearest(m semsim.Comparer, id ontology.ID, top int, lang string) (near []neighbour, why []semsim.Explanation) {
	sims := m.Topic(id, nil)
	order := make([]ontology.ID, 0, len(sims))
	for i := range sims {
		if ontology.ID(i) != id {
			order = append(order, ontology.ID(i))
		}
	}
	slices.SortStableFunc(order, func(a, b ontology.ID) int { return cmp.Compare(sims[b], sims[a]) })
	near = []neighbour{}
	for i, other := range order[:min(top, len(order))] {
		e := m.Explain(id, other)
		near = append(near, neighbour{Rank: i + 1, Ref: e.B, Sim: e.Sim, path: s.pathText(e.Path, lang)})
		why = append(why, e)
	}
	return near, why
}
