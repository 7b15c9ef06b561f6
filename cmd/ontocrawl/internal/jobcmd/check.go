package jobcmd

import (
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func (j *job) check() *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "Check a file of jobs and show the next run times",
		Long: `Reads a file of jobs, with all that it names, and prints everything that is wrong
with it, each with its line, also what a run would be refused for because its job
began with other settings. If nothing is wrong, it prints the next five times at
which each job is due.

Exit codes: 0 it can be used (there may be warnings); 2 it cannot.`,
		Example: `  ontocrawl job check jobs.yaml`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			name := JobsFile(j.App, j.file)
			if len(args) == 1 {
				name = args[0]
			}
			opt := j.JobOptions()
			opt.Check, opt.WarnFormer = j.checker(true), true
			r, err := jobfile.Check(name, opt, monitor.SystemClock{}.Now())
			if err != nil {
				return cli.Usage(err)
			}
			if err := j.print(r, func() error { return writeCheck(j.Out, &r) }); err != nil {
				return err
			}
			if !r.Valid {
				return cli.Exit(cli.ExitUsage, cli.ErrSilent)
			}
			return nil
		},
	}
}
