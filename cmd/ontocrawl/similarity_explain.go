package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// comparison is the JSON form of a compared pair.
type comparison struct {
	Ontology string `json:"ontology"`
	semsim.Explanation
}

func (a *app) compare(c *config.Config, r *similarityRun, x, y string) error {
	s, ids, err := a.together(c, x, y)
	if err != nil {
		return err
	}
	m, err := s.comparer(r)
	if err != nil {
		return err
	}
	e := m.Explain(ids[0], ids[1])
	switch {
	case r.format == "json" && r.explain:
		return a.JSON(comparison{s.name, e})
	case r.format == "json":
		return a.JSON(score{s.name, e.A, e.B, e.Sim, e.Measure})
	case r.explain:
		return s.explain(a.Out, e, langOf(c, x+y))
	}
	_, err = fmt.Fprintln(a.Out, s.verdict(e, langOf(c, x+y)))
	return err
}

// score is a comparison without its explanation.
type score struct {
	Ontology string     `json:"ontology"`
	A        semsim.Ref `json:"a"`
	B        semsim.Ref `json:"b"`
	Sim      float64    `json:"sim"`
	Measure  string     `json:"measure,omitempty"`
}

// verdict is how alike two concepts are, in a line.
func (s *source) verdict(e semsim.Explanation, lang string) string {
	return fmt.Sprintf("%s ~ %s   %s = %.4f   (ontology %s)", refName(e.A, lang), refName(e.B, lang), cmp.Or(e.Measure, "Sim"), e.Sim, term.Safe(s.name))
}

// explain writes a comparison with all that its measure worked with.
func (s *source) explain(w io.Writer, e semsim.Explanation, lang string) error {
	fmt.Fprintf(w, "%s\n\n", s.verdict(e, lang))
	if e.Measure != "" {
		return s.writeAccount(w, e, lang)
	}
	return s.writeExplanation(w, e, lang)
}

// explainAll explains several comparisons, one below the other.
func (s *source) explainAll(w io.Writer, all []semsim.Explanation, lang string) error {
	for _, e := range all {
		fmt.Fprintln(w)
		if err := s.explain(w, e, lang); err != nil {
			return err
		}
	}
	return nil
}

// langOf is the language to answer a question in: the one set, else Chinese
// to a question in Chinese.
func langOf(c *config.Config, question string) string {
	han := strings.ContainsFunc(question, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	if han && c.From["lang"].Kind == "default" {
		return "zh"
	}
	return c.Lang
}

// factorMeaning says in words what each factor looks at.
func factorMeaning(name string) string {
	switch name {
	case "IFDis":
		return "distance"
	case "IFDen":
		return "density"
	case "IFDep":
		return "depth"
	case "IFCoi":
		return "coincidence"
	case "IFRel":
		return "relation"
	}
	return ""
}

func (s *source) writeExplanation(w io.Writer, e semsim.Explanation, lang string) error {
	t := &term.Table{Head: []string{"factor", "", ">value", ">weight", ">contribution"}}
	for _, f := range e.Factors {
		t.Add(f.Name, factorMeaning(f.Name), fixed(f.Value), fmt.Sprintf("%.2f", f.Weight), fixed(f.Contribution))
	}
	t.Add("Sim", "", "", "", fixed(e.Sim))
	if err := t.Write(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	switch {
	case e.Synonym && len(e.Path) == 0:
		fmt.Fprintln(w, "One concept.")
	case e.Synonym:
		fmt.Fprintf(w, "One concept by two names: %s\n", s.pathText(e.Path, lang))
	case e.Connected:
		fmt.Fprintf(w, "Path (distance %d): %s\n", e.Distance, s.pathText(e.Path, lang))
	default:
		fmt.Fprintln(w, "No path leads from one to the other.")
	}
	if e.Ancestor != nil {
		fmt.Fprintf(w, "Common ancestor: %s, depth %d; depths of the two: %d and %d; %d of %d ancestors shared\n",
			refName(e.Ancestor.Ref, lang), e.Ancestor.Depth, e.DepthA, e.DepthB, e.Shared, e.Ancestors)
	} else {
		fmt.Fprintln(w, "Common ancestor: none")
	}
	return nil
}

// pathText writes a path as 台风 -Is-a-> 热带气旋 -Includes(causes)-> 风暴潮; an
// edge walked against its direction points back.
func (s *source) pathText(path []semsim.Step, lang string) string {
	var b strings.Builder
	for i, step := range path {
		if i == 0 {
			b.WriteString(shortName(step.From, lang))
		}
		rel := s.relationText(step.Relation, step.Property, lang)
		switch {
		case step.Relation == ontology.Synonym.String():
			fmt.Fprintf(&b, " =%s= ", rel)
		case step.Forward:
			fmt.Fprintf(&b, " -%s-> ", rel)
		default:
			fmt.Fprintf(&b, " <-%s- ", rel)
		}
		b.WriteString(shortName(step.To, lang))
	}
	return b.String()
}

func shortName(r semsim.Ref, lang string) string {
	if lang == "zh" {
		return term.Safe(r.Zh)
	}
	return term.Safe(r.En)
}

// twoNames is the name in the reader's language, and the other one if it is
// another.
func twoNames(zh, en, lang string) (first, second string) {
	first, second = en, zh
	if lang == "zh" {
		first, second = zh, en
	}
	if first == second {
		second = ""
	}
	return first, second
}

// refName is the name in the reader's language with the other in brackets.
func refName(r semsim.Ref, lang string) string {
	first, second := twoNames(r.Zh, r.En, lang)
	if second == "" {
		return term.Safe(first)
	}
	return term.Safe(first) + " (" + term.Safe(second) + ")"
}

func fixed(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }

// writeAccount writes the explanation of another measure than the five
// factors.
func (s *source) writeAccount(w io.Writer, e semsim.Explanation, lang string) error {
	fmt.Fprintf(w, "%s = %s\n", e.Measure, e.Formula)
	if m, err := semsim.LookUp(e.Measure); err == nil {
		fmt.Fprintf(w, "after %s\n", m.Source)
	}
	if e.IC != "" {
		fmt.Fprintf(w, "IC: %s\n", term.Safe(e.IC))
	}
	for _, t := range e.Terms {
		fmt.Fprintf(w, "%s = %s\n", t.Name, strconv.FormatFloat(t.Value, 'g', 6, 64))
	}
	fmt.Fprintln(w)
	switch {
	case e.Synonym && e.A == e.B:
		fmt.Fprintln(w, "One concept.")
	case e.Synonym:
		fmt.Fprintln(w, "One concept by two names.")
	case e.Connected:
		fmt.Fprintf(w, "Path over %s (%d edges): %s\n", refName(e.Ancestor.Ref, lang), e.Distance, s.pathText(e.Path, lang))
	default:
		fmt.Fprintln(w, "Common ancestors: none")
		return nil
	}
	fmt.Fprintf(w, "Common ancestors, %d of %d:\n", e.Shared, e.Ancestors)
	t := &term.Table{Head: []string{"", ">depth", ">children"}}
	if e.IC != "" {
		t.Head = append(t.Head, ">IC")
	}
	for _, c := range e.Common {
		row := []string{refName(c.Ref, lang), strconv.Itoa(c.Depth), strconv.Itoa(c.Children)}
		if e.IC != "" {
			row = append(row, fixed(c.IC))
		}
		t.Add(row...)
	}
	return t.Write(w)
}
