package crawlcmd

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
	"github.com/ontocrawl/ontocrawl/message"
)

// bestFile is the page that the demo saves for `ontocrawl score`.
const bestFile = "best.html"

// reportFile is the page that the demo ends with, where `ontocrawl report` writes it too.
const reportFile = "report.html"

// DemoCommand returns the command demo. report writes the report of a run folder to a file.
func DemoCommand(a *cli.App, report func(dir, file string) error) *cobra.Command {
	webPages, listen := crawltest.DefaultPages, ""
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Crawl a synthetic web on this machine, from nothing to results",
		Long: `Makes a bilingual web of some thousand pages on fifty hosts, serves it on
loopback, and crawls it for typhoons with the ordinary engine: real HTTP, real
robots.txt, the journal on disk. Then the same budget is spent breadth-first,
and both are compared. At the end the report of the crawl is written, a page for the
browser. Nothing leaves this machine.

With --listen nothing is crawled: the web is served until Ctrl-C, as an HTTP proxy that
knows its hosts and no others, so that other commands can crawl it (docs/tutorial.md).

Exit codes: as of crawl. With --listen: 0 stopped by Ctrl-C; 2 the address cannot be used.`,
		Example: `  ontocrawl demo
  ontocrawl demo --max-pages 1000 --strategy best-first --out runs/demo2
  ontocrawl demo --listen 127.0.0.1:7480`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			demoDefaults(c)
			if webPages < 100 || webPages > 1_000_000 {
				return cli.Usagef("--web-pages is %d, but it must be 100 to 1000000", webPages)
			}
			if listen != "" {
				return serveDemo(cmd.Context(), a, uint64(c.Seed), webPages, listen)
			}
			if err := runDemo(cmd.Context(), a, c, webPages); err != nil {
				return err
			}
			return endDemo(a, c, report)
		},
	}
	config.Bind(cmd.Flags(), "out", "max-pages", "strategy", "seed", "workers", "judge", "phi", config.MethodOption, "segmenter",
		"lang", "tau", "alpha", "beta", "gamma", "delta", "epsilon", "log-level", "log-format")
	cmd.Flags().StringVar(&listen, "listen", "", "only serve the web, at this address of loopback, until Ctrl-C")
	cmd.Flags().IntVar(&webPages, "web-pages", webPages, "size of the synthetic web")
	return cmd
}

// demoDefaults sets what suits a web on loopback: the typhoon topic, no delay, and
// results in the order chosen, so that the same seed shows the same table on every
// machine. There are no retries: broken pages of that web stay broken, and in that
// order all others would wait for them.
func demoDefaults(c *config.Config) {
	c.Ontology, c.Map, c.Rules = "", "", nil
	c.Topic, c.AllowPrivate, c.Delay, c.Deterministic = "typhoon", true, 0, true
	c.Retries, c.Parts = 0, 1
	if c.From["log-level"].Kind == "default" { // the table shows enough
		c.LogLevel = "warn"
	}
	// A folder from the user's file or environment is meant for crawls.
	if c.From["out"].Kind != "flag" {
		c.Out = filepath.Join("runs", "demo")
	}
}

func runDemo(ctx context.Context, a *cli.App, c *config.Config, webPages int) error {
	start := time.Now()
	t, err := a.Topic(ctx, c)
	if err != nil {
		return err
	}
	opt, err := a.FetchOptions(c.FetchSettings)
	if err != nil {
		return err
	}
	d, err := open(ctx, uint64(c.Seed), webPages, opt, a.Logger(c))
	if err != nil {
		return cli.SessionError(err)
	}
	defer d.Close()
	message.Fprintf(a.Out, "A web of %d pages on %d hosts is served on %s; %d of them are about typhoons.\n",
		len(d.Web.Pages()), len(d.Web.Hosts()), d.Addr(), d.onTopic())
	focused, err := focusedDemo(ctx, a, c, t, d)
	if err != nil {
		return err
	}
	blind, err := d.Run(ctx, session.Spec{
		Topic: t, Judge: cli.JudgeSpec(c), Filter: cli.FilterSpec(c.FilterSettings), Strategy: session.Strategy{Use: strategy.NewBreadthFirst()},
		Options: engine.Options{Workers: c.Workers, MaxPages: c.MaxPages, Deterministic: c.Deterministic, Retries: -1, MaxSilent: -1}, Logger: a.Logger(c),
	})
	if err != nil {
		return demoError(err)
	}
	blind.Strategy = "breadth-first"
	message.Fprintf(a.Out, "\nThe same budget of %d pages from the same %d seeds:\n\n", c.MaxPages, len(d.Seeds))
	if err := d.writeTable(a.Out, focused, blind); err != nil {
		return err
	}
	if err := bestOfDemo(a, c, d); err != nil {
		return err
	}
	_, err = message.Fprintf(a.Out, "\nAll of it is in %s (%.1f s in all).\n", term.Safe(c.Out), time.Since(start).Seconds())
	return err
}

// endDemo prints commands to try, writes the report, and ends with its address.
func endDemo(a *cli.App, c *config.Config, report func(dir, file string) error) error {
	if err := nextCommands(a, c); err != nil {
		return err
	}
	file, err := filepath.Abs(filepath.Join(c.Out, reportFile))
	if err != nil {
		return cli.Failure(err)
	}
	fmt.Fprintln(a.Out)
	if err := report(c.Out, file); err != nil {
		return err
	}
	page := url.URL{Scheme: "file", Path: path.Join("/", filepath.ToSlash(file))}
	_, err = message.Fprintf(a.Out, "Open it in a browser: %s\n", page.String())
	return err
}

// focusedDemo is the real crawl, with its run folder.
func focusedDemo(ctx context.Context, a *cli.App, c *config.Config, t *topic.Topic, d *Demo) (Outcome, error) {
	if p, _, err := session.ReadParams(c.Out); err == nil && !p.Demo {
		return Outcome{}, cli.Exit(cli.ExitConflict, english.Errorf("%s holds a crawl; give the demo another folder with --out", c.Out))
	}
	start := time.Now()
	r := &runner{App: a, c: c, topic: t, seeds: d.Seeds, fresh: true, demo: true, access: d.Access}
	res, err := r.run(ctx)
	if err == nil && res.Stopped == engine.Interrupted {
		err = errInterrupted
	}
	if err != nil {
		return Outcome{}, demoError(err)
	}
	o, err := d.outcome(c.Out, &res.Summary)
	o.Strategy, o.Seconds = c.Strategy, time.Since(start).Seconds()
	return o, cli.WithCode(cli.ExitFailure, err)
}

func demoError(err error) error {
	if errors.Is(err, errInterrupted) {
		return cli.Exit(cli.ExitInterrupted, err)
	}
	return cli.SessionError(err)
}

// bestOfDemo prints the best pages and keeps the HTML of the first for
// `ontocrawl score`.
func bestOfDemo(a *cli.App, c *config.Config, d *Demo) error {
	best, err := progress.BestPages(c.Out, 5)
	if err != nil {
		return cli.Failure(err)
	}
	message.Fprint(a.Out, "\nBest pages, and why:\n")
	progress.WritePages(a.Out, best)
	if len(best) == 0 {
		return nil
	}
	return cli.WithCode(cli.ExitFailure, d.save(best[0].URL, c.Out, bestFile))
}

// nextCommands prints commands to try, ready to be pasted.
func nextCommands(a *cli.App, c *config.Config) error {
	self := "ontocrawl"
	if exe, err := os.Executable(); err == nil && strings.Contains(exe, "go-build") {
		self = "go run ./cmd/ontocrawl"
	}
	var b strings.Builder
	b.WriteString(message.Of(a.Out).Text("\nTry next:\n"))
	for _, line := range []string{
		"similarity 台风 风暴潮",
		"topic typhoon",
		"score " + term.ShellWord(filepath.Join(c.Out, bestFile)) + " --topic typhoon",
		"try https://en.wikipedia.org/wiki/Typhoon_Haiyan --topic typhoon",
		"crawl https://weather.example/ --topic typhoon --max-pages 500 --out runs/typhoon --contact https://you.example/",
	} {
		fmt.Fprintf(&b, "  %s %s\n", self, line)
	}
	_, err := a.Out.Write([]byte(b.String()))
	return err
}
