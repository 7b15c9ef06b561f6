package crawlcmd

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/gather"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// ClusterCommand has the commands about crawls in parts.
func ClusterCommand(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Work on crawls that are divided into parts",
		Long: `Commands for the folder of a crawl that was made with --parts, and of a node of a
cluster: each of its parts is a run folder, in DIR/parts (docs/cluster.md).
"ontocrawl status DIR" and "ontocrawl verify DIR" take such a folder as it is; all
other commands take one run folder. The other commands below tell the nodes of a
cluster what to do.`,
	}
	cmd.AddCommand(mergeCommand(a))
	cmd.AddCommand(clusterVerbs(a)...)
	return cmd
}

func mergeCommand(a *cli.App) *cobra.Command {
	var out string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "merge DIR... --out RUN",
		Short: "Make one run folder of the parts of a crawl",
		Long: `Copies the visits, kept texts and archived answers of all parts into a new run
folder, in the order in which they were fetched. Every command that reads a run
reads it. The parts stay as they are, and a crawl goes on with them: the merged
folder is for reading. The crawl may be finished or dead, but not running.
Of a cluster, give the folders of all nodes; parts that are in none of them are named.

Exit codes: 0 made; 1 reading or writing failed, and nothing was made; 2 a DIR is no
crawl in parts or of another one, or RUN is there already; 3 a process has a part open, a part is
damaged, or a newer version wrote it.`,
		Example: `  ontocrawl cluster merge runs/wide --out runs/whole
  ontocrawl cluster merge runs/wide --out runs/whole --json
  ontocrawl cluster merge n1/data n2/data n3/data --out runs/whole
  ontocrawl cluster merge runs/wide --out runs/whole && ontocrawl report runs/whole --out wide.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return cli.Usagef("--out names the run folder to make")
			}
			n, err := gather.Merge(cmd.Context(), args, out, a.Logger(&config.Config{}))
			if err != nil {
				return mergeError(err)
			}
			if asJSON {
				return cli.WithCode(cli.ExitFailure, a.JSON(n))
			}
			for _, part := range n.Missing {
				message.Fprintf(a.Err, "part %d is in none of the folders; its pages are missing\n", part)
			}
			if n.Lost > 0 {
				message.Fprintf(a.Err, "the archived answers of %d visits are in none of the folders: the disk that had them is lost or was not given\n", n.Lost)
			}
			_, err = message.Fprintf(a.Out, "%s: %d pages, %d of them relevant, in %d visits of %d parts\n", term.Safe(out), n.Pages, n.Relevant, n.Visits, n.Parts)
			return cli.WithCode(cli.ExitFailure, err)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "run folder to make")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func mergeError(err error) error {
	var none *gather.NotPartsError
	var exists *gather.ExistsError
	var twice *gather.PartTwiceError
	var other *gather.OtherCrawlError
	if errors.As(err, &none) || errors.As(err, &exists) || errors.As(err, &twice) || errors.As(err, &other) {
		return cli.Usage(err)
	}
	return cli.SessionError(err)
}
