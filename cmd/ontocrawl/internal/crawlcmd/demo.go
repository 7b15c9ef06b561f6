package crawlcmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/crawltest"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/progress"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/seed"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// demoSeeds is how many pages the demo starts from.
const demoSeeds = 5

// bestFile is the page that the demo saves for `ontocrawl score`.
const bestFile = "best.html"

func DemoCommand(a *cli.App) *cobra.Command {
	webPages := crawltest.DefaultPages
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Crawl a synthetic web on this machine, from nothing to results",
		Long: `Makes a bilingual web of some thousand pages on fifty hosts, serves it on
loopback, and crawls it for typhoons with the ordinary engine: real HTTP, real
robots.txt, the journal on disk. Then the same budget is spent breadth-first,
and both are compared. Nothing leaves this machine.

Exit codes: as of crawl.`,
		Example: `  ontocrawl demo
  ontocrawl demo --max-pages 1000 --strategy best-first --out runs/demo2`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			demoDefaults(c)
			return runDemo(cmd.Context(), a, c, webPages)
		},
	}
	config.Bind(cmd.Flags(), "out", "max-pages", "strategy", "seed", "workers", "judge", "phi", "segmenter",
		"lang", "tau", "alpha", "beta", "gamma", "delta", "epsilon", "log-level", "log-format")
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
	c.Retries = 0
	// A folder from the user's file or environment is meant for crawls.
	if c.From["out"].Kind != "flag" {
		c.Out = filepath.Join("runs", "demo")
	}
}

func runDemo(ctx context.Context, a *cli.App, c *config.Config, webPages int) error {
	if webPages < 100 || webPages > 1_000_000 {
		return cli.Usagef("--web-pages is %d, but it must be 100 to 1000000", webPages)
	}
	start := time.Now()
	t, err := a.Topic(ctx, c)
	if err != nil {
		return err
	}
	web := crawltest.New(crawltest.Options{Seed: uint64(c.Seed), Pages: webPages})
	server, err := web.Serve(ctx)
	if err != nil {
		return cli.WithCode(cli.ExitFailure, fmt.Errorf("demo: %w", err))
	}
	defer server.Close()
	fmt.Fprintf(a.Out, "A web of %d pages on %d hosts is served on %s; %d of them are about typhoons.\n",
		len(web.Pages()), len(web.Hosts()), server.Addr, onTopic(web))
	client, err := demoClient(a, c, server)
	if err != nil {
		return cli.SessionError(err)
	}
	defer client.Close()
	d := &demo{App: a, c: c, topic: t, web: web, client: client}
	if err := d.seed(); err != nil {
		return err
	}
	focused, err := d.focused(ctx)
	if err != nil {
		return err
	}
	blind, err := d.blind(ctx)
	if err != nil {
		return err
	}
	if err := d.report(focused, blind, time.Since(start)); err != nil {
		return err
	}
	return d.next()
}

// demo is one run of `ontocrawl demo`.
type demo struct {
	*cli.App
	c      *config.Config
	topic  *topic.Topic
	web    *crawltest.Web
	client *session.Access
	seeds  []crawl.Link
}

// outcome is what a strategy found.
type outcome struct {
	strategy                 string
	pages, relevant, onTopic int
	seconds                  float64
}

func onTopic(web *crawltest.Web) int {
	n := 0
	for _, p := range web.Pages() {
		if p.OnTopic {
			n++
		}
	}
	return n
}

func (d *demo) seed() error {
	for _, s := range d.web.Seeds(demoSeeds) {
		l, err := seed.Link(s)
		if err != nil {
			return fmt.Errorf("demo: seed %s: %w", s, err)
		}
		d.seeds = append(d.seeds, l)
	}
	return nil
}

// demoClient fetches from the synthetic web by real HTTP on loopback.
func demoClient(a *cli.App, c *config.Config, server *crawltest.Server) (*session.Access, error) {
	opt := session.Fetch{Options: cli.FetchOptions(c.FetchSettings)}
	opt.DialContext, opt.KeepExchanges = server.DialContext, true
	return session.OpenAccess(opt, a.Logger(c))
}

// focused is the real crawl, with its run folder.
func (d *demo) focused(ctx context.Context) (outcome, error) {
	if p, _, err := session.ReadParams(d.c.Out); err == nil && !p.Demo {
		return outcome{}, cli.Exit(cli.ExitConflict, fmt.Errorf("%s holds a crawl; give the demo another folder with --out", d.c.Out))
	}
	start := time.Now()
	r := &runner{App: d.App, c: d.c, topic: d.topic, seeds: d.seeds, fresh: true, demo: true, access: d.client}
	sum, res, err := r.run(ctx)
	if err != nil {
		return outcome{}, err
	}
	if res.Stopped == engine.Interrupted {
		return outcome{}, cli.Exit(cli.ExitInterrupted, errors.New("interrupted"))
	}
	o := outcome{strategy: d.c.Strategy, pages: sum.Pages, relevant: sum.Relevant, seconds: time.Since(start).Seconds()}
	for p, err := range rundir.Pages(d.c.Out) {
		if err != nil {
			return o, cli.WithCode(cli.ExitFailure, err)
		}
		if on, _ := d.web.Truth(p.URL); on {
			o.onTopic++
		}
	}
	return o, nil
}

// counter counts what the breadth-first crawl finds.
type counter struct {
	web *crawltest.Web
	o   outcome
}

// Visited implements crawl.Observer.
func (k *counter) Visited(v *crawl.Visit) {
	if !v.OK() {
		return
	}
	k.o.pages++
	if v.Score.Relevant {
		k.o.relevant++
	}
	if on, _ := k.web.Truth(v.Page.Final); on {
		k.o.onTopic++
	}
}

// blind spends the same budget breadth-first, kept in memory.
func (d *demo) blind(ctx context.Context) (outcome, error) {
	start := time.Now()
	s, err := session.Open(ctx, session.Spec{
		Topic: d.topic, Seeds: d.seeds, Judge: cli.JudgeSpec(d.c.JudgeSettings), Filter: cli.FilterSpec(d.c.FilterSettings),
		Strategy: session.Strategy{Use: strategy.NewBreadthFirst()}, Fetch: session.Fetch{Use: d.client.Fetcher, Pacer: d.client.Pacer},
		Options: engine.Options{Workers: d.c.Workers, MaxPages: d.c.MaxPages, Deterministic: d.c.Deterministic, Retries: -1, MaxSilent: -1},
		Logger:  d.Logger(d.c),
	})
	if err != nil {
		return outcome{}, cli.SessionError(err)
	}
	defer s.Close()
	k := &counter{web: d.web, o: outcome{strategy: "breadth-first"}}
	s.Engine.Observers, s.Engine.Duplicates = []crawl.Observer{k}, nil
	res, err := s.Run(ctx)
	if err != nil {
		return outcome{}, cli.SessionError(err)
	}
	if res.Stopped == engine.Interrupted {
		return outcome{}, cli.Exit(cli.ExitInterrupted, errors.New("interrupted"))
	}
	k.o.seconds = time.Since(start).Seconds()
	return k.o, nil
}

func (d *demo) report(focused, blind outcome, took time.Duration) error {
	fmt.Fprintf(d.Out, "\nThe same budget of %d pages from the same %d seeds:\n\n", d.c.MaxPages, len(d.seeds))
	t := &term.Table{Head: []string{"strategy", ">pages", ">relevant", ">harvest rate", ">truly about typhoons", ">seconds"}}
	for _, o := range []outcome{focused, blind} {
		t.Add(o.strategy, fmt.Sprint(o.pages), fmt.Sprint(o.relevant), term.Percent(o.relevant, o.pages),
			fmt.Sprintf("%d (%s of all)", o.onTopic, term.Percent(o.onTopic, onTopic(d.web))), fmt.Sprintf("%.1f", o.seconds))
	}
	if err := t.Write(d.Out); err != nil {
		return err
	}
	best, err := progress.BestPages(d.c.Out, 5)
	if err != nil {
		return err
	}
	fmt.Fprintln(d.Out, "\nBest pages, and why:")
	progress.WritePages(d.Out, best)
	if len(best) > 0 {
		if err := d.save(best[0].URL); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(d.Out, "\nAll of it is in %s (%.1f s in all).\n", term.Safe(d.c.Out), took.Seconds())
	return err
}

// save keeps the best page's HTML for `ontocrawl score`.
func (d *demo) save(url string) error {
	resp, err := d.web.Fetch(context.Background(), crawl.Request{URL: url})
	if err != nil {
		return cli.WithCode(cli.ExitFailure, fmt.Errorf("demo: %w", err))
	}
	root, err := os.OpenRoot(d.c.Out)
	if err != nil {
		return cli.WithCode(cli.ExitFailure, err)
	}
	defer root.Close()
	return cli.WithCode(cli.ExitFailure, root.WriteFile(bestFile, resp.Body, 0o644))
}

// next prints commands to try, ready to be pasted.
func (d *demo) next() error {
	self := "ontocrawl"
	if exe, err := os.Executable(); err == nil && strings.Contains(exe, "go-build") {
		self = "go run ./cmd/ontocrawl"
	}
	var b strings.Builder
	b.WriteString("\nTry next (seeds.txt: URLs of yours, one a line):\n")
	for _, line := range []string{
		"similarity 台风 风暴潮",
		"similarity typhoon --top 10",
		"topic typhoon",
		"score " + term.ShellWord(filepath.Join(d.c.Out, bestFile)) + " --topic typhoon",
		"crawl --topic typhoon --seeds seeds.txt --max-pages 500 --out runs/typhoon --contact https://you.example/",
	} {
		fmt.Fprintf(&b, "  %s %s\n", self, line)
	}
	_, err := d.Out.Write([]byte(b.String()))
	return err
}
