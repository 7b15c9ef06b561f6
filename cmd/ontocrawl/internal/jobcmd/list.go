package jobcmd

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func (j *job) list() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the jobs with their phase, last and next run",
		Long: `Lists the jobs of the file with their state.

It also answers when the file of jobs or an ontology is broken, and says so: then it
lists what can be read, and every job that has run.

Exit codes: 0 listed; 2 there is no file of jobs; 3 the store cannot be opened.`,
		Example: `  ontocrawl job list
  ontocrawl job list --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f, log, err := j.salvage(cmd)
			if err != nil {
				return err
			}
			r, err := daemon.OpenReader(f, log)
			if err != nil {
				return cli.Failure(err)
			}
			defer r.Close() //nolint:errcheck // only read
			pauses, err := daemon.OpenPauses(f.Folder)
			if err != nil {
				return cli.Failure(err)
			}
			now := monitor.SystemClock{}.Now()
			list := []daemon.JobStatus{}
			for _, one := range f.Jobs {
				s, err := daemon.StatusOf(r, one, now)
				if errors.Is(err, monitor.ErrNotFound) { // the daemon goes on with the old file
					continue
				}
				if err != nil {
					return exitError(err)
				}
				if s.Pause = pauses.Of(one.Name); s.Pause != nil {
					s.Paused, s.Next = true, time.Time{}
				}
				list = append(list, s)
			}
			j.sayCluster(cmd.Context(), r)
			return j.print(list, func() error { return writeList(j.Out, list) })
		},
	}
}
