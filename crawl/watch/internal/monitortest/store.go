package monitortest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Store is the conformance suite of [monitor.Store]. open opens the store in a folder,
// a new one or the one that is there.
func Store(t *testing.T, open func(dir string) (monitor.Store, error)) {
	x := storeSuite{open}
	t.Run("runs", x.runs)
	t.Run("set back", x.setBack)
	t.Run("pages", x.pages)
	t.Run("batches", x.batches)
	t.Run("counts", x.counts)
	t.Run("stories", x.stories)
	t.Run("outbox", x.outbox)
	t.Run("clock ahead", x.clockAhead)
	t.Run("mentions", x.mentions)
	t.Run("transitions", x.transitions)
	t.Run("notes", x.notes)
	t.Run("sources", x.sources)
	t.Run("prune", x.prune)
	t.Run("names", x.names)
	t.Run("together", x.together)
}

type storeSuite struct {
	open func(dir string) (monitor.Store, error)
}

// noon is when the tests of a Store begin.
var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

func (x storeSuite) must(t *testing.T, dir string) monitor.Store {
	t.Helper()
	b, err := x.open(dir)
	fine(t, err)
	t.Cleanup(func() { fine(t, b.Close()) })
	return b
}

// again closes b and opens it anew: what was written must be there.
func (x storeSuite) again(t *testing.T, b monitor.Store, dir string) monitor.Store {
	t.Helper()
	fine(t, b.Close())
	return x.must(t, dir)
}

func fine(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// setBack: a run of a clock that was ahead is made once, and keeps nobody from
// running when the clock is right again.
func (x storeSuite) setBack(t *testing.T) {
	b := x.must(t, t.TempDir())
	for _, c := range []struct {
		due, now time.Time
		want     error
	}{
		{noon, noon, nil},
		{noon.AddDate(1, 0, 0), noon.AddDate(1, 0, 0), nil},
		{noon, noon.Add(time.Minute), monitor.ErrClaimed},
		{noon.Add(time.Hour), noon.Add(time.Hour), nil},
		{noon.Add(2 * time.Hour), noon.Add(2 * time.Hour), nil},
		{noon.Add(time.Hour), noon.Add(2 * time.Hour), monitor.ErrClaimed},
		{noon.AddDate(1, 0, 0), noon.AddDate(1, 0, 0), monitor.ErrClaimed},
		{noon.AddDate(1, 0, 1), noon.AddDate(1, 0, 1), nil},
	} {
		run, err := b.Claim("typhoon", c.due, monitor.Scheduled, c.now)
		if !errors.Is(err, c.want) {
			t.Errorf("claim of %v at %v: %v, want %v", c.due, c.now, err, c.want)
		}
		if err == nil {
			fine(t, b.End(run))
		}
	}
}

// runs: a scheduled time has one run, and a run that was interrupted comes first.
func (x storeSuite) runs(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	claim := func(due time.Time, by monitor.Trigger) (monitor.Run, error) {
		return b.Claim("typhoon", due, by, due.Add(time.Second))
	}
	first, err := claim(noon, monitor.Scheduled)
	fine(t, err)
	same(t, "claimed", first, monitor.Run{Job: "typhoon", Number: 1, Due: noon, Trigger: monitor.Scheduled, Started: noon.Add(time.Second), Outcome: monitor.Running})
	b = x.again(t, b, dir) // the process died
	open, ok, err := b.Open("typhoon")
	fine(t, err)
	same(t, "open", open, first)
	if !ok {
		t.Error("the run is not open")
	}
	resumed, err := claim(noon.Add(time.Hour), monitor.Scheduled)
	fine(t, err)
	if resumed.Number != 1 || resumed.Resumed != 1 || !resumed.Due.Equal(noon) {
		t.Errorf("claimed %+v while run 1 has not ended", resumed)
	}
	resumed.Ended, resumed.Outcome = noon.Add(time.Minute), monitor.Done
	fine(t, b.End(resumed))
	if _, ok, err := b.Open("typhoon"); ok || err != nil {
		t.Errorf("open after its end: %v %v", ok, err)
	}
	for _, due := range []time.Time{noon, noon.Add(-time.Hour)} {
		if _, err := b.Claim("typhoon", due, monitor.CaughtUp, noon.Add(time.Hour)); !errors.Is(err, monitor.ErrClaimed) {
			t.Errorf("claimed %v again: %v", due, err)
		}
	}
	hand, err := claim(noon.Add(-time.Minute), monitor.ByHand)
	fine(t, err)
	same(t, "number by hand", hand.Number, 2)
	fine(t, b.End(hand))
	if _, err := claim(hand.Due, monitor.ByHand); !errors.Is(err, monitor.ErrClaimed) {
		t.Errorf("claimed by hand again: %v", err)
	}
	if _, err := b.Claim("flood", noon, monitor.Scheduled, noon); err != nil {
		t.Errorf("another job: %v", err)
	}
	if _, err := b.Run("typhoon", 3); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("a run that was never made: %v", err)
	}
	if err := b.End(monitor.Run{Job: "typhoon", Number: 9}); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("end of a run that was never made: %v", err)
	}
}

// pages: a list is read page by page, by the time of the last, and none is lost
// though many have the same time.
func (x storeSuite) pages(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	for hour := range 6 {
		for _, job := range []string{"a", "a-b", "ab"} {
			due := noon.Add(time.Duration(hour) * time.Hour)
			r, err := b.Claim(job, due, monitor.Scheduled, due)
			fine(t, err)
			fine(t, b.End(r))
		}
	}
	b = x.again(t, b, dir)
	seen := map[string]int{}
	var last time.Time
	for pages := 0; ; pages++ {
		runs, err := b.Runs("", last, 4)
		fine(t, err)
		if len(runs) == 0 {
			same(t, "pages", pages, 3) // 4 runs and 2 of the same hour as the fourth
			break
		}
		for _, r := range runs {
			if !last.IsZero() && r.Due.After(last) {
				t.Fatalf("%v after %v", r.Due, last)
			}
			last = r.Due
			seen[fmt.Sprint(r.Job, r.Number)]++
		}
	}
	if len(seen) != 18 {
		t.Errorf("%d runs listed of 18", len(seen))
	}
	for run, n := range seen {
		if n != 1 {
			t.Errorf("%s listed %d times", run, n)
		}
	}
	runs, err := b.Runs("a", noon.Add(3*time.Hour), 2)
	fine(t, err)
	if len(runs) != 2 || runs[0].Job != "a" || runs[0].Number != 3 || runs[1].Number != 2 {
		t.Errorf("two runs of a before its fourth: %+v", runs)
	}
	if runs, err := b.Runs("nobody", time.Time{}, 5); len(runs) > 0 || err != nil {
		t.Errorf("runs of nobody: %v %v", runs, err)
	}
}
