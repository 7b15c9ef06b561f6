package similaritycmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// compareGroups compares the concepts of --group with those of --with.
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
	g, err := semsim.CompareGroups(s.Graph(), m, ids[:n], ids[n:], semsim.Combine(r.combine))
	if err != nil {
		return cli.Usage(err)
	}
	matches := slices.Concat(g.A, g.B)
	var why []semsim.Explanation // of each concept and the most similar one
	if r.explain {
		for _, x := range matches {
			why = append(why, m.Explain(x.Of.ID, x.Best.ID))
		}
	}
	if r.format == "json" {
		return r.JSON(struct {
			Ontology string `json:"ontology"`
			Measure  string `json:"measure"`
			semsim.Groups
			Explanations []semsim.Explanation `json:"explanations,omitempty"`
		}{s.Name, r.measure, g, why})
	}
	lang := cli.AnswerLang(r.c, strings.Join(names, ""))
	fmt.Fprintf(r.Out, "%s by %s = %.4f   (ontology %s)\n\n", g.Combine, r.measure, g.Sim, term.Safe(s.Name))
	t := &term.Table{Head: []string{"group", "most similar in the other", ">" + r.measure}}
	for _, x := range matches {
		t.Add(simtext.Name(x.Of, lang), simtext.Name(x.Best, lang), simtext.Fixed(x.Sim))
	}
	if err := t.Write(r.Out); err != nil {
		return err
	}
	return simtext.Explainer{W: r.Out, Ontology: s.Name, Graph: s.Graph(), Lang: lang}.ExplainAll(why)
}
