package jobcmd

import (
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

func (j *job) phase() *cobra.Command {
	var long, reason string
	cmd := &cobra.Command{
		Use:   "phase NAME [PHASE]",
		Short: "Show a job's phase, or hold it in one",
		Long: `Without PHASE, shows the phase in force. With PHASE (calm, watch, warning, impact
or recovery), holds the job in it for the time in --for; until then nothing else
changes it.

Exit codes: 0 shown or set; 2 the command line or the file of jobs is wrong; 3 the
store cannot be opened.`,
		Example: `  ontocrawl job phase typhoon
  ontocrawl job phase typhoon impact --for 12h --reason 'landfall expected at noon'`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, one, err := j.open(cmd, args[0])
			if err != nil {
				return err
			}
			defer r.Close() //nolint:errcheck // what was written is durable
			if len(args) == 2 {
				if err := hold(r, one, args[1], long, reason); err != nil {
					return err
				}
			}
			t, err := scheduler.InForce(r, one)
			if err != nil {
				return exitError(err)
			}
			return j.print(t, func() error { return writeTransition(j.Out, t) })
		},
	}
	cmd.Flags().StringVar(&long, "for", "", "how long it is held, such as 12h or 2d")
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the history")
	return cmd
}

func hold(r *daemon.Reader, one *monitor.Job, name, long, reason string) error {
	p, err := monitor.ParsePhase(name)
	if err != nil {
		return cli.Usage(err)
	}
	if long == "" {
		return cli.Usagef("--for is missing: how long is %s to be held? For example --for 12h", p)
	}
	d, err := yamlread.ParseDuration(long)
	if err != nil || d <= 0 {
		return cli.Usagef("--for is %q, but it must be a duration such as 12h or 2d", long)
	}
	return exitError(r.SetPhase(one, p, d, reason))
}
