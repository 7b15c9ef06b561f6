package engine

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/cost"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// history counts what happened before this run.
type history struct {
	before  int // requests before this run, or before its checkpoint during a replay
	resumed int
	letters int    // heard before this run
	marked  int    // visit of the last checkpoint
	model   int    // number of the last model in the journal
	last    Reason // why the last run stopped, as the checkpoint says
	loaded  bool   // there was a checkpoint (Engine.Load)
}

// ReplayError reports that a deterministic crawl cannot be resumed: the parts choose
// other URLs than the journal says.
type ReplayError struct {
	Seq     int
	Journal string // the URL of visit Seq
	Chosen  string // what the parts choose now; "" for nothing
}

func (e *ReplayError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *ReplayError) Message() english.Phrase {
	chosen := english.Phrasef("no address")
	if e.Chosen != "" {
		chosen = english.Phrasef("%q", e.Chosen)
	}
	return english.Phrasef("crawl/engine: visit %d of the journal is %q, but now the strategy chooses %s: another version or other parameters made this crawl; finish it with those or start afresh", e.Seq, e.Journal, chosen)
}

// Names of the parts of a checkpoint.
const (
	partStrategy = "strategy"
	partScorer   = "scorer"
	partEngine   = "engine"
)

// restore brings sinks, strategy, scorer and the run to where the journal ends.
func (r *run) restore(ctx context.Context, seeds []crawl.Link) error {
	r.rules = r.ownRules()
	isNew := false
	err := r.State.Resume(func(seq int, parts map[string]crawl.Part) error {
		// Frontier and journal may be large, so they are read at the same time.
		loaded := make(chan error, 1)
		if isNew = parts == nil; isNew {
			r.Strategy.Seed(seeds)
			loaded <- nil
		} else {
			go func() { loaded <- r.load(seq, parts) }()
		}
		err := r.restoreKept()
		return cmp.Or(err, <-loaded)
	}, func(v *crawl.Visit) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if v.Seq <= r.State.Rebuilt() && !v.Rejudged && v.Heard == nil {
			r.last = ""
			return r.replayRebuilt(ctx, v)
		}
		return r.replay(v)
	})
	if err != nil {
		return err
	}
	if r.caps.Replayed != nil {
		r.caps.Replayed()
	}
	r.resumed, r.letters, r.before = r.seq, r.heardLetters, r.requests()
	if r.seq > 0 {
		r.log.Info("crawl resumed", "visits", r.seq, "pages", r.pages, "replayed", r.seq-r.marked)
	}
	// From here on other rules write the journal: a later replay must not begin
	// before this point.
	was, own := r.rules, r.ownRules()
	r.rules = own
	r.queueMany()
	shaped := own.Deterministic || was.Deterministic // else the journal alone says what was chosen
	patched := r.State.Rebuilt() > r.marked          // a rebuilt part is replayed once
	// What is due for a refresh is settled anew.
	if isNew || own != was && shaped || own.Refresh || patched {
		if err := r.checkpoint(r.last); err != nil {
			return err
		}
	}
	if r.Peers != nil {
		if err := r.Peers.Begin(r.pages, r.requests()); err != nil {
			return err
		}
	}
	if r.opt.RetryQuarantined {
		return r.retryQuarantined()
	}
	return nil
}

// queueMany puts what an earlier run had in hand into the retry queue, as far as it is more
// than may be in flight: hosts that were silent before anything was heard.
func (r *run) queueMany() {
	if r.rules.Deterministic {
		return
	}
	now := time.Now()
	most := r.rules.Workers
	if r.Peers != nil { // what was in flight has no lease yet
		most = 0
	}
	for len(r.pending) > most {
		last := len(r.pending) - 1
		r.enqueueAt(r.pending[last], now)
		r.pending = r.pending[:last]
	}
}

// restoreKept brings sinks, duplicates and archiver to where the journal ends.
func (r *run) restoreKept() error {
	for _, s := range r.Sinks {
		if err := s.Restore(r.State); err != nil {
			return err
		}
	}
	if r.Duplicates != nil {
		if err := r.State.Visits(func(v *crawl.Visit) error { r.Duplicates.Learn(v); return nil }); err != nil {
			return err
		}
	}
	if r.Archiver == nil {
		return nil
	}
	if err := r.Archiver.Restore(r.State); err != nil {
		return err
	}
	r.State.BeforeCommit(r.Archiver.Sync)
	return nil
}

// finished reports whether the crawl is complete by the present budget. A refresh
// ends without having exhausted the crawl, and with FinalAgain there is still that to do.
func (r *run) finished() bool {
	return r.Peers == nil && !r.FinalAgain && !r.rules.Refresh && r.suspects.retries == 0 && (r.last == Exhausted && r.Strategy.Len() == 0 || r.last == Budget && r.reached(0) || r.last == Dry && r.isDry())
}

func (r *run) load(seq int, parts map[string]crawl.Part) error {
	var m memory
	if err := m.ReadFrom(named(parts, partEngine)); err != nil {
		return english.Errorf("crawl/engine: checkpoint of visit %d: %w", seq, err)
	}
	if m.Seq != seq || m.Pages < 0 || m.Pages > m.Seq || m.Rules.Workers <= 0 {
		return english.Errorf("crawl/engine: checkpoint of visit %d holds the counts of another", seq)
	}
	if err := r.Strategy.ReadFrom(named(parts, partStrategy)); err != nil {
		return english.Errorf("crawl/engine: checkpoint of visit %d: strategy: %w", seq, err)
	}
	if r.Scorer != nil {
		if err := r.Scorer.ReadFrom(named(parts, partScorer)); err != nil {
			return english.Errorf("crawl/engine: checkpoint of visit %d: scorer: %w", seq, err)
		}
	}
	r.rules, r.last, r.model = m.Rules, m.Stopped, m.Model
	r.totals, r.marked = totals{m.Seq, m.Pages, m.Relevant, m.Sources, m.Revisits, m.Unchanged, m.Rejudged, m.Heard, m.Dry}, m.Seq
	r.before = r.requests()
	for _, c := range m.Pending {
		r.pending = append(r.pending, &task{choice: c})
	}
	return nil
}

// named is a part of a checkpoint; an empty one if it has none of that name.
func named(parts map[string]crawl.Part, name string) crawl.Part {
	if p, ok := parts[name]; ok {
		return p
	}
	return new(bytes.Reader)
}

// replay applies a visit of the journal again.
func (r *run) replay(v *crawl.Visit) error {
	if v.Heard != nil {
		r.hearAgain(v)
		r.last = ""
		return nil
	}
	if v.Rejudged {
		r.count(v)
		r.last = ""
		return r.relearned(v)
	}
	if err := r.retake(v); err != nil {
		return err
	}
	if err := r.observe(v); err != nil {
		return err
	}
	r.count(v)
	r.last = ""
	return r.relearned(v)
}

// relearned makes the model that v made the present one, as the journal says. The
// Scorer has learned the same by itself, unless another version of the program did.
func (r *run) relearned(v *crawl.Visit) error {
	l := r.learner()
	if l == nil || v.Learned == nil {
		return nil
	}
	if err := l.DecodeModel(*v.Learned); err != nil {
		return fmt.Errorf("crawl/engine: visit %d: model %d: %w", v.Seq, v.Learned.Number, err)
	}
	r.model = v.Learned.Number
	return nil
}

// retake makes the strategy repeat the choice of v. In deterministic mode it must
// come to that choice by itself, unless another version of the program made it.
func (r *run) retake(v *crawl.Visit) error {
	url := v.Choice.URL
	if r.rules.Deterministic {
		again, err := r.wasRetried(v)
		if err != nil {
			return err
		}
		if !again || !r.suspects.replayed { // as retryQuarantined does it
			r.choose()
		}
		if r.suspects.replayed = again; again {
			return nil
		}
		chosen := ""
		if len(r.pending) > 0 {
			chosen = r.pending[0].choice.URL
		}
		if chosen != url && r.rules.Program == r.opt.Program {
			return &ReplayError{Seq: v.Seq, Journal: url, Chosen: chosen}
		}
	}
	if i := slices.IndexFunc(r.pending, func(t *task) bool { return t.choice.URL == url }); i >= 0 {
		r.pending = slices.Delete(r.pending, i, i+1)
		return nil
	}
	if _, ok := r.Strategy.Take(url); ok || r.wasSettled(url) {
		return nil
	}
	if again, err := r.wasRetried(v); again || err != nil {
		return err
	}
	return &ReplayError{Seq: v.Seq, Journal: url}
}

// wasSettled reports an address that the strategy knows and does not offer. It was in flight when a
// redirect, or a letter, told that its page is had; a replay hears that before the choice.
func (r *run) wasSettled(url string) bool { return r.caps.Knows != nil && r.caps.Knows(url) }

// inHand returns all that was chosen and not applied.
func (r *run) inHand() []*task {
	if r.rules.Deterministic { // what waits in the retry queue is pending, too
		return r.pending
	}
	return slices.Concat(r.pending, r.retryQueue)
}

// due reports that a checkpoint is due: after a quarter more visits than at the last
// one, and at least as many as are replayed in half a second.
func (r *run) due() bool {
	n := r.seq - r.marked
	return n >= 1000 && 4*n >= r.seq
}

// checkpoint stores the memory of all parts as of the last visit.
func (r *run) checkpoint(stopped Reason) error {
	if err := r.commit(); err != nil {
		return err
	}
	defer r.Cost.Begin(cost.Keep).End()
	if err := r.State.Checkpoint(r.seq, partsOf(r.Strategy, r.Scorer, r.memory(stopped))); err != nil {
		return err
	}
	r.marked = r.seq
	return nil
}

// partsOf are the parts of a checkpoint; scorer may be nil.
func partsOf(strategy crawl.Strategy, scorer crawl.Scorer, m *memory) map[string]io.WriterTo {
	parts := map[string]io.WriterTo{partStrategy: part{partStrategy, strategy}, partEngine: m}
	if scorer != nil {
		parts[partScorer] = part{partScorer, scorer}
	}
	return parts
}

// part is a part of a checkpoint. Its errors name it.
type part struct {
	name string
	of   io.WriterTo
}

// WriteTo implements io.WriterTo.
func (p part) WriteTo(w io.Writer) (int64, error) {
	n, err := p.of.WriteTo(w)
	if err != nil {
		err = fmt.Errorf("crawl/engine: checkpoint: %s: %w", p.name, err)
	}
	return n, err
}

// memory is the engine's own part.
func (r *run) memory(stopped Reason) *memory {
	m := &memory{
		Rules: r.rules, Dry: r.dry, Seq: r.seq, Pages: r.pages, Relevant: r.relevant,
		Sources: r.sources, Revisits: r.revisits, Unchanged: r.unchanged, Rejudged: r.rejudged, Heard: r.heardLetters, Model: r.model, Stopped: stopped,
	}
	for _, t := range r.inHand() {
		if !t.retried { // whoever wants that again asks again
			m.Pending = append(m.Pending, t.choice)
		}
	}
	return m
}
