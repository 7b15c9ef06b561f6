package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// Ranks of letters that wait.
const (
	urgentRank = 0
	otherRank  = 1
)

func waiting(l *monitor.Notification) bool { return l.Sent.IsZero() && !l.Dead }

// placeOf is where a letter waits.
func placeOf(l *monitor.Notification) key {
	rank := byte(otherRank)
	if l.Urgent {
		rank = urgentRank
	}
	return append(of(waitingKey).name(l.Receiver), rank).time(l.Due).text(l.ID)
}

// addLetters keeps those that are not known yet, and returns how many.
func (w *writer) addLetters(letters []monitor.Notification) (added int, err error) {
	for i := range letters {
		l := &letters[i]
		if err := errors.Join(named("letter", l.ID), named("receiver", l.Receiver), named("job", l.Job)); err != nil {
			return added, err
		}
		var before monitor.Notification
		known, err := w.get(of(letterKey).text(l.ID), &before)
		if err != nil || known {
			if err != nil {
				return added, err
			}
			continue
		}
		added++
		err = errors.Join(w.put(of(letterKey).text(l.ID), l),
			w.mark(of(letterByTime).time(l.Created).text(l.ID)),
			w.mark(of(letterByJob).name(l.Job).time(l.Created).text(l.ID)))
		if err == nil && waiting(l) {
			err = w.mark(placeOf(l))
		}
		if err != nil {
			return added, err
		}
	}
	return added, nil
}

// Mark implements [monitor.Store].
func (l *Store) Mark(letters ...monitor.Notification) error {
	if len(letters) == 0 {
		return nil
	}
	return l.write(int64(len(letters))*perEntry, func(w *writer) error {
		for i := range letters {
			if err := w.markLetter(letters[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// markLetter keeps what became of a letter; what says when and for whom it was
// made stays.
func (w *writer) markLetter(x monitor.Notification) error {
	var before monitor.Notification
	known, err := w.get(of(letterKey).text(x.ID), &before)
	if err != nil {
		return err
	}
	if !known {
		return fmt.Errorf("ledger: no letter %.80q", x.ID)
	}
	x.Created, x.Job, x.Receiver = before.Created, before.Job, before.Receiver
	if err := w.drop(placeOf(&before)); err != nil {
		return err
	}
	if waiting(&x) {
		if err := w.mark(placeOf(&x)); err != nil {
			return err
		}
	}
	return w.put(of(letterKey).text(x.ID), &x)
}

// Due implements [monitor.Store].
func (l *Store) Due(now time.Time, n int) (due []monitor.Notification, err error) {
	err = l.view(func(r *reader) error {
		for _, receiver := range r.receivers() {
			left := n
			for rank := range byte(otherRank + 1) {
				prefix := append(of(waitingKey).name(receiver), rank)
				r.keys(prefix, prefix, false, func(rest key) bool {
					at, id := rest.cutTime()
					if left == 0 || at.After(now) {
						return false
					}
					left--
					var x monitor.Notification
					_, err = r.get(of(letterKey).text(string(id)), &x)
					due = append(due, x)
					return err == nil
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	return due, err
}

// receivers are those for whom letters wait.
func (r *reader) receivers() (names []string) {
	prefix := of(waitingKey)
	for from := prefix; ; {
		name := ""
		r.keys(prefix, from, false, func(rest key) bool {
			name, _ = rest.cutName()
			return false
		})
		if name == "" {
			return names
		}
		names = append(names, name)
		from = append(of(waitingKey).text(name), 1) // behind all that begin with the name and NUL
	}
}

// NextDue implements [monitor.Store].
func (l *Store) NextDue(t time.Time) (next time.Time, err error) {
	err = l.view(func(r *reader) error {
		for _, receiver := range r.receivers() {
			for rank := range byte(otherRank + 1) {
				prefix := append(of(waitingKey).name(receiver), rank)
				r.keys(prefix, append(key{}, prefix...).time(t.Add(1)), false, func(rest key) bool {
					if at, _ := rest.cutTime(); next.IsZero() || at.Before(next) {
						next = at
					}
					return false
				})
			}
		}
		return nil
	})
	return next, err
}

// Notifications implements [monitor.Store].
func (l *Store) Notifications(job string, t time.Time, n int, onlyWaiting bool) (letters []monitor.Notification, err error) {
	err = l.view(func(r *reader) error {
		if onlyWaiting {
			letters, err = r.waitingLetters(job, t)
			letters = firstPage(letters, n)
			return err
		}
		prefix := of(letterByTime)
		if job != "" {
			prefix = of(letterByJob).name(job)
		}
		return r.page(prefix, t, n, func(rest key) error {
			_, id := rest.cutTime()
			var x monitor.Notification
			_, err := r.get(of(letterKey).text(string(id)), &x)
			letters = append(letters, x)
			return err
		})
	})
	return letters, err
}

// waitingLetters are all that wait, newest first: few, unless receivers are out of
// order.
func (r *reader) waitingLetters(job string, t time.Time) (letters []monitor.Notification, err error) {
	prefix := of(waitingKey)
	r.keys(prefix, prefix, false, func(rest key) bool {
		_, rest = rest.cutName()
		var x monitor.Notification
		_, err = r.get(of(letterKey).text(string(rest[1+8:])), &x)
		if (job == "" || x.Job == job) && (t.IsZero() || x.Created.Before(t)) {
			letters = append(letters, x)
		}
		return err == nil
	})
	slices.SortStableFunc(letters, func(a, b monitor.Notification) int { return b.Created.Compare(a.Created) })
	return letters, err
}

// firstPage cuts a list to n, and those of the same time as the last.
func firstPage(letters []monitor.Notification, n int) []monitor.Notification {
	for i := max(n, 0); i < len(letters); i++ {
		if i == 0 || !letters[i].Created.Equal(letters[i-1].Created) {
			return letters[:i]
		}
	}
	return letters
}
