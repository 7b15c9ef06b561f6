package polite

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// TestPromises: what servers ask of one limiter is told, and another one that learns it waits
// as long; of a server that asks for nothing nothing is told.
func TestPromises(t *testing.T) {
	name := filepath.Join(t.TempDir(), "promises")
	synctest.Test(t, func(t *testing.T) {
		s := opened(t, name)
		var told []Promise
		s.Tell(func(p Promise) { told = append(told, p) })
		l := New(Options{State: s})
		ask(t, l, "tired.example", Answer{Status: 503, RetryAfter: 300 * time.Second})
		l.SetCrawlDelay("calm.example", 20*time.Second)
		ask(t, l, "quick.example", Answer{Status: 200, RetryAfter: -1})
		if len(told) != 2 || told[0].Site != "tired.example" || told[1].Host != "calm.example" {
			t.Fatalf("told: %+v", told)
		}
		other := New(Options{})
		for _, p := range append(told, Promise{}) {
			other.Learn(p)
		}
		for host, want := range map[string]time.Duration{"www.tired.example": 300 * time.Second, "calm.example": 20 * time.Second, "quick.example": 0} {
			if got := max(0, time.Until(other.ReadyAt(host))); (got - want).Abs() > 2*time.Second {
				t.Errorf("%s waits %v, want %v", host, got, want)
			}
		}
	})
}
