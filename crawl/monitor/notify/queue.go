package notify

import (
	"context"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// queue is the way to one receiver. Lanes do not wait for each other: who hangs or
// refuses holds up nobody else.
type queue struct {
	receiver monitor.Receiver
	sender   Sender
	senderOf monitor.Receiver // for which sender was made
	busy     bool
	failed   int       // tries since the last that succeeded
	until    time.Time // not before
	asked    bool      // the receiver named that time
	stat     Stat
}

// readyAt returns when l may be tried with notifications. A receiver that fails is left
// alone for a while; an urgent notification that has not been tried yet waits for the
// shortest pause only, unless the receiver asked to be left alone.
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
		// What is being sent when the daemon is told to stop is brought to its end:
		// otherwise nobody knows whether it arrived.
		sending, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.opt.Timeout)
		err := w.send(sending, l, &msgs[i])
		cancel()
		if !w.settle(ctx, l, &msgs[i], err) {
			return
		}
	}
}

// quietUntil returns the end of the quiet hours of m, if it is in some now. A notification
// is due after quiet hours, but who was to be told may have been out of reach, or the
// daemon closed, until the next.
func (w *Worker) quietUntil(m *Message) (time.Time, bool) {
	if m.Urgent() {
		return time.Time{}, false
	}
	l, now := &m.Notifications[0], w.opt.Clock.Now()
	w.mu.Lock()
	quiet := w.quiet[rule{l.Job, l.Rule, l.Receiver}]
	w.mu.Unlock()
	until := AfterQuiet(quiet, now)
	return until.UTC(), until.After(now)
}

// postpone has m wait until then, with what else waits.
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

// settle keeps what became of m and reports whether the receiver may be tried with
// the next.
func (w *Worker) settle(ctx context.Context, l *queue, m *Message, err error) bool {
	now := w.opt.Clock.Now().UTC()
	var refusal *Refusal
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

// scatter makes notifications of a digest go each for itself: it may be one of them that
// is refused, or that they are too many.
func (w *Worker) scatter(ctx context.Context, notifications []monitor.Notification, err error) bool {
	for i := range notifications {
		notifications[i].Group, notifications[i].LastError = "", reason(err)
		notifications[i].Tries++
	}
	return w.mark(ctx, notifications)
}

// reason is an error as it may stand in a log and in a Notification. A server has its
// say in it.
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

// bury writes notifications into the dead-letter file, then marks them. The file has
// each once, as that of a receiver.
func (w *Worker) bury(ctx context.Context, l *queue, notifications []monitor.Notification, now time.Time) bool {
	for i := range notifications {
		notifications[i].Dead, notifications[i].Due = true, now
	}
	if err := w.dead.add(notifications, true); err != nil {
		// They stay in the outbox and come here again.
		w.opt.Log.Error("dead-letter file", "error", err)
		for i := range notifications {
			notifications[i].Dead, notifications[i].Due = false, now.Add(w.opt.Longest)
		}
		w.mark(ctx, notifications)
		return false
	}
	w.died(l, len(notifications))
	return w.mark(ctx, notifications)
}

// mark keeps notifications as they are now. What was sent and is not marked would be
// sent again, so it tries until the store has them or the daemon stops.
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

// hold leaves the receiver of l alone after its try failed, and returns until when.
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

// maxAsked bounds what a receiver may ask for: a slip in a Retry-After must not
// silence a daemon for a year.
const maxAsked = time.Hour

// backOff is the time after the n-th failure in a row: doubled each time up to the
// longest, half of it by chance, so that daemons that failed together do not come
// back together ("equal jitter": M. Brooker, Exponential Backoff And Jitter, AWS
// Architecture Blog, 2015).
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

func (w *Worker) died(l *queue, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	l.stat.Dead += n
}
