package crawlcmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/progress"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

func StatusCommand(a *cli.App) *cobra.Command {
	var asJSON, follow bool
	cmd := &cobra.Command{
		Use:   "status RUN",
		Short: "Show how a crawl goes, or how it ended",
		Long: `Reads the run folder of a crawl that is running, has ended or was killed. Shows
what it has found, how fast it is, how many links wait, why attempts failed, the
last pages, and the command that resumes it. It does not disturb the crawl, and
works for every user who may read the folder.

A running crawl writes status.json every second. After a kill the counts are at
most a second old; the command that resumes the crawl counts again.

Exit codes: 0 shown; 2 the folder holds no run or cannot be read.`,
		Example: `  ontocrawl status runs/typhoon
  ontocrawl status runs/typhoon --watch
  ontocrawl status runs/typhoon --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := rundir.CheckFormat(args[0]); err != nil {
				return cli.SessionError(err)
			}
			if follow {
				return followStatus(cmd.Context(), a, args[0], asJSON)
			}
			rep, err := readStatus(args[0])
			if err != nil {
				return cli.Usage(err)
			}
			return printStatus(a, rep, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVarP(&follow, "watch", "w", false, "show it again every second until the crawl ends")
	return cmd
}

// StatusReport is the JSON form of `ontocrawl status`.
type StatusReport struct {
	Run      string `json:"run"`
	Running  bool   `json:"running"`
	Finished bool   `json:"finished"` // nothing is left to do
	progress.Status
	Seconds float64      `json:"seconds"` // spent crawling, by all processes
	Last    []statusPage `json:"last"`    // the last pages, the latest first

	told bool // status.json was there
}

type statusPage struct {
	Seq       int           `json:"seq"`
	URL       string        `json:"url"`
	Title     string        `json:"title"`
	FetchedAt rundir.Time   `json:"fetched_at"`
	Relevance rundir.Number `json:"relevance"`
	Relevant  bool          `json:"relevant"`
}

// statusLast is how many of the last pages are shown.
const statusLast = 5

// readStatus reads the run folder dir.
func readStatus(dir string) (StatusReport, error) {
	rep := StatusReport{Run: dir, Last: []statusPage{}}
	s, alive, err := progress.Read(dir)
	rep.Status, rep.Running, rep.told = s, alive, err == nil
	sum, sumErr := rundir.ReadSummary(dir)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return rep, err
	case err == nil:
	case sumErr == nil: // a run of an older version, or status.json was deleted
		rep.fromSummary(sum)
	case isFile(filepath.Join(dir, rundir.ParamsFile)):
		rep.State = rundir.Running
	default:
		return rep, fmt.Errorf("%s holds no run: there is neither %s nor %s in it", dir, rundir.StatusFile, rundir.ParamsFile)
	}
	rep.Seconds = sum.Seconds
	if alive {
		rep.Seconds = max(sum.Seconds, time.Since(rep.Begun.Time).Seconds())
	}
	rep.Seconds = round(rep.Seconds, 1)
	rep.Finished = !alive && (rep.State == "budget" || rep.State == "exhausted")
	return rep, rep.last(dir)
}

func (rep *StatusReport) fromSummary(s rundir.Summary) {
	rep.State, rep.Updated, rep.Begun = s.Stopped, s.Finished, s.Started
	rep.Env, rep.Command = []string{}, []string{}
	rep.Counts = progress.Counts{
		Visits: s.Visits, Pages: s.Pages, Relevant: s.Relevant, HarvestRate: s.HarvestRate, Failures: s.Failures,
		Sources: s.Sources, Revisits: s.Revisits, Unchanged: s.Unchanged, Hosts: s.Hosts.Count, Errors: s.Errors,
		Waiting: s.Waiting, SecondsLeft: -1, LastVisit: s.Finished,
	}
}

func (rep *StatusReport) last(dir string) error {
	pages, err := rundir.Tail(dir, statusLast)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing recorded yet
	}
	slices.Reverse(pages)
	for _, p := range pages {
		rep.Last = append(rep.Last, statusPage{p.Seq, p.URL, p.Title, p.FetchedAt, p.Relevance, p.Relevant})
	}
	return err
}

func printStatus(a *cli.App, rep StatusReport, asJSON bool) error {
	if asJSON {
		return cli.WithCode(cli.ExitFailure, a.JSON(rep))
	}
	fmt.Fprintf(a.Out, "%s: %s\n\n", term.Safe(rep.Run), term.Safe(stateText(rep.Status, rep.Running)))
	t := &term.Table{Head: []string{"", ">"}}
	rep.rows(t)
	if err := t.Write(a.Out); err != nil {
		return cli.WithCode(cli.ExitFailure, err)
	}
	if len(rep.Last) > 0 {
		fmt.Fprintln(a.Out, "\nLast pages")
		for _, p := range rep.Last {
			mark := " "
			if p.Relevant {
				mark = "*"
			}
			fmt.Fprintf(a.Out, "%s %s %.3f  %s\n                 %s\n", p.FetchedAt.Local().Format(time.TimeOnly), mark, float64(p.Relevance),
				term.Clip(term.Safe(p.Title), 60), term.Readable(p.URL))
		}
	}
	if !rep.Running && !rep.Finished {
		fmt.Fprintf(a.Out, "\n%s\n", rep.advice())
	}
	return nil
}

func (rep *StatusReport) rows(t *term.Table) {
	c := &rep.Counts
	pages := fmt.Sprint(c.Pages)
	if c.Budget > 0 {
		pages += fmt.Sprintf(" of %d", c.Budget)
	}
	t.Add("pages", pages)
	t.Add("relevant", fmt.Sprint(c.Relevant))
	t.Add("harvest rate", percent(c.Relevant, c.Pages))
	if rep.Running {
		t.Add("pages/s, last minute", rate(c.PagesPerSecond))
		t.Add("left to the budget", span(c.SecondsLeft))
		t.Add("last visit", span(max(0, rep.Updated.Sub(c.LastVisit.Time).Seconds()))+" ago")
	}
	t.Add("crawling for", span(rep.Seconds))
	t.Add("hosts", fmt.Sprint(c.Hosts))
	t.Add("links waiting", fmt.Sprint(c.Waiting))
	if rep.Running && c.Postponed > 0 {
		t.Add("to be asked again", fmt.Sprintf("%d, in %s", c.Postponed, span(c.AgainIn)))
	}
	for _, x := range []struct {
		name string
		n    int
	}{{"sources", c.Sources}, {"asked again", c.Revisits}, {"unchanged", c.Unchanged}, {"duplicates", c.Duplicates}} {
		if x.n > 0 {
			t.Add(x.name, fmt.Sprint(x.n))
		}
	}
	t.Add("failed", fmt.Sprint(c.Failures))
	reasons := slices.SortedFunc(maps.Keys(c.Errors), func(a, b string) int {
		if d := c.Errors[b] - c.Errors[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for _, r := range reasons {
		t.Add("  "+r, fmt.Sprint(c.Errors[r]))
	}
	if rep.Running && rep.Metrics != "" {
		t.Add("metrics", rep.Metrics)
	}
}

// advice is the command that resumes the run.
func (rep *StatusReport) advice() string {
	if len(rep.Command) == 0 {
		return "The command that began it resumes it; its parameters are in " + term.Safe(filepath.Join(rep.Run, rundir.ParamsFile)) + "."
	}
	var parts []string
	if rep.Dir != "" {
		parts = append(parts, "cd", cli.ShellWord(rep.Dir), "&&")
	}
	for _, kv := range rep.Env {
		name, value, _ := strings.Cut(kv, "=")
		parts = append(parts, name+"="+cli.ShellWord(value))
	}
	for _, arg := range rep.Command {
		parts = append(parts, cli.ShellWord(arg))
	}
	return "This resumes it:\n  " + term.Safe(strings.Join(parts, " "))
}

// followStatus shows the status every second until the crawl ends, or ctx does.
func followStatus(ctx context.Context, a *cli.App, dir string, asJSON bool) error {
	_, tty := term.Columns(a.Out)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		rep, err := readStatus(dir)
		if err != nil {
			return cli.Usage(err)
		}
		if tty && !asJSON {
			fmt.Fprint(a.Out, "\x1b[H\x1b[2J")
		}
		if err := printStatus(a, rep, asJSON); err != nil || !rep.Running {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
