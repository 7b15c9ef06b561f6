package similaritycmd

import (
	"fmt"
	"strconv"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// neighbour is a line of similarity --top.
type neighbour struct {
	Rank int `json:"rank"`
	semsim.Ref
	Sim         float64             `json:"sim"`
	Explanation *semsim.Explanation `json:"explanation,omitempty"` // with --explain
}

// nearest lists the concepts most similar to one.
func (r *command) nearest(name string) error {
	s, ids, m, err := r.find(name)
	if err != nil {
		return err
	}
	lang := cli.AnswerLang(r.c, name)
	of := m.Explain(ids[0], ids[0]).A
	sim := "Sim"
	if r.measure != semsim.FiveFactors {
		sim = r.measure
	}
	t := &term.Table{Head: []string{">rank", ">" + sim, "concept", "", "path"}}
	near := []neighbour{}
	var why []semsim.Explanation
	for i, id := range semsim.MostSimilar(m, ids[0], r.top) {
		e := m.Explain(ids[0], id)
		n := neighbour{Rank: i + 1, Ref: e.B, Sim: e.Sim}
		if r.explain {
			n.Explanation = &e
			why = append(why, e)
		}
		near = append(near, n)
		first, second := simtext.TwoNames(e.B.Zh, e.B.En, lang)
		t.Add(strconv.Itoa(i+1), simtext.Fixed(e.Sim), first, second, simtext.Path(s.Graph(), e.Path, lang))
	}
	if r.format == "json" {
		return r.JSON(struct {
			Ontology string      `json:"ontology"`
			Concept  semsim.Ref  `json:"concept"`
			Nearest  []neighbour `json:"nearest"`
		}{s.Name, of, near})
	}
	fmt.Fprintf(r.Out, "Most similar to %s   (ontology %s)\n\n", simtext.Name(of, lang), term.Safe(s.Name))
	if err := t.Write(r.Out); err != nil {
		return err
	}
	return simtext.Explainer{W: r.Out, Ontology: s.Name, Graph: s.Graph(), Lang: lang}.ExplainAll(why)
}
