package jobcmd

import (
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobtext"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/schedule"
)

func (j *job) list() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the jobs with their phase, last and next run",
		Long: `Lists the jobs of the file with their state.

Exit codes: 0 listed; 2 the file of jobs is wrong; 3 the store cannot be opened.`,
		Example: `  ontocrawl job list
  ontocrawl job list --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, f, log, err := j.begin(cmd)
			if err != nil {
				return err
			}
			r, err := daemon.OpenReader(f, log)
			if err != nil {
				return cli.Failure(err)
			}
			defer r.Close() //nolint:errcheck // only read
			now := schedule.Clock{}.Now()
			list := []daemon.JobStatus{}
			for _, one := range f.Jobs {
				s, err := daemon.StatusOf(r, one, now)
				if err != nil {
					return exitError(err)
				}
				list = append(list, s)
			}
			return j.print(list, func() error { return jobtext.WriteList(j.Out, list) })
		},
	}
}
