package scheduler_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
)

func TestDecide(t *testing.T) {
	at := func(hms string) time.Time {
		if hms == "" {
			return time.Time{}
		}
		v, err := time.Parse(time.DateTime, "2026-07-25 "+hms)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	s := job(t, "x", "@every 10m").Schedule
	const merge, each, skip = monitor.MergeMissed, monitor.RunMissed, monitor.SkipMissed
	for _, c := range []struct {
		name            string
		missed          monitor.Missed
		done, onto, now string
		want            scheduler.Plan
	}{
		{"not due", merge, "08:00:00", "", "08:09:59", scheduler.Plan{Next: at("08:10:00")}},
		{"due", merge, "08:00:00", "", "08:10:00", scheduler.Plan{Run: true, First: at("08:10:00"), Due: at("08:10:00"), Trigger: monitor.Scheduled, Next: at("08:20:00")}},
		{"a minute late", skip, "08:00:00", "", "08:11:00", scheduler.Plan{Run: true, First: at("08:10:00"), Due: at("08:10:00"), Trigger: monitor.Scheduled, Next: at("08:20:00")}},
		{"later, merged", merge, "08:00:00", "", "08:11:01", scheduler.Plan{Run: true, First: at("08:10:00"), Due: at("08:10:00"), Trigger: monitor.CaughtUp, Next: at("08:20:00")}},
		{"later, skipped", skip, "08:00:00", "", "08:11:01", scheduler.Plan{Run: true, First: at("08:10:00"), Due: at("08:10:00"), Trigger: monitor.CaughtUp, Skip: true, Next: at("08:20:00")}},
		{"later, but seen in time", skip, "08:00:00", "08:10:00", "08:15:00", scheduler.Plan{Run: true, First: at("08:10:00"), Due: at("08:10:00"), Trigger: monitor.Scheduled, Next: at("08:20:00")}},
		{"six, merged", merge, "08:00:00", "", "09:05:00", scheduler.Plan{Run: true, First: at("08:10:00"), Due: at("09:00:00"), Trigger: monitor.CaughtUp, Missed: 5, Next: at("09:10:00")}},
		{"six, each", each, "08:00:00", "", "09:05:00", scheduler.Plan{Run: true, First: at("08:10:00"), Due: at("08:10:00"), Trigger: monitor.CaughtUp, Next: at("09:05:00")}},
		{"the last of them", each, "08:50:00", "", "09:05:00", scheduler.Plan{Run: true, First: at("09:00:00"), Due: at("09:00:00"), Trigger: monitor.CaughtUp, Next: at("09:10:00")}},
		{"six, skipped", skip, "08:00:00", "", "09:05:00", scheduler.Plan{Run: true, First: at("08:10:00"), Due: at("09:00:00"), Trigger: monitor.CaughtUp, Missed: 5, Skip: true, Next: at("09:10:00")}},
		{"five skipped, one in time", skip, "08:00:00", "", "09:00:10", scheduler.Plan{Run: true, First: at("08:10:00"), Due: at("09:00:00"), Trigger: monitor.Scheduled, Missed: 5, Next: at("09:10:00")}},
		{"the clock behind", merge, "09:00:00", "", "08:05:00", scheduler.Plan{Next: at("09:10:00")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, scheduler.Decide(s, c.missed, at(c.done), at(c.onto), at(c.now))); d != "" {
				t.Error(d)
			}
		})
	}
}
