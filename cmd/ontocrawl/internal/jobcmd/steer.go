package jobcmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
)

func (j *job) pause() *cobra.Command {
	var reason string
	cmd := &cobra.Command{
		Use:   "pause NAME",
		Short: "Pause a job until it is resumed",
		Long: `Pauses a job: it is not due by itself any more, neither for the daemon nor for
"job run" of a timer, until "job resume" or somebody on the page lets it go on.
Its present run comes to its end. Restarts change nothing. "job run --now" still
makes a run. Works with and without a daemon.

Exit codes: 0 paused; 1 it could not be written; 2 the command line or the file of
jobs is wrong; 3 the store cannot be opened.`,
		Example: `  ontocrawl job pause typhoon --reason 'the site moves this week'`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return j.order(cmd, args[0], paused, func(r *daemon.Reader, one *monitor.Job) error {
				return r.Pause(one, reason)
			})
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "why, for those who find it paused")
	return cmd
}

func (j *job) resume() *cobra.Command {
	return &cobra.Command{
		Use:   "resume NAME",
		Short: "Let a paused job go on",
		Long: `Ends the pause of a job. What it missed is not caught up: its next run is the next
one of its schedule. A job that its file pauses (paused: true) is resumed there.

Exit codes: 0 resumed; 1 nobody has paused it, or it could not be written; 2 the
command line or the file of jobs is wrong; 3 the store cannot be opened.`,
		Example: `  ontocrawl job resume typhoon`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return j.order(cmd, args[0], goesOn, (*daemon.Reader).Resume)
		},
	}
}

func (j *job) stop() *cobra.Command {
	return &cobra.Command{
		Use:   "stop NAME",
		Short: "Stop the present run of a job",
		Long: `Ends the run that the daemon makes now, with the outcome "stopped". What was
fetched is kept, the run is not resumed, and the next one goes on from there. To
keep the job from running at all, pause it.

Exit codes: 0 stopped; 1 no run is being made, or no daemon runs; 2 the command line
or the file of jobs is wrong; 3 the store cannot be opened.`,
		Example: `  ontocrawl job stop typhoon`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return j.order(cmd, args[0], stopping, (*daemon.Reader).Stop)
		},
	}
}

// order gives an order about a job and says what was done.
func (j *job) order(cmd *cobra.Command, name string, done func(job string) english.Phrase, give func(*daemon.Reader, *monitor.Job) error) error {
	r, one, err := j.open(cmd, name)
	if err != nil {
		return err
	}
	defer r.Close() //nolint:errcheck // what was written is durable
	if err := give(r, one); err != nil {
		return exitError(err)
	}
	return j.print(api.JobOf{Job: one.Name}, func() error {
		_, err := fmt.Fprintln(j.Out, message.Of(j.Out).Say(done(one.Name)))
		return err
	})
}

func paused(job string) english.Phrase {
	return english.Phrasef("%s is paused; \"ontocrawl job resume %s\" lets it go on", job, job)
}

func goesOn(job string) english.Phrase { return english.Phrasef("%s goes on", job) }

func stopping(job string) english.Phrase {
	return english.Phrasef("the run of %s is being stopped; what it has fetched is kept", job)
}
