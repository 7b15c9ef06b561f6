package engine

import "time"

// Slow fetches. A few servers that let each fetch run into its time limit would hold
// all workers for minutes. So a fetch that takes longer than Options.SlowAfter leaves
// its place to another choice, and another worker is taken on: a fetch that waits
// costs little beside its share of the fetcher's memory. Slow fetches leave
// slowPlaces times Workers places at most. What is read already is work for a processor,
// and leaves no place. In deterministic mode exactly Workers choices are in flight.

// slowPlaces is how many times Workers fetches may leave their places.
const slowPlaces = 3

// places is how many workers there may be.
func (r *run) places() int {
	if r.rules.Deterministic || r.opt.SlowAfter < 0 {
		return r.rules.Workers
	}
	return (1 + slowPlaces) * r.rules.Workers
}

// fetching reports a task whose fetch is under way.
func (t *task) fetching() bool { return t.sent && !t.done && !t.reading.Load() }

// left is how many fetches have left their places, and when the next one does so; zero
// if none will.
func (r *run) left() (n int, next time.Time) {
	if r.rules.Deterministic || r.opt.SlowAfter < 0 {
		return 0, next
	}
	now := time.Now()
	for _, t := range r.pending {
		if !t.fetching() {
			continue
		}
		switch at := t.began.Add(r.opt.SlowAfter); {
		case !now.Before(at):
			n++
		case next.IsZero() || at.Before(next):
			next = at
		}
	}
	if most := slowPlaces * r.rules.Workers; n >= most {
		return most, time.Time{}
	}
	return n, next
}

// slower returns the earlier of at and of the time at which a fetch leaves its place,
// if something waits for one.
func (r *run) slower(at time.Time) time.Time {
	if r.Strategy.Len() == 0 && len(r.retryQueue) == 0 || r.timeUp || r.room() {
		return at
	}
	if _, next := r.left(); at.IsZero() || !next.IsZero() && next.Before(at) {
		return next
	}
	return at
}
