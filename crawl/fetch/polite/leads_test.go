package polite

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestLed: a host that leads to one site again and again is ready when that site is, and
// waits for its turn; one that leads here and there, or answers itself, is not.
func TestLed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Delay: 4 * time.Second})
		ok := Answer{Status: 200, RetryAfter: -1}
		wait := func(host string) time.Duration { return max(time.Until(l.ReadyAt(host)), 0) }
		ask(t, l, "decoy.example", ok)
		time.Sleep(3 * time.Second)
		ask(t, l, "b.example", ok)
		time.Sleep(time.Second)
		for _, step := range []struct {
			to   string
			want time.Duration
			turn string
		}{
			{"www.b.example", 0, "decoy.example"}, // once tells nothing
			{"b.example", 3 * time.Second, "b.example"},
			{"c.example", 0, "decoy.example"},
			{"b.example", 0, "decoy.example"},
			{"b.example", 3 * time.Second, "b.example"},
			{"decoy.example", 0, "decoy.example"}, // it answers itself
		} {
			l.Led("decoy.example", step.to)
			turn, at := l.Turn("decoy.example")
			if got := wait("decoy.example"); got != step.want || turn != step.turn || max(time.Until(at), 0) != got {
				t.Errorf("led to %s, it waits %v for %s, want %v for %s", step.to, got, turn, step.want, step.turn)
			}
		}
		for range leadsAfter {
			l.Led("decoy.example", "b.example")
		}
		end := l.Begin("b.example")
		if wait("decoy.example") == 0 {
			t.Error("the site is busy, and the host that leads there is ready")
		}
		time.Sleep(leadWait)
		if wait("decoy.example") > 0 {
			t.Error("it waits for ever")
		}
		end()
	})
}

// TestLedForgotten: where a host led to is forgotten with the host.
func TestLedForgotten(t *testing.T) {
	l := New(Options{})
	for range 3 {
		l.Led("a.example", "b.example")
	}
	l.Led("a.example", "c.example")
	if l.buckets["b.example"] != nil || l.buckets["c.example"].hosts != 1 {
		t.Error("a site is kept that no host leads to, or counted twice")
	}
	l.Led("a.example", "a.example")
	if l.buckets["c.example"] != nil {
		t.Error("a site is kept that no host leads to")
	}
}
