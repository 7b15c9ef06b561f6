package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// similarityFlags are the settings that bear on likeness.
var similarityFlags = []string{"ontology", "map", "lang", "tau", "alpha", "beta", "gamma", "delta", "epsilon", "log-level", "log-format"}

func newSimilarity(a *app) *cobra.Command {
	var (
		top    int
		matrix bool
		format string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "similarity CONCEPT [CONCEPT]",
		Short: "Say how alike two concepts are, and why",
		Long: `Prints Sim of two concepts with its five factors, their weights, the shortest
path with its relations and the common ancestor (On-ITS eq 1 and 2).

A concept is found by a label in Chinese or English, a synonym, the traditional
or simplified form, its local name or its IRI. Without --ontology the embedded
ontologies are searched.`,
		Example: `  ontocrawl similarity 台风 风暴潮
  ontocrawl similarity typhoon --top 10
  ontocrawl similarity --matrix --format csv > typhoon.csv
  ontocrawl similarity --ontology hazards.owl Typhoon StormSurge --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			switch {
			case asJSON && cmd.Flags().Changed("format") && format != "json":
				return usagef("--json and --format %s contradict each other", format)
			case asJSON:
				format = "json"
			}
			switch {
			case matrix && len(args) > 0:
				return usagef("--matrix compares all concepts; leave out %s", strings.Join(args, " "))
			case matrix:
				return a.matrix(c, format)
			case cmd.Flags().Changed("format") && format != "text" && format != "json":
				return usagef("--format %s is for --matrix; here text and json are possible", format)
			case len(args) == 1:
				return a.nearest(c, args[0], top, format == "json")
			case len(args) == 2 && cmd.Flags().Changed("top"):
				return usagef("--top lists what is near one concept; leave out %s", args[1])
			case len(args) == 2:
				return a.compare(c, args[0], args[1], format == "json")
			}
			return usagef("name two concepts, or one with --top N, or --matrix; see ontocrawl similarity --help")
		},
	}
	config.Bind(cmd.Flags(), similarityFlags...)
	cmd.Flags().IntVar(&top, "top", 10, "with one concept: how many of the most alike to list")
	cmd.Flags().BoolVar(&matrix, "matrix", false, "print Sim of all pairs of concepts")
	cmd.Flags().StringVar(&format, "format", "text", "text or json; for --matrix also csv or tsv")
	cmd.Flags().BoolVar(&asJSON, "json", false, "the same as --format json")
	return cmd
}

// similarity turns settings into the measure's parameters.
func similarity(c *config.Config) semsim.Params {
	return semsim.Params{
		Tau:     c.Tau,
		Weights: semsim.Weights{Dis: c.Alpha, Den: c.Beta, Dep: c.Gamma, Coi: c.Delta, Rel: c.Epsilon},
	}
}

// together finds the first source that knows all names.
func (a *app) together(c *config.Config, names ...string) (*source, []ontology.ID, error) {
	all, err := a.sources(c)
	if err != nil {
		return nil, nil, err
	}
	for i, s := range all {
		if ids, err := s.concepts(names); err == nil {
			a.hintOthers(c, s, all[i+1:], names...)
			return s, ids, nil
		}
	}
	return nil, nil, usage(nowhere(all, names))
}

func (s *source) concepts(names []string) ([]ontology.ID, error) {
	ids := make([]ontology.ID, len(names))
	for i, name := range names {
		id, err := s.concept(name)
		if err != nil {
			return nil, err
		}
		ids[i] = id
	}
	return ids, nil
}

// comparison is the JSON form of a compared pair.
type comparison struct {
	Ontology string `json:"ontology"`
	semsim.Explanation
}

func (a *app) compare(c *config.Config, x, y string, asJSON bool) error {
	s, ids, err := a.together(c, x, y)
	if err != nil {
		return err
	}
	e := s.measure.Explain(ids[0], ids[1])
	if asJSON {
		return a.json(comparison{s.name, e})
	}
	return writeExplanation(a.out, s.name, e, langOf(c, x+y))
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

func writeExplanation(w io.Writer, ont string, e semsim.Explanation, lang string) error {
	fmt.Fprintf(w, "%s ~ %s   Sim = %.4f   (ontology %s)\n\n", refName(e.A, lang), refName(e.B, lang), e.Sim, safe(ont))
	t := &table{head: []string{"factor", "", ">value", ">weight", ">contribution"}}
	for _, f := range e.Factors {
		t.add(f.Name, factorMeaning(f.Name), fixed(f.Value), fmt.Sprintf("%.2f", f.Weight), fixed(f.Contribution))
	}
	t.add("Sim", "", "", "", fixed(e.Sim))
	if err := t.write(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	switch {
	case e.Synonym && len(e.Path) == 0:
		fmt.Fprintln(w, "One concept.")
	case e.Synonym:
		fmt.Fprintf(w, "One concept by two names: %s\n", pathText(e.Path, lang))
	case e.Connected:
		fmt.Fprintf(w, "Path (distance %d): %s\n", e.Distance, pathText(e.Path, lang))
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
func pathText(path []semsim.Step, lang string) string {
	var b strings.Builder
	for i, s := range path {
		if i == 0 {
			b.WriteString(shortName(s.From, lang))
		}
		rel := s.Relation
		if s.Property != "" {
			rel += "(" + safe(ontology.LocalName(s.Property)) + ")"
		}
		switch {
		case s.Relation == ontology.Synonym.String():
			fmt.Fprintf(&b, " =%s= ", rel)
		case s.Forward:
			fmt.Fprintf(&b, " -%s-> ", rel)
		default:
			fmt.Fprintf(&b, " <-%s- ", rel)
		}
		b.WriteString(shortName(s.To, lang))
	}
	return b.String()
}

func shortName(r semsim.Ref, lang string) string {
	if lang == "zh" {
		return safe(r.Zh)
	}
	return safe(r.En)
}

// refName is the name in the reader's language with the other in brackets.
func refName(r semsim.Ref, lang string) string {
	first, second := r.En, r.Zh
	if lang == "zh" {
		first, second = r.Zh, r.En
	}
	if first == second {
		return safe(first)
	}
	return safe(first) + " (" + safe(second) + ")"
}

func fixed(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }

// neighbour is a line of similarity --top.
type neighbour struct {
	Rank int `json:"rank"`
	semsim.Ref
	Sim  float64 `json:"sim"`
	path string
}

func (a *app) nearest(c *config.Config, name string, top int, asJSON bool) error {
	if top < 1 {
		return usagef("--top is %d, but it must be 1 or more", top)
	}
	s, ids, err := a.together(c, name)
	if err != nil {
		return err
	}
	lang := langOf(c, name)
	near := s.nearest(ids[0], top, lang)
	if asJSON {
		return a.json(struct {
			Ontology string      `json:"ontology"`
			Concept  semsim.Ref  `json:"concept"`
			Nearest  []neighbour `json:"nearest"`
		}{s.name, s.measure.Explain(ids[0], ids[0]).A, near})
	}
	fmt.Fprintf(a.out, "Most alike to %s   (ontology %s)\n\n", refName(s.measure.Explain(ids[0], ids[0]).A, lang), safe(s.name))
	t := &table{head: []string{">rank", ">Sim", "concept", "", "path"}}
	for _, n := range near {
		first, second := n.En, n.Zh
		if lang == "zh" {
			first, second = n.Zh, n.En
		}
		t.add(strconv.Itoa(n.Rank), fixed(n.Sim), first, second, n.path)
	}
	return t.write(a.out)
}

// nearest lists the concepts most alike to id, id itself left out, synonyms
// of one concept each by its own name.
func (s *source) nearest(id ontology.ID, top int, lang string) []neighbour {
	sims := s.measure.Topic(id, nil)
	order := make([]ontology.ID, 0, len(sims))
	for i := range sims {
		if ontology.ID(i) != id {
			order = append(order, ontology.ID(i))
		}
	}
	slices.SortStableFunc(order, func(a, b ontology.ID) int { return cmp.Compare(sims[b], sims[a]) })
	near := []neighbour{}
	for i, other := range order[:min(top, len(order))] {
		e := s.measure.Explain(id, other)
		near = append(near, neighbour{i + 1, e.B, e.Sim, pathText(e.Path, lang)})
	}
	return near
}

func (a *app) matrix(c *config.Config, format string) error {
	all, err := a.sources(c)
	if err != nil {
		return err
	}
	if c.Ontology == "" { // likeness across two ontologies is not defined
		a.logger(c).Info("the matrix of one ontology; choose with --ontology", "ontology", all[0].name, "others", embeddedNames()[1:])
	}
	s := all[0]
	switch format {
	case "csv", "text":
		return s.matrixCSV(a.out, ',', c.Lang)
	case "tsv":
		return s.matrixCSV(a.out, '\t', c.Lang)
	case "json":
		return a.matrixJSON(s)
	}
	return usagef("--format is %q, but it must be csv, tsv or json", format)
}

// matrixCSV writes one row and one column per concept, each named by its
// label.
func (s *source) matrixCSV(w io.Writer, comma rune, lang string) error {
	cw := csv.NewWriter(w)
	cw.Comma = comma
	g := s.ont.Graph
	row := make([]string, g.Len()+1)
	for i := range g.Len() {
		row[i+1] = cell(g.Concept(ontology.ID(i)).Name(lang))
	}
	row[0] = "concept"
	if err := cw.Write(row); err != nil {
		return err
	}
	var sims []float64
	for i := range g.Len() {
		row[0] = cell(g.Concept(ontology.ID(i)).Name(lang))
		sims = s.measure.Topic(ontology.ID(i), sims)
		for j, x := range sims {
			row[j+1] = strconv.FormatFloat(x, 'f', 6, 64)
		}
		if err := cw.Write(row); err != nil {
			return err
		}
	}
	cw.Flush()
	return cw.Error()
}

// cell keeps a label from being run as a formula by a spreadsheet.
func cell(s string) string {
	s = safe(s)
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

func (a *app) matrixJSON(s *source) error {
	g := s.ont.Graph
	out := struct {
		Ontology string       `json:"ontology"`
		Concepts []semsim.Ref `json:"concepts"`
		Sim      [][]float64  `json:"sim"`
	}{Ontology: s.name}
	for i := range g.Len() {
		c := g.Concept(ontology.ID(i))
		out.Concepts = append(out.Concepts, semsim.Ref{IRI: c.IRI, Zh: c.Name("zh"), En: c.Name("en")})
		out.Sim = append(out.Sim, s.measure.Topic(ontology.ID(i), nil))
	}
	return a.json(out)
}
