package simtext

import (
	"slices"
	"strconv"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Neighbours are the concepts most similar to one.
type Neighbours struct {
	Ontology string      `json:"ontology"`
	Concept  semsim.Ref  `json:"concept"`
	Nearest  []neighbour `json:"nearest"`
}

// neighbour is one of them.
type neighbour struct {
	Rank int `json:"rank"`
	semsim.Ref
	Sim         float64             `json:"sim"`
	Explanation *semsim.Explanation `json:"explanation,omitempty"` // if asked for

	path []semsim.Step
}

// Nearest returns the n concepts most similar to id by m, in the ontology called
// name. explain adds why.
func Nearest(name string, m semsim.Comparer, id ontology.ID, n int, explain bool) *Neighbours {
	all := &Neighbours{Ontology: name, Concept: m.Explain(id, id).A, Nearest: []neighbour{}}
	for i, near := range semsim.MostSimilar(m, id, n) {
		e := m.Explain(id, near)
		x := neighbour{Rank: i + 1, Ref: e.B, Sim: e.Sim, path: e.Path}
		if explain {
			x.Explanation = &e
		}
		all.Nearest = append(all.Nearest, x)
	}
	return all
}

// Neighbours writes the concepts most similar to one. sim is the name of the
// measure.
func (x Explainer) Neighbours(all *Neighbours, sim string) error {
	t := &term.Table{Head: []string{">rank", ">" + sim, "concept", "", "path"}}
	var why []semsim.Explanation
	for _, n := range all.Nearest {
		first, second := twoNames(n.Zh, n.En, x.Lang)
		first = inLanguage(first, n.Lang)
		t.Add(strconv.Itoa(n.Rank), drawn(x.W, n.Sim), first, second, Path(x.Graph, n.path, x.Lang))
		if n.Explanation != nil {
			why = append(why, *n.Explanation)
		}
	}
	message.Fprintf(x.W, "Most similar to %s   (ontology %s)\n\n", Name(all.Concept, x.Lang), term.Safe(x.Ontology))
	if err := t.Write(x.W); err != nil {
		return err
	}
	return x.explainAll(why)
}

// Groups are two groups of concepts compared.
type Groups struct {
	Ontology string `json:"ontology"`
	Measure  string `json:"measure"`
	semsim.Groups
	// Explanations are of each concept and the most similar one, if asked for.
	Explanations []semsim.Explanation `json:"explanations,omitempty"`
}

// Matches are the most similar concepts of both groups.
func (g *Groups) Matches() []semsim.Match { return slices.Concat(g.A, g.B) }

// Groups writes the comparison of two groups.
func (x Explainer) Groups(g *Groups) error {
	message.Fprintf(x.W, "%s by %s = %.4f   (ontology %s)\n\n", g.Combine, g.Measure, g.Sim, term.Safe(x.Ontology))
	t := &term.Table{Head: []string{"group", "most similar in the other", ">" + g.Measure}}
	for _, m := range g.Matches() {
		t.Add(Name(m.Of, x.Lang), Name(m.Best, x.Lang), Fixed(m.Sim))
	}
	if err := t.Write(x.W); err != nil {
		return err
	}
	return x.explainAll(g.Explanations)
}
