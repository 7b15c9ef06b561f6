package session

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"path/filepath"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Knowledge holds what a crawl knows beside its journal: its links, what it has learned,
// and what is under way. Crawls that are divided or united take it over
// (crawl/share/node).
type Knowledge struct {
	// Store is the state of the run folder that it was read from; nil of a new one.
	Store *state.Store

	strategy *strategy.Chain
	judge    *relevance.Judge
	standing *engine.Standing
	closers  []io.Closer
}

// NotBegunError reports a run folder whose crawl died before it had made its seeds known.
type NotBegunError struct{ Dir string }

func (e *NotBegunError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *NotBegunError) Message() english.Phrase {
	return english.Phrasef("the crawl in %s ended before its first choice, so it knows no seeds; the command that made it, given again, begins it", e.Dir)
}

// ReadKnowledge reads what the crawl in dir knows, a run or a part of one. Of spec only Topic,
// Judge, Strategy, Search and Logger count, and they must be the crawl's own. The errors are
// [Open]'s, and a [*NotBegunError]. Whoever calls it closes it.
func ReadKnowledge(ctx context.Context, dir string, spec Spec) (*Knowledge, error) {
	k := &Knowledge{}
	if err := k.read(ctx, dir, spec); err != nil {
		return nil, errors.Join(err, k.Close())
	}
	return k, nil
}

func (k *Knowledge) read(ctx context.Context, dir string, spec Spec) (err error) {
	log := cmp.Or(spec.Logger, slog.Default())
	stateDir := filepath.Join(dir, rundir.StateDir)
	if k.Store, err = state.Open(stateDir, state.Options{Logger: log}); err != nil {
		return err
	}
	k.closers = append(k.closers, k.Store)
	opt := spec.Strategy
	if opt.Params == (strategy.Params{}) {
		opt.Params = strategy.Defaults()
	}
	links := spill.New(filepath.Join(stateDir, linksDir), log)
	k.closers = append(k.closers, links)
	opt.Params.SpillInto(links.Records('e'), links.Records('u'), math.MaxInt64, links.Err) // only what was spilled is read
	opt.Params.Spill.Deferred, opt.Params.Spill.File = links.Records('a'), links.Scratch()
	part := partOf(dir)
	if part != nil {
		opt.Joint = part.Policies()
	}
	if k.strategy, err = NewStrategy(opt, log); err != nil {
		return err
	}
	spec.Search.Open, spec.Search.Budget = nil, nil // nothing is asked
	if err := (&Session{spec: spec, log: log}).searching(k.strategy); err != nil {
		return err
	}
	refresh, err := strategy.NewRefresh(k.Store, strategy.RefreshParams{})
	if err != nil {
		return err
	}
	k.strategy.Add(refresh)
	if part != nil {
		part.Open(k.Store)
	}
	if k.judge, err = NewJudge(spec.Topic, spec.Judge); err != nil {
		return err
	}
	e := &engine.Engine{Strategy: k.strategy, Scorer: k.judge, State: k.Store, Logger: log}
	if k.standing, err = e.Stand(ctx); err != nil {
		return err
	}
	if !k.standing.Begun() {
		return &NotBegunError{dir}
	}
	return nil
}

// Hear lets it hear a letter that was under way.
func (k *Knowledge) Hear(l *crawl.Letter) { k.strategy.Caps().Hear(l) }

// Close closes the state that it was read from.
func (k *Knowledge) Close() error {
	var errs []error
	for _, c := range slices.Backward(k.closers) {
		errs = append(errs, c.Close())
	}
	k.closers = nil
	return errors.Join(errs...)
}

// KnowledgeShare is the part of a Knowledge that another crawl takes. Keep reports the hosts that it
// takes, nil all; Of is how many crawls share it.
type KnowledgeShare struct {
	From *Knowledge
	Keep func(host string) bool
	Of   int
}

// NewKnowledge returns the knowledge of a new crawl by spec that takes over shares, of which no
// two keep the same host. What they were read from must not be closed before, and they are of no
// use afterwards but to others that keep other hosts.
func NewKnowledge(spec Spec, shares []KnowledgeShare) (*Knowledge, error) {
	k := &Knowledge{}
	opt := spec.Strategy
	opt.Joint = nil
	var err error
	if k.strategy, err = NewStrategy(opt, cmp.Or(spec.Logger, slog.Default())); err != nil {
		return nil, err
	}
	if k.judge, err = NewJudge(spec.Topic, spec.Judge); err != nil {
		return nil, err
	}
	var strategies []strategy.Share
	var judges []relevance.Share
	var pending []crawl.Choice
	for _, s := range shares {
		strategies = append(strategies, strategy.Share{From: s.From.strategy, Keep: s.Keep, Of: s.Of})
		judges = append(judges, relevance.Share{From: s.From.judge, Keep: s.Keep})
		for _, c := range s.From.standing.Pending() {
			if s.Keep == nil || s.Keep(c.Host) {
				pending = append(pending, c)
			}
		}
	}
	if err := strategy.Unite(k.strategy, strategies); err != nil {
		return nil, wrong("strategy", err)
	}
	k.judge.Unite(judges)
	k.standing = shares[0].From.standing.From(pending)
	return k, nil
}

// Count counts a visit of the new crawl, as it is recorded, all from the first.
func (k *Knowledge) Count(v *crawl.Visit) { k.standing.Count(v) }

// Keep stores it as the memory of the new crawl, whose visits were all recorded and counted.
func (k *Knowledge) Keep(to *state.Store) error {
	return k.standing.Checkpoint(to, k.strategy, k.judge)
}

// Waiting is the number of links that wait.
func (k *Knowledge) Waiting() int { return k.strategy.Len() + len(k.standing.Pending()) }
