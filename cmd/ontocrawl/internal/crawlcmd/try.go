package crawlcmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
)

// TryCommand returns the command try.
func TryCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "try PAGE",
		Short: "Read and judge one page: verdict, why, kind, date, main text",
		Long: `Fetches one page, as a crawl does, and prints what a crawl would make of it: whether it
is about the topic and which words say so, its kind and language, the day of
publication, and its main text. PAGE is a URL, a file, or - for standard input. It is
"score" and "read" in one; these say more, each of its half.

Without --topic and --ontology the page is judged against all embedded ontologies as
one topic.

Exit codes: 0 judged, whatever the verdict; 1 the page could not be fetched; 2 the
command line, a setting or the input is wrong.`,
		Example: `  ontocrawl try https://weather.example/news/1.html --topic typhoon
  ontocrawl try http://localhost:8000/ --topic typhoon --allow-private
  ontocrawl try saved.html --ontology hazards.owl --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return try(cmd, a, args[0], asJSON)
		},
	}
	config.Bind(cmd.Flags(), judgingSettings()...)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON: what \"read\" prints, and as \"verdict\" what \"score\" prints")
	return cmd
}

// tried is a page as `try --json` prints it.
type tried struct {
	record
	Verdict *relevance.Explanation `json:"verdict"`
}

func try(cmd *cobra.Command, a *cli.App, name string, asJSON bool) error {
	c, t, err := scoreTopic(a, cmd, "")
	if err != nil {
		return err
	}
	judge, err := cli.Judge(c, t)
	if err != nil {
		return err
	}
	page := reading{app: a, settings: c}
	out, answer, err := page.one(cmd.Context(), &toRead{name: name, path: name})
	if err != nil {
		return err
	}
	verdict, err := explain(cmd.Context(), a, c, judge, t, name, answer)
	if err != nil {
		return err
	}
	if asJSON {
		all := tried{record: record{File: name}, Verdict: verdict}
		all.fill(out, answer.Final)
		if err := all.tell(out, answer.Final); err != nil {
			return err
		}
		return a.JSON(all)
	}
	if err := verdict.Write(a.Out, t.Vector, c.Lang); err != nil {
		return err
	}
	fmt.Fprintln(a.Out)
	return writeMain(a.Out, out)
}
