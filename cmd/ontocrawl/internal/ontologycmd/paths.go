package ontologycmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

// mostPaths is the greatest --max.
const mostPaths = 1000

func newPaths(a *app) *cobra.Command {
	var (
		opt       report.PathOptions
		relations []string
		asJSON    bool
	)
	cmd := &cobra.Command{
		Use:   "paths CONCEPT CONCEPT",
		Short: "Print the shortest paths between two concepts",
		Long: `Prints the shortest paths from one concept to another that visit no concept
twice, with the relations walked; a relation walked against its direction points
back. Steps to a synonym do not count in the length. Without --ontology the
embedded ontologies are searched.

Exit codes: 0 answered, be it that no path was found; 2 the command line or the
ontology is wrong, or a concept is unknown.`,
		Example: `  ontocrawl ontology paths 台风 滑坡
  ontocrawl ontology paths Flood Drought --ontology hazards.owl --max 10 --length 6
  ontocrawl ontology paths 台风 风暴潮 --relations is-a --json`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			switch {
			case opt.Max < 1 || opt.Max > mostPaths:
				return cli.Usagef("--max is %d, but it must be 1 to %d", opt.Max, mostPaths)
			case opt.Length < 0:
				return cli.Usagef("--length is %d, but it must be 1 or more, or 0 for any", opt.Length)
			}
			if opt.Relations, err = walked(relations); err != nil {
				return err
			}
			return a.paths(cmd.Context(), c, args[0], args[1], opt, asJSON)
		},
	}
	config.Bind(cmd.Flags(), append([]string{"ontology"}, readFlags...)...)
	a.FetchFlag(cmd)
	cmd.Flags().IntVar(&opt.Max, "max", 5, "how many paths")
	cmd.Flags().IntVar(&opt.Length, "length", 0, "length of the longest (0: any)")
	cmd.Flags().StringSliceVar(&relations, "relations", []string{"is-a", "includes"}, "which of is-a, includes, other to walk")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) paths(ctx context.Context, c *config.Config, x, y string, opt report.PathOptions, asJSON bool) error {
	s, ids, err := a.inGraph(ctx, c, x, y)
	if err != nil {
		return err
	}
	found, complete := report.WalkPaths(s.Graph(), ids[0], ids[1], opt)
	r := report.NewPaths(s.Name, s.Graph(), ids[0], ids[1], found, complete)
	if asJSON {
		return a.JSON(r)
	}
	return r.Write(a.Out, cli.AnswerLang(c, x+y), opt.Length)
}
