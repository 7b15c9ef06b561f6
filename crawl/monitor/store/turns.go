package store

import (
	"encoding/json"
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
		s.Turns++
		return errors.Join(w.put(of(turnKey).name(t.Job).number(s.Turns), &t), w.put(of(jobKey).text(t.Job), &s))
	})
}

// Transitions implements [monitor.Store].
func (l *Store) Transitions(job string, n int) (turns []monitor.Transition, err error) {
	prefix := of(turnKey).name(job)
	err = l.view(func(r *reader) error {
		s, err := r.job(job)
		if err != nil {
			return err
		}
		return r.values(prefix, append(key{}, prefix...).number(s.Turns-n+1), func(_ key, value []byte) (bool, error) {
			var t monitor.Transition
			err := json.Unmarshal(value, &t)
			turns = append(turns, t)
			return true, err
		})
	})
	slices.Reverse(turns)
	return turns, err
}
