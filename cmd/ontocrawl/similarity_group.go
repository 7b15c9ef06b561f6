package main

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// groups compares the concepts of --group with those of --with.
func (a *app) groups(c *config.Config, r *similarityRun) error {
	names := append(append([]string(nil), r.group...), r.with...)
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	s, ids, err := a.together(c, names...)
	if err != nil {
		return err
	}
	m, err := s.comparer(r)
	if err != nil {
		return err
	}
	n := len(r.group)
	g, err := semsim.CompareGroups(s.ont.Graph, m, ids[:n], ids[n:], semsim.Combine(r.combine))
	if err != nil {
		return cli.Usage(err)
	}
	var why []semsim.Explanation // with --explain: of each concept and the one it is most like
	for _, side := range [][]semsim.Match{g.A, g.B} {
		for _, x := range side {
			if r.explain {
				why = append(why, m.Explain(x.Of.ID, x.Best.ID))
			}
		}
	}
	if r.format == "json" {
		return a.JSON(struct {
			Ontology string `json:"ontology"`
			Measure  string `json:"measure"`
			semsim.Groups
			Explanations []semsim.Explanation `json:"explanations,omitempty"`
		}{s.name, r.measure, g, why})
	}
	lang := langOf(c, strings.Join(names, ""))
	fmt.Fprintf(a.Out, "%s by %s = %.4f   (ontology %s)\n\n", g.Combine, r.measure, g.Sim, term.Safe(s.name))
	t := &term.Table{Head: []string{"group", "most alike in the other", ">" + r.measure}}
	for _, side := range [][]semsim.Match{g.A, g.B} {
		for _, x := range side {
			t.Add(refName(x.Of, lang), refName(x.Best, lang), fixed(x.Sim))
		}
	}
	if err := t.Write(a.Out); err != nil {
		return err
	}
	return s.explainAll(a.Out, why, lang)
}
