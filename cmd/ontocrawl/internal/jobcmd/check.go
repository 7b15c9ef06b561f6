package jobcmd

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/schedule"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/yamlread"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

func (j *job) check() *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "Check a file of jobs and show the next run times",
		Long: `Reads a file of jobs, with all that it names, and prints everything that is wrong
with it, each with its line. If nothing is wrong, it prints the next five times at
which each job is due.

Exit codes: 0 it can be used (there may be warnings); 2 it cannot.`,
		Example: `  ontocrawl job check jobs.yaml`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			name := JobsFile(j.App, j.file)
			if len(args) == 1 {
				name = args[0]
			}
			r, err := checkFile(name, j.JobOptions(), schedule.Clock{}.Now())
			if err != nil {
				return err
			}
			if err := j.print(r, func() error { return j.printCheck(r) }); err != nil {
				return err
			}
			if !r.Valid {
				return cli.Exit(cli.ExitUsage, cli.ErrSilent)
			}
			return nil
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

// nextTimes is how many times a check shows at which a job is due.
const nextTimes = 5

func checkFile(name string, opt jobfile.Options, now time.Time) (checkReport, error) {
	f, err := jobfile.Read(name, opt)
	r := checkReport{Valid: err == nil, Findings: []yamlread.Finding{}, Jobs: []checkedJob{}}
	var bad *yamlread.Error
	if errors.As(err, &bad) {
		r.Findings = bad.Findings
		return r, nil
	}
	if err != nil {
		return r, cli.Usage(err)
	}
	r.Findings = append(r.Findings, f.Warnings...)
	for _, j := range f.Jobs {
		c := checkedJob{Name: j.Name, Schedule: j.Schedule.String(), Paused: j.Paused, Next: schedule.Times(j.Schedule, now, nextTimes)}
		if len(c.Next) > 0 {
			c.Zone = c.Next[0].Location().String()
		}
		r.Jobs = append(r.Jobs, c)
	}
	return r, nil
}

func (j *job) printCheck(r checkReport) error {
	for _, f := range r.Findings {
		fmt.Fprintln(j.Out, term.Safe(f.String()))
	}
	for _, one := range r.Jobs {
		paused := ""
		if one.Paused {
			paused = ", paused"
		}
		fmt.Fprintf(j.Out, "%s: %s in %s%s\n", one.Name, term.Safe(one.Schedule), one.Zone, paused)
		for _, t := range one.Next {
			fmt.Fprintf(j.Out, "  %s\n", longTime(t))
		}
	}
	return nil
}
