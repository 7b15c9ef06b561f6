package store

import (
	"errors"
	"log/slog"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Rebuild is a store that is made anew of what can be read of another. What that has lost is added from elsewhere, before
// Finish.
type Rebuild struct {
	*Store
	jobs map[string]*rebuilt
}

// rebuilt holds what the store knows of a job.
type rebuilt struct {
	state  *jobState // nil if it cannot be read
	runs   map[int]monitor.Run
	events map[int]int // runs of events, by visit
	turns  int         // the highest number of a change of phase
	lost   int         // changes of phase
}

// Rebuild makes a store in the folder dir, which is none yet, of what can be read. The zero Examination has nothing.
func (x *Examination) Rebuild(dir string, log *slog.Logger) (*Rebuild, error) {
	l, err := Open(dir, log)
	if err != nil {
		return nil, err
	}
	r := &Rebuild{l, map[string]*rebuilt{}}
	var pairs []func(w *writer) error
	flush := func() error {
		all := pairs
		pairs = nil
		return l.write(int64(len(all))*perEntry, func(w *writer) error {
			for _, put := range all {
				if err := put(w); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err = x.each(func(k, value []byte) error {
		if isList(k) || k[0] == versionKey || k[0] == cursorKey {
			return nil
		}
		e, err := entryOf(k, value)
		if err != nil { // it says nothing
			return nil
		}
		r.note(k, e)
		pairs = append(pairs, func(w *writer) error { return errors.Join(w.set(k, value), w.mark(listsOf(e)...), w.mention(e)) })
		if len(pairs) < rebuildBatch && len(value) < inTables {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return r, nil
}

// each is nothing of an Examination without a store.
func (x *Examination) each(f func(k, value []byte) error) error {
	if x.s == nil {
		return nil
	}
	return x.s.Each(f)
}

// mention keeps the concepts that appear in an event.
func (w *writer) mention(e any) error {
	f, ok := e.(*monitor.Event)
	if !ok {
		return nil
	}
	if b := encodeMentions(f); b != nil {
		return w.set(of(mentionKey).name(f.Job).time(f.Captured).number(f.Seq), b)
	}
	return nil
}

// rebuildBatch is how many entries are written in a transaction.
const rebuildBatch = 100

func (r *Rebuild) of(job string) *rebuilt {
	if r.jobs[job] == nil {
		r.jobs[job] = &rebuilt{runs: map[int]monitor.Run{}, events: map[int]int{}}
	}
	return r.jobs[job]
}

// note notes what an entry says of its job.
func (r *Rebuild) note(k key, e any) {
	switch e := e.(type) {
	case *jobState:
		r.of(string(k[1:])).state = e
	case *monitor.Run:
		r.of(e.Job).runs[e.Number] = *e
	case *monitor.Event:
		r.of(e.Job).events[e.Seq] = e.Run
	case *monitor.Transition:
		j := r.of(e.Job)
		_, rest := k[1:].cutName()
		n, _ := rest.cutNumber()
		j.turns, j.lost = max(j.turns, n), j.lost-1
	}
}

// Jobs are the jobs of which anything is known.
func (r *Rebuild) Jobs() (names []string) {
	for name := range r.jobs {
		names = append(names, name)
	}
	return names
}

// Known returns what is known of the runs of a job, and of which run the event of a visit is.
func (r *Rebuild) Known(job string) (runs map[int]monitor.Run, events map[int]int) {
	j := r.of(job)
	return j.runs, j.events
}

// AddRun adds a run that is lost.
func (r *Rebuild) AddRun(run monitor.Run) error {
	r.of(run.Job).runs[run.Number] = run
	return r.write(perEntry, func(w *writer) error { return errors.Join(w.putRun(&run), w.mark(runTimes(&run)...)) })
}

// AddFindings adds the events that are lost, and the stories that are lost or of which a later state is known. It returns
// how many of them it has added.
func (r *Rebuild) AddFindings(job string, events []monitor.Event, stories []monitor.Story) (added int, err error) {
	known := r.of(job).events
	err = r.write(int64(len(events)+len(stories)+1)*perEntry, func(w *writer) error {
		for i := range events {
			if _, ok := known[events[i].Seq]; ok {
				continue
			}
			added++
			if err := w.addEvent(job, &events[i]); err != nil {
				return err
			}
		}
		for i := range stories {
			var had monitor.Story
			ok, err := w.get(storyKeyOf(job, stories[i].ID), &had)
			if err != nil {
				return err
			}
			if ok && !had.Last.Before(stories[i].Last) {
				continue
			}
			added++
			if err := w.putStory(&stories[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return added, err
}

// AddNotification adds a notification that is lost, and reports whether it was.
func (r *Rebuild) AddNotification(n monitor.Notification) (added bool, err error) {
	err = r.write(2*perEntry, func(w *writer) error {
		k, err := w.addNotifications([]monitor.Notification{n})
		if added = k > 0; err != nil || !added {
			return err
		}
		var s monitor.Story
		known, err := w.get(storyKeyOf(n.Job, n.Story), &s)
		if _, told := s.Notified[n.Receiver]; err != nil || !known || told {
			return err
		}
		if s.Notified == nil {
			s.Notified = map[string]string{}
		}
		s.Notified[n.Receiver] = n.Rule
		return w.putStory(&s)
	})
	return added, err
}

// Finish makes the state of a job whose journal goes up to the visit last. It returns how many changes of phase are lost;
// known reports whether the state could be read. Else nobody is told of any visit up to last.
func (r *Rebuild) Finish(job string, last int) (known bool, lost int, err error) {
	j := r.of(job)
	s := jobState{Upto: last}
	if known = j.state != nil; known { // perhaps as it was some time ago
		s = *j.state
		for seq := range j.events {
			s.Upto = max(s.Upto, min(seq, last))
		}
	}
	for n, run := range j.runs {
		s.Runs = max(s.Runs, n)
		s.Upto = max(s.Upto, min(run.LastSeq, last))
	}
	if !known {
		for n, run := range j.runs {
			if run.Trigger == monitor.ByHand {
				s.ByHand = later(s.ByHand, run.Due)
			} else {
				s.Due = later(s.Due, run.Due)
			}
			if n == s.Runs && run.Ended.IsZero() {
				s.Open = n
			}
		}
	} else if _, ok := j.runs[s.Open]; !ok {
		s.Open = 0
	}
	lost = max(s.Transitions, j.turns) + j.lost
	s.Transitions = max(s.Transitions, j.turns)
	return known, max(lost, 0), r.write(perEntry, func(w *writer) error { return w.put(of(jobKey).text(job), &s) })
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
