package jobcmd

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// history is what job history --json prints.
type history struct {
	Job         string               `json:"job"`
	Runs        []monitor.Run        `json:"runs"`        // newest first
	Transitions []monitor.Transition `json:"transitions"` // newest first
}

func (j *job) history() *cobra.Command {
	n := 20
	cmd := &cobra.Command{
		Use:   "history NAME",
		Short: "Show the runs of a job and what changed its phase",
		Long: `Lists the last runs of a job, newest first, and between them every change of its
phase with its reason.

Exit codes: 0 shown; 2 the file of jobs is wrong, or there is no such job; 3 the
store cannot be opened.`,
		Example: `  ontocrawl job history typhoon
  ontocrawl job history typhoon -n 500 --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if n < 1 {
				return cli.Usagef("-n is %d, but it must be 1 or more", n)
			}
			r, one, err := j.open(cmd, args[0])
			if err != nil {
				return err
			}
			defer r.Close() //nolint:errcheck // only read
			runs, err := r.Runs(one.Name, time.Time{}, n)
			transitions, other := r.Transitions(one.Name, n)
			if err := errors.Join(err, other); err != nil {
				return exitError(err)
			}
			h := history{one.Name, append([]monitor.Run{}, runs...), append([]monitor.Transition{}, transitions...)}
			return j.print(h, func() error { return j.printHistory(h) })
		},
	}
	cmd.Flags().IntVarP(&n, "number", "n", n, "how many runs")
	return cmd
}

func (j *job) printHistory(h history) error {
	type line struct {
		at    time.Time
		cells []string
	}
	var lines []line
	for _, r := range h.Runs {
		lines = append(lines, line{r.Started, []string{
			fmt.Sprintf("%s/%d", r.Job, r.Number), clockTime(r.Due), string(r.Trigger), r.Phase.String(), strconv.Itoa(r.Pages),
			fmt.Sprintf("%d, %d, %d", r.New, r.Changed, r.Gone), strconv.Itoa(r.Notifications), term.Clip(term.Safe(outcomeOf(r)), 80),
		}})
	}
	for _, t := range h.Transitions {
		until := ""
		if !t.Until.IsZero() {
			until = ", until " + clockTime(t.Until)
		}
		lines = append(lines, line{t.At, []string{
			"phase", clockTime(t.At), t.By, t.To.String(), "", "", "", term.Clip(term.Safe(fmt.Sprintf("was %s: %s%s", t.From, t.Reason, until)), 80),
		}})
	}
	slices.SortStableFunc(lines, func(a, b line) int { return b.at.Compare(a.at) })
	tb := &term.Table{Head: []string{"run", "due", "by", "phase", ">pages", ">new, changed, gone", ">notifications", "outcome"}}
	for _, l := range lines {
		tb.Add(l.cells...)
	}
	return tb.Write(j.Out)
}

func outcomeOf(r monitor.Run) string {
	what := string(r.Outcome)
	if r.Missed > 0 {
		what += fmt.Sprintf(", for %d missed", r.Missed)
	}
	if r.Resumed > 0 {
		what += fmt.Sprintf(", resumed %d times", r.Resumed)
	}
	if r.Error != "" {
		what += ": " + r.Error
	}
	return what
}
