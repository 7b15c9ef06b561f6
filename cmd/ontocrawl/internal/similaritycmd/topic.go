package similaritycmd

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/semsim"
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
			if asJSON {
				return a.JSON(reportTopic(t))
			}
			return printTopic(a, t, c.Lang)
		},
	}
	config.Bind(cmd.Flags(), append([]string{"topic", "topics", "topic-from", "keywords"}, cli.SimilarityFlags()...)...)
	a.FetchFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// TopicReport is the JSON form of a topic.
type TopicReport struct {
	Topic      string       `json:"topic"`
	Ontologies []string     `json:"ontologies"` // "name sha256"
	Entries    []TopicEntry `json:"entries"`
}

// TopicEntry is a concept of a topic in JSON.
type TopicEntry struct {
	Rank    int     `json:"rank"`
	Concept string  `json:"concept"`
	Zh      string  `json:"zh"`
	En      string  `json:"en"`
	Weight  float64 `json:"weight"`
	Core    bool    `json:"core"`
	Labels  []Label `json:"labels"`
}

func reportTopic(t *topic.Topic) TopicReport {
	r := TopicReport{Topic: t.Name, Ontologies: t.Hashes()}
	for i, e := range t.Vector.Entries {
		te := TopicEntry{Rank: i + 1, Concept: e.IRI, Zh: e.Zh, En: e.En, Weight: e.Weight, Core: e.Core}
		for _, l := range e.Labels {
			te.Labels = append(te.Labels, Label{Text: l.Text, Lang: l.Lang})
		}
		r.Entries = append(r.Entries, te)
	}
	return r
}

func printTopic(a *cli.App, t *topic.Topic, lang string) error {
	core := 0
	tb := &term.Table{Head: []string{">rank", ">weight", "core", "concept", "", "also"}}
	for i, e := range t.Vector.Entries {
		mark := ""
		if e.Core {
			mark = "*"
			core++
		}
		first, second := simtext.TwoNames(e.Zh, e.En, lang)
		tb.Add(strconv.Itoa(i+1), simtext.Fixed(e.Weight), mark, term.Clip(first, 48), term.Clip(second, 48), term.Clip(otherLabels(e), 48))
	}
	fmt.Fprintf(a.Out, "Topic %s: %d concepts, %d of them core (*)\n\n", term.Safe(t.Name), len(t.Vector.Entries), core)
	return tb.Write(a.Out)
}

// otherLabels are the labels of e except the two names shown.
func otherLabels(e semsim.Entry) string {
	var also []string
	for _, l := range e.Labels {
		if l.Text != e.Zh && l.Text != e.En {
			also = append(also, l.Text)
		}
	}
	return strings.Join(also, ", ")
}

// Label is the JSON form of a label.
type Label struct {
	Text string `json:"text"`
	Lang string `json:"lang"`
}
