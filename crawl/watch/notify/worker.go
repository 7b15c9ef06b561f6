package notify

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// perRound is how many notifications of each receiver are read from the outbox at once.
const perRound = 4 * maxDigest

// Stat counts what this process sent to one receiver.
type Stat struct {
	Receiver  string    `json:"receiver"`
	Kind      string    `json:"kind"`
	Sent      int       `json:"sent"`   // notifications
	Failed    int       `json:"failed"` // tries
	Dead      int       `json:"dead"`   // notifications
	LastSent  time.Time `json:"last_sent,omitzero"`
	LastError string    `json:"last_error,omitempty"` // since the last success
	LastFail  time.Time `json:"last_fail,omitzero"`
	Until     time.Time `json:"until,omitzero"` // no try before
}

// Worker delivers notifications. One goroutine calls Run or Once; the other methods may
// be called concurrently.
type Worker struct {
	opt    Options
	env    *Env
	outbox *notices
	dead   *lineFile
	wake   chan struct{}
	make   func(monitor.Receiver) Sender

	mu        sync.Mutex
	receivers map[string]monitor.Receiver
	quiet     map[ruleKey][]monitor.Quiet
	locales   map[string]locale // by job
	queues    map[string]*queue
}

// ruleKey identifies a rule of a job for one receiver.
type ruleKey struct{ job, name, receiver string }

// NewWorker returns a Worker that delivers the notifications of store to the receivers of jobs.
func NewWorker(store monitor.Outbox, jobs []*monitor.Job, opt Options) *Worker {
	opt = opt.withDefaults()
	w := &Worker{
		opt: opt, outbox: &notices{Outbox: store}, wake: make(chan struct{}, 1), queues: map[string]*queue{},
		env: &Env{Options: opt, files: map[string]*lineFile{}, feeds: map[string]*atomFile{}},
	}
	w.env.locale = w.locale
	w.dead = w.env.lines(w.env.path(DeadLetters))
	w.make = w.newSender
	w.Use(jobs, opt.Receivers)
	return w
}

// Use replaces the receivers by the receivers of jobs and by the operators among receivers.
func (w *Worker) Use(jobs []*monitor.Job, all []monitor.Receiver) {
	receivers, quiet, locales := map[string]monitor.Receiver{}, map[ruleKey][]monitor.Quiet{}, map[string]locale{}
	for _, r := range all {
		if r.Name == Operators {
			receivers[r.Name] = r
		}
	}
	for _, j := range jobs {
		locales[j.Name] = locale{j.Lang, j.Zone}
		for i := range j.AlertRules {
			t := &j.AlertRules[i]
			receivers[t.Receiver.Name] = t.Receiver
			quiet[ruleKey{j.Name, t.Name, t.Receiver.Name}] = t.Quiet
		}
		for _, r := range j.Report.To {
			receivers[r.Name] = r
		}
	}
	w.mu.Lock()
	w.receivers, w.quiet, w.locales = receivers, quiet, locales
	w.mu.Unlock()
	w.Wake()
}

func (w *Worker) locale(job string) locale {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.locales[job]
}

// Wake makes Run read the outbox.
func (w *Worker) Wake() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Run delivers notifications when they are due until ctx is done and present messages
// are sent. It waits for the lock on the folder first.
func (w *Worker) Run(ctx context.Context) error {
	release, err := w.lock(ctx)
	if err != nil {
		return err
	}
	defer release()
	defer w.opt.Client.CloseIdleConnections()
	var wg sync.WaitGroup
	defer wg.Wait()
	for ctx.Err() == nil {
		_, wait := w.round(ctx, &wg)
		c, stop := w.opt.Clock.After(wait)
		select {
		case <-ctx.Done():
		case <-w.wake:
		case <-c:
		}
		stop()
	}
	return nil
}

// Once delivers what is due now, trying each notification once. The error says what
// failed; the next process tries it again.
func (w *Worker) Once(ctx context.Context) error {
	release, err := w.lock(ctx)
	if err != nil {
		return err
	}
	defer release()
	defer w.opt.Client.CloseIdleConnections()
	for ctx.Err() == nil {
		var wg sync.WaitGroup
		started, _ := w.round(ctx, &wg)
		wg.Wait()
		if started == 0 {
			return w.failures()
		}
	}
	return context.Cause(ctx)
}

// failures returns an error of all receivers whose last try failed.
func (w *Worker) failures() error {
	var errs []error
	for _, s := range w.Stats() {
		if s.LastError != "" {
			errs = append(errs, english.Errorf("receiver %s: %s; tried again from %s on", s.Receiver, s.LastError, s.Until.Format(time.RFC3339)))
		}
	}
	return errors.Join(errs...)
}

// Stats returns the counts of all receivers.
func (w *Worker) Stats() []Stat {
	w.mu.Lock()
	defer w.mu.Unlock()
	stats := make([]Stat, 0, len(w.queues))
	for _, l := range w.queues {
		stats = append(stats, l.stat)
	}
	sorts.Func(stats, func(a, b Stat) int { return cmp.Compare(a.Receiver, b.Receiver) })
	return stats
}

// longestNap bounds a wait by the steady clock, because notifications are due by the wall
// clock, which may be set.
const longestNap = time.Minute

// round starts the queues that have notifications and may be tried. It returns how many
// it started, and how long nothing else is to do.
func (w *Worker) round(ctx context.Context, wg *sync.WaitGroup) (started int, wait time.Duration) {
	now := w.opt.Clock.Now()
	free := w.free() // read before the outbox: a queue that ends meanwhile has marked what is read here
	due, err := w.outbox.Due(now, perRound)
	wait, napErr := w.nap(now)
	if err = errors.Join(err, napErr); err != nil {
		w.opt.Log.Error("outbox", "error", err)
		wait = longestNap
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for notifications := range byReceiver(due) {
		name := notifications[0].Receiver
		if _, known := w.queues[name]; known && !free[name] {
			continue
		}
		l := w.queue(name)
		if at := l.readyAt(notifications, w.opt.Shortest); now.Before(at) {
			wait = min(wait, at.Sub(now))
			continue
		}
		l.busy = true
		started++
		wg.Go(func() { w.work(ctx, l, messages(notifications, len(notifications) < perRound)) })
	}
	return started, max(wait, 0)
}

// free returns, by receiver, whether its queue is idle.
func (w *Worker) free() map[string]bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	free := map[string]bool{}
	for name, l := range w.queues {
		free[name] = !l.busy
	}
	return free
}

func (w *Worker) work(ctx context.Context, l *queue, msgs []Message) {
	w.run(ctx, l, msgs)
	w.mu.Lock()
	l.busy = false
	w.mu.Unlock()
	w.Wake()
}

// nap returns the time until the next notification is due.
func (w *Worker) nap(now time.Time) (time.Duration, error) {
	next, err := w.outbox.NextDue(now)
	if err != nil || next.IsZero() {
		return longestNap, err
	}
	return min(next.Sub(now), longestNap), nil
}

// queue returns the queue of the receiver called name, with a Sender for its present
// settings. The queue is idle, and w.mu is held.
func (w *Worker) queue(name string) *queue {
	l := cmp.Or(w.queues[name], &queue{})
	w.queues[name] = l
	r, known := w.receivers[name]
	l.receiver = r
	l.receiver.Name = name
	l.stat.Receiver, l.stat.Kind = name, r.Kind
	switch {
	case !known:
		l.sender = nil
	case l.sender == nil || !reflect.DeepEqual(l.senderOf, r):
		l.sender, l.senderOf = w.make(r), r
		l.until, l.asked = time.Time{}, false // the old settings may have been the cause
	}
	return l
}
