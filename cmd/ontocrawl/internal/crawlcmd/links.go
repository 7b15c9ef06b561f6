package crawlcmd

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// strategySettings are the settings that say how links are ordered. They are the run's.
func strategySettings() []string {
	return strings.Fields("strategy linkrank seed sitemaps site-search patience max-pages method-option")
}

// LinksCommand returns the command links.
func LinksCommand(a *cli.App) *cobra.Command {
	var want session.WaitingSpec
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "links RUN",
		Short: "Show the links that wait in a run, the best first, and why",
		Long: `Reads the run folder RUN and shows the links that wait, in the order of their
scores, each with what speaks for it and against it: its features, the lists that
name it, its host's part in the balance over hosts, and the tabu list. Nothing is
fetched and the run stays as it is.

Links that the trap guard keeps for last come last. What "ontocrawl status" counts as
waiting is the links that wait, the sitemaps, feeds and searches that wait, and what was
chosen and has no outcome yet. Links that the guard left for good do not wait; their
number is told apart.

The crawl does not simply take the first: hosts that must wait are passed over, and
the strategy gives turns to hosts that were seldom visited. The order follows a score
that has changed with some delay.

A folder that a crawl is using cannot be read (exit code 3); "ontocrawl status"
shows how that crawl goes.

Exit codes: 0 shown; 1 failed while working; 2 the command line or RUN is wrong, or
the URL does not wait; 3 the folder is in use or damaged.`,
		Example: `  ontocrawl links runs/typhoon
  ontocrawl links runs/typhoon --host news.example --top 50
  ontocrawl links runs/typhoon --url https://news.example/typhoon/12.html
  ontocrawl links runs/typhoon --top 0 --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if want.Top < 0 {
				return cli.Usagef("--top is %d, but it must be 0 or more", want.Top)
			}
			return runLinks(cmd, a, args[0], want, asJSON)
		},
	}
	config.Bind(cmd.Flags(), append(strategySettings(), "log-level", "log-format")...)
	cli.Hide(cmd.Flags(), strategySettings()...)
	fs := cmd.Flags()
	fs.StringVar(&want.Host, "host", "", "only links of this host")
	fs.StringVar(&want.URL, "url", "", "only this link")
	fs.IntVar(&want.Top, "top", 20, "show so many links; 0 means all")
	fs.BoolVar(&asJSON, "json", false, "print JSON")
	cmd.MarkFlagsMutuallyExclusive("host", "url")
	return cmd
}

func runLinks(cmd *cobra.Command, a *cli.App, dir string, want session.WaitingSpec, asJSON bool) error {
	if err := checkRun(dir); err != nil {
		return err
	}
	p, _, err := readParams(dir)
	if err != nil {
		return err
	}
	if err := takeFrom(cmd, p.Settings, strategySettings()); err != nil {
		return err
	}
	c, err := a.Load(cmd)
	if err != nil {
		return err
	}
	if want.URL != "" {
		if want.URL, err = urlkey.Canonical(want.URL); err != nil {
			return cli.Usagef("--url: %w", err)
		}
	}
	w, err := session.ReadWaiting(cmd.Context(), dir, cli.StrategySpec(c, c.MaxPages), want, a.Logger(c))
	if errors.Is(err, session.ErrNotWaiting) {
		return cli.Usagef("%s does not wait in %s: it was fetched, is being fetched, or was never found", want.URL, dir)
	}
	if err != nil {
		return cli.SessionError(err)
	}
	if asJSON {
		return cli.Failure(a.JSON(w))
	}
	return cli.Failure(writeLinks(a.Out, w, want))
}

// takeFrom sets the flags of cmd that have one of names and were not given to the values
// of a run's settings, and gives it the options of methods that the run has.
func takeFrom(cmd *cobra.Command, settings map[string]any, names []string) error {
	for _, name := range names {
		value, ok := settings[name]
		if _, nested := value.(map[string]any); !ok || nested || cmd.Flags().Changed(name) {
			continue
		}
		if err := cmd.Flags().Set(name, fmt.Sprint(value)); err != nil {
			return cli.Usagef("%s of the run: %w", name, err)
		}
	}
	config.TakeOptions(cmd.Flags(), settings, cli.MethodOptions())
	return nil
}

// Of the parts of a score those that change it least are left out in the text.
const (
	shownParts = 5
	leastPart  = .005
)

func writeLinks(out io.Writer, w *session.Waiting, want session.WaitingSpec) error {
	of := ""
	if want.Host != "" {
		of = " of " + term.Safe(want.Host)
	}
	if _, err := message.Fprintf(out, "links%s that wait: %d\n", of, w.Total); err != nil {
		return err
	}
	if want.Host == "" {
		writeCounts(out, w)
	}
	for i, l := range w.Links {
		mark := fmt.Sprintf("%d.", i+1)
		if want.URL != "" {
			mark = ""
		}
		message.Fprintf(out, "\n%-3s %.3f  %s\n", mark, l.Score, term.Readable(l.URL))
		if l.Parent == "" {
			message.Fprintf(out, "           a seed\n")
		} else {
			message.Fprintf(out, "           found on %s, %d links from a seed\n", term.Readable(l.Parent), l.Depth)
		}
		if text := partsText(l.Parts); text != "" {
			message.Fprintf(out, "           %s\n", term.Safe(text))
		}
		for _, why := range l.Reasons() {
			if _, err := message.Fprintf(out, "           %s\n", term.Safe(message.Of(out).Say(why))); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeCounts says what else there is, so that the numbers can be compared with the
// numbers of "ontocrawl status".
func writeCounts(out io.Writer, w *session.Waiting) {
	for _, x := range []struct {
		format string
		n      int
	}{
		{"  %d of them come last, as the trap guard says\n", w.ForLast},
		{"sitemaps, feeds and searches that wait: %d\n", w.Sources},
		{"chosen, without an outcome yet: %d\n", w.UnderWay},
		{"links left for good by the trap guard: %d\n", w.ForGood},
	} {
		if x.n > 0 {
			message.Fprintf(out, x.format, x.n) //nolint:errcheck // the next write tells
		}
	}
}

// partsText are the parts that change a score most: "anchor core +1.20, depth -0.31".
func partsText(parts []session.WaitingPart) string {
	of := func(p session.WaitingPart) float64 { return p.Value * p.Weight }
	parts = slices.DeleteFunc(slices.Clone(parts), func(p session.WaitingPart) bool { return math.Abs(of(p)) < leastPart })
	sorts.Stable(parts, func(a, b session.WaitingPart) int {
		switch x, y := math.Abs(of(a)), math.Abs(of(b)); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	var text []string
	for _, p := range parts[:min(len(parts), shownParts)] {
		text = append(text, fmt.Sprintf("%s %+.2f", p.Name, of(p)))
	}
	return strings.Join(text, ", ")
}
