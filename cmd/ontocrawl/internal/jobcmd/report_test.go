package jobcmd

import (
	"testing"
	"time"
)

// TestSpanOf: a time of the day is the last one that has been, in the zone of the job; what is no time or no span is told.
func TestSpanOf(t *testing.T) {
	zone := time.FixedZone("+08:00", 8*60*60)
	now := time.Date(2026, 7, 26, 6, 10, 0, 0, zone)
	at := func(day, hour int) time.Time { return time.Date(2026, 7, day, hour, 0, 0, 0, zone) }
	for _, tt := range []struct {
		from, to   string
		begin, end time.Time
		bad        bool
	}{
		{"22:00", "", at(25, 22), time.Time{}, false},
		{"22:00", "06:00", at(25, 22), at(26, 6), false},
		{"2026-07-25T18:00", "2026-07-26", at(25, 18), at(26, 0), false},
		{"2026-07-25T10:00:00Z", "", at(25, 18), time.Time{}, false},
		{"", "", time.Time{}, time.Time{}, false},
		{"06:00", "05:00", at(26, 6), at(26, 5), true},
		{"yesterday", "", time.Time{}, time.Time{}, true},
		{"", "25:00", time.Time{}, time.Time{}, true},
	} {
		begin, end, err := spanOf(tt.from, tt.to, now)
		if (err != nil) != tt.bad || !tt.bad && (!begin.Equal(tt.begin) || !end.Equal(tt.end)) {
			t.Errorf("%q to %q: %v to %v, %v", tt.from, tt.to, begin, end, err)
		}
	}
}
