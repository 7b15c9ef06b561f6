package polite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// opened opens the state of a process; the process is killed, so it never closes it.
func opened(t *testing.T, name string) *State {
	t.Helper()
	s, err := OpenState(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// ask makes a request and reports its answer.
func ask(t *testing.T, l *Limiter, host string, a Answer) {
	t.Helper()
	done, err := l.Wait(t.Context(), host, netip.Addr{})
	if err != nil {
		t.Fatal(err)
	}
	done(a)
}

// TestState: a limiter knows what a killed process learned, and nothing else.
func TestState(t *testing.T) {
	name := filepath.Join(t.TempDir(), "promises")
	synctest.Test(t, func(t *testing.T) {
		first := opened(t, name)
		if first.Resumed() {
			t.Error("a new file was there before")
		}
		l := New(Options{State: first})
		ask(t, l, "tired.example", Answer{Status: 503, RetryAfter: 300 * time.Second})
		ask(t, l, "slow.example", Answer{Status: 200, RetryAfter: -1, Latency: 4 * time.Second})
		l.SetCrawlDelay("calm.example", 20*time.Second)
		ask(t, l, "calm.example", Answer{Status: 200, RetryAfter: -1})
		ask(t, l, "quick.example", Answer{Status: 200, RetryAfter: -1})
		tired := l.ReadyAt("tired.example")
		time.Sleep(160 * time.Second) // the machine was off
		second := opened(t, name)
		next := New(Options{Resume: second.Resumed(), State: second})
		// To the millisecond: a restart counts by the calendar.
		for host, want := range map[string]time.Time{
			"tired.example": tired, "www.tired.example": tired, "calm.example": time.Now().Add(20 * time.Second),
			"quick.example": time.Now().Add(time.Second), "slow.example": time.Now().Add(time.Second),
		} {
			if got := next.ReadyAt(host); got.Sub(want).Abs() > time.Millisecond {
				t.Errorf("%s at %v, want %v", host, got, want)
			}
		}
		if d := next.paceOf(next.buckets["slow.example"]); d != 8*time.Second {
			t.Errorf("slow.example has a delay of %v", d)
		}
		if n := next.buckets["tired.example"].refused; n != 1 {
			t.Errorf("%d refusals are remembered", n)
		}
		if next.hosts["quick.example"] != nil {
			t.Error("quick.example is remembered")
		}
	})
}

// TestStateStaysSmall: what is over is forgotten, and however often a server
// refuses, the file stays small.
func TestStateStaysSmall(t *testing.T) {
	name := filepath.Join(t.TempDir(), "promises")
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{State: opened(t, name)})
		for range 3000 {
			ask(t, l, "a.example", Answer{Status: 429, RetryAfter: time.Second})
		}
		if info, err := os.Stat(name); err != nil || info.Size() > 200_000 {
			t.Errorf("%d bytes, %v", info.Size(), err)
		}
		s := opened(t, name)
		if s.known["site a.example"].Refused != 3000 {
			t.Errorf("known: %+v", s.known)
		}
		ask(t, New(Options{State: s}), "a.example", Answer{Status: 200, RetryAfter: -1})
		time.Sleep(time.Hour)
		if s := opened(t, name); len(s.known) != 0 {
			t.Errorf("known: %+v", s.known)
		}
	})
}

// goldenSums has the same with checksums, which version 1 reads, too.
const goldenSums = `{"site":"a.example","hold":"2000-01-01T00:05:00Z","refused":1,"crc":452293695}
{"site":"b.example","hold":"2000-01-01T00:00:00Z","latency_ns":4000000000,"crc":2829016357}
{"host":"c.example","delay_ns":20000000000,"crc":3232343012}
`

// golden is the file of a process of version 1.
const golden = `{"site":"a.example","hold":"2000-01-01T00:05:00Z","refused":1}
{"site":"b.example","hold":"2000-01-01T00:00:00Z","latency_ns":4000000000}
{"host":"c.example","delay_ns":20000000000}
`

// TestGoldenState: run folders hold this file, so neither its bytes nor what they
// mean may change.
func TestGoldenState(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) { // the clock begins at 2000-01-01
		name := filepath.Join(dir, "promises")
		l := New(Options{State: opened(t, name)})
		ask(t, l, "www.a.example", Answer{Status: 503, RetryAfter: 300 * time.Second})
		ask(t, l, "b.example", Answer{Status: 200, RetryAfter: -1, Latency: 4 * time.Second})
		l.SetCrawlDelay("c.example", 20*time.Second)
		if got, err := os.ReadFile(name); err != nil || string(got) != goldenSums {
			t.Errorf("%v, written:\n%s", err, got)
		}
		if err := os.WriteFile(name, []byte(golden), 0o600); err != nil {
			t.Fatal(err)
		}
		l = New(Options{State: opened(t, name)})
		if at := time.Until(l.ReadyAt("a.example")); at != 5*time.Minute {
			t.Errorf("a.example waits %v", at)
		}
		if b := l.buckets["b.example"]; b == nil || l.paceOf(b) != 8*time.Second {
			t.Errorf("b.example: %+v", b)
		}
		if at := time.Until(l.ReadyAt("c.example")); at != 20*time.Second {
			t.Errorf("c.example waits %v", at)
		}
	})
}

// Whatever bit of a promise is flipped, its line counts as one that cannot be read; a line without a checksum is read.
func TestFlippedPromises(t *testing.T) {
	for i := range goldenSums {
		for bit := range 8 {
			b := []byte(goldenSums)
			b[i] ^= 1 << bit
			var was, now record
			line := strings.Count(goldenSums[:i], "\n")
			if goldenSums[i] == '\n' || b[i] == '\n' {
				continue // lines are joined, or parted
			}
			was.parse([]byte(strings.Split(goldenSums, "\n")[line]))
			if now.parse(bytes.Split(b, []byte("\n"))[line]) && (now.key() != was.key() || now.Hold != was.Hold || now.Refused != was.Refused || now.Latency != was.Latency || now.Delay != was.Delay) {
				t.Errorf("bit %d of byte %d: %s is read as %+v", bit, i, b, now)
			}
		}
	}
	if bad, err := CheckState(strings.NewReader(golden + goldenSums + `{"site":"a.example","crc":1}` + "\n")); bad != 1 || err != nil {
		t.Error(bad, err)
	}
}

// A clock that was set back a day lets no server wait longer than the options allow, and
// none be asked sooner than its pause from now.
func TestClockSetBack(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		name := filepath.Join(dir, "promises")
		tomorrow := time.Now().Add(24*time.Hour + 5*time.Minute) // as a process wrote it before
		line, err := json.Marshal(record{Site: "a.example", Hold: tomorrow, Refused: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, append(line, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
		l := New(Options{State: opened(t, name), MaxRetryAfter: 10 * time.Minute})
		if wait := time.Until(l.ReadyAt("a.example")); wait != 10*time.Minute {
			t.Errorf("a.example waits %v, want the longest pause", wait)
		}
	})
}

// TestStateTorn: a file cut at any byte, as a killed process may leave it, still
// holds each line that is whole.
func TestStateTorn(t *testing.T) {
	dir := t.TempDir()
	var whole []byte
	for i := range 3 {
		line, _ := json.Marshal(record{Site: fmt.Sprint(i, ".example"), Refused: i + 1})
		whole = append(append(whole, line...), '\n')
	}
	for n := range len(whole) + 1 {
		name := filepath.Join(dir, fmt.Sprint(n))
		if err := os.WriteFile(name, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if got, want := len(opened(t, name).known), bytes.Count(whole[:n], []byte("\n")); got != want && got != want+1 || !opened(t, name).Resumed() {
			t.Errorf("cut to %d bytes: %d records, want %d", n, got, want)
		}
	}
	var log strings.Builder
	bad := filepath.Join(dir, "bad")
	os.WriteFile(bad, append([]byte("{\n\x1b]0;\x07\n"), whole...), 0o600) //nolint:errcheck
	s, err := OpenState(bad, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil || len(s.known) != 3 || !strings.Contains(log.String(), "lines=2") {
		t.Errorf("%v, %d records, log %q", err, len(s.known), log.String())
	}
	s.Close()
	if _, err := OpenState(filepath.Join(dir, "none", "promises"), nil); err == nil {
		t.Error("a file in a folder that is not there")
	}
}

// FuzzState: whatever the file holds, no host waits longer than it may.
func FuzzState(f *testing.F) {
	f.Add([]byte(`{"site":"a.example","hold":"2999-01-01T00:00:00Z","refused":3,"latency_ns":1000000000}` + "\n" + `{"host":"b.example","delay_ns":1000000000}`))
	f.Add([]byte(`{"site":"a.example","hold":"9999-01-01T00:00:00Z","refused":-5,"latency_ns":9223372036854775807}` + "\n" + `{"host":" ","delay_ns":-1}` + "\n" + `{"host":"a.example","delay_ns":9223372036854775807}`))
	f.Add([]byte("null\n{}\n[]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &State{log: slog.New(slog.DiscardHandler), known: map[string]record{}}
		if err := s.read(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		l := New(Options{State: s})
		for name := range l.hosts {
			if at := time.Until(l.ReadyAt(name)); at > defaultMaxRetryAfter {
				t.Errorf("%q waits %v", name, at)
			}
			if d := l.paceOf(l.host(name).site); d > defaultMaxCrawlDelay {
				t.Errorf("%q has a delay of %v", name, d)
			}
		}
	})
}
