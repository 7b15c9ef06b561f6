package similaritycmd

import (
	"cmp"
	"fmt"
	"io"
	"strconv"

	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// explainer writes explanations as text.
type explainer struct {
	w    io.Writer
	s    *topic.Source
	lang string
}

// verdict is the similarity of two concepts, in a line.
func (x explainer) verdict(e semsim.Explanation) string {
	return fmt.Sprintf("%s ~ %s   %s = %.4f   (ontology %s)",
		simtext.Name(e.A, x.lang), simtext.Name(e.B, x.lang), cmp.Or(e.Measure, "Sim"), e.Sim, term.Safe(x.s.Name))
}

// explain writes a comparison with the inputs of its measure.
func (x explainer) explain(e semsim.Explanation) error {
	fmt.Fprintf(x.w, "%s\n\n", x.verdict(e))
	if e.Measure != "" {
		return x.terms(e)
	}
	return x.factors(e)
}

// explainAll explains several comparisons, one below the other.
func (x explainer) explainAll(all []semsim.Explanation) error {
	for _, e := range all {
		fmt.Fprintln(x.w)
		if err := x.explain(e); err != nil {
			return err
		}
	}
	return nil
}

// factors writes an explanation by the five factors.
func (x explainer) factors(e semsim.Explanation) error {
	meanings := []string{"distance", "density", "depth", "coincidence", "relation"}
	t := &term.Table{Head: []string{"factor", "", ">value", ">weight", ">contribution"}}
	for i, f := range e.Factors {
		t.Add(f.Name, meanings[i], simtext.Fixed(f.Value), fmt.Sprintf("%.2f", f.Weight), simtext.Fixed(f.Contribution))
	}
	t.Add("Sim", "", "", "", simtext.Fixed(e.Sim))
	if err := t.Write(x.w); err != nil {
		return err
	}
	fmt.Fprintln(x.w)
	path := simtext.Path(x.s.Graph(), e.Path, x.lang)
	switch {
	case e.Synonym && len(e.Path) == 0:
		fmt.Fprintln(x.w, "One concept.")
	case e.Synonym:
		fmt.Fprintf(x.w, "One concept by two names: %s\n", path)
	case e.Connected:
		fmt.Fprintf(x.w, "Path (distance %d): %s\n", e.Distance, path)
	default:
		fmt.Fprintln(x.w, "No path leads from one to the other.")
	}
	if e.Ancestor == nil {
		fmt.Fprintln(x.w, "Common ancestor: none")
		return nil
	}
	fmt.Fprintf(x.w, "Common ancestor: %s, depth %d; depths of the two: %d and %d; %d of %d ancestors shared\n",
		simtext.Name(e.Ancestor.Ref, x.lang), e.Ancestor.Depth, e.DepthA, e.DepthB, e.Shared, e.Ancestors)
	return nil
}

// terms writes the explanation of another measure than the five factors.
func (x explainer) terms(e semsim.Explanation) error {
	fmt.Fprintf(x.w, "%s = %s\n", e.Measure, e.Formula)
	if m, err := semsim.LookUp(e.Measure); err == nil {
		fmt.Fprintf(x.w, "after %s\n", m.Source)
	}
	if e.IC != "" {
		fmt.Fprintf(x.w, "IC: %s\n", term.Safe(e.IC))
	}
	for _, t := range e.Terms {
		fmt.Fprintf(x.w, "%s = %s\n", t.Name, strconv.FormatFloat(t.Value, 'g', 6, 64))
	}
	fmt.Fprintln(x.w)
	switch {
	case e.Synonym && e.A == e.B:
		fmt.Fprintln(x.w, "One concept.")
	case e.Synonym:
		fmt.Fprintln(x.w, "One concept by two names.")
	case e.Connected:
		fmt.Fprintf(x.w, "Path over %s (%d edges): %s\n", simtext.Name(e.Ancestor.Ref, x.lang), e.Distance, simtext.Path(x.s.Graph(), e.Path, x.lang))
	default:
		fmt.Fprintln(x.w, "Common ancestors: none")
		return nil
	}
	fmt.Fprintf(x.w, "Common ancestors, %d of %d:\n", e.Shared, e.Ancestors)
	t := &term.Table{Head: []string{"", ">depth", ">children"}}
	if e.IC != "" {
		t.Head = append(t.Head, ">IC")
	}
	for _, c := range e.Common {
		row := []string{simtext.Name(c.Ref, x.lang), strconv.Itoa(c.Depth), strconv.Itoa(c.Children)}
		if e.IC != "" {
			row = append(row, simtext.Fixed(c.IC))
		}
		t.Add(row...)
	}
	return t.Write(x.w)
}
