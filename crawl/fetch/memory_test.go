package fetch

import (
	"encoding/json"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// TestMemory: a client that takes up the promises of another keeps them, and no
// others.
func TestMemory(t *testing.T) {
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
		_, c := newWorld(t, Options{}, hosts)
		for name := range hosts {
			mustFetch(t, c, "http://"+name+"/")
		}
		tired := c.ReadyAt("tired.example")
		time.Sleep(100 * time.Second)
		data, err := c.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute) // the machine was off
		_, next := newWorld(t, Options{Resume: true}, hosts)
		if err := next.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
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

// FuzzMemory: a damaged memory is an error or harmless: no host waits longer
// than it may.
func FuzzMemory(f *testing.F) {
	good, _ := json.Marshal(memory{Sites: map[string]siteMemory{"a.example": {Hold: time.Now(), Refused: 3, Latency: time.Second}}, Hosts: map[string]time.Duration{"b.example": time.Second}})
	f.Add(good)
	f.Add([]byte(`{"Sites":{"a.example":{"Hold":"9999-01-01T00:00:00Z","Refused":-5,"Latency":9223372036854775807}},"Hosts":{"":-1,"a.example":9223372036854775807}}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		if c.UnmarshalBinary(data) != nil {
			return
		}
		for name := range c.turns.hosts {
			if at := time.Until(c.ReadyAt(name)); at > DefaultMaxRetryAfter {
				t.Errorf("%q waits %v", name, at)
			}
			if p := c.turns.paceOf(c.turns.host(name).site); p > DefaultMaxCrawlDelay {
				t.Errorf("%q has a delay of %v", name, p)
			}
		}
		if again, err := c.MarshalBinary(); err != nil || c.UnmarshalBinary(again) != nil {
			t.Errorf("%s: %v", again, err)
		}
	})
}
