package ontologycmd

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// command is one command line of similarity.
type command struct {
	*cli.App
	c   *config.Config
	ctx context.Context //nolint:containedctx // it lives as long as the command line

	measure, ic string
	top         int
	explain     bool
	matrix      bool
	allPairs    bool
	min         float64
	group, with []string
	combine     string
	judged      string // the file of --against
	fit         bool
	format, out string
	asJSON      bool
}

// SimilarityCommand returns the command similarity.
func SimilarityCommand(a *cli.App) *cobra.Command {
	r := command{App: a}
	cmd := &cobra.Command{
		Use:   "similarity CONCEPT [CONCEPT]",
		Short: "Compute how similar concepts are, and explain why",
		Long: `Prints the similarity (Sim) of two concepts with its five factors, their weights,
the shortest path with its relations, and the common ancestor (On-ITS eq 1 and
2). --measure selects another measure; then the inputs of its formula are shown.
For one concept or for groups, --explain adds an explanation of every line:

` + simtext.Measures() + `
LCA is the deepest common ancestor, MICA the common ancestor with the most
information content, d the number of edges of the shortest path over a common
ancestor, up(c) a concept with its ancestors. IC is the information content of a
concept, 0 to 1: by Seco (--ic seco), by Sánchez (--ic sanchez), or from counts in
a file (--ic FILE). A line of the file is a concept, a tab and its count. A count
of a concept also counts for all concepts above it; 1 is added to every count
(Laplace).

A concept is found by a label in Chinese or English, a synonym, the traditional
or simplified form, its local name or its IRI. Without --ontology the embedded
ontologies are searched.

--against FILE says how far each measure agrees with people. A line of FILE is two
concepts and a number, between commas; of a name with several meanings, the most
similar count. It prints Pearson's and Spearman's correlation, and the --top pairs
that differ most by --measure, with their paths. --fit also finds the five weights
that agree best, with what to expect of other pairs, as lines of configuration.

--group and --with compare two groups: by the most similar concepts of the other
group (best-match), by the mean of all pairs (average), by the best pair
(maximum), or, with jaccard and simgic, as wholes (union).

Exit codes: 0 answered; 1 the disk failed; 2 the command line or the ontology is
wrong, or a concept is unknown; 130 interrupted.`,
		Example: `  ontocrawl similarity 台风 风暴潮
  ontocrawl similarity typhoon --top 10
  ontocrawl similarity typhoon --top 3 --explain --measure resnik
  ontocrawl similarity --measure lin --ic sanchez typhoon "storm surge"
  ontocrawl similarity --group 台风,大风 --with 风暴潮,台风暴雨
  ontocrawl similarity --all-pairs --min 0.9 --ontology hazards.owl > similar.tsv
  ontocrawl similarity --against experts.csv --fit --ontology hazards.owl
  ontocrawl similarity --matrix --format csv > typhoon.csv
  ontocrawl similarity --matrix --format svg --out typhoon.svg
  ontocrawl similarity --ontology hazards.owl Typhoon StormSurge --json`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if r.c, err = a.Load(cmd); err != nil {
				return err
			}
			if err := r.check(cmd.Flags().Changed, args); err != nil {
				return err
			}
			if len(args) == 2 && !cmd.Flags().Changed("explain") {
				r.explain = true
			}
			r.ctx = cmd.Context()
			return r.run(args)
		},
	}
	config.Bind(cmd.Flags(), cli.SimilarityFlags()...)
	a.FetchFlag(cmd)
	fs := cmd.Flags()
	fs.StringVar(&r.measure, "measure", semsim.FiveFactors, "similarity measure")
	fs.StringVar(&r.ic, "ic", "seco", "information content: seco, sanchez, or a file of counts")
	fs.IntVar(&r.top, "top", 10, "with one concept: how many of the most similar to list; with --against: how many that differ")
	fs.BoolVar(&r.explain, "explain", false, "explain: factors or terms, path, common ancestors (always for two concepts; --explain=false leaves it out)")
	fs.BoolVar(&r.matrix, "matrix", false, "print the similarities of all pairs of concepts as a matrix")
	fs.BoolVar(&r.allPairs, "all-pairs", false, "list all pairs of concepts, one to a line")
	fs.Float64Var(&r.min, "min", 0, "with --all-pairs: the least similarity to list, 0 to 1")
	fs.StringSliceVar(&r.group, "group", nil, "concepts of a group, between commas, to compare with those of --with")
	fs.StringSliceVar(&r.with, "with", nil, "concepts of the other group")
	fs.StringVar(&r.combine, "combine", string(semsim.BestMatch), "how groups are compared: best-match, average, maximum or union")
	fs.StringVar(&r.judged, "against", "", "file of pairs that people judged (a,b,score) to compare the measures with")
	fs.BoolVar(&r.fit, "fit", false, "with --against: find the weights of the five factors that agree best")
	fs.StringVar(&r.format, "format", "text", "text or json; for --matrix csv, tsv, json or svg (a heat map); for --all-pairs tsv, csv or json (an object a line)")
	fs.StringVarP(&r.out, "out", "o", "", "with --matrix and --all-pairs: file to write (default: standard output)")
	fs.BoolVar(&r.asJSON, "json", false, "the same as --format json")
	return cmd
}

func (r *command) run(args []string) error {
	switch {
	case r.judged != "":
		return r.compareJudged()
	case r.matrix:
		return r.printMatrix()
	case r.allPairs:
		return r.printPairs()
	case len(r.group) > 0:
		return r.compareGroups()
	case len(args) == 1:
		return r.nearest(args[0])
	}
	return r.compare(args[0], args[1])
}

// find opens the first ontology that knows all names, and makes its comparer.
func (r *command) find(names ...string) (*topic.Source, []ontology.ID, semsim.Comparer, error) {
	all, err := r.OpenAll(r.ctx, r.c)
	if err != nil {
		return nil, nil, nil, err
	}
	s, ids, others, err := topic.Together(all, names...)
	if err != nil {
		return nil, nil, nil, cli.Usage(err)
	}
	hints := topic.Loader{Logger: r.Logger(r.c)}
	hints.HintOthers(s, others, names...)
	m, err := r.comparer(s)
	return s, ids, m, err
}

// whole opens the ontology for a question about all its concepts. what names
// the answer.
func (r *command) whole(what string) (*topic.Source, semsim.Comparer, error) {
	all, err := r.OpenAll(r.ctx, r.c)
	if err != nil {
		return nil, nil, err
	}
	if r.c.Ontology == "" { // similarity across two ontologies is not defined
		r.Logger(r.c).Info("the "+what+" of one ontology; choose with --ontology", "ontology", all[0].Name, "others", topic.Embedded()[1:])
	}
	m, err := r.comparer(all[0])
	return all[0], m, err
}

// comparer is the measure that r asks for, of s.
func (r *command) comparer(s *topic.Source) (semsim.Comparer, error) {
	if r.measure == semsim.FiveFactors {
		return s.Measure, nil
	}
	method, err := semsim.LookUp(r.measure)
	if err != nil {
		return nil, err
	}
	var opt semsim.Options
	if method.UsesIC {
		if opt.IC, err = r.content(s); err != nil {
			return nil, err
		}
	}
	return method.New(s.Graph(), opt)
}

// content is the information content that --ic names.
func (r *command) content(s *topic.Source) (*semsim.IC, error) {
	switch r.ic {
	case "seco":
		return semsim.SecoIC(s.Graph())
	case "sanchez":
		return semsim.SanchezIC(s.Graph())
	}
	f, err := os.Open(r.ic)
	if err != nil {
		return nil, cli.Usagef("--ic: %w (or say seco or sanchez)", err)
	}
	defer f.Close()
	counts, err := semsim.ReadCounts(f, r.ic, s.Graph().Len(), s.Concept)
	if err != nil {
		return nil, cli.Usagef("--ic: %w", err)
	}
	ic, err := semsim.CorpusIC(s.Graph(), counts)
	if err != nil {
		return nil, cli.Usagef("--ic: %w", err)
	}
	ic.Name = "counts in " + r.ic
	return ic, nil
}
