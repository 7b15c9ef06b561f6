package ontologycmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

// deepestTree is the greatest --depth: every line is indented by its depth.
const deepestTree = 1000

func newTree(a *app) *cobra.Command {
	var (
		depth     int
		relations []string
		asJSON    bool
	)
	cmd := &cobra.Command{
		Use:   "tree CONCEPT",
		Short: "Print what hangs below a concept",
		Long: `Prints what is a CONCEPT and what it includes, level by level, with names in
both languages and, after "=", synonyms and other labels.

A concept that hangs under several is printed under each of them; what hangs
below it, once, where it is nearest to the top. Without --ontology the embedded
ontologies are searched.

Exit codes: 0 printed; 2 the command line or the ontology is wrong, or the
concept is unknown.`,
		Example: `  ontocrawl ontology tree 台风灾害
  ontocrawl ontology tree TropicalCyclone --depth 1 --ontology typhoon
  ontocrawl ontology tree Hazard --ontology hazards.owl --relations is-a --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			if depth < 1 || depth > deepestTree {
				return cli.Usagef("--depth is %d, but it must be 1 to %d", depth, deepestTree)
			}
			rels, err := walked(relations)
			if err != nil {
				return err
			}
			return a.tree(cmd.Context(), c, args[0], report.TreeOptions{Depth: depth, Relations: rels}, asJSON)
		},
	}
	config.Bind(cmd.Flags(), append([]string{"ontology"}, readFlags...)...)
	a.FetchFlag(cmd)
	cmd.Flags().IntVar(&depth, "depth", 100, "levels below the concept")
	cmd.Flags().StringSliceVar(&relations, "relations", []string{"is-a", "includes"}, "which of is-a, includes, other to go down by")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) tree(ctx context.Context, c *config.Config, name string, opt report.TreeOptions, asJSON bool) error {
	s, ids, err := a.inGraph(ctx, c, name)
	if err != nil {
		return err
	}
	root := report.WalkTree(s.Graph(), ids[0], opt)
	if asJSON {
		return a.JSON(struct {
			Ontology string       `json:"ontology"`
			Tree     *report.Tree `json:"tree"`
		}{s.Name, report.NewTree(s.Graph(), root)})
	}
	return report.WriteTree(a.Out, s.Graph(), root, cli.AnswerLang(c, name))
}
