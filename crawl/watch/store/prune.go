package store

import (
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// sweep is how many entries are deleted in one transaction.
const sweep = 500

// Prune implements [monitor.Store]. Cut short it may be repeated: what is listed is
// there.
func (l *Store) Prune(job string, t time.Time) (total int, err error) {
	if t.IsZero() {
		return 0, nil
	}
	for _, forget := range []func(*writer, string, time.Time) (int, bool, error){oldRuns, oldMentions, oldStories, oldNotifications} {
		for more := true; more; {
			n := 0
			err := l.write(0, func(w *writer) (err error) {
				n, more, err = forget(w, job, t)
				return err
			})
			if err != nil {
				return total, err
			}
			total += n
		}
	}
	return total, nil
}

// before returns up to n keys under prefix whose time is before t, oldest first.
func (r *reader) before(prefix key, t time.Time, n int) (rests []key) {
	r.keys(prefix, prefix, false, func(rest key) bool {
		if at, _ := rest.cutTime(); len(rests) == n || !at.Before(t) {
			return false
		}
		rests = append(rests, rest)
		return true
	})
	return rests
}

// oldRuns deletes runs that have ended, each after its events. more reports that there are more.
func oldRuns(w *writer, job string, t time.Time) (n int, more bool, err error) {
	s, err := w.job(job)
	if err != nil {
		return 0, false, err
	}
	rests := w.before(of(runByJob).name(job), t, sweep)
	for _, rest := range rests {
		due, numbered := rest.cutTime()
		number, _ := numbered.cutNumber()
		if number == s.Open {
			continue
		}
		prefix := of(eventKey).name(job).number(number)
		gone := w.first(prefix, sweep)
		if n += len(gone); len(gone) < sweep {
			gone = append(gone, of(runKey).name(job).number(number), of(runByTime).time(due).name(job).number(number), of(runByJob).name(job).time(due).number(number))
			n++
		}
		if err := w.drop(gone...); err != nil {
			return n, false, err
		}
		if n >= sweep {
			return n, true, nil
		}
	}
	return n, len(rests) == sweep, nil
}

// first returns the first n keys under prefix.
func (r *reader) first(prefix key, n int) (keys []key) {
	r.keys(prefix, prefix, false, func(rest key) bool {
		keys = append(keys, append(slices.Clone(prefix), rest...))
		return len(keys) < n
	})
	return keys
}

func oldMentions(w *writer, job string, t time.Time) (int, bool, error) {
	prefix := of(mentionKey).name(job)
	rests := w.before(prefix, t, sweep)
	for _, rest := range rests {
		if err := w.drop(append(slices.Clone(prefix), rest...)); err != nil {
			return 0, false, err
		}
	}
	return len(rests), len(rests) == sweep, nil
}

func oldStories(w *writer, job string, t time.Time) (int, bool, error) {
	rests := w.before(of(storyByJob).name(job), t, sweep)
	for _, rest := range rests {
		last, id := rest.cutTime()
		s := monitor.Story{Job: job, ID: string(id), Last: last}
		if err := w.drop(append(storyTimes(&s), storyKeyOf(job, s.ID))...); err != nil {
			return 0, false, err
		}
	}
	return len(rests), len(rests) == sweep, nil
}

// oldNotifications deletes notifications that do not wait.
func oldNotifications(w *writer, job string, t time.Time) (n int, more bool, err error) {
	prefix := of(notificationByJob).name(job)
	w.keys(prefix, prefix, false, func(rest key) bool {
		made, id := rest.cutTime()
		if n == sweep || !made.Before(t) {
			return false
		}
		var x monitor.Notification
		if _, err = w.get(of(notificationKey).text(string(id)), &x); err != nil {
			return false
		}
		if waiting(&x) {
			return true
		}
		n++
		err = w.drop(of(notificationKey).text(string(id)), of(notificationByTime).time(made).text(string(id)), append(slices.Clone(prefix), rest...))
		return err == nil
	})
	return n, n == sweep, err
}
