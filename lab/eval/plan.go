package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Oracle is the name under which the oracle's runs are reported.
const Oracle = "oracle"

// Entrant is a method that takes part. One with another topic vector brings its own reading of
// the same web; the labels of the Plan's web count.
type Entrant struct {
	Name string
	Spec *session.Spec // nil: the Plan's
	Web  *Web          // read by Spec; nil: the Plan's
	// New makes a strategy for a run with a seed and a budget that has neither guard nor
	// sitemaps (session.Strategy.Use), for what no user's crawl is. Nil: the strategy of
	// Spec.
	New func(seed uint64, budget int) (crawl.Strategy, error)
	// Wrap, if not nil, is given the engine of each crawl before it runs, to put something else
	// in the place of its parts. Such a crawl is no user's either.
	Wrap func(e *engine.Engine) error
}

// Plan is a comparison: every entrant crawls from the same seeds, with each
// budget, Repeat times.
type Plan struct {
	Web      *Web
	Spec     session.Spec // of all crawls; see Trial
	Entrants []Entrant
	Draw     Draw
	Budgets  []Budget
	Outside  Outside // what lies outside of the web, and what budgets count
	Repeat   int
	Seed     uint64
	Cap      int             // most pages of a site; 0: no limit
	Done     func(n, of int) // nil, or called after each crawl, not concurrently
}

// asks reports whether the crawls may ask search engines.
func (p *Plan) asks() bool { return p.Spec.Search.Open != nil }

// Result is the outcome of a comparison. The same Plan gives the same Result, except
// for the times.
type Result struct {
	Entrants []string       `json:"strategies"`
	Runs     []Run          `json:"runs"`    // by budget, strategy and run; the oracle's last
	Means    []Mean         `json:"means"`   // over the runs of a strategy with a budget
	Pairs    []Pair         `json:"pairs"`   // strategies against each other
	Missed   []Missed       `json:"missed"`  // pages on topic that no crawl fetched
	Tunnels  []TunnelCounts `json:"tunnels"` // paths between pages on topic
}

// Mean holds the means of a strategy's runs with a budget.
type Mean struct {
	Strategy string              `json:"strategy"`
	Given    string              `json:"budget_given"`
	Runs     int                 `json:"runs"`
	Of       map[string]Interval `json:"of"` // by measure
}

// Filtered reports whether a filter counted the links that it let pass. Of has
// "tlp" then.
func (m Mean) Filtered() bool { _, ok := m.Of["tlp"]; return ok }

// Pair is the difference in area_ratio between two strategies, run by run.
type Pair struct {
	A          string   `json:"a"`
	B          string   `json:"b"`
	Given      string   `json:"budget_given"`
	Difference Interval `json:"difference"` // a minus b
	P          float64  `json:"p"`          // two-sided, by flipping signs
}

// startingPoint holds what all crawls of one run and one budget share.
type startingPoint struct {
	run, budget, reachable int
	given                  Budget
	seeds                  []int32
	oracleArea             float64
}

// job is one crawl.
type job struct {
	*startingPoint
	entrant int
	at      int // in Result.Runs
}

// Run carries the plan out, on all cores.
func (p *Plan) Run(ctx context.Context) (*Result, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	starts, oracles, err := p.starts()
	if err != nil {
		return nil, err
	}
	res := &Result{Pairs: []Pair{}, Runs: make([]Run, len(starts)*len(p.Entrants))}
	for _, e := range p.Entrants {
		res.Entrants = append(res.Entrants, e.Name)
	}
	var jobs []job
	for i := range starts {
		for e := range p.Entrants {
			jobs = append(jobs, job{&starts[i], e, len(jobs)})
		}
	}
	if err := p.work(ctx, jobs, res.Runs); err != nil {
		return nil, err
	}
	res.Runs = append(res.Runs, oracles...)
	p.sum(res)
	return res, nil
}

func (p *Plan) check() error {
	switch {
	case p.Web == nil || p.Spec.Topic == nil || p.Draw == nil:
		return english.Errorf("lab/eval: a plan needs a web, a topic and a draw of seeds")
	case slices.ContainsFunc(p.Entrants, func(e Entrant) bool { return e.Web != nil && !slices.Equal(e.Web.URLs, p.Web.URLs) }):
		return english.Errorf("lab/eval: an entrant's web is another one than the plan's")
	case len(p.Entrants) == 0:
		return english.Errorf("no strategies to compare")
	case len(p.Budgets) == 0:
		return english.Errorf("no budget")
	case p.Repeat < 1:
		return english.Errorf("%d repetitions; give 1 or more", p.Repeat)
	}
	return p.Outside.check(p.Web)
}

// starts draws the seeds and runs the oracle from them.
func (p *Plan) starts() (starts []startingPoint, oracles []Run, err error) {
	for _, b := range p.Budgets {
		for run := 1; run <= p.Repeat; run++ {
			s := startingPoint{run: run, given: b, seeds: p.Draw(run)}
			s.reachable = p.targets(s.seeds)
			s.budget = b.pages(len(s.seeds), s.reachable)
			if s.budget < len(s.seeds) {
				return nil, nil, &budgetError{b, s.budget, len(s.seeds), run}
			}
			scorer, err := p.Web.cache.Judge(p.Spec.Topic, p.Spec.Judge)
			if err != nil {
				return nil, nil, err
			}
			outcome := p.Web.follow(p.oracle(s.seeds, s.budget), scorer)
			outcome.Stopped = "exhausted"
			if len(outcome.Steps) == s.budget {
				outcome.Stopped = "budget"
			}
			s.oracleArea = area(recall(p.Web.on(outcome.Steps), s.reachable, s.budget))
			starts = append(starts, s)
			r := p.run(&s, Oracle)
			p.Web.measure(&r, outcome, p.Outside, s.oracleArea)
			oracles = append(oracles, r)
		}
	}
	return starts, oracles, nil
}

// targets is the number of pages on topic that a crawl from seeds can find.
func (p *Plan) targets(seeds []int32) int {
	if p.asks() {
		return len(p.Web.readable())
	}
	return p.Web.targets(seeds)
}

// oracle is the order in which the oracle fetches. Where anything can be asked it knows all
// pages on topic from the start.
func (p *Plan) oracle(seeds []int32, budget int) []int32 {
	if p.asks() {
		seeds = append(slices.Clone(seeds), slices.DeleteFunc(p.Web.readable(), func(id int32) bool { return slices.Contains(seeds, id) })...)
	}
	return p.Web.oracle(seeds, budget, p.Web.OnSite, p.Cap)
}

func (p *Plan) run(s *startingPoint, name string) Run {
	return Run{Strategy: name, Run: s.run, Seed: p.Seed + uint64(s.run) - 1, Seeds: len(s.seeds), Given: s.given.String(),
		Budget: s.budget, Reachable: s.reachable, Started: s.seeds}
}

// work runs the jobs. It stops at the first error, in the order of the jobs.
func (p *Plan) work(ctx context.Context, jobs []job, runs []Run) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(jobs))
	todo := make(chan job)
	var mu sync.Mutex
	var wg sync.WaitGroup
	done := 0
	for range min(runtime.GOMAXPROCS(0), len(jobs)) {
		wg.Go(func() {
			for j := range todo {
				runs[j.at], errs[j.at] = p.crawl(ctx, j)
				mu.Lock()
				if done++; errs[j.at] != nil {
					cancel()
				} else if p.Done != nil {
					p.Done(done, len(jobs))
				}
				mu.Unlock()
			}
		})
	}
	for _, j := range jobs {
		if ctx.Err() != nil {
			break
		}
		todo <- j
	}
	close(todo)
	wg.Wait()
	var first error
	for _, err := range errs {
		if err != nil && (first == nil || errors.Is(first, context.Canceled)) {
			first = err
		}
	}
	return cmp.Or(first, context.Cause(ctx))
}

func (p *Plan) crawl(ctx context.Context, j job) (Run, error) {
	e := p.Entrants[j.entrant]
	r := p.run(j.startingPoint, e.Name)
	t, err := p.trial(&e, &r)
	if err != nil {
		return r, err
	}
	outcome, err := t.Run(ctx)
	if err != nil {
		return r, fmt.Errorf("%s, run %d: %w", e.Name, r.Run, err)
	}
	p.Web.measure(&r, outcome, p.Outside, j.oracleArea)
	return r, nil
}

// trial is the crawl of a run by an entrant.
func (p *Plan) trial(e *Entrant, r *Run) (t *Trial, err error) {
	t = &Trial{Web: cmp.Or(e.Web, p.Web), Seeds: r.Started, Spec: *cmp.Or(e.Spec, &p.Spec), Seed: r.Seed, Budget: r.Budget, Outside: p.Outside, Cap: p.Cap, Wrap: e.Wrap}
	if e.New != nil {
		t.Spec.Strategy.Use, err = e.New(r.Seed, r.Budget)
	}
	return t, err
}

// RunsOf returns the runs of a strategy with a budget, by run.
func (r *Result) RunsOf(strategy, given string) (runs []*Run) {
	for i := range r.Runs {
		if r.Runs[i].Strategy == strategy && r.Runs[i].Given == given {
			runs = append(runs, &r.Runs[i])
		}
	}
	slices.SortFunc(runs, func(a, b *Run) int { return cmp.Compare(a.Run, b.Run) })
	return runs
}

// Budgets returns the budgets as the user gave them, in order.
func (r *Result) Budgets() (given []string) {
	for i := range r.Runs {
		if !slices.Contains(given, r.Runs[i].Given) {
			given = append(given, r.Runs[i].Given)
		}
	}
	return given
}

// sum computes means and comparisons.
func (p *Plan) sum(r *Result) {
	stats := newStats(p.Repeat, p.Seed)
	for _, given := range r.Budgets() {
		for _, name := range append(slices.Clone(r.Entrants), Oracle) {
			runs := r.RunsOf(name, given)
			m := Mean{Strategy: name, Given: given, Runs: len(runs), Of: map[string]Interval{}}
			measures := Measures()
			if p.asks() && name != Oracle {
				measures = append(measures, searchMeasures()...)
			}
			for _, measure := range measures {
				m.Of[measure.Name] = stats.Mean(runs, measure.Of)
			}
			if shares := sharesPassed(runs); shares != nil {
				m.Of["tlp"] = stats.interval(shares)
			}
			r.Means = append(r.Means, m)
		}
		r.comparePairs(given, stats)
	}
	p.findMissed(r)
	p.findTunnels(r)
}

// sharesPassed returns the TLP of the runs, or nil unless all have one.
func sharesPassed(runs []*Run) (xs []float64) {
	for _, r := range runs {
		if r.TLP == nil {
			return nil
		}
		xs = append(xs, *r.TLP)
	}
	return xs
}

// comparePairs compares the area ratios of every two strategies.
func (r *Result) comparePairs(given string, stats *Stats) {
	for i, a := range r.Entrants {
		for _, b := range r.Entrants[i+1:] {
			p := Pair{A: a, B: b, Given: given}
			p.Difference, p.P = stats.Difference(r.RunsOf(a, given), r.RunsOf(b, given), func(r *Run) float64 { return r.AreaRatio })
			r.Pairs = append(r.Pairs, p)
		}
	}
}
