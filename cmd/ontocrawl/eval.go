package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/eval/ablate"
	"github.com/ontocrawl/ontocrawl/crawl/eval/tune"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// evalOptions are the flags of eval that are no settings.
type evalOptions struct {
	label, ignore, strategies, budget string
	repeat, perSite                   int
	share                             float64
	ablate, trails, json              bool
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
seed gives the same figures, but for the times.

Exit codes: 0 compared; 1 it failed while working; 2 the command line, the web or
its labels are wrong; 130 interrupted, and nothing was written.`,
		Example: `  ontocrawl eval --web wikispeedia-en --topic typhoon --label topic:tropical-cyclone --out results
  ontocrawl eval --web hosts-dev --topic typhoon,rainstorm --label topic:storm-rain-flood \
      --ignore 'near:*,maybe:*' --seeds seeds_home.txt --seeds-share 0.75 --budget seeds+20x \
      --strategies tabu,best-first,breadth-first --repeat 5 --out results`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.Load(cmd)
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
	settings := append([]string{"topic", "topics", "topic-from", "keywords", "judge", "phi", "tag-weights", "segmenter", "eta", "omega", "d", "mu1", "mu2", "mu3", "tenure", "tries",
		"balance", "chain", "work-copy", "accept-random", "revisit", "k-page", "k-link", "temperature", "proposals", "seed", "seeds", "out", "web", "workers",
		"same-site", "filter", "filter-topic", "log-level", "log-format"}, cli.SimilarityFlags()...)
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
	f.BoolVar(&opt.ablate, "ablate", true, "also measure what each part of the first strategy and of the priority is worth, by leaving it out (with the first budget)")
	f.BoolVar(&opt.trails, "trails", false, "also write trails.tsv: every page of every run, in order")
	f.BoolVar(&opt.json, "json", false, "print results.json instead of the table")
}

// eval carries the comparison out, writes its files and prints the table.
func (a *app) eval(ctx context.Context, c *config.Config, opt *evalOptions) error {
	e, err := a.newEvaluation(ctx, c, opt)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o777); err != nil {
		return cli.Usage(fmt.Errorf("--out: %w", err))
	}
	rep, err := e.run(ctx, a)
	if err != nil {
		return err
	}
	if err := e.write(rep); err != nil {
		return err
	}
	if opt.json {
		return cli.Failure(a.JSON(rep))
	}
	return cli.Failure(a.printEval(rep))
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
		settings := settingsOf(e.c)
		settings.Strategy = e.plan.Entrants[0].Name
		study := ablate.Study{Plan: e.plan, Settings: settings, New: e.entrant, Done: show}
		rep.Ablation, err = study.Run(ctx, result)
		show(0, 0)
		if err != nil {
			return nil, evalFault(ctx, err)
		}
	}
	return rep, nil
}

// evaluation is a comparison to be made.
type evaluation struct {
	app   *app
	c     *config.Config
	opt   *evalOptions
	topic *topic.Topic
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
	t, err := a.Topic(ctx, c)
	if err != nil {
		return nil, err
	}
	if _, err := newFilter(c, nil); err != nil { // the patterns are right or wrong whatever the seeds
		return nil, err
	}
	e := &evaluation{app: a, c: c, opt: opt, topic: t}
	e.plan = &eval.Plan{
		Budgets: budgets, Repeat: opt.repeat, Seed: uint64(c.Seed), Workers: c.Workers, Cap: opt.perSite,
		NewScorer: func() (crawl.Scorer, error) { return newJudge(c, t) },
		NewFilter: func(seeds []crawl.Link) crawl.Filter {
			f, _ := newFilter(c, seeds)
			return f
		},
	}
	e.plan.TLP = func(f crawl.Filter) (float64, bool) {
		t := tally(f)
		if t == nil {
			return 0, false
		}
		return t.TLP(), true
	}
	if e.plan.Web, err = openLabelled(ctx, c, t, opt); err != nil {
		return nil, err
	}
	for _, name := range names {
		settings := settingsOf(c)
		settings.Strategy = name
		entrant, err := e.entrant(ctx, settings)
		if err != nil {
			return nil, err
		}
		e.plan.Entrants = append(e.plan.Entrants, entrant)
	}
	if e.plan.Draw, err = evalDraw(e.plan.Web, c, opt); err != nil {
		return nil, cli.Usage(err)
	}
	return e, nil
}

// entrant makes a strategy from the settings. Where they change the judge or the
// topic, it brings its own.
func (e *evaluation) entrant(ctx context.Context, s eval.Settings) (eval.Entrant, error) {
	c := *e.c
	c.LogLevel = "error" // what there is to say of the ontology was said
	applySettings(&c, s)
	entrant := eval.Entrant{Name: s.Strategy, New: func(seed uint64, budget int) (crawl.Strategy, error) {
		c := c
		c.Seed, c.MaxPages = int64(seed), budget
		return newStrategy(&c, slog.New(slog.DiscardHandler))
	}}
	base := settingsOf(e.c)
	t := e.topic
	switch {
	case s.Factors != base.Factors:
		var err error
		if t, err = e.app.Topic(ctx, &c); err != nil {
			return entrant, err
		}
	case s.Strategy == cli.StrategyITS: // it looks for the same words, but all weigh the same
		t = t.Flat()
	}
	if t != e.topic || s.Groups != base.Groups {
		entrant.NewScorer = func() (crawl.Scorer, error) { return newJudge(&c, t) }
	}
	if t == e.topic {
		return entrant, nil
	}
	var err error
	entrant.Web, err = openLabelled(ctx, &c, t, e.opt)
	return entrant, err
}

// settingsOf are the settings that ablation and tuning change.
func settingsOf(c *config.Config) eval.Settings {
	s := eval.Settings{
		Strategy: c.Strategy, Factors: [5]float64{c.Alpha, c.Beta, c.Gamma, c.Delta, c.Epsilon}, Terms: [3]float64{c.Mu1, c.Mu2, c.Mu3},
		Groups: relevance.GroupWeights, Phi: c.Phi, Eta: c.Eta, Balance: c.Balance, Tries: c.Tries, Tenure: c.Tenure,
	}
	if groups, err := tagWeights(c); err == nil { // they were checked when they were read
		s.Groups = *groups
	}
	return s
}

// applySettings sets them.
func applySettings(c *config.Config, s eval.Settings) {
	c.Strategy, c.TagWeights, c.Phi, c.Eta = s.Strategy, tune.FormatWeights(s.Groups), s.Phi, s.Eta
	c.Alpha, c.Beta, c.Gamma, c.Delta, c.Epsilon = s.Factors[0], s.Factors[1], s.Factors[2], s.Factors[3], s.Factors[4]
	c.Mu1, c.Mu2, c.Mu3 = s.Terms[0], s.Terms[1], s.Terms[2]
	c.Balance, c.Tries, c.Tenure = s.Balance, s.Tries, s.Tenure
}

// evalFault gives an error of an evaluation its exit code: what is wrong with
// the input is the user's to mend.
func evalFault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted; nothing was written"))
	}
	return cli.Usage(err)
}

// evalProgress counts things on a terminal; (0, 0) wipes the line.
func (a *app) evalProgress(things string) func(n, of int) {
	if _, ok := term.Columns(a.Err); !ok {
		return func(int, int) {}
	}
	return func(n, of int) {
		if of == 0 {
			fmt.Fprint(a.Err, "\r\x1b[K")
			return
		}
		fmt.Fprintf(a.Err, "\r\x1b[K%d of %d %s", n, of, things)
	}
}
