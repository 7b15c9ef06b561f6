package engine

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A page that kills the process. Each URL is marked before it is sent and unmarked when
// its outcome is applied, so the next process knows what was in flight at a death
// (crawl/engine). A suspect is sent when nothing else is in flight, and nothing else
// until its outcome is applied. A quarantined page becomes a failure, in its turn and
// without a fetch.
//
// In deterministic mode the order of the trail is the same: the wait for a suspect only
// takes time.

// suspects holds what a run remembers of suspect pages.
type suspects struct {
	flying  *task // the suspect in flight; nothing else may be
	marked  int   // tasks in flight
	retries int   // quarantined pages, asked for on demand, that are pending

	replayed bool // the last visit that was replayed is such a page

	// first is the visit at which a URL was first quarantined. Filled by quarantined.
	first map[string]int
	last  map[string]crawl.Choice // of those whose last visit says so
}

var errQuarantined = failure(crawl.FailQuarantined, "quarantined: the process died again and again while it was at work on this page")

// standing is how much speaks against t.
func (r *run) standing(t *task) URLStanding {
	if r.Marks == nil {
		return Clear
	}
	return r.Marks.Standing(t.choice.URL)
}

// mayFly reports whether t, of that standing, may be sent now. In deterministic mode a
// suspect must be the next to be applied: else it would hold up those before it.
func (r *run) mayFly(t *task, s URLStanding) bool {
	if s == Clear {
		return r.suspects.flying == nil
	}
	return r.suspects.flying == nil && r.suspects.marked == 0 && (!r.rules.Deterministic || t == r.pending[0])
}

// mark notes t as in flight.
func (r *run) mark(t *task) {
	if r.Marks == nil || t.marked {
		return
	}
	if r.standing(t) != Clear {
		r.suspects.flying = t
	}
	t.marked = true
	r.suspects.marked++
	r.Marks.Begin(t.choice.URL)
}

// unmark notes that the process has survived t.
func (r *run) unmark(t *task) {
	if !t.marked {
		return
	}
	t.marked = false
	r.suspects.marked--
	r.Marks.End(t.choice.URL)
	if r.suspects.flying == t {
		r.suspects.flying = nil
	}
}

// unmarkAll is called when the work was ended in order.
func (r *run) unmarkAll() {
	if r.Marks != nil {
		r.Marks.cancel()
	}
}

// awaitTrial lets an accused page wait, while others go on.
func (r *run) awaitTrial(t *task) {
	t.waited, t.sent = true, true
	t.releaseHost()
	r.Marks.Wait(t.choice.URL)
	r.log.Info("a page with which the process died, alone, is tried once more after a while", "url", t.choice.URL, "seconds", r.opt.Trial.Seconds())
	if !r.rules.Deterministic { // there it keeps its place
		r.pending = slices.DeleteFunc(r.pending, func(p *task) bool { return p == t })
	}
	t.why = "the process died with it"
	r.enqueueRetry(t, r.opt.Trial)
}

// waiting reports that t is an accused page whose trial has not begun.
func (t *task) waiting() bool { return t.waited && !t.marked && !t.done }

// applied is called when the outcome of t is recorded.
func (r *run) applied(t *task) {
	r.unmark(t)
	if t.retried {
		r.suspects.retries--
	}
}

// quarantined reads from the journal which URLs were quarantined.
func (r *run) quarantined() (*suspects, error) {
	s := &r.suspects
	if s.first != nil {
		return s, nil
	}
	s.first, s.last = map[string]int{}, map[string]crawl.Choice{}
	err := r.State.Visits(func(v *crawl.Visit) error {
		url := v.Choice.URL
		if v.Failure.Kind != crawl.FailQuarantined {
			delete(s.last, url)
			return nil
		}
		if _, ok := s.first[url]; !ok {
			s.first[url] = v.Seq
		}
		s.last[url] = v.Choice
		return nil
	})
	return s, err
}

// wasRetried reports whether v is another attempt at a URL that was quarantined before.
func (r *run) wasRetried(v *crawl.Visit) (bool, error) {
	s, err := r.quarantined()
	first, ok := s.first[v.Choice.URL]
	return ok && first < v.Seq && !v.Choice.Again, err
}

// retryQuarantined puts the quarantined pages before all others, as suspects. In
// deterministic mode what the strategy has to choose is chosen before.
func (r *run) retryQuarantined() error {
	s, err := r.quarantined()
	if err != nil || len(s.last) == 0 {
		return err
	}
	if r.rules.Deterministic {
		r.choose()
	}
	var again []*task
	for _, c := range s.last {
		again = append(again, &task{choice: c, retried: true})
	}
	slices.SortFunc(again, func(a, b *task) int { return s.first[a.choice.URL] - s.first[b.choice.URL] })
	if r.Marks != nil {
		for _, t := range again {
			r.Marks.Release(t.choice.URL)
		}
	}
	r.log.Info("quarantined pages are asked for again, one at a time", "pages", len(again))
	s.retries = len(again)
	r.pending = append(again, r.pending...)
	return nil
}
