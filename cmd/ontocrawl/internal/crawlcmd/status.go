package crawlcmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

func StatusCommand(a *cli.App) *cobra.Command {
	var asJSON, follow bool
	var servers string
	cmd := &cobra.Command{
		Use:   "status [RUN]",
		Short: "Show how a crawl goes, or how it ended",
		Long: `Reads the run folder of a crawl that is running, has ended or was killed. Shows
what it has found, how fast it is, how many links wait, why attempts failed, the
last pages, and the command that resumes it. It does not disturb the crawl, and
works for every user who may read the folder.

Of a crawl in parts, DIR shows all parts together, DIR/parts/000 the first. With
--cluster instead of a folder it shows the nodes of a cluster, their parts, and what
is wrong.

A running crawl writes status.json every second. After a kill the counts are at
most a second old; the command that resumes the crawl counts again.

Exit codes: 0 shown; 2 the folder holds no run or cannot be read, or no broker
answers.`,
		Example: `  ontocrawl status runs/typhoon
  ontocrawl status runs/typhoon --watch
  ontocrawl status runs/typhoon --json
  ontocrawl status --cluster n1:4222 --config crawl.yaml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (servers == "") == (len(args) == 0) {
				return cli.Usagef("give a run folder, or --cluster")
			}
			if servers != "" {
				return withCluster(cmd, a, servers, func(ctx context.Context, b broker.Broker) error {
					return statusCluster(ctx, a, b, follow, asJSON)
				})
			}
			if err := rundir.CheckFormat(args[0]); err != nil {
				return cli.SessionError(err)
			}
			if follow {
				return followStatus(cmd.Context(), a, args[0], asJSON)
			}
			rep, err := progress.ReadReport(args[0])
			if err != nil {
				return cli.Usage(err)
			}
			return printStatus(a, rep, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&servers, "cluster", "", clusterUsage)
	config.Bind(cmd.Flags(), clusterSettings()...)
	cmd.Flags().BoolVarP(&follow, "watch", "w", false, "show it again every second until the crawl ends")
	return cmd
}

// followStatus shows the status every second until the crawl ends, or ctx does.
func followStatus(ctx context.Context, a *cli.App, dir string, asJSON bool) error {
	_, tty := term.Columns(a.Out)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		rep, err := progress.ReadReport(dir)
		if err != nil {
			return cli.Usage(err)
		}
		if tty && !asJSON {
			message.Fprint(a.Out, "\x1b[H\x1b[2J")
		}
		if err := printStatus(a, rep, asJSON); err != nil || !rep.Running {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func printStatus(a *cli.App, rep *progress.Report, asJSON bool) error {
	if asJSON {
		return cli.WithCode(cli.ExitFailure, a.JSON(rep))
	}
	return cli.WithCode(cli.ExitFailure, rep.Write(a.Out))
}
