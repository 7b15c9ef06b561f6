package jobcmd

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// shownRun is what job show --json prints.
type shownRun struct {
	Run    monitor.Run     `json:"run"`
	Events []monitor.Event `json:"events"` // in the order found
}

func (j *job) show() *cobra.Command {
	return &cobra.Command{
		Use:   "show RUN",
		Short: "Show what a run found: new, changed and gone pages",
		Long: `Shows one run, written NAME/NUMBER as in "job history" (NAME alone is its last
run), with every relevant page that it found new, changed or gone.

Exit codes: 0 shown; 2 the file of jobs is wrong, or there is no such run; 3 the
store cannot be opened.`,
		Example: `  ontocrawl job show typhoon/12
  ontocrawl job show typhoon --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, digits, numbered := strings.Cut(args[0], "/")
			number, err := strconv.Atoi(digits)
			if numbered && (err != nil || number < 1) {
				return cli.Usagef("%q is no run; runs are written NAME/NUMBER, such as typhoon/12", args[0])
			}
			r, one, err := j.open(cmd, name)
			if err != nil {
				return err
			}
			defer r.Close() //nolint:errcheck // only read
			s, err := readRun(r, one.Name, number)
			if err != nil {
				return exitError(err)
			}
			return j.print(s, func() error { return j.printShown(s) })
		},
	}
}

// readRun returns a run with its events; number 0 is the last run.
func readRun(r monitor.Reader, job string, number int) (s shownRun, err error) {
	if number == 0 {
		runs, err := r.Runs(job, time.Time{}, 1)
		if err != nil {
			return s, err
		}
		if len(runs) == 0 {
			return s, cli.Usagef("%s has not run yet", job)
		}
		number = slices.MaxFunc(runs, func(a, b monitor.Run) int { return cmp.Compare(a.Number, b.Number) }).Number
	}
	if s.Run, err = r.Run(job, number); err != nil {
		return s, err
	}
	events, err := r.Events(job, number)
	s.Events = append([]monitor.Event{}, events...)
	return s, err
}

func (j *job) printShown(s shownRun) error {
	if err := j.printRun(&s.Run); err != nil {
		return err
	}
	for _, e := range s.Events {
		fmt.Fprintf(j.Out, "\n%-7s  %.3f", e.Kind, e.Relevance)
		if e.Kind != monitor.New {
			fmt.Fprintf(j.Out, " (was %.3f)", e.WasRelevance)
		}
		fmt.Fprintf(j.Out, "  %s\n         %s\n", term.Clip(term.Safe(e.Title), 70), term.Readable(e.URL))
		if d, ok := e.Delay(); ok {
			fmt.Fprintf(j.Out, "         published %s, captured %v later\n", clockTime(e.Published), d.Round(time.Second))
		}
		if e.DuplicateOf != "" {
			fmt.Fprintf(j.Out, "         a duplicate of %s\n", term.Readable(e.DuplicateOf))
		}
		if why := concepts(e.Concepts); why != "" {
			fmt.Fprintf(j.Out, "         %s\n", why)
		}
	}
	return nil
}

// concepts names the four heaviest concepts of an event.
func concepts(all []monitor.Concept) string {
	var words []string
	for _, c := range all[:min(4, len(all))] {
		words = append(words, fmt.Sprintf("%s in %s x%d", term.Safe(cmp.Or(c.Label, c.Name)), term.Safe(c.Place), c.Count))
	}
	return strings.Join(words, ", ")
}
