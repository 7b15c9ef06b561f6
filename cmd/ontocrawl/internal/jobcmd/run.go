package jobcmd

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

func (j *job) run() *cobra.Command {
	var now bool
	cmd := &cobra.Command{
		Use:   "run NAME",
		Short: "Make the run of a job that is due",
		Long: `Makes the run for which the job's schedule is due, once: the same scheduled time
never runs twice, however often and from however many machines' timers this is
called on one folder. A run that was interrupted is resumed first. Missed runs are
caught up, merged or skipped as the job says. If nothing is due, the command says
so and exits 0; --now makes a run all the same.

Notifications that are due are delivered before the command ends. Where "ontocrawl
watch" runs on the same folder it makes the runs by itself; --now asks it for one.

Exit codes: 0 the run was made, nothing is due, or another process makes it; 1 the
run failed; 2 the command line or the file of jobs is wrong; 3 the store cannot be
opened; 130 interrupted: the next call resumes the run.`,
		Example: `  ontocrawl job run typhoon --jobs /etc/ontocrawl/jobs.yaml
  ontocrawl job run typhoon --now`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, f, log, err := j.begin(cmd)
			if err != nil {
				return err
			}
			one, err := f.Job(args[0])
			if err != nil {
				return cli.Usage(err)
			}
			if d := daemon.Dial(f); d != nil {
				defer d.Close() //nolint:errcheck // gives back nothing
				return j.runThere(cmd.Context(), d, one, now)
			}
			opt, close := j.options(c, f, log)
			defer close()
			defer j.Present(f.Folder)()
			out, err := daemon.RunDue(cmd.Context(), opt, one, now)
			if err != nil {
				return exitError(err)
			}
			switch {
			case out.Busy:
				j.say("another process makes a run of it now")
			case out.Pause != nil:
				j.say("nothing is due: %s has paused the job; --now makes a run all the same", term.Safe(out.Pause.By))
			case out.Run == nil && cmd.Context().Err() == nil:
				j.say("nothing is due%s; --now makes a run all the same", before(out.Next))
			}
			return j.ended(cmd.Context(), out.Run)
		},
	}
	cmd.Flags().BoolVar(&now, "now", false, "make a run though none is due")
	return cmd
}

func before(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return " before " + longTime(t)
}

// say prints a line on standard error, so that --json stays JSON. Timers that want
// warnings only do not get it.
func (j *job) say(format string, args ...any) {
	if !j.quiet {
		message.Fprintf(j.Err, format+"\n", args...)
	}
}

// ended prints a run and returns its exit code.
func (j *job) ended(ctx context.Context, run *monitor.Run) (err error) {
	switch {
	case run != nil:
		err = j.print(run, func() error { return writeRun(j.Out, run) })
	case j.asJSON:
		err = cli.Failure(j.JSON(struct{}{}))
	}
	switch {
	case err != nil || run == nil:
		return err
	case run.Ended.IsZero() && ctx.Err() != nil:
		return cli.Exit(cli.ExitInterrupted, cli.ErrSummed)
	case run.Outcome == monitor.Failed:
		return cli.Exit(cli.ExitFailure, errors.New(run.Error))
	}
	return nil
}

// pollEvery is the time between two questions about a run that the daemon makes.
const pollEvery = 200 * time.Millisecond

// runThere asks the daemon for a run and waits for its end.
func (j *job) runThere(ctx context.Context, d *api.Client, one *monitor.Job, now bool) error {
	if !now {
		j.say("ontocrawl watch runs on this folder and makes the runs by itself; --now asks it for one")
		return j.ended(ctx, nil)
	}
	due, err := d.RunNow(one.Name)
	if err != nil {
		return cli.Failure(err)
	}
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		runs, err := d.Runs(one.Name, due.Add(time.Nanosecond), 1)
		if err != nil {
			return cli.Failure(err)
		}
		for i := range runs {
			if r := &runs[i]; r.Due.Equal(due) && r.Trigger == monitor.ByHand && !r.Ended.IsZero() {
				return j.ended(ctx, r)
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			j.say("the daemon continues the run")
			return cli.Exit(cli.ExitInterrupted, cli.ErrSummed)
		}
	}
}
