package ontologycmd

import (
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// TopicCommand returns the command topic.
func TopicCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "topic [TOPIC]",
		Short: "Show a topic's concepts and their weights, heaviest first",
		Long: `Prints the topic vector (On-ITS eq 3): every concept of the ontology with its
similarity to the topic's concept. Synonyms are folded into one entry. A core
concept, marked *, can make a page relevant by itself.

Exit codes: 0 printed; 2 the command line, a setting or the ontology is wrong, or
the concept is unknown.`,
		Example: `  ontocrawl topic typhoon
  ontocrawl topic typhoon,rainstorm --json
  ontocrawl topic 台风 --ontology hazards.owl --tau 2
  ontocrawl topic --topic-from samples/`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			if len(args) == 1 {
				c.Topic = args[0]
			}
			t, err := a.Topic(cmd.Context(), c)
			if err != nil {
				return err
			}
			r := simtext.NewTopic(t.Name, t.Hashes(), t.Vector)
			if asJSON {
				return a.JSON(r)
			}
			return r.Write(a.Out, c.Lang)
		},
	}
	config.Bind(cmd.Flags(), append([]string{"topic", "core", "topics", "topic-from", "keywords"}, cli.SimilarityFlags()...)...)
	a.FetchFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
