package backup

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/events"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// journal adds the events, stories and runs of a job that are lost, and returns the last visit of its journal.
func (b *builder) journal(job string, told *told) (last int, err error) {
	x, err := state.Examine(filepath.Join(b.folder, "jobs", job, rundir.StateDir))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer x.Close() //nolint:errcheck // temporary files
	r := &replay{to: b.to, job: job, runs: spansOf(b.to, job, told.runs[job]), names: told.names, counts: map[int]*monitor.Run{}}
	if r.turns, err = b.to.Transitions(job, 1<<20); err != nil {
		return 0, err
	}
	if err := events.New(events.Options{
		Job: &monitor.Job{Name: job}, Run: monitor.Run{Job: job, Number: 1}, Name: func(iri string) string { return r.names[iri] },
		Open: func(f func(monitor.Store) error) error {
			return f(monitor.Store{Reader: b.to, Claims: b.to, Findings: r, Outbox: b.to})
		},
	}).Restore(watched{x.Journal(), r.visit}); err != nil {
		return 0, err
	}
	if r.added > 0 {
		b.act(english.Phrasef("job %s: %d events and stories were lost and are made again of its journal", job, r.added))
	}
	return x.Journal().Committed(), errors.Join(b.addRuns(r), b.countRuns(r))
}

// countRuns makes runs count what their events say that have not ended: an older record of theirs has come back in the place
// of one that was lost.
func (b *builder) countRuns(r *replay) error {
	for _, n := range slices.Sorted(maps.Keys(r.counts)) {
		run, ok := r.runs.runs[n]
		c := r.counts[n]
		if !ok || !run.Ended.IsZero() || run.New >= c.New && run.Changed >= c.Changed && run.Gone >= c.Gone && run.Gained >= c.Gained && run.Lost >= c.Lost {
			continue
		}
		run.New, run.Changed, run.Gone = max(run.New, c.New), max(run.Changed, c.Changed), max(run.Gone, c.Gone)
		run.Gained, run.Lost = max(run.Gained, c.Gained), max(run.Lost, c.Lost)
		if err := b.to.AddRun(run); err != nil {
			return err
		}
		b.act(english.Phrasef("job %s: run %d has no end any more, and counts what its events say", r.job, n))
	}
	return nil
}

// addRuns adds the runs that are lost, as their visits say.
func (b *builder) addRuns(r *replay) error {
	var made []string
	for _, n := range slices.Sorted(maps.Keys(r.runs.made)) {
		run := r.runs.made[n]
		if err := b.to.AddRun(*run); err != nil {
			return err
		}
		made = append(made, english.Phrasef("%d", n).String())
	}
	if len(made) > 0 {
		b.act(english.Phrasef("job %s: the runs %s were lost and are made again of their visits: when they were due, who began them and how they ended stays lost", r.job, strings.Join(made, ", ")))
	}
	return nil
}

// watched is a journal whose visits somebody sees.
type watched struct {
	crawl.Journal
	see func(v *crawl.Visit)
}

// Visits implements [crawl.Journal].
func (w watched) Visits(f func(v *crawl.Visit) error) error {
	return w.Journal.Visits(func(v *crawl.Visit) error { w.see(v); return f(v) })
}

// replay takes what a Collector concludes from a journal into a store that has most of it. It implements
// [monitor.Findings].
type replay struct {
	to    *store.Rebuild
	job   string
	runs  *spans
	turns []monitor.Transition // the last one first
	names map[string]string
	added int

	counts map[int]*monitor.Run // of the events of each run
}

// visit sees a visit before the Collector does.
func (r *replay) visit(v *crawl.Visit) {
	run := r.runs.made[r.runs.of(v.Seq)]
	if run == nil {
		return
	}
	if run.FirstSeq == 0 {
		run.FirstSeq, run.Job, run.Trigger, run.Outcome = v.Seq, r.job, monitor.Scheduled, monitor.Interrupted
		run.Due, run.Started = v.FetchedAt, v.FetchedAt
		run.Error = "the record of the run was lost, and is made again of its visits"
	}
	run.LastSeq = v.Seq
	if v.FetchedAt.After(run.Ended) {
		run.Ended = v.FetchedAt
	}
	if !v.Rejudged {
		run.Requests++
	}
	if v.Failed() && !v.Choice.Again {
		run.Failures++
	}
}

// Upto implements [monitor.Findings]: all is evaluated.
func (r *replay) Upto(string) (int, error) { return 0, nil }

// Add implements [monitor.Findings].
func (r *replay) Add(b monitor.Batch) error {
	at := map[string]int{} // runs, by story
	for i := range b.Events {
		e := &b.Events[i]
		e.Run, e.Phase = r.runs.of(e.Seq), r.phase(e.Captured)
		if at[e.Story] == 0 {
			at[e.Story] = e.Run
		}
		if run := r.runs.made[e.Run]; run != nil {
			count(run, e.Kind)
		}
		if r.counts[e.Run] == nil {
			r.counts[e.Run] = new(monitor.Run)
		}
		count(r.counts[e.Run], e.Kind)
	}
	for i := range b.Stories {
		s := &b.Stories[i]
		if _, known, err := r.to.Story(r.job, s.ID); err != nil {
			return err
		} else if !known && at[s.ID] > 0 {
			s.Run = at[s.ID]
		}
	}
	n, err := r.to.AddFindings(r.job, b.Events, b.Stories)
	r.added += n
	return err
}

func count(run *monitor.Run, k monitor.Kind) {
	switch k {
	case monitor.New:
		run.New++
	case monitor.Changed:
		run.Changed++
	case monitor.Gone:
		run.Gone++
	case monitor.Gained:
		run.Gained++
	case monitor.Lost:
		run.Lost++
	}
}

// phase is the phase of the job at a time.
func (r *replay) phase(at time.Time) monitor.Phase {
	for i := range r.turns {
		if !r.turns[i].At.After(at) {
			return r.turns[i].To
		}
	}
	return monitor.Calm
}

// Story implements [monitor.Findings].
func (r *replay) Story(job, id string) (monitor.Story, bool, error) { return r.to.Story(job, id) }

// Note implements [monitor.Findings].
func (r *replay) Note(job, key string) ([]byte, error) { return r.to.Note(job, key) }

// Notes implements [monitor.Findings].
func (r *replay) Notes(job, prefix string) (map[string][]byte, error) {
	return r.to.Notes(job, prefix)
}

// spans say which visits belong to which run of a job.
type spans struct {
	all  []span // by their first visits
	runs map[int]monitor.Run
	made map[int]*monitor.Run // runs that are lost and have visits
}

type span struct{ run, first, last int }

// spansOf takes what runs, events and alerts say.
func spansOf(to *store.Rebuild, job string, told map[int]int) *spans {
	runs, of := to.Known(job)
	s := &spans{runs: runs, made: map[int]*monitor.Run{}}
	at := map[int]span{}
	widen := func(run, seq int) {
		if x, ok := at[run]; run > 0 && seq > 0 && ok {
			at[run] = span{run, min(x.first, seq), max(x.last, seq)}
		} else if run > 0 && seq > 0 {
			at[run] = span{run, seq, seq}
		}
	}
	for n, r := range runs {
		widen(n, r.FirstSeq)
		widen(n, r.LastSeq)
	}
	for _, events := range []map[int]int{of, told} {
		for seq, run := range events {
			widen(run, seq)
		}
	}
	s.all = sorts.Sorted(maps.Values(at), func(a, b span) int { return a.first - b.first })
	return s
}

// of returns the run of a visit. One between two known runs belongs to the first run between them that is lost, if there is
// one, else to the former.
func (s *spans) of(seq int) int {
	before, after := 0, 0
	for _, x := range s.all {
		switch {
		case x.first <= seq && seq <= x.last:
			return s.lost(x.run)
		case x.last < seq:
			before = x.run
		case after == 0:
			after = x.run
		}
	}
	next := before + 1
	for s.has(next) {
		next++
	}
	if after > 0 && next >= after || after == 0 && before > 0 && s.goesOn(before) {
		return s.lost(max(before, 1))
	}
	return s.lost(next)
}

// has reports whether the record of a run is known.
func (s *spans) has(run int) bool {
	_, ok := s.runs[run]
	return ok
}

// goesOn reports whether a run has not ended, or nobody knows.
func (s *spans) goesOn(run int) bool { return s.runs[run].Ended.IsZero() }

// lost notes the run as one to be made, if it is not known.
func (s *spans) lost(run int) int {
	if _, ok := s.runs[run]; !ok && s.made[run] == nil {
		s.made[run] = &monitor.Run{Number: run}
	}
	return run
}
