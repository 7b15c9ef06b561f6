package eval

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// Judge is a scorer that knows its threshold.
type Judge interface {
	crawl.Scorer
	Phi() float64
}

// Subject is a case that was opened: its web, read for its topic, and what judges
// and crawls it.
type Subject struct {
	Web        *Web
	Spec       session.Spec         // of all crawls
	Draw       func() (Draw, error) // of the seeds; only crawls ask for it
	NewJudge   func(Settings) (Judge, error)
	NewEntrant NewEntrant
}

// TuneSearch tries settings on labelled topics.
type TuneSearch struct {
	Cases   []TuneCase
	Parts   []TunePart
	InForce Settings // what the candidates are compared with
	Judge   string   // its name
	Seed    int64
	Trials  int // candidates of a judge
	Crawls  int // candidates of a strategy
	Repeat  int // crawls of each topic with each candidate
	Workers int // choices in flight in a crawl
	Open    func(ctx context.Context, one *TuneCase) (*Subject, error)
	Done    func(n, of int) // called after each trial

	tried, total int
}

// partScores is a part with its candidates and what they reached.
type partScores struct {
	TunePart
	candidates []Settings // each candidate of a judge stands for all thresholds
	Scores
}

// Run tries all candidates on one case after the other, so that only one web is
// in memory at a time.
func (s *TuneSearch) Run(ctx context.Context) (*TuneResult, error) {
	all := make([]*partScores, len(s.Parts))
	s.tried, s.total = 0, 0
	for i, p := range s.Parts {
		n := s.Crawls
		if p.Strategy == "" {
			n = s.Trials
		}
		all[i] = &partScores{TunePart: p, candidates: p.candidates(s.InForce, n, uint64(s.Seed))}
		s.total += len(all[i].candidates) * len(s.Cases)
	}
	for i := range s.Cases {
		if err := s.try(ctx, &s.Cases[i], all); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Cases[i].Name(), err)
		}
	}
	return s.result(all)
}

func (s *TuneSearch) try(ctx context.Context, one *TuneCase, all []*partScores) error {
	subject, err := s.Open(ctx, one)
	if err != nil {
		return err
	}
	defer subject.Web.Close() //nolint:errcheck // only read
	for _, p := range all {
		measure := s.crawl
		if p.Strategy == "" {
			measure = s.judge
		}
		if err := measure(ctx, p, one, subject); err != nil {
			return err
		}
	}
	return nil
}

// step counts trials.
func (s *TuneSearch) step(tried int) {
	s.tried = tried
	if s.Done != nil {
		s.Done(s.tried, s.total)
	}
}

// add appends a case with a score for each candidate.
func (p *partScores) add(name, fold string, scores []float64) {
	if p.Score == nil {
		p.Score = make([][]float64, len(scores))
	}
	p.Cases, p.Folds = append(p.Cases, name), append(p.Folds, fold)
	for i, x := range scores {
		p.Score[i] = append(p.Score[i], x)
	}
}

// thresholds are the values of phi that every judge is tried with.
func thresholds() (phi []float64) {
	for i := 1; i < 100; i++ {
		phi = append(phi, hundredths(i))
	}
	return phi
}

// judge judges the pages of the web by each candidate. The first score belongs to the
// settings in force; one for every candidate and threshold follows.
func (s *TuneSearch) judge(ctx context.Context, p *partScores, one *TuneCase, subject *Subject) error {
	learned, err := subject.NewJudge(s.InForce)
	if err != nil {
		return err
	}
	subject.Web.learn(learned) // what hosts repeat does not depend on weights
	memory, err := binenc.Marshal(learned)
	if err != nil {
		return err
	}
	scores := f1(subject.Web.Judge(learned), []float64{learned.Phi()})
	for _, c := range p.candidates {
		if err := ctx.Err(); err != nil {
			return err
		}
		j, err := subject.NewJudge(c)
		if err != nil {
			return err
		}
		if err := j.ReadFrom(bytes.NewReader(memory)); err != nil {
			return err
		}
		scores = append(scores, f1(subject.Web.Judge(j), thresholds())...)
		s.step(s.tried + 1)
	}
	p.add(one.Name(), filepath.Clean(one.Web), scores)
	return nil
}

// crawl crawls the web with each candidate, several times; every run is a case.
func (s *TuneSearch) crawl(ctx context.Context, p *partScores, one *TuneCase, subject *Subject) error {
	budget, err := ParseBudget(one.Budget)
	if err != nil {
		return err
	}
	before := s.tried
	spec := subject.Spec
	spec.Options.Workers = s.Workers
	plan := &Plan{
		Web: subject.Web, Spec: spec, Budgets: []Budget{budget}, Repeat: s.Repeat, Seed: uint64(s.Seed),
		Done: func(n, of int) { s.step(before + n*len(p.candidates)/of) },
	}
	if plan.Draw, err = subject.Draw(); err != nil {
		return err
	}
	for i, c := range p.candidates {
		entrant, err := subject.NewEntrant(ctx, c)
		if err != nil {
			return err
		}
		entrant.Name = fmt.Sprint(i)
		plan.Entrants = append(plan.Entrants, entrant)
	}
	result, err := plan.Run(ctx)
	if err != nil {
		return err
	}
	byRun := make([][]float64, s.Repeat)
	for _, r := range result.Runs {
		if r.Strategy != Oracle {
			byRun[r.Run-1] = append(byRun[r.Run-1], r.AreaRatio)
		}
	}
	for run, scores := range byRun {
		p.add(fmt.Sprintf("%s, run %d", one.Name(), run+1), filepath.Clean(one.Web), scores)
	}
	return nil
}
