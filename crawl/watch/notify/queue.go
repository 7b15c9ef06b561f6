package notify

import (
	"context"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// queue is the delivery queue of one receiver. Queues do not wait for each other: a
// receiver that hangs or refuses delays no other.
type queue struct {
	receiver monitor.Receiver
	sender   Sender
	senderOf monitor.Receiver // the receiver of sender
	busy     bool
	failed   int       // tries since the last success
	until    time.Time // no try before
	asked    bool      // the receiver asked for that pause
	stat     Stat
}

// readyAt returns when notifications may be tried. A receiver that failed gets a pause.
// An urgent notification that was not tried yet waits for the shortest pause only,
// unless the receiver asked for the pause.
func (l *queue) readyAt(notifications []monitor.Notification, shortest time.Duration) time.Time {
	if soon := l.stat.LastFail.Add(shortest); !l.asked && notifications[0].Urgent && notifications[0].Tries == 0 && soon.Before(l.until) {
		return soon
	}
	return l.until
}

// run delivers msgs one after the other, until the receiver fails or ctx is done.
func (w *Worker) run(ctx context.Context, l *queue, msgs []Message) {
	for i := range msgs {
		if ctx.Err() != nil {
			return
		}
		if until, quiet := w.quietUntil(&msgs[i]); quiet {
			if !w.postpone(ctx, &msgs[i], until) {
				return
			}
			continue
		}
		if msgs[i].seal() && !w.mark(ctx, msgs[i].Notifications) {
			return
		}
		// A message that is being sent when ctx ends is sent to its end: otherwise it would be
		// unknown whether it arrived.
		sending, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.opt.Timeout)
		err := w.send(sending, l, &msgs[i])
		cancel()
		if !w.settle(ctx, l, &msgs[i], err) {
			return
		}
	}
}

// quietUntil returns the end of the quiet hours of m, if they hold now. A notification is
// due after quiet hours, but after failures or a restart it may be the next night.
func (w *Worker) quietUntil(m *Message) (time.Time, bool) {
	if m.urgent() {
		return time.Time{}, false
	}
	l, now := &m.Notifications[0], w.opt.Clock.Now()
	w.mu.Lock()
	quiet := w.quiet[ruleKey{l.Job, l.Rule, l.Receiver}]
	w.mu.Unlock()
	until := afterQuiet(quiet, now)
	return until.UTC(), until.After(now)
}

// postpone lets m wait until then, as part of a digest.
func (w *Worker) postpone(ctx context.Context, m *Message, until time.Time) bool {
	for i := range m.Notifications {
		l := &m.Notifications[i]
		if l.Due = until; l.Group == "" {
			l.Group = l.Job
		}
	}
	return w.mark(ctx, m.Notifications)
}

func (w *Worker) send(ctx context.Context, l *queue, m *Message) error {
	if l.sender == nil {
		return errors.New("no receiver of this name in the file of jobs")
	}
	return l.sender.Send(ctx, m)
}

// settle keeps the result of m and reports whether the next message may be tried.
func (w *Worker) settle(ctx context.Context, l *queue, m *Message, err error) bool {
	now := w.opt.Clock.Now().UTC()
	var refusal *refusal
	switch {
	case err == nil:
		for i := range m.Notifications {
			m.Notifications[i].Tries++
			m.Notifications[i].Sent, m.Notifications[i].LastError, m.Notifications[i].Failing = now, "", time.Time{}
		}
		w.succeeded(l, len(m.Notifications), now)
		return w.mark(ctx, m.Notifications)
	case errors.As(err, &refusal) && len(m.Notifications) > 1:
		w.opt.Log.Warn("digest refused; its notifications are sent one by one", "receiver", l.receiver.Name, "notification", m.ID, "error", reason(err))
		return w.scatter(ctx, m.Notifications, err)
	case errors.As(err, &refusal):
		w.opt.Log.Error("alert refused", "receiver", l.receiver.Name, "notification", m.ID, "error", reason(err))
		return w.bury(ctx, l, failed(m.Notifications, err, now, now), now)
	}
	until := w.hold(l, m.Notifications[0].Tries+1, err, now)
	w.opt.Log.Warn("alert not delivered", "receiver", l.receiver.Name, "notification", m.ID, "error", reason(err), "again", until)
	notifications := failed(m.Notifications, err, now, until)
	if now.Sub(notifications[0].Failing) >= w.opt.GiveUp {
		w.bury(ctx, l, notifications, now)
		return false
	}
	w.mark(ctx, notifications)
	return false
}

// scatter makes the notifications of a digest single messages: one of them may be the
// cause of the refusal, or their number.
func (w *Worker) scatter(ctx context.Context, notifications []monitor.Notification, err error) bool {
	for i := range notifications {
		notifications[i].Group, notifications[i].LastError = "", reason(err)
		notifications[i].Tries++
	}
	return w.mark(ctx, notifications)
}

// reason returns an error as it may stand in a log and in a Notification. Part of it may
// come from a server.
func reason(err error) string { return line(err.Error(), 300) }

func failed(notifications []monitor.Notification, err error, now, until time.Time) []monitor.Notification {
	for i := range notifications {
		l := &notifications[i]
		l.Tries++
		l.LastError, l.Due = reason(err), until
		if l.Failing.IsZero() {
			l.Failing = now
		}
	}
	return notifications
}

// bury writes notifications into the dead-letter file, then marks them. The file holds
// each once.
func (w *Worker) bury(ctx context.Context, l *queue, notifications []monitor.Notification, now time.Time) bool {
	for i := range notifications {
		notifications[i].Dead, notifications[i].Due = true, now
	}
	if err := w.dead.add(notifications, true); err != nil {
		// They stay in the outbox and are buried later.
		w.opt.Log.Error("dead-letter file", "error", err)
		for i := range notifications {
			notifications[i].Dead, notifications[i].Due = false, now.Add(w.opt.Longest)
		}
		w.mark(ctx, notifications)
		return false
	}
	w.mu.Lock()
	l.stat.Dead += len(notifications)
	w.mu.Unlock()
	return w.mark(ctx, notifications)
}

// mark keeps the state of notifications. A sent notification that is not marked would be
// sent again, so mark tries until the store has it or ctx ends.
func (w *Worker) mark(ctx context.Context, notifications []monitor.Notification) bool {
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		err := w.outbox.Mark(notifications...)
		if err == nil {
			return true
		}
		w.opt.Log.Error("outbox", "error", err)
		if !w.sleep(ctx, wait) {
			return false
		}
	}
}

// sleep reports whether d passed before ctx was done.
func (w *Worker) sleep(ctx context.Context, d time.Duration) bool {
	c, stop := w.opt.Clock.After(d)
	defer stop()
	select {
	case <-c:
		return true
	case <-ctx.Done():
		return false
	}
}

// hold pauses the receiver of l after a failure, and returns until when.
func (w *Worker) hold(l *queue, tries int, err error, now time.Time) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	l.failed = max(l.failed+1, tries)
	d := w.backOff(l.failed)
	var asks *Wait
	if l.asked = errors.As(err, &asks); l.asked {
		d = max(d, min(asks.For, maxAsked))
	}
	l.until = now.Add(d)
	l.stat.Failed++
	l.stat.LastError, l.stat.LastFail, l.stat.Until = reason(err), now, l.until
	return l.until
}

// maxAsked bounds the pause that a receiver may ask for: a wrong Retry-After must not
// stop notifications for a year.
const maxAsked = time.Hour

// backOff is the pause after the n-th failure in a row: doubled each time up to the
// longest, half of it random, so that daemons that failed together do not return
// together ("equal jitter": M. Brooker, Exponential Backoff And Jitter, AWS Architecture
// Blog, 2015).
func (w *Worker) backOff(n int) time.Duration {
	d := w.opt.Shortest
	for i := 1; i < n && d < w.opt.Longest; i++ {
		d *= 2
	}
	d = min(d, w.opt.Longest)
	return d/2 + time.Duration(w.opt.Chance()*float64(d/2))
}

func (w *Worker) succeeded(l *queue, n int, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	l.failed, l.until, l.asked = 0, time.Time{}, false
	l.stat.Sent += n
	l.stat.LastSent, l.stat.LastError, l.stat.Until = now, "", time.Time{}
}
