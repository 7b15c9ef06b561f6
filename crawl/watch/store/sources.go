package store

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

func sourceKeyOf(job, site string) key { return of(sourceKey).name(job).text(site) }

// addSource keeps a source. What is known of how it was found, and what a person decided,
// stays.
func (w *writer) addSource(s *monitor.NewSource) error {
	now, before := *s, monitor.NewSource{}
	known, err := w.source(s.Job, s.Site, &before)
	if err != nil {
		return err
	}
	now.State = cmp.Or(now.State, monitor.Undecided)
	if known {
		now.State, now.Decided, now.By, now.Reason, now.Added = before.State, before.Decided, before.By, before.Reason, before.Added
		if !before.Found.IsZero() {
			now.Found, now.Run, now.Via, now.Parent = before.Found, before.Run, before.Via, before.Parent
		}
		if now.State != monitor.Undecided && len(before.Pages) > 0 { // its pages are seeds now
			now.Pages = before.Pages
		}
	}
	return w.put(sourceKeyOf(s.Job, s.Site), &now)
}

func (r *reader) source(job, site string, s *monitor.NewSource) (known bool, err error) {
	if err := cmp.Or(named("job", job), named("site", site)); err != nil {
		return false, err
	}
	return r.get(sourceKeyOf(job, site), s)
}

// Decide implements [monitor.Store].
func (l *Store) Decide(d monitor.Decision) error {
	return l.write(perEntry, func(w *writer) error {
		s := monitor.NewSource{Job: d.Job, Site: d.Site}
		if _, err := w.source(d.Job, d.Site, &s); err != nil {
			return err
		}
		s.State, s.Decided, s.By, s.Reason = d.State, d.At, d.By, d.Reason
		for _, a := range d.Add {
			if !slices.ContainsFunc(s.Added, func(o monitor.Address) bool { return o.URL == a.URL }) {
				s.Added = append(s.Added, a)
			}
		}
		return w.put(sourceKeyOf(d.Job, d.Site), &s)
	})
}

// Sources implements [monitor.Store].
func (l *Store) Sources(job string, state monitor.SourceState) ([]monitor.NewSource, error) {
	prefix := of(sourceKey)
	if job != "" {
		prefix = prefix.name(job)
	}
	all, err := read(l, func(r *reader) ([]monitor.NewSource, error) { return decoded[monitor.NewSource](r, prefix, prefix) })
	all = slices.DeleteFunc(all, func(s monitor.NewSource) bool { return state != "" && s.State != state })
	sorts.Stable(all, func(a, b monitor.NewSource) int { return b.Found.Compare(a.Found) })
	return all, err
}
