package store

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Ranks of waiting notifications.
const (
	urgentRank = 0
	otherRank  = 1
)

func waiting(l *monitor.Notification) bool { return l.Sent.IsZero() && !l.Dead }

// placeOf returns the key under which a notification waits.
func placeOf(l *monitor.Notification) key {
	rank := byte(otherRank)
	if l.Urgent {
		rank = urgentRank
	}
	return append(of(waitingKey).name(l.Receiver), rank).time(l.Due).text(l.ID)
}

// notificationTimes are the keys of a notification in the lists by time.
func notificationTimes(l *monitor.Notification) []key {
	return []key{of(notificationByTime).time(l.Created).text(l.ID), of(notificationByJob).name(l.Job).time(l.Created).text(l.ID)}
}

// addNotifications keeps the notifications that are not known yet, and returns their number.
func (w *writer) addNotifications(notifications []monitor.Notification) (added int, err error) {
	for i := range notifications {
		l := &notifications[i]
		if err := errors.Join(named("notification", l.ID), named("receiver", l.Receiver), named("job", l.Job)); err != nil {
			return added, err
		}
		var before monitor.Notification
		known, err := w.get(of(notificationKey).text(l.ID), &before)
		if err == nil && known {
			continue
		}
		added++
		err = errors.Join(err, w.put(of(notificationKey).text(l.ID), l), w.mark(notificationTimes(l)...))
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
func (l *Store) Mark(notifications ...monitor.Notification) error {
	if len(notifications) == 0 {
		return nil
	}
	return l.write(int64(len(notifications))*perEntry, func(w *writer) error {
		for i := range notifications {
			if err := w.markNotification(notifications[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// markNotification keeps the new state of a notification. Its job, receiver and time of
// creation stay.
func (w *writer) markNotification(x monitor.Notification) error {
	var before monitor.Notification
	known, err := w.get(of(notificationKey).text(x.ID), &before)
	if err != nil {
		return err
	}
	if !known {
		return english.Errorf("store: no notification %.80q", x.ID)
	}
	x.Created, x.Job, x.Receiver = before.Created, before.Job, before.Receiver
	err = errors.Join(w.drop(placeOf(&before)), w.put(of(notificationKey).text(x.ID), &x))
	if waiting(&x) {
		err = errors.Join(err, w.mark(placeOf(&x)))
	}
	return err
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
					_, err = r.get(of(notificationKey).text(string(id)), &x)
					due = append(due, x)
					return err == nil
				})
				var late []monitor.Notification
				if err == nil {
					late, err = r.ahead(prefix, now, left)
				}
				due, left = append(due, late...), left-len(late)
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	return due, err
}

// longestRetry is longer than any notification waits that was tried, or whose time to be sent was its own: pauses after
// failures and quiet hours are shorter.
const longestRetry = 48 * time.Hour

// ahead returns up to n of the last notifications under prefix while they are such as a clock that was ahead has made: nobody
// shall wait for the day that it showed. A digest may wait for weeks, but is made before now.
func (r *reader) ahead(prefix key, now time.Time, n int) (late []monitor.Notification, err error) {
	r.keys(prefix, append(slices.Clone(prefix), bytes.Repeat([]byte{0xff}, 16)...), true, func(rest key) bool {
		at, id := rest.cutTime()
		if len(late) == n || !at.After(now.Add(longestRetry)) {
			return false
		}
		var x monitor.Notification
		_, err = r.get(of(notificationKey).text(string(id)), &x)
		if err != nil || !x.Created.After(now) && x.Tries == 0 {
			return false
		}
		late = append(late, x)
		return true
	})
	return late, err
}

// receivers returns the receivers for whom notifications wait.
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
		from = append(of(waitingKey).text(name), 1) // behind all keys of this name
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
func (l *Store) Notifications(job string, t time.Time, n int, onlyWaiting bool) (notifications []monitor.Notification, err error) {
	err = l.view(func(r *reader) error {
		if onlyWaiting {
			notifications, err = r.waitingNotifications(job, t)
			notifications = firstPage(notifications, n)
			return err
		}
		prefix := of(notificationByTime)
		if job != "" {
			prefix = of(notificationByJob).name(job)
		}
		return r.page(prefix, t, n, func(rest key) error {
			_, id := rest.cutTime()
			var x monitor.Notification
			_, err := r.get(of(notificationKey).text(string(id)), &x)
			notifications = append(notifications, x)
			return err
		})
	})
	return notifications, err
}

// waitingNotifications returns all waiting notifications, newest first. They are few
// unless receivers are out of order.
func (r *reader) waitingNotifications(job string, t time.Time) (notifications []monitor.Notification, err error) {
	prefix := of(waitingKey)
	r.keys(prefix, prefix, false, func(rest key) bool {
		_, rest = rest.cutName()
		var x monitor.Notification
		_, err = r.get(of(notificationKey).text(string(rest[1+8:])), &x)
		if (job == "" || x.Job == job) && (t.IsZero() || x.Created.Before(t)) {
			notifications = append(notifications, x)
		}
		return err == nil
	})
	sorts.Stable(notifications, func(a, b monitor.Notification) int { return b.Created.Compare(a.Created) })
	return notifications, err
}

// firstPage cuts a list to n entries and those with the time of the n-th.
func firstPage(notifications []monitor.Notification, n int) []monitor.Notification {
	for i := max(n, 0); i < len(notifications); i++ {
		if i == 0 || !notifications[i].Created.Equal(notifications[i-1].Created) {
			return notifications[:i]
		}
	}
	return notifications
}
