package monitor_test

import (
	"errors"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the test must not hang on what the machine has

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func parse(t testing.TB, spec, zoneName string) monitor.Schedule {
	t.Helper()
	s, err := monitor.ParseSchedule(spec, zone(t, zoneName))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The expected times are read off a calendar. New York: the clock goes from
// 2:00 to 3:00 on 8 March 2026, from 2:00 to 1:00 on 1 November. Lord Howe: by
// half an hour, 2:00 to 1:30 on 5 April. Beirut: 0:00 to 1:00 on 29 March. Apia
// had no 30 December 2011.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		name, spec, zone, from string
		want                   []string
	}{
		{"five fields", "*/15 8 * * *", "Asia/Shanghai", "2026-07-25T08:20:00+08:00", []string{"2026-07-25T08:30:00+08:00", "2026-07-25T08:45:00+08:00", "2026-07-26T08:00:00+08:00"}},
		{"six fields", "30 0 8 * * *", "Asia/Shanghai", "2026-07-25T00:00:30Z", []string{"2026-07-26T08:00:30+08:00"}},
		{"strictly after", "0 8 * * *", "UTC", "2026-07-25T08:00:00Z", []string{"2026-07-26T08:00:00Z"}},
		{"a fraction of a second before", "0 8 * * *", "UTC", "2026-07-25T07:59:59.999Z", []string{"2026-07-25T08:00:00Z"}},
		{"sunday is 7", "0 8 * * 7", "UTC", "2026-07-25T08:00:00Z", []string{"2026-07-26T08:00:00Z", "2026-08-02T08:00:00Z"}},
		{"friday to sunday", "0 8 * * 5-7", "UTC", "2026-07-25T08:00:00Z", []string{"2026-07-26T08:00:00Z", "2026-07-31T08:00:00Z"}},
		{"leap day", "0 0 29 2 *", "UTC", "2026-01-01T00:00:00Z", []string{"2028-02-29T00:00:00Z"}},
		{"leap day over 2100", "0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z", []string{"2104-02-29T00:00:00Z"}},
		{"31st", "0 0 31 * *", "UTC", "2026-01-31T00:00:00Z", []string{"2026-03-31T00:00:00Z"}},
		{"daily", "@daily", "Asia/Shanghai", "2026-07-25T00:00:00Z", []string{"2026-07-26T00:00:00+08:00"}},

		{"in the hour left out", "30 2 * * *", "America/New_York", "2026-03-07T12:00:00-05:00", []string{"2026-03-08T03:00:00-04:00", "2026-03-09T02:30:00-04:00"}},
		{"twice in the hour left out, once made", "20,40 2 * * *", "America/New_York", "2026-03-07T12:00:00-05:00", []string{"2026-03-08T03:00:00-04:00", "2026-03-09T02:20:00-04:00"}},
		{"hours around the one left out", "0 1,2,3 * * *", "America/New_York", "2026-03-08T00:00:00-05:00", []string{"2026-03-08T01:00:00-05:00", "2026-03-08T03:00:00-04:00", "2026-03-09T01:00:00-04:00"}},
		{"in the hour that comes twice", "30 1 * * *", "America/New_York", "2026-10-31T12:00:00-04:00", []string{"2026-11-01T01:30:00-04:00", "2026-11-02T01:30:00-05:00"}},
		{"asked in the second of them", "30 1 * * *", "America/New_York", "2026-11-01T01:10:00-05:00", []string{"2026-11-02T01:30:00-05:00"}},
		{"every half hour over the one left out", "*/30 * * * *", "America/New_York", "2026-03-08T01:00:00-05:00", []string{"2026-03-08T01:30:00-05:00", "2026-03-08T03:00:00-04:00"}},
		{"every half hour over the one twice", "*/30 * * * *", "America/New_York", "2026-11-01T01:10:00-04:00", []string{"2026-11-01T01:30:00-04:00", "2026-11-01T01:00:00-05:00", "2026-11-01T01:30:00-05:00", "2026-11-01T02:00:00-05:00"}},
		{"half an hour twice", "45 1 * * *", "Australia/Lord_Howe", "2026-04-04T12:00:00+11:00", []string{"2026-04-05T01:45:00+11:00", "2026-04-06T01:45:00+10:30"}},
		{"midnight left out", "0 0 * * *", "Asia/Beirut", "2026-03-28T12:00:00+02:00", []string{"2026-03-29T01:00:00+03:00", "2026-03-30T00:00:00+03:00"}},
		{"a day left out", "0 8 * * *", "Pacific/Apia", "2011-12-29T12:00:00-10:00", []string{"2011-12-31T00:00:00+14:00", "2011-12-31T08:00:00+14:00"}},

		{"every, aligned", "@every 10m", "Asia/Shanghai", "2026-07-25T08:03:17+08:00", []string{"2026-07-25T08:10:00+08:00", "2026-07-25T08:20:00+08:00"}},
		{"every day, at midnight", "@every 24h", "Asia/Shanghai", "2026-07-25T08:03:17+08:00", []string{"2026-07-26T00:00:00+08:00"}},
		{"every week, on Mondays", "@every 168h", "UTC", "2026-07-25T08:00:00Z", []string{"2026-07-27T00:00:00Z"}},
		{"every, before it is counted", "@every 7m", "UTC", "2000-12-31T23:52:00Z", []string{"2000-12-31T23:53:00Z", "2001-01-01T00:00:00Z"}},
		{"every, over summer time", "@every 30m", "America/New_York", "2026-03-08T01:40:00-05:00", []string{"2026-03-08T03:00:00-04:00", "2026-03-08T03:30:00-04:00"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			from, err := time.Parse(time.RFC3339Nano, c.from)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, at := range monitor.TimesOf(parse(t, c.spec, c.zone), from, len(c.want)) {
				got = append(got, at.Format(time.RFC3339))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestBadLines(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{"", "empty"},
		{"0 0 30 2 *", "never fires"},
		{"0 0 31 4,6,9,11 *", "never fires"},
		{"0 , * * *", "never fires"},
		{"0 24 * * *", "above maximum"},
		{"* * *", "expected 5 to 6 fields"},
		{"* * * * * *", "shortest interval"},
		{"*/5 * * * * *", "shortest interval"},
		{"@every 1s", "shortest interval"},
		{"@every -1h", "shortest interval"},
		{"@every 10500ms", "whole seconds"},
		{"@every day", "no duration"},
		{"@noon", "unrecognized"},
		{"TZ=Mars", "key of its own"},
		{"CRON_TZ=Asia/Shanghai 0 8 * * *", "key of its own"},
		{"0 8 L * *", "parse"},
	} {
		_, err := monitor.ParseSchedule(c.spec, time.UTC)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.spec, err, c.want)
		}
	}
	if _, err := monitor.ParseSchedule("0 0 30 2 *", time.UTC); !errors.Is(err, monitor.ErrNever) {
		t.Errorf("not ErrNever: %v", err)
	}
}

func TestSince(t *testing.T) {
	s := parse(t, "@every 10m", "UTC")
	at := func(hm string) time.Time {
		v, err := time.Parse(time.RFC3339, "2026-07-25T"+hm+":00Z")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct {
		done, now string
		want      monitor.Due
	}{
		{"08:00", "08:09", monitor.Due{Next: at("08:10")}},
		{"08:00", "08:10", monitor.Due{First: at("08:10"), Last: at("08:10"), Count: 1, Next: at("08:20")}},
		{"08:00", "09:05", monitor.Due{First: at("08:10"), Last: at("09:00"), Count: 6, Next: at("09:10")}},
		{"09:00", "08:05", monitor.Due{Next: at("09:10")}}, // the clock was put back
	} {
		if d := cmp.Diff(c.want, monitor.DueSince(s, at(c.done), at(c.now))); d != "" {
			t.Errorf("done %s, now %s: %s", c.done, c.now, d)
		}
	}
	old := monitor.DueSince(s, time.Time{}, at("08:00"))
	if old.Count != 31*24*6 || !old.Last.Equal(at("08:00")) {
		t.Errorf("a job of old: %d missed up to %v", old.Count, old.Last)
	}
}

// Whatever the line, the zone and the time: Next is after, and what is between
// is nothing.
func TestLaws(t *testing.T) {
	specs := []string{"*/10 * * * *", "30 2 * * *", "0 0 * * *", "15,45 1-3 * * *", "0 30 1 * * 0", "@every 7m", "@every 24h", "@monthly"}
	zones := []string{"UTC", "Asia/Shanghai", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut", "Africa/Casablanca", "Pacific/Apia"}
	rapid.Check(t, func(t *rapid.T) {
		z, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		s, err := monitor.ParseSchedule(rapid.SampledFrom(specs).Draw(t, "spec"), z)
		if err != nil {
			t.Fatal(err)
		}
		from := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "from"), 0)
		n := s.Next(from)
		if !n.After(from) {
			t.Fatalf("Next(%v) = %v", from, n)
		}
		gap := n.Unix() - from.Unix()
		between := from.Add(time.Duration(rapid.Int64Range(0, gap-1).Draw(t, "between")) * time.Second)
		if got := s.Next(between); !got.Equal(n) {
			t.Fatalf("Next(%v) = %v, but Next(%v) = %v", from, n, between, got)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"0 8 * * *", "*/5 * * * * *", "@every 10m", "TZ=", "0 0 30 2 *", "* * * * 5-7", ",,,,, ,"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		s, err := monitor.ParseSchedule(spec, time.UTC)
		if err != nil {
			return
		}
		from := time.Date(2026, 7, 25, 8, 0, 0, 0, time.UTC)
		if n := s.Next(from); !n.After(from) {
			t.Errorf("%q: Next = %v", spec, n)
		}
	})
}

func BenchmarkNext(b *testing.B) {
	s := parse(b, "30 2 * * 1-5", "America/New_York")
	t := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for b.Loop() {
		t = s.Next(t)
	}
}
