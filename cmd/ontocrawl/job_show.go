package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/schedule"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/yamlread"
)

// listedJob is the JSON form of a job in a list.
type listedJob struct {
	Name     string             `json:"name"`
	Schedule string             `json:"schedule"`
	Paused   bool               `json:"paused,omitempty"`
	Phase    monitor.Transition `json:"phase"`
	Last     *monitor.Run       `json:"last,omitempty"`
	Running  *monitor.Run       `json:"running,omitempty"`
	Next     time.Time          `json:"next,omitzero"`
}

func (v *jobVerb) list() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the jobs with their phase, last and next run",
		Long: `Lists the jobs of the file as they stand.

Exit codes: 0 listed; 2 the file of jobs is wrong; 3 the daemon cannot be opened.`,
		Example: `  ontocrawl job list
  ontocrawl job list --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, f, log, err := v.begin(cmd)
			if err != nil {
				return err
			}
			if err := deskFolder(f); err != nil {
				return err
			}
			r := openReader(f, log)
			defer r.close() //nolint:errcheck // only read
			now := schedule.Clock{}.Now()
			list := []listedJob{}
			for _, j := range f.Jobs {
				l, err := listed(r, j, now)
				if err != nil {
					return bookError(err)
				}
				list = append(list, l)
			}
			if v.asJSON {
				return cli.Failure(v.JSON(list))
			}
			return cli.Failure(v.printList(list))
		},
	}
}

func listed(r monitor.Reader, j *monitor.Job, now time.Time) (l listedJob, err error) {
	l = listedJob{Name: j.Name, Schedule: j.Schedule.String(), Paused: j.Paused}
	if l.Phase, err = scheduler.InForce(r, j); err != nil {
		return l, err
	}
	runs, err := r.Runs(j.Name, time.Time{}, 2)
	for i := range runs {
		if runs[i].Ended.IsZero() && l.Running == nil {
			l.Running = &runs[i]
		} else if !runs[i].Ended.IsZero() && l.Last == nil {
			l.Last = &runs[i]
		}
	}
	if !j.Paused {
		l.Next = scheduler.Due(j, l.Phase, now)
	}
	return l, err
}

func (v *jobVerb) printList(list []listedJob) error {
	t := &term.Table{Head: []string{"job", "phase", "last run", "outcome", ">new", "next", "schedule"}}
	for _, l := range list {
		last, outcome, fresh, next := "never", "", "", "paused"
		if l.Last != nil {
			last, outcome, fresh = clockTime(l.Last.Due), string(l.Last.Outcome), strconv.Itoa(l.Last.New)
		}
		if l.Running != nil {
			outcome = strings.TrimPrefix(outcome+", running", ", ")
		}
		if !l.Paused {
			next = clockTime(l.Next)
		}
		t.Add(l.Name, l.Phase.To.String(), last, outcome, fresh, next, term.Safe(l.Schedule))
	}
	return t.Write(v.Out)
}

func clockTime(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Local().Format("2006-01-02 15:04:05")
}

// jobHistory is what job history --json prints.
type jobHistory struct {
	Job         string               `json:"job"`
	Runs        []monitor.Run        `json:"runs"`        // newest first
	Transitions []monitor.Transition `json:"transitions"` // newest first
}

func (v *jobVerb) history() *cobra.Command {
	n := 20
	cmd := &cobra.Command{
		Use:   "history NAME",
		Short: "Show the runs of a job and what changed its phase",
		Long: `Lists the last runs of a job, newest first, and between them every change of its
phase with its reason.

Exit codes: 0 shown; 2 the file of jobs is wrong, or there is no such job; 3 the
daemon cannot be opened.`,
		Example: `  ontocrawl job history typhoon
  ontocrawl job history typhoon -n 500 --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if n < 1 {
				return cli.Usagef("-n is %d, but it must be 1 or more", n)
			}
			r, j, err := v.open(cmd, args[0])
			if err != nil {
				return err
			}
			defer r.close() //nolint:errcheck // only read
			h := jobHistory{Job: j.Name, Runs: []monitor.Run{}, Transitions: []monitor.Transition{}}
			runs, err := r.Runs(j.Name, time.Time{}, n)
			if err != nil {
				return bookError(err)
			}
			transitions, err := r.Transitions(j.Name, n)
			if err != nil {
				return bookError(err)
			}
			h.Runs, h.Transitions = append(h.Runs, runs...), append(h.Transitions, transitions...)
			if v.asJSON {
				return cli.Failure(v.JSON(h))
			}
			return cli.Failure(v.printHistory(h))
		},
	}
	cmd.Flags().IntVarP(&n, "number", "n", n, "how many runs")
	return cmd
}

// open opens the daemon for a question about a job.
func (v *jobVerb) open(cmd *cobra.Command, name string) (*deskReader, *monitor.Job, error) {
	_, f, log, err := v.begin(cmd)
	if err != nil {
		return nil, nil, err
	}
	j, err := f.Job(name)
	if err != nil {
		return nil, nil, cli.Usage(err)
	}
	if err := deskFolder(f); err != nil {
		return nil, nil, err
	}
	return openReader(f, log), j, nil
}

func (v *jobVerb) printHistory(h jobHistory) error {
	type line struct {
		at    time.Time
		cells []string
	}
	var lines []line
	for _, r := range h.Runs {
		what := string(r.Outcome)
		if r.Missed > 0 {
			what += fmt.Sprintf(", for %d missed", r.Missed)
		}
		if r.Resumed > 0 {
			what += fmt.Sprintf(", gone on with %d times", r.Resumed)
		}
		if r.Error != "" {
			what += ": " + r.Error
		}
		lines = append(lines, line{r.Started, []string{
			fmt.Sprintf("%s/%d", r.Job, r.Number), clockTime(r.Due), string(r.Trigger), r.Phase.String(), strconv.Itoa(r.Pages),
			fmt.Sprintf("%d, %d, %d", r.New, r.Changed, r.Gone), strconv.Itoa(r.Notifications), term.Clip(term.Safe(what), 80),
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
	return tb.Write(v.Out)
}

// shownRun is what job show --json prints.
type shownRun struct {
	Run    monitor.Run     `json:"run"`
	Events []monitor.Event `json:"events"` // In the order found
}

func (v *jobVerb) show() *cobra.Command {
	return &cobra.Command{
		Use:   "show RUN",
		Short: "Show what a run found: new, changed and gone pages",
		Long: `Shows one run, written NAME/NUMBER as in "job history" (NAME alone is its last
run), with every relevant page that it found new, changed or gone.

Exit codes: 0 shown; 2 the file of jobs is wrong, or there is no such run; 3 the
daemon cannot be opened.`,
		Example: `  ontocrawl job show typhoon/12
  ontocrawl job show typhoon --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, digits, numbered := strings.Cut(args[0], "/")
			number, err := strconv.Atoi(digits)
			if numbered && (err != nil || number < 1) {
				return cli.Usagef("%q is no run; runs are written NAME/NUMBER, such as typhoon/12", args[0])
			}
			r, j, err := v.open(cmd, name)
			if err != nil {
				return err
			}
			defer r.close() //nolint:errcheck // only read
			s, err := showRun(r, j.Name, number)
			if err != nil {
				return err
			}
			if v.asJSON {
				return cli.Failure(v.JSON(s))
			}
			return cli.Failure(v.printShown(s))
		},
	}
}

func showRun(r monitor.Reader, job string, number int) (s shownRun, err error) {
	if number == 0 {
		runs, err := r.Runs(job, time.Time{}, 1)
		if err != nil {
			return s, bookError(err)
		}
		if len(runs) == 0 {
			return s, cli.Usagef("%s has not run yet", job)
		}
		number = slices.MaxFunc(runs, func(a, b monitor.Run) int { return cmp.Compare(a.Number, b.Number) }).Number
	}
	if s.Run, err = r.Run(job, number); err != nil {
		return s, bookError(err)
	}
	s.Events = []monitor.Event{}
	events, err := r.Events(job, number)
	s.Events = append(s.Events, events...)
	return s, bookError(err)
}

func (v *jobVerb) printShown(s shownRun) error {
	if err := v.printRun(&s.Run); err != nil {
		return err
	}
	for _, f := range s.Events {
		fmt.Fprintf(v.Out, "\n%-7s  %.3f", f.Kind, f.Relevance)
		if f.Kind != monitor.New {
			fmt.Fprintf(v.Out, " (was %.3f)", f.WasRelevance)
		}
		fmt.Fprintf(v.Out, "  %s\n         %s\n", term.Clip(term.Safe(f.Title), 70), term.Readable(f.URL))
		if d, ok := f.Delay(); ok {
			fmt.Fprintf(v.Out, "         published %s, captured %v later\n", clockTime(f.Published), d.Round(time.Second))
		}
		if f.DuplicateOf != "" {
			fmt.Fprintf(v.Out, "         tells the same as %s\n", term.Readable(f.DuplicateOf))
		}
		if why := conceptWords(f.Concepts); why != "" {
			fmt.Fprintf(v.Out, "         %s\n", why)
		}
	}
	return nil
}

// conceptWords names the heaviest concepts of an event.
func conceptWords(all []monitor.Concept) string {
	var words []string
	for _, c := range all[:min(4, len(all))] {
		words = append(words, fmt.Sprintf("%s in %s x%d", term.Safe(cmp.Or(c.Label, c.Name)), term.Safe(c.Place), c.Count))
	}
	return strings.Join(words, ", ")
}

func (v *jobVerb) printRun(r *monitor.Run) error {
	t := &term.Table{Head: []string{"", ""}}
	t.Add("run", fmt.Sprintf("%s/%d, %s", r.Job, r.Number, r.Outcome))
	t.Add("due", clockTime(r.Due)+", "+string(r.Trigger))
	if r.Missed > 0 {
		t.Add("stands for", fmt.Sprintf("%d missed besides", r.Missed))
	}
	if r.Ended.IsZero() {
		t.Add("began", clockTime(r.Started))
	} else {
		t.Add("took", fmt.Sprintf("%v, from %s", r.Ended.Sub(r.Started).Round(time.Second), clockTime(r.Started)))
	}
	t.Add("phase", r.Phase.String())
	t.Add("pages, relevant, failed", fmt.Sprintf("%d, %d, %d", r.Pages, r.Relevant, r.Failures))
	t.Add("new, changed, gone", fmt.Sprintf("%d, %d, %d", r.New, r.Changed, r.Gone))
	t.Add("stories begun", strconv.Itoa(r.Stories))
	t.Add("notifications", strconv.Itoa(r.Notifications))
	if r.Error != "" {
		t.Add("error", term.Safe(r.Error))
	}
	return t.Write(v.Out)
}

func (v *jobVerb) setPhase() *cobra.Command {
	var long, reason string
	cmd := &cobra.Command{
		Use:   "phase NAME [PHASE]",
		Short: "Show a job's phase, or hold it in one",
		Long: `Without PHASE shows the phase in force. With one (calm, watch, warning, impact or
recovery) a person holds the job in it for as long as --for says; until then
nothing else changes it.

Exit codes: 0 shown or set; 2 the command line or the file of jobs is wrong; 3 the
daemon cannot be opened.`,
		Example: `  ontocrawl job phase typhoon
  ontocrawl job phase typhoon impact --for 12h --reason 'landfall expected at noon'`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, j, err := v.open(cmd, args[0])
			if err != nil {
				return err
			}
			defer r.close() //nolint:errcheck // what was written is durable
			if len(args) == 2 {
				if err := hold(r, j, args[1], long, reason); err != nil {
					return err
				}
			}
			t, err := scheduler.InForce(r, j)
			if err != nil {
				return bookError(err)
			}
			if v.asJSON {
				return cli.Failure(v.JSON(t))
			}
			return cli.Failure(v.printTransition(t))
		},
	}
	cmd.Flags().StringVar(&long, "for", "", "how long it is held, such as 12h or 2d")
	cmd.Flags().StringVar(&reason, "reason", "", "why, for the history")
	return cmd
}

func hold(r *deskReader, j *monitor.Job, name, long, reason string) error {
	p, err := monitor.ParsePhase(name)
	if err != nil {
		return cli.Usage(err)
	}
	if long == "" {
		return cli.Usagef("say how long %s is to be held: --for 12h", p)
	}
	d, err := yamlread.ParseDuration(long)
	if err != nil || d <= 0 {
		return cli.Usagef("--for is %q, but it must be a duration such as 12h or 2d", long)
	}
	if r.daemon != nil {
		return bookError(r.daemon.SetPhase(j.Name, p, d, reason))
	}
	t, err := scheduler.Hold(r, j, p, d, reason, schedule.Clock{}.Now())
	if err != nil {
		return bookError(err)
	}
	store, ok := r.Reader.(monitor.Store)
	if !ok {
		return cli.Failure(fmt.Errorf("%s cannot be set now", p))
	}
	return bookError(store.AddTransition(t))
}

func (v *jobVerb) printTransition(t monitor.Transition) error {
	line := t.Job + ": " + t.To.String()
	if t.By != "" {
		line += fmt.Sprintf(" since %s, by %s: %s", clockTime(t.At), t.By, term.Safe(t.Reason))
	}
	if !t.Until.IsZero() {
		line += ", until " + clockTime(t.Until)
	}
	_, err := fmt.Fprintln(v.Out, line)
	return err
}
