package ontologycmd

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// explainer writes answers to a question about s.
func (r *command) explainer(s *topic.Source, question string) simtext.Explainer {
	return simtext.Explainer{W: r.Out, Ontology: s.Name, Graph: s.Graph(), Lang: cli.AnswerLang(r.c, question)}
}

// compare compares two concepts.
func (r *command) compare(x, y string) error {
	s, ids, m, err := r.find(x, y)
	if err != nil {
		return err
	}
	e := m.Explain(ids[0], ids[1])
	text := r.explainer(s, x+y)
	switch {
	case r.format == "json" && r.explain:
		return r.JSON(struct {
			Ontology string `json:"ontology"`
			semsim.Explanation
		}{s.Name, e})
	case r.format == "json":
		return r.JSON(struct {
			Ontology string     `json:"ontology"`
			A        semsim.Ref `json:"a"`
			B        semsim.Ref `json:"b"`
			Sim      float64    `json:"sim"`
			Measure  string     `json:"measure,omitempty"`
		}{s.Name, e.A, e.B, e.Sim, e.Measure})
	case r.explain:
		return text.Explain(e)
	}
	_, err = fmt.Fprintln(r.Out, text.Verdict(e))
	return err
}
