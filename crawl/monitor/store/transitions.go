package store

import (
	"errors"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// AddTransition implements [monitor.Store]. Turns are numbered as they come: the last one is
// in force, whatever a clock that was set says.
func (l *Store) AddTransition(t monitor.Transition) error {
	return l.write(0, func(w *writer) error {
		s, err := w.job(t.Job)
		if err != nil {
			return err
		}
		s.Transitions++
		return errors.Join(w.put(of(transitionKey).name(t.Job).number(s.Transitions), &t), w.put(of(jobKey).text(t.Job), &s))
	})
}

// Transitions implements [monitor.Store].
func (l *Store) Transitions(job string, n int) ([]monitor.Transition, error) {
	prefix := of(transitionKey).name(job)
	transitions, err := read(l, func(r *reader) ([]monitor.Transition, error) {
		s, err := r.job(job)
		if err != nil {
			return nil, err
		}
		return decoded[monitor.Transition](r, prefix, slices.Clone(prefix).number(s.Transitions-n+1))
	})
	slices.Reverse(transitions)
	return transitions, err
}
