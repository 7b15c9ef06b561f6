package jobcmd

import (
	"cmp"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func (j *job) history() *cobra.Command {
	n := 20
	cmd := &cobra.Command{
		Use:   "history NAME",
		Short: "Show the runs of a job and what changed its phase",
		Long: `Lists the last runs of a job, newest first, and between them every change of its
phase with its reason.

It also answers when the file of jobs or an ontology is broken, and says so.

Exit codes: 0 shown; 2 there is no such job, or no file of jobs; 3 the store cannot be
opened.`,
		Example: `  ontocrawl job history typhoon
  ontocrawl job history typhoon -n 500 --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if n < 1 {
				return cli.Usagef("-n is %d, but it must be 1 or more", n)
			}
			r, one, err := j.openPast(cmd, args[0])
			if err != nil {
				return err
			}
			defer r.Close() //nolint:errcheck // only read
			runs, err := r.Runs(one.Name, time.Time{}, n)
			transitions, other := r.Transitions(one.Name, n)
			if err := cmp.Or(err, other); err != nil {
				return exitError(err)
			}
			h := history{Job: one.Name, Runs: append([]monitor.Run{}, runs...), Transitions: append([]monitor.Transition{}, transitions...)}
			return j.print(h, func() error { return h.Write(j.Out) })
		},
	}
	cmd.Flags().IntVarP(&n, "number", "n", n, "how many runs")
	return cmd
}
