package monitortest_test

import (
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/monitortest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

var _ monitor.Clock = (*monitortest.Clock)(nil)

func TestClock(t *testing.T) {
	start := time.Date(2026, 7, 25, 8, 0, 0, 0, time.UTC)
	c := monitortest.NewClock(start)
	late, _ := c.After(2 * time.Hour)
	soon, _ := c.After(time.Hour)
	never, stop := c.After(time.Minute)
	stop()
	now, _ := c.After(0)
	if got := <-now; !got.Equal(start) {
		t.Errorf("After(0) gave %v", got)
	}
	if c.Waiting() != 2 {
		t.Fatalf("%d wait, want 2", c.Waiting())
	}
	c.Jump(-30 * time.Minute) // the wall says 07:30
	c.Advance(90 * time.Minute)
	if got := <-soon; !got.Equal(start.Add(30 * time.Minute)) {
		t.Errorf("woken at %v, want 08:30", got)
	}
	select {
	case <-never:
		t.Error("a waiter that was stopped woke")
	case <-late:
		t.Error("woken before its time")
	default:
	}
	if d := c.Next(time.Hour); d != 30*time.Minute {
		t.Errorf("the next was due in %v, want 30m", d)
	}
	if got := <-late; !got.Equal(start.Add(90 * time.Minute)) {
		t.Errorf("woken at %v, want 09:30", got)
	}
	if d := c.Next(time.Hour); d != time.Hour || !c.Now().Equal(start.Add(150*time.Minute)) {
		t.Errorf("nobody waits: passed %v, now %v", d, c.Now())
	}
}
