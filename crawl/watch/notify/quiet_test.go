package notify

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func zone(t interface{ Fatal(...any) }, name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestQuietNights(t *testing.T) {
	berlin := zone(t, "Europe/Berlin") // clocks go forward on 29 March 2026 at 2:00, back on 25 October at 3:00
	tests := []struct {
		name     string
		from, to time.Duration
		at, want string // UTC
	}{
		{"a usual night", 22 * time.Hour, 6 * time.Hour, "2026-02-01 22:30", "2026-02-02 05:00"},
		{"a short night", 22 * time.Hour, 6 * time.Hour, "2026-03-28 22:30", "2026-03-29 04:00"},
		{"a long night", 22 * time.Hour, 6 * time.Hour, "2026-10-24 22:30", "2026-10-25 05:00"},
		{"an end that does not exist", 22 * time.Hour, 150 * time.Minute, "2026-03-29 00:30", "2026-03-29 01:00"},
		{"an end that comes twice", time.Hour, 150 * time.Minute, "2026-10-25 00:10", "2026-10-25 00:30"},
		{"not quiet", 22 * time.Hour, 6 * time.Hour, "2026-02-01 12:30", "2026-02-01 12:30"},
		{"an empty span", 6 * time.Hour, 6 * time.Hour, "2026-02-01 05:00", "2026-02-01 05:00"},
		{"quiet all day counts as none", 0, 24 * time.Hour, "2026-02-01 05:00", "2026-02-01 05:00"},
	}
	for _, tt := range tests {
		at, err := time.Parse("2006-01-02 15:04", tt.at)
		if err != nil {
			t.Fatal(err)
		}
		got := afterQuiet([]monitor.Quiet{{From: tt.from, To: tt.to, Zone: berlin}}, at)
		if s := got.UTC().Format("2006-01-02 15:04"); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}

// Whatever the spans, a notification is never due before it is made, nor in a quiet
// minute, unless all are.
func TestAfterQuiet(t *testing.T) {
	zones := []*time.Location{time.UTC, zone(t, "Asia/Shanghai"), zone(t, "Europe/Berlin"), zone(t, "Australia/Lord_Howe")}
	rapid.Check(t, func(t *rapid.T) {
		var quiet []monitor.Quiet
		for range rapid.IntRange(1, 3).Draw(t, "spans") {
			minute := rapid.IntRange(0, 24*60-1)
			quiet = append(quiet, monitor.Quiet{
				From: time.Duration(minute.Draw(t, "from")) * time.Minute, To: time.Duration(minute.Draw(t, "to")) * time.Minute,
				Zone: rapid.SampledFrom(zones).Draw(t, "zone"),
			})
		}
		at := time.Unix(rapid.Int64Range(1735689600, 1798761600).Draw(t, "at"), 0) // 2025, 2026
		got := afterQuiet(quiet, at)
		switch {
		case got.Before(at):
			t.Fatalf("%v is before %v", got, at)
		case !anyQuiet(quiet, at) && !got.Equal(at):
			t.Fatalf("held back to %v", got)
		case anyQuiet(quiet, got) && !got.Equal(at):
			t.Fatalf("%v is quiet", got)
		case got.Sub(at) > 26*time.Hour:
			t.Fatalf("waits %v", got.Sub(at))
		}
	})
}

// All moments of a span have one end, which is after them and at most the span away.
func TestDigestEnd(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	rapid.Check(t, func(t *rapid.T) {
		rule := &monitor.AlertRule{Digest: time.Duration(rapid.IntRange(1, 72*60).Draw(t, "minutes")) * time.Minute}
		if rapid.Bool().Draw(t, "berlin") {
			rule.Quiet = []monitor.Quiet{{Zone: berlin}}
		}
		at := time.Unix(rapid.Int64Range(1735689600, 1798761600).Draw(t, "at"), 0)
		end := digestEnd(rule, rule.Digest, at)
		longest := rule.Digest
		if longest >= 24*time.Hour {
			longest = (longest + 24*time.Hour - 1) / (24 * time.Hour) * (24 * time.Hour)
			longest += time.Hour // the day on which clocks go back
		}
		if !end.After(at) || end.Sub(at) > longest {
			t.Fatalf("%v: end %v", at, end)
		}
		mid := at.Add(end.Sub(at) / 2)
		if again := digestEnd(rule, rule.Digest, mid); !again.Equal(end) {
			t.Fatalf("%v ends at %v, %v in it at %v", at, end, mid, again)
		}
	})
}
