package monitor

import "time"

// ShiftReport says at which times of the day a job tells people what its pages told since the time before. The zero
// value tells nobody.
type ShiftReport struct {
	At   []Schedule // each fires once a day
	To   []Receiver // of mail
	Line int        // of the job's file
}

// plainShift is the length of a shift of a job that does not say when its shifts end.
const plainShift = 12 * time.Hour

// Last returns the last shift that had ended at now.
func (r *ShiftReport) Last(now time.Time) (from, to time.Time) {
	if len(r.At) == 0 {
		return now.Add(-plainShift), now
	}
	// Three days have two ends at least, also where a clock is changed.
	for at := r.next(now.AddDate(0, 0, -3)); !at.After(now); at = r.next(at) {
		from, to = to, at
	}
	return from, to
}

// next is the first end of a shift after t.
func (r *ShiftReport) next(t time.Time) (next time.Time) {
	for _, s := range r.At {
		if at := s.Next(t); next.IsZero() || at.Before(next) {
			next = at
		}
	}
	return next
}
