package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
)

// tuneOptions are the flags of tune that are no settings.
type tuneOptions struct {
	plan, parts, out       string
	trials, crawls, repeat int
	json                   bool
}

func newTune(a *app) *cobra.Command {
	var opt tuneOptions
	cmd := &cobra.Command{
		Use:   "tune --plan FILE",
		Short: "Search for better settings on stored webs whose pages are labelled",
		Long: `Tries settings drawn at random on several labelled webs, beside those in force,
and says what it would change and what that is worth: not on the webs it was
chosen by, but held out. Each web in turn is left out, settings are chosen on
the others and tried on it. A change is proposed only if the 95 % interval of
what it gains there lies above 0.

Parts, each searched by itself:
  judge     phi and tag-weights, by the F1 of verdicts on all stored pages; every
            phi in steps of .01 for each draw of weights, without any crawl
  priority  mu1, mu2, mu3, by the area ratio of best-first's crawls
  on-its    eta, by that of on-its
  tabu      tries, tenure, balance, by that of tabu

The plan is a list of labelled topics in YAML; names of files are relative to it:
  - web: stored/encyclopedia          # as eval's flags of these names
    label: topic:tropical-cyclone
    ignore: 'near:*'
    topic: typhoon                    # or ontology, keywords, topic-from
    seeds: 5                          # or a file, with seeds-share
    budget: 4x

--out writes the settings as a file for --config: those proposed, and in comments
those found that were no sure gain. The same seed gives the same result.

Exit codes: 0 searched, whatever was found; 1 it failed while working; 2 the
command line, the plan, a web or its labels are wrong; 130 interrupted, and
nothing was written.`,
		Example: `  ontocrawl tune --plan tune.yaml
  ontocrawl tune --plan tune.yaml --parts judge --trials 500 --out tuned.yaml
  ontocrawl tune --plan tune.yaml --judge centroid --parts judge --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			if c.From["workers"].Kind == "default" {
				c.Workers = 1
			}
			return a.tune(cmd.Context(), c, &opt)
		},
	}
	config.Bind(cmd.Flags(), append([]string{"judge", "phi", "tag-weights", "segmenter", "eta", "mu1", "mu2", "mu3", "tries", "tenure", "balance",
		"omega", "d", "seed", "workers", "log-level", "log-format"}, similarityFlags...)...)
	f := cmd.Flags()
	f.Lookup("ontology").Hidden = true // the plan says it
	f.Lookup("seed").Usage = "seed of the draws, of seeds and strategies and of the intervals"
	f.Lookup("workers").Usage = "choices in flight in a crawl"
	f.Lookup("workers").DefValue = "1"
	f.StringVar(&opt.plan, "plan", "", "YAML file with the labelled topics to tune on, of two webs or more")
	f.StringVar(&opt.parts, "parts", "judge,priority,on-its,tabu", "what to tune, between commas")
	f.IntVar(&opt.trials, "trials", 200, "tag weights to draw")
	f.IntVar(&opt.crawls, "crawl-trials", 20, "settings to draw that take crawls to try")
	f.IntVar(&opt.repeat, "repeat", 3, "crawls of each topic with each such setting, from other seeds")
	f.StringVarP(&opt.out, "out", "o", "", "file for the settings found")
	f.BoolVar(&opt.json, "json", false, "print JSON")
	return cmd
}

func (o *tuneOptions) check() error {
	switch {
	case o.plan == "":
		return cli.Usagef("tuning needs --plan; see ontocrawl tune --help")
	case o.trials < 1 || o.trials > 100_000:
		return cli.Usagef("--trials is %d, but it must be 1 to 100000", o.trials)
	case o.crawls < 1 || o.crawls > 100_000:
		return cli.Usagef("--crawl-trials is %d, but it must be 1 to 100000", o.crawls)
	case o.repeat < 1 || o.repeat > 1000:
		return cli.Usagef("--repeat is %d, but it must be 1 to 1000", o.repeat)
	}
	return nil
}

// tune searches and reports.
func (a *app) tune(ctx context.Context, c *config.Config, opt *tuneOptions) error {
	if err := opt.check(); err != nil {
		return err
	}
	parts, err := tunePartsNamed(opt.parts)
	if err != nil {
		return err
	}
	cases, err := readTunePlan(opt.plan)
	if err != nil {
		return err
	}
	t := &tuning{app: a, c: c, opt: opt, cases: cases, parts: parts}
	t.show = a.evalProgress("trials")
	rep, err := t.run(ctx)
	t.show(0, 0)
	if err != nil {
		return err
	}
	if opt.out != "" {
		if err := cli.ReplaceFile(opt.out, func(w io.Writer) error { return rep.writeConfig(w) }); err != nil {
			return err
		}
	}
	if opt.json {
		return cli.Failure(a.JSON(rep))
	}
	return cli.Failure(a.printTune(rep, opt.out))
}

// tuning is a search under way.
type tuning struct {
	*app
	c     *config.Config
	opt   *tuneOptions
	cases []tuneCase
	parts []tunePart
	show  func(n, of int)

	tried, total int
}

// searched is a part with its candidates and what they reached.
type searched struct {
	part       tunePart
	candidates []candidate // of a judge each with every threshold, see judge
	search     eval.Search
}

// run tries all candidates on one case after the other, so that one web at a time
// is in memory.
func (t *tuning) run(ctx context.Context) (*tuneReport, error) {
	all := make([]*searched, len(t.parts))
	for i, p := range t.parts {
		n := t.opt.crawls
		if p.Strategy == "" {
			n = t.opt.trials
		}
		all[i] = &searched{part: p, candidates: p.candidates(t.c, n, uint64(t.c.Seed))}
		t.total += len(all[i].candidates) * len(t.cases)
	}
	for i := range t.cases {
		if err := t.try(ctx, &t.cases[i], all); err != nil {
			return nil, err
		}
	}
	return t.report(all)
}

// try tries all candidates on a case.
func (t *tuning) try(ctx context.Context, one *tuneCase, all []*searched) error {
	c, opt := one.config(t.c), one.options(t.opt.repeat)
	named, err := t.topic(c)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", t.opt.plan, one.name(), err)
	}
	web, err := openLabelled(ctx, c, named, opt)
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.part.Strategy == "" {
			err = t.judge(ctx, s, one, c, named, web)
		} else {
			err = t.crawl(ctx, s, one, c, named, web)
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", t.opt.plan, one.name(), err)
		}
	}
	return nil
}

// step counts a trial.
func (t *tuning) step() {
	t.tried++
	t.show(t.tried, t.total)
}

// Add appends a case to what was searched, with a score for each candidate.
func (s *searched) add(name, fold string, scores []float64) {
	if s.search.Score == nil {
		s.search.Score = make([][]float64, len(scores))
	}
	s.search.Cases, s.search.Folds = append(s.search.Cases, name), append(s.search.Folds, fold)
	for i, x := range scores {
		s.search.Score[i] = append(s.search.Score[i], x)
	}
}

// thresholds are the phi that every judge is tried with.
func thresholds() []float64 {
	var phi []float64
	for i := 1; i < 100; i++ {
		phi = append(phi, hundredths(i))
	}
	return phi
}

// judge judges the pages of the web with each candidate's weights; a score for
// every threshold comes after that of the values in force.
func (t *tuning) judge(ctx context.Context, s *searched, one *tuneCase, c *config.Config, named *topic, web *eval.Web) error {
	learned, err := newJudge(c, named)
	if err != nil {
		return err
	}
	web.Learn(learned) // what hosts repeat does not depend on weights
	memory, err := learned.MarshalBinary()
	if err != nil {
		return err
	}
	scores := []float64{eval.F1(web.Judge(learned), []float64{learned.Phi()})[0]}
	for _, v := range s.candidates {
		if err := ctx.Err(); err != nil {
			return evalFault(ctx, err)
		}
		own := *c
		v.apply(&own)
		j, err := newJudge(&own, named)
		if err != nil {
			return err
		}
		if err := j.UnmarshalBinary(memory); err != nil {
			return err
		}
		scores = append(scores, eval.F1(web.Judge(j), thresholds())...)
		t.step()
	}
	s.add(one.name(), filepath.Clean(one.Web), scores)
	return nil
}

// crawl crawls the web with each candidate, several times; every run is a case.
func (t *tuning) crawl(ctx context.Context, s *searched, one *tuneCase, c *config.Config, named *topic, web *eval.Web) error {
	opt := one.options(t.opt.repeat)
	budgets, err := evalBudgets(opt.budget)
	if err != nil {
		return err
	}
	e := &evaluation{c: c, opt: opt, topic: named}
	e.plan = &eval.Plan{Web: web, Budgets: budgets[:1], Repeat: t.opt.repeat, Seed: uint64(c.Seed), Workers: c.Workers,
		NewScorer: func() (crawl.Scorer, error) { return newJudge(c, named) }}
	if e.plan.Draw, err = evalDraw(web, c, opt); err != nil {
		return cli.Usage(err)
	}
	for i, v := range s.candidates {
		own := *c
		v.apply(&own)
		tried := &evaluation{c: &own, opt: opt, topic: named}
		entrant, err := tried.entrant(ctx, s.part.Strategy)
		if err != nil {
			return err
		}
		entrant.Name = fmt.Sprint(i)
		e.plan.Entrants = append(e.plan.Entrants, entrant)
	}
	before := t.tried
	e.plan.Done = func(n, of int) {
		t.tried = before + n*len(s.candidates)/of
		t.show(t.tried, t.total)
	}
	result, err := e.plan.Run(ctx)
	if err != nil {
		return evalFault(ctx, err)
	}
	byRun := make([][]float64, t.opt.repeat)
	for _, r := range result.Runs {
		if r.Strategy != eval.Oracle {
			byRun[r.Run-1] = append(byRun[r.Run-1], r.AreaRatio)
		}
	}
	for run, scores := range byRun {
		s.add(fmt.Sprintf("%s, run %d", one.name(), run+1), filepath.Clean(one.Web), scores)
	}
	return nil
}
