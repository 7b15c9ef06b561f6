package endpoint

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"sync"
	"time"
)

// Asker asks a service about pages beside a crawl: one at a time, of those that wait the one of which the judge is least
// sure, and at most so many in all. After failures it rests; a service that refuses for good is asked no more.
type Asker struct {
	client *Client
	log    *slog.Logger
	most   int // questions in all
	answer func(q Question, a Answer)
	rest   time.Duration // after the first failures in a row

	mu      sync.Mutex
	waiting []waiting
	asked   int
	why     error // the last question without an answer
	wake    chan struct{}
	stop    context.CancelFunc
	done    chan struct{}
	last    chan struct{} // closed by Finish: no question is added any more
}

type waiting struct {
	Question
	doubt float64 // distance of the relevance from the threshold
}

// mostWaiting bounds the questions that wait, unless more may be asked.
const mostWaiting = 256

// A service that failed rests: so long after leastFailures in a row, twice as long after each further failure.
const (
	leastFailures = 3
	firstRest     = 30 * time.Second
	longestRest   = 30 * time.Minute
)

// NewAsker returns an Asker, which asks until Close. answer is called by a goroutine of its own, with each answer.
func NewAsker(c *Client, most int, log *slog.Logger, answer func(q Question, a Answer)) *Asker {
	ctx, stop := context.WithCancel(context.Background())
	a := &Asker{client: c, log: log, most: most, answer: answer, rest: firstRest, wake: make(chan struct{}, 1), stop: stop, done: make(chan struct{}), last: make(chan struct{})}
	go a.run(ctx)
	return a
}

// Add lets a question wait. If too many do, the one of which the judge is surest is dropped: it is returned.
func (a *Asker) Add(q Question, doubt float64) (dropped string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting = append(a.waiting, waiting{q, doubt})
	if len(a.waiting) > max(mostWaiting, a.most) {
		dropped = a.take(func(d, best float64) bool { return d > best }).URL
	}
	a.rouse()
	return dropped
}

// rouse lets run look again.
func (a *Asker) rouse() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// Finish waits until the questions that wait were asked, within the budget, and closes a. Somebody waits for it, so a service
// that fails is not given a rest, but asked no more. Nothing is added after it was called.
func (a *Asker) Finish(ctx context.Context) error {
	close(a.last)
	a.rouse()
	select {
	case <-a.done:
	case <-ctx.Done():
	}
	_ = a.Close() // it returns nil
	return ctx.Err()
}

// finishing reports whether Finish was called.
func (a *Asker) finishing() bool {
	select {
	case <-a.last:
		return true
	default:
		return false
	}
}

// take removes the question that better prefers.
func (a *Asker) take(better func(doubt, best float64) bool) Question {
	at := 0
	for i, w := range a.waiting {
		if better(w.doubt, a.waiting[at].doubt) {
			at = i
		}
	}
	q := a.waiting[at].Question
	a.waiting[at] = a.waiting[len(a.waiting)-1]
	a.waiting = a.waiting[:len(a.waiting)-1]
	return q
}

// Close ends asking. A question on its way is given up.
func (a *Asker) Close() error {
	a.stop()
	<-a.done
	return nil
}

// Why returns why the last question without an answer has none, nil if all were answered.
func (a *Asker) Why() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.why
}

// next returns the question to ask now. over: none will ever be asked.
func (a *Asker) next() (q Question, ok, over bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.asked >= a.most {
		a.waiting = nil
		a.log.Info("the service for second opinions is asked no more: the questions of this run are spent", "questions", a.most)
		return q, false, true
	}
	if len(a.waiting) == 0 {
		return q, false, a.finishing()
	}
	a.asked++
	return a.take(func(d, best float64) bool { return d < best }), true, false
}

func (a *Asker) run(ctx context.Context) {
	defer close(a.done)
	failures := 0
	for ctx.Err() == nil {
		q, ok, over := a.next()
		if over {
			return
		}
		if !ok {
			select {
			case <-a.wake:
			case <-ctx.Done():
			}
			continue
		}
		said, err := a.client.ask(ctx, q)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			failures = 0
			a.answer(q, said)
			continue
		}
		failures++
		if !a.failed(ctx, err, failures) {
			return
		}
	}
}

// failed tells of a failure and rests. false: the service is asked no more.
func (a *Asker) failed(ctx context.Context, err error, failures int) bool {
	a.mu.Lock()
	a.why = err
	a.mu.Unlock()
	var e *Error
	if errors.As(err, &e) && e.Final {
		a.log.Warn("the service for second opinions refuses, and is asked no more in this run", "model", a.client.Model(), "err", err)
		return false
	}
	var rest time.Duration
	if failures >= leastFailures {
		rest = min(longestRest, time.Duration(float64(a.rest)*math.Pow(2, float64(min(failures-leastFailures, 16)))))
	}
	if e != nil {
		rest = max(rest, e.After)
	}
	a.log.Debug("no second opinion", "err", err)
	if rest == 0 {
		return true
	}
	if !a.finishing() {
		a.log.Warn("the service for second opinions does not answer as it should; verdicts stand as they are meanwhile", "model", a.client.Model(), "rest", rest, "err", err)
	}
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-a.last:
		a.log.Warn("the service for second opinions does not answer as it should, and is asked no more; answers that came are kept", "model", a.client.Model(), "err", err)
		return false
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
