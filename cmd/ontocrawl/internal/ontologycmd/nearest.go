package ontologycmd

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// nearest lists the concepts most similar to one.
func (r *command) nearest(name string) error {
	s, ids, m, err := r.find(name)
	if err != nil {
		return err
	}
	near := simtext.Nearest(s.Name, m, ids[0], r.top, r.explain)
	if r.format == "json" {
		return r.JSON(near)
	}
	sim := "Sim"
	if r.measure != semsim.FiveFactors {
		sim = r.measure
	}
	return r.explainer(s, name).Neighbours(near, sim)
}

// compareGroups compares the concepts of --group with the concepts of --with.
func (r *command) compareGroups() error {
	names := slices.Concat(r.group, r.with)
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	s, ids, m, err := r.find(names...)
	if err != nil {
		return err
	}
	n := len(r.group)
	g := &simtext.Groups{Ontology: s.Name, Measure: r.measure}
	if g.Groups, err = semsim.CompareGroups(s.Graph(), m, ids[:n], ids[n:], semsim.Combine(r.combine)); err != nil {
		return cli.Usage(err)
	}
	if r.explain {
		for _, x := range g.Matches() {
			g.Explanations = append(g.Explanations, m.Explain(x.Of.ID, x.Best.ID))
		}
	}
	if r.format == "json" {
		return r.JSON(g)
	}
	return r.explainer(s, strings.Join(names, "")).Groups(g)
}
