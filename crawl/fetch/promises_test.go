package fetch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// opened opens the promises of a process; nobody closes them, for it is killed.
func opened(t *testing.T, name string) *Promises {
	t.Helper()
	p, err := OpenPromises(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// TestPromises: a client knows what was promised by one that was killed in the
// middle of its work, and nothing else.
func TestPromises(t *testing.T) {
	name := filepath.Join(t.TempDir(), "promises")
	synctest.Test(t, func(t *testing.T) {
		hosts := map[string]http.HandlerFunc{
			"tired.example": func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/robots.txt" {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Retry-After", "300")
				w.WriteHeader(503)
			},
			"slow.example": func(w http.ResponseWriter, r *http.Request) {
				time.Sleep(4 * time.Second)
				site("")(w, r)
			},
			"calm.example":  site("User-agent: *\nCrawl-delay: 20"),
			"quick.example": site(""),
		}
		first := opened(t, name)
		if first.Resumed() {
			t.Error("a new file was there before")
		}
		_, c := newWorld(t, Options{Promises: first}, hosts)
		for name := range hosts {
			mustFetch(t, c, "http://"+name+"/")
		}
		tired := c.ReadyAt("tired.example")
		time.Sleep(160 * time.Second) // the machine was off
		second := opened(t, name)
		_, next := newWorld(t, Options{Resume: second.Resumed(), Promises: second}, hosts)
		// To the millisecond: a restart counts by the calendar.
		for host, want := range map[string]time.Time{
			"tired.example": tired, "www.tired.example": tired, "calm.example": time.Now().Add(20 * time.Second),
			"quick.example": time.Now().Add(time.Second), "slow.example": time.Now().Add(time.Second),
		} {
			if got := next.ReadyAt(host); got.Sub(want).Abs() > time.Millisecond {
				t.Errorf("%s at %v, want %v", host, got, want)
			}
		}
		if p := next.turns.places["slow.example"]; next.turns.paceOf(p) != 8*time.Second {
			t.Errorf("slow.example has a delay of %v", next.turns.paceOf(p))
		}
		if p := next.turns.places["tired.example"]; p.refused != 1 {
			t.Errorf("%d refusals are remembered", p.refused)
		}
		if next.turns.hosts["quick.example"] != nil {
			t.Error("quick.example is remembered")
		}
	})
}

// TestPromisesKept: what is over is forgotten, and however often servers refuse,
// the file stays small.
func TestPromisesKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "promises")
	synctest.Test(t, func(t *testing.T) {
		refuse := true
		_, c := newWorld(t, Options{Promises: opened(t, name)}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
			if refuse && r.URL.Path != "/robots.txt" {
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(429)
				return
			}
			site("")(w, r)
		}})
		for range 3000 {
			mustFetch(t, c, "http://a.example/")
		}
		if info, err := os.Stat(name); err != nil || info.Size() > 200_000 {
			t.Errorf("%d bytes, %v", info.Size(), err)
		}
		if p := opened(t, name); p.kept["site a.example"].Refused < 50 { // robots.txt is had once a day
			t.Errorf("kept: %+v", p.kept)
		}
		refuse = false
		_, c = newWorld(t, Options{Promises: opened(t, name)}, map[string]http.HandlerFunc{"a.example": site("")})
		mustFetch(t, c, "http://a.example/")
		time.Sleep(time.Hour)
		if p := opened(t, name); len(p.kept) != 0 {
			t.Errorf("kept: %+v", p.kept)
		}
	})
}

// TestPromisesTorn: a file cut at any byte, as a death may leave it, still tells
// of each line that is whole.
func TestPromisesTorn(t *testing.T) {
	dir := t.TempDir()
	var whole []byte
	for i := range 3 {
		line, _ := json.Marshal(promise{Site: fmt.Sprint(i, ".example"), Refused: i + 1})
		whole = append(append(whole, line...), '\n')
	}
	for n := range len(whole) + 1 {
		name := filepath.Join(dir, fmt.Sprint(n))
		if err := os.WriteFile(name, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if got, want := len(opened(t, name).kept), bytes.Count(whole[:n], []byte("\n")); got != want && got != want+1 || !opened(t, name).Resumed() {
			t.Errorf("cut to %d bytes: %d promises, want %d", n, got, want)
		}
	}
	var log strings.Builder
	bad := filepath.Join(dir, "bad")
	os.WriteFile(bad, append([]byte("{\n\x1b]0;\x07\n"), whole...), 0o600) //nolint:errcheck
	p, err := OpenPromises(bad, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil || len(p.kept) != 3 || !strings.Contains(log.String(), "lines=2") {
		t.Errorf("%v, %d promises, log %q", err, len(p.kept), log.String())
	}
	p.Close()
	if _, err := OpenPromises(filepath.Join(dir, "none", "promises"), nil); err == nil {
		t.Error("a file in a folder that is not there")
	}
}

// FuzzPromises: whatever the file holds, no host waits longer than it may.
func FuzzPromises(f *testing.F) {
	f.Add([]byte(`{"site":"a.example","hold":"2999-01-01T00:00:00Z","refused":3,"latency_ns":1000000000}` + "\n" + `{"host":"b.example","delay_ns":1000000000}`))
	f.Add([]byte(`{"site":"a.example","hold":"9999-01-01T00:00:00Z","refused":-5,"latency_ns":9223372036854775807}` + "\n" + `{"host":" ","delay_ns":-1}` + "\n" + `{"host":"a.example","delay_ns":9223372036854775807}`))
	f.Add([]byte("null\n{}\n[]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := &Promises{log: slog.New(slog.DiscardHandler), kept: map[string]promise{}}
		if err := p.read(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		c, err := New(Options{Promises: p})
		if err != nil {
			t.Fatal(err)
		}
		for name := range c.turns.hosts {
			if at := time.Until(c.ReadyAt(name)); at > DefaultMaxRetryAfter {
				t.Errorf("%q waits %v", name, at)
			}
			if p := c.turns.paceOf(c.turns.host(name).site); p > DefaultMaxCrawlDelay {
				t.Errorf("%q has a delay of %v", name, p)
			}
		}
	})
}
