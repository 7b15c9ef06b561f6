package ontologycmd

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// TopicCommand returns the command topic.
func TopicCommand(a *cli.App) *cobra.Command {
	var f form
	r := command{App: a}
	cmd := &cobra.Command{
		Use:   "topic [TOPIC]",
		Short: "Show a topic's concepts and their weights, heaviest first",
		Long: `Prints the topic vector (On-ITS eq 3): every concept of the ontology with its
similarity to the topic's concept. Synonyms are folded into one entry. A core
concept, marked *, can make a page relevant by itself. --format svg draws the
weights as bars, those of core concepts dark.

Exit codes: 0 printed; 1 the disk failed; 2 the command line, a setting or the ontology is
wrong, or the concept is unknown.`,
		Example: `  ontocrawl topic typhoon
  ontocrawl topic typhoon,rainstorm --json
  ontocrawl topic typhoon --format svg --out typhoon.svg
  ontocrawl topic 台风 --ontology hazards.owl --tau 2
  ontocrawl topic --topic-from samples/`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
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
			return r.write(func(w io.Writer) error {
				return writeTopic(w, simtext.NewTopic(t.Name, t.Hashes(), t.Vector), f.format, c.Lang)
			})
		},
	}
	config.Bind(cmd.Flags(), append([]string{"topic", "core", "topics", "topic-from", "keywords"}, cli.SimilarityFlags()...)...)
	a.FetchFlag(cmd)
	f.bind(cmd.Flags(), "text", "json", "svg")
	cmd.Flags().StringVarP(&r.out, "out", "o", "", "file to write (default: standard output)")
	return cmd
}

// writeTopic writes t to w in a format of the command topic.
func writeTopic(w io.Writer, t *simtext.Topic, format, lang string) error {
	switch format {
	case "json":
		return term.WriteJSON(w, t, "  ")
	case "svg":
		return t.Draw(w, lang)
	}
	return t.Write(w, lang)
}
