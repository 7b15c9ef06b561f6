package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/engine/member"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Divided is a crawl in several parts that is open. Each part is a Session with a run folder
// of its own (rundir.PartDir), and decides by itself; together they keep one budget and one
// politeness. It runs once.
type Divided struct {
	Parts []*Session
	Shared
}

// peer holds what a part shares with the others.
type peer struct {
	part   *member.Part
	copies crawl.Duplicates
	judges *judges
	opened func(*state.Store) error // nil: nobody asks
}

// OpenDivided opens the crawl of spec in so many parts, 1 to cluster.MostParts. The errors
// are Open's, and a *SpecError of the part "parts": the spec asks for what cannot be
// divided.
func OpenDivided(ctx context.Context, spec Spec, parts int) (*Divided, error) {
	if err := dividable(&spec, parts); err != nil {
		return nil, err
	}
	d := &Divided{Shared: Shared{spec: spec, parts: parts}}
	if err := d.open(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

func (d *Divided) open(ctx context.Context) error {
	if err := d.Shared.open(nil); err != nil {
		return err
	}
	for i := range d.parts {
		s, err := d.Part(ctx, i)
		if err != nil {
			return err
		}
		d.Parts = append(d.Parts, s)
		d.closers = append(d.closers, s)
	}
	if d.spec.Refresh.On && !slices.ContainsFunc(d.Parts, func(s *Session) bool { return s.Store.Committed() > 0 }) {
		return &NothingRecordedError{d.spec.Folder.Dir}
	}
	return nil
}

// dividable refuses what cannot be divided, and says why.
func dividable(spec *Spec, parts int) error {
	why := ""
	switch {
	case parts < 1 || parts > cluster.MostParts:
		return wrong("parts", english.Errorf("parts: %d; it must be 1 to %d", parts, cluster.MostParts))
	case spec.Folder.Dir == "":
		why = "keeps its parts in a run folder, and none is given"
	case spec.Options.Deterministic:
		why = "cannot be deterministic: when a letter arrives depends on time"
	case spec.Options.UntilDry > 0:
		why = "does not end for want of finds (until-dry): no part knows the finds of the others"
	case spec.RefreshRecorded:
		why = "is refreshed on demand only, since a part may hold pages and another none"
	case spec.Search.Open != nil:
		why = "cannot ask search engines: the questions, and what their answers have brought, are those of one run; \"ontocrawl discover\" lists sites to begin from"
	case spec.Strategy.Use != nil:
		why = "needs a strategy by name"
	}
	if why != "" {
		return wrong("parts", errors.New("a crawl in parts "+why))
	}
	return nil
}

// join makes the session a part, if it is one.
func (s *Session) join() {
	peer := s.spec.peer
	if peer == nil {
		return
	}
	peer.part.Open(s.Store)
	s.Engine.Peers, s.Engine.Duplicates = peer.part, peer.copies
	s.Engine.Sinks = append(s.Engine.Sinks, peer.part)
	s.Engine.Observers = append(s.Engine.Observers, waits{s})
}

// waits notes how many links wait after a visit, for those who look on.
type waits struct{ s *Session }

// Visited implements [crawl.Observer].
func (w waits) Visited(*crawl.Visit) { w.s.waits.Store(int64(w.s.Waiting())) }

// partOf returns the part that a run folder holds, to look at it; nil if the folder's run is
// not divided.
func partOf(dir string) *member.Part {
	n, parts, ok := rundir.PartOf(dir)
	if !ok {
		return nil
	}
	return member.New(cluster.Division{Parts: parts, Site: polite.Site}, member.Options{}).Part(n)
}

// ownSeeds are the seeds on the session's own hosts.
func (s *Session) ownSeeds() (own []crawl.Link) {
	if s.spec.peer == nil {
		return s.spec.Seeds
	}
	for _, l := range s.spec.Seeds {
		if s.spec.peer.part.Owns(l.Host) {
			own = append(own, l)
		}
	}
	return own
}

// Run crawls until all parts are finished or ctx ends, which is not an error. When a part
// fails the others are interrupted, and its error is returned. The counts of the result are
// sums.
func (d *Divided) Run(ctx context.Context) (Result, error) {
	if d.spec.LimitGC {
		fresh := !slices.ContainsFunc(d.Parts, func(s *Session) bool { return !s.fresh() })
		limiter := startGCLimiter()
		defer limiter.stop()
		if fresh {
			limiter.restored()
		}
		for _, s := range d.Parts {
			s.Engine.Observers = append(s.Engine.Observers, limiter)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results, errs := make([]Result, len(d.Parts)), make([]error, len(d.Parts))
	var wg sync.WaitGroup
	for i, s := range d.Parts {
		wg.Go(func() {
			if results[i], errs[i] = s.Run(ctx); errs[i] != nil {
				errs[i] = fmt.Errorf("part %d: %w", i, errs[i])
				cancel()
			}
		})
	}
	wg.Wait()
	return together(results), errors.Join(errs...)
}

// order of the reasons why parts have stopped: the whole has the first reason that one of
// its parts has.
var order = [...]engine.Reason{engine.Failed, engine.Interrupted, engine.Silent, engine.TimeUp, engine.Waiting, engine.Budget, engine.Dry, engine.Exhausted}

// together adds up the results of all parts.
func together(parts []Result) (sum Result) {
	sum.Stopped = engine.Exhausted
	rank := len(order)
	summaries := make([]rundir.Summary, 0, len(parts))
	for _, p := range parts {
		sum.Visits += p.Visits
		sum.Pages += p.Pages
		sum.Relevant += p.Relevant
		sum.Failures += p.Failures
		sum.Sources += p.Sources
		sum.Revisits += p.Revisits
		sum.Unchanged += p.Unchanged
		sum.Rejudged += p.Rejudged
		sum.Waiting += p.Waiting
		sum.Resumed += p.Resumed
		sum.LinksLeft += p.LinksLeft
		for i, r := range order[:min(rank, len(order))] {
			if p.Stopped == r {
				rank, sum.Stopped = i, r
			}
		}
		summaries = append(summaries, p.Summary)
	}
	sum.Summary = rundir.SumSummaries(summaries)
	sum.Summary.Stopped = string(sum.Stopped)
	return sum
}

// Waiting is the number of links that waited in all parts at their last visits. It may be
// called concurrently.
func (d *Divided) Waiting() (n int) {
	for _, s := range d.Parts {
		n += int(s.waits.Load())
	}
	return n
}

// clearParts deletes the parts of a divided run, and nothing else.
func (f *Folder) clearParts() error {
	parts := rundir.Parts(f.Dir)
	for _, dir := range parts {
		part := Folder{Dir: dir}
		if err := part.clear(); err != nil {
			return err
		}
		if err := removeEmpty(filepath.Join(dir, rundir.StateDir), dir); err != nil {
			return err
		}
	}
	return rundir.Undivide(f.Dir)
}

// removeEmpty removes folders that hold nothing any more; what a person put there stays.
func removeEmpty(dirs ...string) error {
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) > 0 {
			continue
		}
		if err := os.Remove(dir); err != nil {
			return fmt.Errorf("crawl/session: %w", err)
		}
	}
	return nil
}
