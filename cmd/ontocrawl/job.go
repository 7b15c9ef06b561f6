package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/schedule"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/yamlread"
)

func newJob(a *app) *cobra.Command {
	v := &jobVerb{app: a}
	cmd := &cobra.Command{
		Use:   "job",
		Short: "Monitoring jobs: check, run, list, look into, set a phase",
		Long: `A file of jobs says which topics are crawled when, and who is told what
(docs/monitoring.md explains every key). "ontocrawl watch" makes the runs by
itself; "job run" makes one run for cron, systemd timers and Kubernetes.`,
	}
	cmd.PersistentFlags().StringVar(&v.file, "jobs", "", "file of jobs (else ONTOCRAWL_JOBS, else jobs.yaml)")
	cmd.PersistentFlags().BoolVar(&v.asJSON, "json", false, "print JSON")
	config.Bind(cmd.PersistentFlags(), "lang", "log-level", "log-format")
	cmd.AddCommand(v.check(), v.run(), v.list(), v.history(), v.show(), v.setPhase())
	return cmd
}

// jobVerb is what the verbs under job share.
type jobVerb struct {
	*app
	file   string
	asJSON bool
	quiet  bool // only warnings are told
}

// begin reads settings and jobs.
func (v *jobVerb) begin(cmd *cobra.Command) (*config.Config, *jobfile.File, *slog.Logger, error) {
	c, err := v.Load(cmd)
	if err != nil {
		return nil, nil, nil, err
	}
	v.quiet = c.LogLevel == "warn" || c.LogLevel == "error"
	f, err := v.readJobs(v.jobsFile(v.file))
	return c, f, v.Logger(c), err
}

func (v *jobVerb) check() *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "Check a file of jobs and show the next run times",
		Long: `Reads a file of jobs, with all that it names, and prints everything that is wrong
with it, each with its line; else the next five times at which each job is due.

Exit codes: 0 it can be used (there may be warnings); 2 it cannot.`,
		Example: `  ontocrawl job check jobs.yaml`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				v.file = args[0]
			}
			return v.checkFile(schedule.Clock{}.Now())
		},
	}
}

// checkedJob is the JSON form of a job that was checked.
type checkedJob struct {
	Name     string      `json:"name"`
	Schedule string      `json:"schedule"`
	Zone     string      `json:"zone"`
	Paused   bool        `json:"paused,omitempty"`
	Next     []time.Time `json:"next"`
}

// checkReport is what job check --json prints.
type checkReport struct {
	Valid    bool               `json:"valid"`
	Findings []yamlread.Finding `json:"findings"`
	Jobs     []checkedJob       `json:"jobs"`
}

// nextTimes is how many times at which a job is due a check shows.
const nextTimes = 5

func (v *jobVerb) checkFile(now time.Time) error {
	f, err := jobfile.Read(v.jobsFile(v.file), v.jobOptions())
	var bad *yamlread.Error
	if err != nil && !errors.As(err, &bad) {
		return cli.Usage(err)
	}
	r := checkReport{Valid: err == nil, Findings: []yamlread.Finding{}, Jobs: []checkedJob{}}
	if bad != nil {
		r.Findings = bad.Findings
	} else {
		r.Findings = append(r.Findings, f.Warnings...)
		for _, j := range f.Jobs {
			c := checkedJob{Name: j.Name, Schedule: j.Schedule.String(), Paused: j.Paused, Next: schedule.Times(j.Schedule, now, nextTimes)}
			if len(c.Next) > 0 {
				c.Zone = c.Next[0].Location().String()
			}
			r.Jobs = append(r.Jobs, c)
		}
	}
	if v.asJSON {
		err = v.JSON(r)
	} else {
		err = v.printCheck(r)
	}
	if err != nil {
		return cli.Failure(err)
	}
	if !r.Valid {
		return cli.Exit(cli.ExitUsage, cli.ErrSilent)
	}
	return nil
}

func (v *jobVerb) printCheck(r checkReport) error {
	for _, f := range r.Findings {
		fmt.Fprintln(v.Out, term.Safe(f.String()))
	}
	if !r.Valid {
		return nil
	}
	for _, j := range r.Jobs {
		paused := ""
		if j.Paused {
			paused = ", paused"
		}
		fmt.Fprintf(v.Out, "%s: %s in %s%s\n", j.Name, term.Safe(j.Schedule), j.Zone, paused)
		for _, t := range j.Next {
			fmt.Fprintf(v.Out, "  %s\n", t.Format("Mon 2006-01-02 15:04:05 -07:00"))
		}
	}
	return nil
}

func (v *jobVerb) run() *cobra.Command {
	var now bool
	cmd := &cobra.Command{
		Use:   "run NAME",
		Short: "Make the run of a job that is due",
		Long: `Makes the run for which the job's schedule is due, once: the same scheduled time
never runs twice, however often and from however many machines' timers this is
called on one folder. A run that a dead process left is gone on with first. What
was missed is caught up, merged or skipped as the job says. If nothing is due it
says so and exits 0; --now makes a run all the same.

Notifications that are due are delivered before it ends. Where "ontocrawl watch" runs on
the same folder it makes the runs by itself; --now asks it for one.

Exit codes: 0 the run was made, nothing is due, or somebody is making it; 1 the run
failed; 2 the command line or the file of jobs is wrong; 3 the daemon cannot be
opened; 130 interrupted: the next call goes on.`,
		Example: `  ontocrawl job run typhoon --jobs /etc/ontocrawl/jobs.yaml
  ontocrawl job run typhoon --now`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, f, log, err := v.begin(cmd)
			if err != nil {
				return err
			}
			j, err := f.Job(args[0])
			if err != nil {
				return cli.Usage(err)
			}
			if d := dial(f); d != nil {
				defer d.Close() //nolint:errcheck // gives back nothing
				return v.runThere(cmd.Context(), d, j, now)
			}
			return v.runHere(cmd.Context(), c, f, log, j, now)
		},
	}
	cmd.Flags().BoolVar(&now, "now", false, "make a run though none is due")
	return cmd
}

// runHere makes the runs that are due in this process.
func (v *jobVerb) runHere(ctx context.Context, c *config.Config, f *jobfile.File, log *slog.Logger, j *monitor.Job, now bool) error {
	if err := deskFolder(f); err != nil {
		return err
	}
	store := sharedBook(f, log)
	defer store.Close() //nolint:errcheck // what was asked of it was answered
	k := v.newKit(c, f, log, store)
	stop := k.deliver(ctx)
	made, err := v.runDue(ctx, k, j, now)
	stop()
	if e := k.worker.Once(context.WithoutCancel(ctx)); e != nil {
		log.Warn("notifications could not be delivered; the next run tries again", "err", e)
	}
	if err != nil {
		return err
	}
	return v.told(ctx, made)
}

// runDue makes the runs that were due when it began, and returns the last. What
// comes due meanwhile is the next process's.
func (v *jobVerb) runDue(ctx context.Context, k *deskKit, j *monitor.Job, now bool) (made *monitor.Run, err error) {
	runner, begun := k.runner(), k.clock.Now()
	for ctx.Err() == nil {
		o, next, err := k.next(ctx, j, now && made == nil)
		if err != nil {
			return made, bookError(err)
		}
		if o.Job == nil {
			if made == nil {
				v.say("nothing is due%s; --now makes a run all the same", at(next))
			}
			return made, nil
		}
		if made != nil && o.Due.After(begun) {
			return made, nil
		}
		run, err := runner.Run(ctx, o)
		switch {
		case errors.Is(err, scheduler.ErrBusy):
			v.say("somebody is making a run of it now")
			return made, nil
		case errors.Is(err, monitor.ErrClaimed):
			continue // somebody was faster
		case err != nil:
			return made, bookError(err)
		}
		if made = &run; now || run.Ended.IsZero() {
			return made, nil
		}
	}
	return made, nil
}

// next is what is to be done for j.
func (k *deskKit) next(ctx context.Context, j *monitor.Job, now bool) (o scheduler.Order, next time.Time, err error) {
	at := k.clock.Now()
	transition, err := k.transition(ctx, j, at)
	if err != nil {
		return o, next, err
	}
	o, next, err = scheduler.Next(k.store, j, transition, at)
	if now && !o.Resume {
		o = scheduler.Order{Job: j, Phase: transition.To, Due: at.Truncate(time.Millisecond), Trigger: monitor.ByHand}
	}
	return o, next, err
}

func at(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return " before " + t.Format("Mon 2006-01-02 15:04:05 -07:00")
}

// say tells how it stands, on standard error, so that --json stays JSON; not to
// timers that want warnings alone.
func (v *jobVerb) say(format string, args ...any) {
	if !v.quiet {
		fmt.Fprintf(v.Err, format+"\n", args...)
	}
}

// told prints a run that was made and returns its exit code.
func (v *jobVerb) told(ctx context.Context, run *monitor.Run) (err error) {
	switch {
	case run == nil && v.asJSON:
		err = v.JSON(struct{}{})
	case run == nil:
	case v.asJSON:
		err = v.JSON(run)
	default:
		err = v.printRun(run)
	}
	switch {
	case err != nil:
		return cli.Failure(err)
	case run == nil:
		return nil
	case run.Ended.IsZero() && ctx.Err() != nil:
		return cli.Exit(cli.ExitInterrupted, cli.ErrSummed)
	case run.Outcome == monitor.Failed:
		return cli.Exit(cli.ExitFailure, errors.New(run.Error))
	}
	return nil
}
