package simtext

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Explainer writes explanations as text.
type Explainer struct {
	W        io.Writer
	Ontology string // its name
	Graph    *ontology.Graph
	Lang     string // of the reader
}

// Verdict is the similarity of two concepts, in a line.
func (x Explainer) Verdict(e semsim.Explanation) string {
	return message.Of(x.W).Sprintf("%s ~ %s   %s = %.4f   (ontology %s)",
		Name(e.A, x.Lang), Name(e.B, x.Lang), cmp.Or(e.Measure, "Sim"), e.Sim, term.Safe(x.Ontology))
}

// Explain writes a comparison with the inputs of its measure.
func (x Explainer) Explain(e semsim.Explanation) error {
	message.Fprintf(x.W, "%s\n\n", x.Verdict(e))
	if e.Measure != "" {
		return x.terms(e)
	}
	return x.factors(e)
}

// explainAll explains several comparisons, one below the other.
func (x Explainer) explainAll(all []semsim.Explanation) error {
	for _, e := range all {
		fmt.Fprintln(x.W)
		if err := x.Explain(e); err != nil {
			return err
		}
	}
	return nil
}

// factors writes an explanation by the five factors.
func (x Explainer) factors(e semsim.Explanation) error {
	meanings := []english.Word{english.Word("distance"), english.Word("density"), english.Word("depth"), english.Word("coincidence"), english.Word("relation")}
	t := &term.Table{Head: []string{"factor", "", ">value", ">weight", ">contribution"}}
	for i, f := range e.Factors {
		t.Add(f.Name, message.Of(x.W).Text(string(meanings[i])), Fixed(f.Value), fmt.Sprintf("%.2f", f.Weight), Fixed(f.Contribution))
	}
	t.Add("Sim", "", "", "", Fixed(e.Sim))
	if err := t.Write(x.W); err != nil {
		return err
	}
	fmt.Fprintln(x.W)
	path := Path(x.Graph, e.Path, x.Lang)
	switch {
	case e.Synonym && len(e.Path) == 0:
		message.Fprint(x.W, "One concept.\n")
	case e.Synonym:
		message.Fprintf(x.W, "One concept by two names: %s\n", path)
	case e.Connected:
		message.Fprintf(x.W, "Path (distance %d): %s\n", e.Distance, path)
	default:
		message.Fprint(x.W, "No path leads from one to the other.\n")
	}
	if e.Ancestor == nil {
		message.Fprint(x.W, "Common ancestor: none\n")
		return nil
	}
	message.Fprintf(x.W, "Common ancestor: %s, depth %d; depths of the two: %d and %d; %d of %d ancestors shared\n",
		Name(e.Ancestor.Ref, x.Lang), e.Ancestor.Depth, e.DepthA, e.DepthB, e.Shared, e.Ancestors)
	return nil
}

// terms writes the explanation of another measure than the five factors.
func (x Explainer) terms(e semsim.Explanation) error {
	message.Fprintf(x.W, "%s = %s\n", e.Measure, e.Formula)
	if m, err := semsim.LookUp(e.Measure); err == nil {
		message.Fprintf(x.W, "after %s\n", m.Source)
	}
	if e.IC != "" {
		message.Fprintf(x.W, "IC: %s\n", term.Safe(e.IC))
	}
	for _, t := range e.Terms {
		message.Fprintf(x.W, "%s = %s\n", t.Name, strconv.FormatFloat(t.Value, 'g', 6, 64))
	}
	fmt.Fprintln(x.W)
	switch {
	case e.Synonym && e.A == e.B:
		message.Fprint(x.W, "One concept.\n")
	case e.Synonym:
		message.Fprint(x.W, "One concept by two names.\n")
	case e.Connected:
		message.Fprintf(x.W, "Path over %s (%d edges): %s\n", Name(e.Ancestor.Ref, x.Lang), e.Distance, Path(x.Graph, e.Path, x.Lang))
	default:
		message.Fprint(x.W, "Common ancestors: none\n")
		return nil
	}
	message.Fprintf(x.W, "Common ancestors, %d of %d:\n", e.Shared, e.Ancestors)
	t := &term.Table{Head: []string{"", ">depth", ">children"}}
	if e.IC != "" {
		t.Head = append(t.Head, ">IC")
	}
	for _, c := range e.Common {
		row := []string{Name(c.Ref, x.Lang), strconv.Itoa(c.Depth), strconv.Itoa(c.Children)}
		if e.IC != "" {
			row = append(row, Fixed(c.IC))
		}
		t.Add(row...)
	}
	return t.Write(x.W)
}

// Measures lists the measures, one a line: name and formula.
func Measures() string {
	var b strings.Builder
	for _, m := range semsim.Measures() {
		fmt.Fprintf(&b, "  %-17s %s\n", m.Name, m.Formula)
	}
	return b.String()
}
