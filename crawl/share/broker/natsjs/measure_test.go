//go:build unix

package natsjs_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// TestMeasure says how many appends of 1.3 kB three servers confirm in a second, with three
// replicas and everything forced to disk before it is confirmed, and what memory they take.
func TestMeasure(t *testing.T) {
	if !long() {
		t.Skip("set ONTOCRAWL_LONG=1: three servers, measured")
	}
	s := startServers(t)
	b := s.open(0, 5*time.Second)
	data := []byte(strings.Repeat("x", 1300))
	s.ready(b)
	for _, logs := range []int{1, 8, 64} {
		for l := range logs {
			if _, err := broker.Append(t.Context(), b, fmt.Sprint("M", l), "first", broker.Any, data); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%d logs: %.0f appends/s, memory of the servers %s", logs, appends(t, b, logs, data), s.memory())
	}
	if n := appends(t, b, 1, []byte(strings.Repeat("x", 100_000))); n > 0 {
		t.Logf("one log: %.0f appends/s of 100 kB, memory of the servers %s", n, s.memory())
	}
}

// ready waits until the servers confirm.
func (s *servers) ready(b broker.Broker) {
	s.Helper()
	if _, err := broker.Append(s.Context(), b, "ready", "ready", broker.Any, nil); err != nil {
		s.Fatal(err)
	}
}

// appends appends for three seconds, 16 at once, and returns how many were confirmed in one.
func appends(t *testing.T, b broker.Broker, logs int, data []byte) float64 {
	t.Helper()
	const at, whole = 16, 3 * time.Second
	began := time.Now()
	var wg sync.WaitGroup
	var mu sync.Mutex
	all := 0
	for i := range at {
		wg.Go(func() {
			for n := 0; time.Since(began) < whole; n++ {
				id := fmt.Sprint(began.UnixNano(), "-", i, "-", n)
				if _, err := broker.Append(t.Context(), b, fmt.Sprint("M", (i+n*at)%logs), id, broker.Any, data); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				all++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return float64(all) / time.Since(began).Seconds()
}

// memory returns the resident memory of each server, where /proc tells it.
func (s *servers) memory() string {
	var all []string
	for _, c := range s.running {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
		if err != nil {
			return "unknown"
		}
		for line := range strings.Lines(string(status)) {
			if v, ok := strings.CutPrefix(line, "VmRSS:"); ok {
				all = append(all, strings.TrimSpace(v))
			}
		}
	}
	return strings.Join(all, ", ")
}
