package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
)

// evalOptions are the flags of eval that are no settings.
type evalOptions struct {
	label, ignore, strategies, budget string
	repeat, perSite                   int
	share                             float64
	ablate, json                      bool
}

// allStrategies is what --strategies takes for every one there is.
const allStrategies = "all"

func newEval(a *app) *cobra.Command {
	var opt evalOptions
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Compare strategies on a stored web whose pages are labelled",
		Long: `Crawls a stored web with every strategy from the same seeds, several times, and
judges the crawls by the labels of the web's index.tsv, which the crawler does
not see. An oracle that knows all labels and links, and always walks to the
nearest page on topic, is the ceiling of every table and figure.

Writes DIR/report.html, one file that needs no network, and DIR/results.json
with every figure of every run; docs/methods.md says what they mean. The same
seed gives the same figures, but for the times.`,
		Example: `  ontocrawl eval --web wikispeedia-en --topic typhoon --label topic:tropical-cyclone --out results
  ontocrawl eval --web hosts-dev --topic typhoon,rainstorm --label topic:storm-rain-flood \
      --ignore 'near:*,maybe:*' --seeds seeds_home.txt --seeds-share 0.75 --budget seeds+20x \
      --strategies tabu,best-first,breadth-first --repeat 5 --out results`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.load(cmd)
			if err != nil {
				return err
			}
			if c.From["workers"].Kind == "default" {
				c.Workers = 1
			}
			return a.eval(cmd.Context(), c, &opt)
		},
	}
	bindEval(cmd, &opt)
	return cmd
}

// bindEval defines the flags. Some settings mean something else here than in a
// crawl, or have another default, and say so.
func bindEval(cmd *cobra.Command, opt *evalOptions) {
	settings := append([]string{"topic", "keywords", "judge", "phi", "segmenter", "eta", "omega", "d", "mu1", "mu2", "mu3", "tenure", "tries",
		"balance", "chain", "work-copy", "accept-random", "revisit", "k-page", "k-link", "temperature", "proposals", "seed", "seeds", "out", "web", "workers",
		"same-site", "filter", "filter-topic", "log-level", "log-format"}, similarityFlags...)
	f := cmd.Flags()
	config.Bind(f, settings...)
	for name, usage := range map[string]string{
		"seeds":   "how many pages on topic to draw for each run (default 5), or a file of URLs",
		"web":     "the stored web: a folder with index.tsv, whose labels judge, and pages/",
		"out":     "folder for report.html and results.json",
		"workers": "choices in flight: what is chosen before the outcome of so many others is known",
		"seed":    "seed of the draws, of all strategies and of the intervals: the same seed gives the same figures",
	} {
		f.Lookup(name).Usage = usage
	}
	f.Lookup("workers").DefValue = "1"
	f.StringVar(&opt.label, "label", "", "a page that bears this label is on topic")
	f.StringVar(&opt.ignore, "ignore", "", "labels, as patterns between commas (near:*,maybe:*), whose pages count neither for nor against the crawler's judge")
	f.StringVar(&opt.strategies, "strategies", "tabu,best-first,breadth-first", "strategies to compare, between commas, or all; by another worth than their own: best-first/shark")
	f.StringVar(&opt.budget, "budget", "4x", "pages to fetch, seeds included: 2000, 4x (times the reachable pages on topic), seeds+20x; several between commas")
	f.IntVar(&opt.repeat, "repeat", 5, "runs of each strategy, each from other seeds")
	f.Float64Var(&opt.share, "seeds-share", 1, "share of a file's seeds that each run but the first takes, drawn anew")
	f.IntVar(&opt.perSite, "per-site-cap", 0, "most pages of one site (registrable domain); 0: no limit")
	f.BoolVar(&opt.ablate, "ablate", false, "also measure what each part of the first strategy and of the priority is worth, by leaving it out (with the first budget)")
	f.BoolVar(&opt.json, "json", false, "print results.json instead of the table")
}

// eval carries the comparison out, writes its files and prints the table.
func (a *app) eval(ctx context.Context, c *config.Config, opt *evalOptions) error {
	e, err := a.newEvaluation(ctx, c, opt)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o777); err != nil {
		return usage(fmt.Errorf("--out: %w", err))
	}
	rep, err := e.run(ctx, a)
	if err != nil {
		return err
	}
	if err := e.write(rep); err != nil {
		return err
	}
	if opt.json {
		return failure(a.json(rep))
	}
	return failure(a.printEval(rep))
}

// run makes all crawls.
func (e *evaluation) run(ctx context.Context, a *app) (*evalReport, error) {
	show := a.evalProgress("crawls")
	e.plan.Done = show
	result, err := e.plan.Run(ctx)
	show(0, 0)
	if err != nil {
		return nil, evalFault(ctx, err)
	}
	rep := e.report(result)
	if e.opt.ablate {
		show := a.evalProgress("parts left out")
		rep.Ablation, err = e.ablate(ctx, a, show)
		show(0, 0)
	}
	return rep, err
}

// evaluation is a comparison to be made.
type evaluation struct {
	c     *config.Config
	opt   *evalOptions
	topic *topic
	plan  *eval.Plan
}

func (a *app) newEvaluation(ctx context.Context, c *config.Config, opt *evalOptions) (*evaluation, error) {
	names, err := evalNames(opt.strategies)
	if err != nil {
		return nil, err
	}
	budgets, err := evalBudgets(opt.budget)
	if err != nil {
		return nil, err
	}
	if err := evalRequired(c, opt); err != nil {
		return nil, err
	}
	t, err := a.topic(c)
	if err != nil {
		return nil, err
	}
	e := &evaluation{c: c, opt: opt, topic: t}
	e.plan = &eval.Plan{
		Budgets: budgets, Repeat: opt.repeat, Seed: uint64(c.Seed), Workers: c.Workers, Cap: opt.perSite,
		NewScorer: func() (crawl.Scorer, error) { return newJudge(c, t) },
		NewFilter: func(seeds []crawl.Link) crawl.Filter { return newFilter(c, seeds) },
	}
	if e.plan.Web, err = openLabelled(ctx, c, t, opt); err != nil {
		return nil, err
	}
	for _, name := range names {
		entrant, err := e.entrant(ctx, name)
		if err != nil {
			return nil, err
		}
		e.plan.Entrants = append(e.plan.Entrants, entrant)
	}
	if e.plan.Draw, err = evalDraw(e.plan.Web, c, opt); err != nil {
		return nil, usage(err)
	}
	return e, nil
}

// entrant makes a strategy from the settings, with the seed and the budget of a
// run. That of ITS looks for the same words as the rest, but all weigh the same.
func (e *evaluation) entrant(ctx context.Context, name string) (eval.Entrant, error) {
	entrant := eval.Entrant{Name: name, New: func(seed uint64, budget int) (crawl.Strategy, error) {
		c := *e.c
		c.Strategy, c.Seed, c.MaxPages = name, int64(seed), budget
		return newStrategy(&c)
	}}
	if name != strategyITS {
		return entrant, nil
	}
	flat := *e.topic
	flat.flatten()
	web, err := openLabelled(ctx, e.c, &flat, e.opt)
	entrant.Web, entrant.NewScorer = web, func() (crawl.Scorer, error) { return newJudge(e.c, &flat) }
	return entrant, err
}

// evalNames are the strategies that --strategies names.
func evalNames(list string) ([]string, error) {
	known := slices.Sorted(maps.Keys(strategies()))
	if strings.TrimSpace(list) == allStrategies {
		return known, nil
	}
	var names []string
	for _, name := range splitList(list) {
		switch {
		case !slices.Contains(known, name) && !combined(name):
			return nil, usagef("no strategy is called %q; the nearest names are %s (all: %s)",
				name, strings.Join(nearestNames(name, known, 3), ", "), strings.Join(known, ", "))
		case slices.Contains(names, name):
			return nil, usagef("--strategies names %s twice", name)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, usagef("--strategies names none; there are %s", strings.Join(known, ", "))
	}
	return names, nil
}

// combined reports whether name is a strategy by a worth: "tabu/hits".
func combined(name string) bool {
	s, rank, ok := strings.Cut(name, "/")
	if !ok || !slices.Contains(strategy.LinkRanks(), rank) {
		return false
	}
	return slices.ContainsFunc(strategy.Methods(), func(m strategy.Method) bool { return m.Name == s && m.Ranks() })
}

func splitList(s string) (parts []string) {
	for _, p := range strings.FieldsFunc(s, isComma) {
		if p = strings.TrimSpace(p); p != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

func evalBudgets(list string) (budgets []eval.Budget, err error) {
	for _, text := range splitList(list) {
		b, err := eval.ParseBudget(text)
		if err != nil {
			return nil, usagef("--budget: %w", err)
		}
		if slices.Contains(budgets, b) {
			return nil, usagef("--budget names %v twice", b)
		}
		budgets = append(budgets, b)
	}
	if len(budgets) == 0 {
		return nil, usagef("--budget names no budget: give pages (2000) or times the reachable pages on topic (4x)")
	}
	return budgets, nil
}

func evalRequired(c *config.Config, opt *evalOptions) error {
	var missing []string
	for _, s := range []struct{ name, value string }{{"web", c.Web}, {"label", opt.label}, {"out", c.Out}} {
		if s.value == "" {
			missing = append(missing, "--"+s.name)
		}
	}
	if c.Topic == "" && c.Ontology == "" && c.Keywords == "" {
		missing = append(missing, "--topic")
	}
	switch {
	case len(missing) > 0:
		return usagef("an evaluation needs %s; see ontocrawl eval --help", strings.Join(missing, ", "))
	case opt.repeat < 1 || opt.repeat > 1000:
		return usagef("--repeat is %d, but it must be 1 to 1000", opt.repeat)
	case opt.perSite < 0:
		return usagef("--per-site-cap is %d, but it must be 0 or more", opt.perSite)
	}
	for _, p := range splitList(opt.ignore) {
		if _, err := path.Match(p, ""); err != nil {
			return usagef("--ignore: %q is no pattern: %w", p, err)
		}
	}
	return nil
}

// openLabelled reads the web with the topic's eyes.
func openLabelled(ctx context.Context, c *config.Config, t *topic, opt *evalOptions) (*eval.Web, error) {
	if !isFolder(c.Web) || holdsWARC(c.Web) {
		return nil, usagef("--web %s: an evaluation needs a stored web with labels, a folder with index.tsv and pages/; WARC files have none", c.Web)
	}
	judge, err := newJudge(c, t)
	if err != nil {
		return nil, err
	}
	return openLabelledBy(ctx, c, judge, opt)
}

func openLabelledBy(ctx context.Context, c *config.Config, reader crawl.Reader, opt *evalOptions) (*eval.Web, error) {
	web, err := eval.Open(ctx, c.Web, reader, eval.Labels{On: opt.label, Ignore: splitList(opt.ignore)})
	var unknown *eval.LabelError
	switch {
	case errors.As(err, &unknown):
		return nil, usagef("%s: %w; the nearest labels are %s", c.Web, err, strings.Join(nearestNames(opt.label, unknown.Known, 5), ", "))
	case err != nil:
		return nil, evalFault(ctx, err)
	}
	return web, nil
}

// evalDraw reads --seeds: a number, or a file.
func evalDraw(web *eval.Web, c *config.Config, opt *evalOptions) (eval.Draw, error) {
	if c.Seeds == "" {
		c.Seeds = "5"
	}
	if n, err := strconv.Atoi(c.Seeds); err == nil {
		if opt.share != 1 {
			return nil, errors.New("--seeds-share needs a file of seeds (--seeds FILE)")
		}
		return web.Random(n, uint64(c.Seed))
	}
	links, err := readSeeds(c.Seeds)
	if err != nil {
		return nil, err
	}
	urls := make([]string, len(links))
	for i, l := range links {
		urls[i] = l.URL
	}
	draw, err := web.Fixed(urls, opt.share, uint64(c.Seed))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Seeds, err)
	}
	return draw, nil
}

// evalFault gives an error of an evaluation its exit code: what is wrong with
// the input is the user's to mend.
func evalFault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return &codeError{exitInterrupted, errors.New("interrupted; nothing was written")}
	}
	return usage(err)
}

// evalProgress counts things on a terminal; (0, 0) wipes the line.
func (a *app) evalProgress(things string) func(n, of int) {
	if _, ok := terminal(a.err); !ok {
		return func(int, int) {}
	}
	return func(n, of int) {
		if of == 0 {
			fmt.Fprint(a.err, "\r\x1b[K")
			return
		}
		fmt.Fprintf(a.err, "\r\x1b[K%d of %d %s", n, of, things)
	}
}
