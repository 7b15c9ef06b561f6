package ontologycmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

func newInspect(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "inspect FILE|typhoon|rainstorm|hazards|-",
		Short: "Say what was understood of an ontology, and what was not",
		Long: `Prints what an ontology holds as the crawl reads it: its IRI, version and
imports, concepts, relations by kind and property, labels by language, depth,
roots and core marks; then what is written in it and has no part in the graph.

"ontocrawl ontology validate" checks the same file by rules and says how to fix
it.

A file may declare no class: data about individuals, rules, a vocabulary of
properties. Terms that stand as classes in it are then taken for classes; where
there are none either, the counts of what is written remain.

Exit codes: 0 it was read, whatever was found; 2 the command line is wrong, or
FILE cannot be read.`,
		Example: `  ontocrawl ontology inspect typhoon
  ontocrawl ontology inspect hazards.owl --map "影响: includes"
  git show HEAD:hazards.owl | ontocrawl ontology inspect -
  ontocrawl ontology inspect envo.owl --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			x, err := a.examine(cmd.Context(), c, args[0])
			if err != nil {
				return err
			}
			in := report.Inspect(x.Name, x.Ontology, x.written)
			if asJSON {
				return a.JSON(in)
			}
			return in.Write(a.Out, c.Lang)
		},
	}
	config.Bind(cmd.Flags(), readFlags...)
	a.FetchFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// examined is an ontology read for those who fix it: circles are no error, and
// what is written is kept beside what was understood.
type examined struct {
	source  // without a measure
	written *check.Written
}

func (a *app) examine(ctx context.Context, c *config.Config, name string) (*examined, error) {
	w := &check.Written{}
	s, err := a.ReadOntology(ctx, c, name, owl.Options{Statement: w.Add})
	if err != nil {
		return nil, err
	}
	return &examined{source{s}, w}, nil
}
