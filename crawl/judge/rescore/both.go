package rescore

import (
	"context"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// Week counts changes among the pages of the last seven days of a run: finds of which an alert would have told, and
// finds of which it told and would not have.
type Week struct {
	Since  rundir.Time `json:"since"`
	Gained int         `json:"gained"`
	Lost   int         `json:"lost"`
}

// FillBoth judges the pages of the run folder by two judges, and counts what the second says otherwise than the first,
// whatever the run itself said. unread is called as in [Report.Fill].
func (r *Report) FillBoth(ctx context.Context, from *Source, before, after Judge, finish func(Judge) bool, unread func(*Verdict)) error {
	type verdict struct {
		relevance float64
		relevant  bool
	}
	was := map[string]verdict{}
	var last time.Time
	err := RunToEnd(ctx, rundir.Current(r.Run), from, before, func() bool { return finish(before) }, func(v *Verdict) error {
		if v.Err == nil {
			was[v.Was.URL] = verdict{v.Now.Relevance, v.Now.Relevant}
		}
		if t := v.Was.FetchedAt.Time; t.After(last) {
			last = t
		}
		return nil
	})
	if err != nil {
		return err
	}
	since := last.AddDate(0, 0, -7)
	r.LastWeek = &Week{Since: rundir.Time{Time: since}}
	err = RunToEnd(ctx, rundir.Current(r.Run), from, after, func() bool { return finish(after) }, func(v *Verdict) error {
		if w, ok := was[v.Was.URL]; ok {
			v.Was.Relevance, v.Was.Relevant = rundir.Number(w.relevance), w.relevant
		}
		r.add(v)
		if v.Err != nil && !errors.Is(v.Err, ErrNotKept) {
			unread(v)
		}
		if !v.Was.FetchedAt.Before(since) {
			r.LastWeek.count(v)
		}
		return nil
	})
	r.sort()
	return err
}

func (w *Week) count(v *Verdict) {
	switch {
	case v.Gained():
		w.Gained++
	case v.Lost():
		w.Lost++
	}
}
