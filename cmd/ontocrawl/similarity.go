package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// similarityFlags are the settings that bear on likeness.
var similarityFlags = []string{"ontology", "map", "lang", "tau", "alpha", "beta", "gamma", "delta", "epsilon", "log-level", "log-format"}

// similarityRun is one command line of similarity.
type similarityRun struct {
	measure, ic string
	top         int
	explain     bool
	matrix      bool
	allPairs    bool
	min         float64
	group, with []string
	combine     string
	format, out string
	asJSON      bool
}

func newSimilarity(a *app) *cobra.Command {
	var r similarityRun
	cmd := &cobra.Command{
		Use:   "similarity CONCEPT [CONCEPT]",
		Short: "Say how alike concepts are, and why",
		Long: `Prints Sim of two concepts with its five factors, their weights, the shortest
path with its relations and the common ancestor (On-ITS eq 1 and 2). With
--measure another measure is taken, and what its formula worked with is shown;
with one concept or with groups, --explain shows it for every line:

` + measuresHelp() + `
LCA is the deepest common ancestor, MICA the one of most information content, d
the edges of the shortest path over a common ancestor, up(c) a concept with its
ancestors. IC is the information content of a concept, 0 to 1: by Seco
(--ic seco), by Sánchez (--ic sanchez), or of counts in a file (--ic FILE): lines
of a concept, a tab and how often it was counted. What is counted counts for all
concepts above it, and every concept once more (Laplace).

A concept is found by a label in Chinese or English, a synonym, the traditional
or simplified form, its local name or its IRI. Without --ontology the embedded
ontologies are searched.

--group and --with compare two groups: by what each member finds most alike in
the other group (best-match), by the mean of all pairs (average), by the best
pair (maximum), or, with jaccard and simgic, as wholes (union).

Exit codes: 0 answered; 1 the disk failed; 2 the command line or the ontology is
wrong, or a concept is unknown; 130 interrupted.`,
		Example: `  ontocrawl similarity 台风 风暴潮
  ontocrawl similarity typhoon --top 10
  ontocrawl similarity typhoon --top 3 --explain --measure resnik
  ontocrawl similarity --measure lin --ic sanchez typhoon "storm surge"
  ontocrawl similarity --group 台风,大风 --with 风暴潮,台风暴雨
  ontocrawl similarity --all-pairs --min 0.9 --ontology hazards.owl > alike.tsv
  ontocrawl similarity --matrix --format csv > typhoon.csv
  ontocrawl similarity --matrix --format svg --out typhoon.svg
  ontocrawl similarity --ontology hazards.owl Typhoon StormSurge --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			if err := r.check(cmd, args); err != nil {
				return err
			}
			if len(args) == 2 && !cmd.Flags().Changed("explain") {
				r.explain = true
			}
			return a.similar(cmd.Context(), c, &r, args)
		},
	}
	config.Bind(cmd.Flags(), similarityFlags...)
	a.fetchFlag(cmd)
	fs := cmd.Flags()
	fs.StringVar(&r.measure, "measure", semsim.FiveFactors, "how to compare")
	fs.StringVar(&r.ic, "ic", "seco", "information content: seco, sanchez, or a file of counts")
	fs.IntVar(&r.top, "top", 10, "with one concept: how many of the most alike to list")
	fs.BoolVar(&r.explain, "explain", false, "say why: factors or terms, path, common ancestors (of two concepts always; --explain=false leaves it out)")
	fs.BoolVar(&r.matrix, "matrix", false, "print Sim of all pairs of concepts as a matrix")
	fs.BoolVar(&r.allPairs, "all-pairs", false, "list all pairs of concepts, one to a line")
	fs.Float64Var(&r.min, "min", 0, "with --all-pairs: the least Sim to list, 0 to 1")
	fs.StringSliceVar(&r.group, "group", nil, "concepts of a group, between commas, to be compared with those of --with")
	fs.StringSliceVar(&r.with, "with", nil, "concepts of the other group")
	fs.StringVar(&r.combine, "combine", string(semsim.BestMatch), "how groups are compared: best-match, average, maximum or union")
	fs.StringVar(&r.format, "format", "text", "text or json; for --matrix csv, tsv, json or svg (a heat map); for --all-pairs tsv, csv or json (an object a line)")
	fs.StringVarP(&r.out, "out", "o", "", "with --matrix and --all-pairs: file to write (default: standard output)")
	fs.BoolVar(&r.asJSON, "json", false, "the same as --format json")
	return cmd
}

// measuresHelp lists the measures for the help.
func measuresHelp() string {
	var b strings.Builder
	for _, m := range semsim.Measures() {
		fmt.Fprintf(&b, "  %-17s %s\n", m.Name, m.Formula)
	}
	return b.String()
}

// check refuses flags that contradict each other or would do nothing.
func (r *similarityRun) check(cmd *cobra.Command, args []string) error {
	changed := cmd.Flags().Changed
	switch {
	case r.asJSON && changed("format") && r.format != "json":
		return cli.Usagef("--json and --format %s contradict each other", r.format)
	case r.asJSON:
		r.format = "json"
	}
	grouped := len(r.group) > 0 || len(r.with) > 0
	modes := 0
	for _, on := range []bool{r.matrix, r.allPairs, grouped} {
		if on {
			modes++
		}
	}
	method, err := semsim.LookUp(r.measure)
	switch {
	case err != nil:
		return cli.Usage(fmt.Errorf("--measure: %w", err))
	case changed("ic") && !method.UsesIC:
		return cli.Usagef("--ic is for measures that use information content; %s does not", r.measure)
	case modes > 1:
		return cli.Usagef("--matrix, --all-pairs and --group are three questions; ask one")
	case r.matrix && len(args) > 0:
		return cli.Usagef("--matrix compares all concepts; leave out %s", strings.Join(args, " "))
	case r.allPairs && len(args) > 0:
		return cli.Usagef("--all-pairs compares all concepts; leave out %s", strings.Join(args, " "))
	case grouped && (len(r.group) == 0 || len(r.with) == 0):
		return cli.Usagef("groups are compared by --group A,B --with C,D")
	case grouped && len(args) > 0:
		return cli.Usagef("--group and --with name what is compared; leave out %s", strings.Join(args, " "))
	case !grouped && changed("combine"):
		return cli.Usagef("--combine is for --group and --with")
	case (r.matrix || r.allPairs) && r.explain:
		return cli.Usagef("--explain is for two concepts, for one and for groups; a table of all pairs has no room for it")
	case !r.allPairs && changed("min"):
		return cli.Usagef("--min is for --all-pairs")
	case !(r.min >= 0 && r.min <= 1):
		return cli.Usagef("--min is %v, but it must be from 0 to 1", r.min)
	case !r.matrix && !r.allPairs && changed("out"):
		return cli.Usagef("--out is for --matrix and --all-pairs")
	case !r.matrix && !r.allPairs && changed("format") && r.format != "text" && r.format != "json":
		return cli.Usagef("--format %s is for --matrix and --all-pairs; here text and json are possible", r.format)
	case changed("top") && (modes > 0 || len(args) == 2):
		return cli.Usagef("--top lists what is near one concept; name one")
	case modes == 0 && len(args) != 1 && len(args) != 2:
		return cli.Usagef("name two concepts, or one with --top N, or --matrix, --all-pairs or --group; see ontocrawl similarity --help")
	case r.measure == semsim.FiveFactors:
		return nil
	}
	for _, name := range []string{"tau", "alpha", "beta", "gamma", "delta", "epsilon"} {
		if changed(name) {
			return cli.Usagef("--%s is for the five factors; %s has no such parameter", name, r.measure)
		}
	}
	return nil
}

// similar answers.
func (a *app) similar(ctx context.Context, c *config.Config, r *similarityRun, args []string) error {
	switch {
	case r.matrix:
		return a.matrix(ctx, c, r)
	case r.allPairs:
		return a.allPairs(ctx, c, r)
	case len(r.group) > 0:
		return a.groups(c, r)
	case len(args) == 1:
		return a.nearest(c, r, args[0])
	}
	return a.compare(c, r, args[0], args[1])
}

// together finds the first source that knows all names.
func (a *app) together(c *config.Config, names ...string) (*source, []ontology.ID, error) {
	all, err := a.sources(c)
	if err != nil {
		return nil, nil, err
	}
	return firstWith(a, c, all, names)
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

// comparer is the measure that r asks for, of s.
func (s *source) comparer(r *similarityRun) (semsim.Comparer, error) {
	if r.measure == semsim.FiveFactors {
		return s.measure, nil
	}
	method, err := semsim.LookUp(r.measure)
	if err != nil {
		return nil, err
	}
	var opt semsim.Options
	if method.UsesIC {
		if opt.IC, err = s.content(r.ic); err != nil {
			return nil, err
		}
	}
	return method.New(s.ont.Graph, opt)
}

// content is the information content that --ic names.
func (s *source) content(name string) (*semsim.IC, error) {
	g := s.ont.Graph
	switch name {
	case "seco":
		return semsim.SecoIC(g)
	case "sanchez":
		return semsim.SanchezIC(g)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, cli.Usagef("--ic: %w (or say seco or sanchez)", err)
	}
	defer f.Close()
	counts, err := semsim.ReadCounts(f, name, g.Len(), s.concept)
	if err != nil {
		return nil, cli.Usagef("--ic: %w", err)
	}
	ic, err := semsim.CorpusIC(g, counts)
	if err != nil {
		return nil, cli.Usagef("--ic: %w", err)
	}
	ic.Name = "counts in " + name
	return ic, nil
}

// one is the source for a question about all concepts of an ontology.
func (a *app) one(c *config.Config, what string) (*source, error) {
	all, err := a.sources(c)
	if err != nil {
		return nil, err
	}
	if c.Ontology == "" { // likeness across two ontologies is not defined
		a.Logger(c).Info("the "+what+" of one ontology; choose with --ontology", "ontology", all[0].name, "others", topic.Embedded()[1:])
	}
	return all[0], nil
}
