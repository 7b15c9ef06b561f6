package monitor

import (
	"time"
)

// This part says when a job is due: cron lines and @every, in a time zone, with changes to and from
// summer time, and missed times.
//
// github.com/robfig/cron/v3 parses the lines. This package handles lines that name an hour that does
// not exist, or exists twice.

// Horizon is how far back missed times are searched. Older runs are of no use, and the
// search visits each time.
const Horizon = 31 * 24 * time.Hour

// Due says what is due by a schedule.
type Due struct {
	First, Last time.Time // times that have passed; zero if there are none
	Count       int
	Next        time.Time // the first later time; zero if there is none
}

// Since returns what is due by s at now, if all times up to done are done.
func DueSince(s Schedule, done, now time.Time) Due {
	if far := now.Add(-Horizon); done.Before(far) {
		done = far
	}
	var d Due
	for d.Next = s.Next(done); !d.Next.IsZero() && !d.Next.After(now); d.Next = s.Next(d.Next) {
		if d.Count == 0 {
			d.First = d.Next
		}
		d.Last = d.Next
		d.Count++
	}
	return d
}

// Times returns the next n times of s after t; fewer if there are no more.
func TimesOf(s Schedule, t time.Time, n int) []time.Time {
	var times []time.Time
	for range n {
		if t = s.Next(t); t.IsZero() {
			break
		}
		times = append(times, t)
	}
	return times
}
