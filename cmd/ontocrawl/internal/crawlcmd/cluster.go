package crawlcmd

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/share/node"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// ClusterCommand has the commands about crawls in parts.
func ClusterCommand(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Work on crawls that are divided into parts",
		Long: `Commands for the folder of a crawl in parts, as "cluster split" makes one, and of a
node of a cluster: each of its parts is a run folder, in DIR/parts (docs/cluster.md).
"ontocrawl status DIR" and "ontocrawl verify DIR" take such a folder as it is; all
other commands take one run folder. The other commands below tell the nodes of a
cluster what to do.`,
	}
	cmd.AddCommand(mergeCommand(a), splitCommand(a), planCommand(a))
	cmd.AddCommand(clusterVerbs(a)...)
	return cmd
}

func mergeCommand(a *cli.App) *cobra.Command {
	var out string
	var asJSON, goOn bool
	cmd := &cobra.Command{
		Use:   "merge DIR... --out RUN",
		Short: "Make one run folder of the parts of a crawl",
		Long: `Copies the visits, kept texts and archived answers of all parts into a new run
folder, in the order in which they were fetched. Every command that reads a run
reads it. The parts stay as they are. The crawl may be finished or dead, but not running.
Of a cluster, give the folders of all nodes; parts that are in none of them are named.

Two parts may have recorded the same text at the same moment, and nodes of a cluster do
not look at each other's pages: here the later page repeats the earlier one.

Without --continue the folder is for reading. With it the crawl can go on there as one
that is not divided, by the command that made it, with --out RUN: links that wait,
what was learned, letters under way and what servers were promised come along.
"ontocrawl cluster split" is the way back, also to another number of parts.

Exit codes: 0 made; 1 reading or writing failed, and nothing was made; 2 a DIR is no
crawl in parts or of another one, RUN is there already, or with --continue a part is
missing; 3 a process has a part open, a part is damaged, or a newer version wrote it.`,
		Example: `  ontocrawl cluster merge runs/wide --out runs/whole
  ontocrawl cluster merge runs/wide --out runs/whole --json
  ontocrawl cluster merge n1/data n2/data n3/data --out runs/whole
  ontocrawl cluster merge runs/wide --out runs/whole --continue
  ontocrawl cluster merge runs/wide --out runs/whole && ontocrawl report runs/whole --out wide.html`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.KeepPrivate()
			if out == "" {
				return cli.Usagef("--out names the run folder to make")
			}
			n, err := merge(cmd, a, args, out, goOn)
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
			if n.Earlier > 0 {
				message.Fprintf(a.Err, "some pages have times up to %v before those of the pages that led to them: the clocks of the machines differ, or a part was begun anew. The pages are in the order of their times\n", time.Duration(n.Earlier*float64(time.Second)).Round(time.Second))
			}
			_, err = message.Fprintf(a.Out, "%s: %d pages, %d of them relevant, in %d visits of %d parts\n", term.Safe(out), n.Pages, n.Relevant, n.Visits, n.Parts)
			if err == nil && goOn {
				_, err = message.Fprintf(a.Out, "The crawl can go on there: %d links wait. Give the command that made it, with --out %s.\n", n.Waiting, term.Safe(out))
			}
			return cli.WithCode(cli.ExitFailure, err)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "run folder to make")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&goOn, "continue", false, "make a run that goes on")
	bindRun(cmd)
	return cmd
}

func merge(cmd *cobra.Command, a *cli.App, dirs []string, out string, goOn bool) (node.Merged, error) {
	if !goOn {
		return node.Merge(cmd.Context(), dirs, out, a.Logger(&config.Config{}))
	}
	parts := rundir.Parts(dirs[0])
	if len(parts) == 0 {
		return node.Merged{}, &node.NotPartsError{Dir: dirs[0]}
	}
	spec, err := specOfRun(cmd, a, parts[0])
	if err != nil {
		return node.Merged{}, err
	}
	return node.MergeToContinue(cmd.Context(), dirs, out, spec)
}

func splitCommand(a *cli.App) *cobra.Command {
	var out string
	var parts int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "split RUN --parts N --out DIR",
		Short: "Make a crawl in parts of one run, to go on with it",
		Long: `Makes a new folder with N parts, each a run folder with the visits, kept texts and
waiting links of the hosts of its sites, and a copy of what the crawl has learned. The
command that made RUN goes on there, with --out DIR. RUN stays as it is;
WARC files are shared by both (hard links), or copied where the disk cannot link.

The strategy must be one of those of a crawl in parts (docs/cluster.md), and no refresh
may be under way. A crawl in parts gets another number of them in two steps: merge it with
--continue, and split the merged run.

Exit codes: 0 made; 1 reading or writing failed, and nothing was made; 2 RUN is no run,
one in parts, or cannot be divided, or DIR is there already; 3 a process has RUN open, it is
damaged, or a newer version wrote it.`,
		Example: `  ontocrawl cluster split runs/typhoon --parts 4 --out runs/wide
  ontocrawl cluster split runs/typhoon --parts 4 --out runs/wide --json
  ontocrawl cluster split runs/typhoon --parts 4 --out runs/wide && ontocrawl crawl --topic typhoon --seeds s.txt --out runs/wide`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.KeepPrivate()
			if out == "" || parts == 0 {
				return cli.Usagef("--parts says into how many parts, --out names the folder to make")
			}
			n, err := split(cmd, a, args[0], parts, out)
			if err != nil {
				return mergeError(err)
			}
			if asJSON {
				return cli.WithCode(cli.ExitFailure, a.JSON(n))
			}
			_, err = message.Fprintf(a.Out, "%s: %d pages in %d visits, %d links wait, in %d parts. The command that made the run goes on there, with --out %s.\n",
				term.Safe(out), n.Pages, n.Visits, n.Waiting, n.Parts, term.Safe(out))
			return cli.WithCode(cli.ExitFailure, err)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "folder to make")
	cmd.Flags().IntVar(&parts, "parts", 0, "number of parts, 2 to 256; for good")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	bindRun(cmd)
	return cmd
}

func split(cmd *cobra.Command, a *cli.App, dir string, parts int, out string) (n node.Split, err error) {
	if err := node.Splittable(dir, parts); err != nil {
		return n, err
	}
	spec, err := specOfRun(cmd, a, dir)
	if err != nil {
		return n, err
	}
	return node.SplitRun(cmd.Context(), dir, parts, out, spec)
}

// bindRun gives cmd the settings that it takes from a run. They are not shown: a run goes on
// with its own.
func bindRun(cmd *cobra.Command) {
	names := append(strategySettings(), JudgeSettings()...)
	config.Bind(cmd.Flags(), append(names, "lang", "log-level", "log-format")...)
	cli.Hide(cmd.Flags(), names...)
}

// specOfRun returns the spec of the crawl in dir, as far as its memory needs it.
func specOfRun(cmd *cobra.Command, a *cli.App, dir string) (spec session.Spec, err error) {
	judged, p, err := loadAs(a, cmd, dir)
	if err != nil {
		return spec, err
	}
	if err := takeFrom(cmd, p.Settings, strategySettings()); err != nil {
		return spec, err
	}
	c, err := a.Load(cmd)
	if err != nil {
		return spec, err
	}
	cli.Keep(c, &p, cli.FreeSettings())
	c.Ontology = judged.Ontology
	t, err := a.TopicOf(cmd.Context(), c, p.Versions())
	if err != nil {
		return spec, err
	}
	return session.Spec{
		Topic: t, Judge: cli.JudgeSpec(c), Strategy: cli.StrategySpec(c, c.MaxPages),
		Version: cli.Version, Logger: a.Logger(c),
	}, nil
}

func mergeError(err error) error {
	for _, usage := range []any{
		new(*node.NotPartsError), new(*node.ExistsError), new(*node.PartTwiceError), new(*node.OtherCrawlError),
		new(*node.MissingError), new(*node.NotRunError), new(*node.IsPartError), new(*node.NumberError), new(*rundir.PartsError),
	} {
		if errors.As(err, usage) {
			return cli.Usage(err)
		}
	}
	if begun := new(*session.NotBegunError); errors.As(err, begun) {
		return cli.WithCode(cli.ExitConflict, err)
	}
	return cli.SessionError(err)
}
