package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestSiteOf(t *testing.T) {
	for host, want := range map[string]string{
		"www.example.com": "example.com", "example.com": "example.com", "a.b.example.com:8080": "example.com",
		"www.example.com.cn": "example.com.cn", "m.example.com.cn": "example.com.cn", "weather.gov.cn": "weather.gov.cn",
		"one.github.io": "one.github.io", "two.github.io": "two.github.io", "github.io": "github.io",
		"com": "com", "localhost": "localhost", "localhost:8080": "localhost:8080",
		"127.0.0.1:8080": "127.0.0.1:8080", "10.1.2.3": "10.1.2.3", "[2001:db8::1]:81": "[2001:db8::1]:81", "[::1]": "[::1]",
		"xn--fiqs8s": "xn--fiqs8s", "www.xn--55qx5d.cn": "www.xn--55qx5d.cn", "example.com.": "example.com",
		"": "", ":80": ":80", "a..example": "a..example", ".": ".",
	} {
		if got := siteOf(host); got != want {
			t.Errorf("siteOf(%q) = %q, want %q", host, got, want)
		}
	}
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		value, date string
		want        time.Duration
	}{
		{"", "", -1}, {"soon", "", -1}, {"-1", "", -1}, {"1.5", "", -1}, {"0", "", 0}, {" 7 ", "", 7 * time.Second},
		{"9223372036854775807", "", 365 * 24 * time.Hour}, {"9223372036854775808", "", -1},
		{"Wed, 01 Jul 2026 12:01:00 GMT", "", time.Minute},
		{"Wednesday, 01-Jul-26 12:01:00 GMT", "", time.Minute}, // RFC 850
		{"Wed Jul  1 12:01:00 2026", "", time.Minute},          // asctime
		{"Wed, 01 Jul 2026 11:00:00 GMT", "", 0},
		{"Wed, 01 Jul 2099 12:00:00 GMT", "", 365 * 24 * time.Hour},
		// The server's clock is an hour slow; it means a minute from its now.
		{"Wed, 01 Jul 2026 11:01:00 GMT", "Wed, 01 Jul 2026 11:00:00 GMT", time.Minute},
	} {
		h := http.Header{"Retry-After": {x.value}}
		if x.date != "" {
			h.Set("Date", x.date)
		}
		if got := retryAfter(h, now); got != x.want {
			t.Errorf("%q, date %q: %v, want %v", x.value, x.date, got, x.want)
		}
	}
}

func FuzzRetryAfter(f *testing.F) {
	f.Add("120", "")
	f.Add("Wed, 01 Jul 2026 11:01:00 GMT", "Wed, 01 Jul 2026 11:00:00 GMT")
	f.Add("-0", "Mon, 01 Jan 0001 00:00:00 GMT")
	f.Fuzz(func(t *testing.T, value, date string) {
		d := retryAfter(http.Header{"Retry-After": {value}, "Date": {date}}, time.Unix(1_800_000_000, 0))
		if d < -1 || d > 365*24*time.Hour {
			t.Errorf("%q, %q: %v", value, date, d)
		}
		tt := &turns{delay: time.Second, longest: time.Minute, maxPause: time.Hour}
		if pause := tt.note(&place{}, outcome{status: 503, retry: d}); pause < time.Second || pause > time.Hour {
			t.Errorf("%q, %q: a pause of %v", value, date, pause)
		}
	})
}

// TestRefusals: 429 and 503 without Retry-After are answered by pauses of 10,
// 20, 40 seconds; a page ends that, an internal error does not.
func TestRefusals(t *testing.T) {
	statuses := []int{503, 429, 500, 503, 200, 503}
	synctest.Test(t, func(t *testing.T) {
		var n int
		w, c := newWorld(t, Options{}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(404)
				return
			}
			w.WriteHeader(statuses[n])
			n++
		}})
		var pauses []string
		for range statuses {
			pauses = append(pauses, mustFetch(t, c, "http://a.example/").RetryAfter.String())
		}
		if got, want := strings.Join(pauses, " "), "10s 20s 0s 40s 0s 10s"; got != want {
			t.Errorf("RetryAfter %s, want %s", got, want)
		}
		wantTimes(t, w, "/robots.txt@0 /@1 /@11 /@31 /@32 /@72 /@73")
	})
}

// TestRefusalsWithRetryAfter: what the server asks for is done, and more once
// it has asked often.
func TestRefusalsWithRetryAfter(t *testing.T) {
	tt := &turns{delay: time.Second, longest: time.Minute, maxPause: 10 * time.Minute}
	p := &place{}
	for i, x := range []struct{ retry, want time.Duration }{
		{0, time.Second}, {5 * time.Second, 5 * time.Second}, {2 * time.Second, 4 * time.Second}, {time.Hour, 10 * time.Minute}, {-1, 160 * time.Second},
	} {
		if got := tt.note(p, outcome{status: 429, retry: x.retry}); got != x.want {
			t.Errorf("refusal %d with %v: %v, want %v", i, x.retry, got, x.want)
		}
	}
	// Without any delay between pages a refusal still counts.
	tt.delay, p.refused = 0, 0
	if got := tt.note(p, outcome{status: 429, retry: -1}); got != time.Second {
		t.Errorf("no delay: %v", got)
	}
	for range 1000 {
		tt.note(p, outcome{status: 503, retry: -1})
	}
	if got := tt.note(p, outcome{status: 503, retry: -1}); got != 10*time.Minute {
		t.Errorf("after a thousand: %v", got)
	}
}

// TestPace works the smoothed latency out by hand.
func TestPace(t *testing.T) {
	tt := &turns{delay: time.Second, longest: 30 * time.Second}
	p := &place{}
	for i, x := range []struct {
		status  int
		latency time.Duration
		addr    string
		want    time.Duration // the delay after it
	}{
		{200, 100 * time.Millisecond, "", time.Second},            // 0.1
		{200, 1900 * time.Millisecond, "", 2 * time.Second},       // (0.1+1.9)/2 = 1
		{200, 3 * time.Second, "", 4 * time.Second},               // 2
		{500, 0, "", 4 * time.Second},                             // a quick error is no speed
		{0, time.Millisecond, "", 4 * time.Second},                // nor is a refused connection
		{0, 10 * time.Second, "", 12 * time.Second},               // (2+10)/2: but silence is slowness
		{200, time.Minute, "", 30 * time.Second},                  // 33: more than the longest
		{200, 0, "127.0.0.1", 30 * time.Second},                   // this machine's haste teaches nothing
		{200, time.Second, "198.51.100.1", 30 * time.Second},      // 17
		{200, time.Second, "198.51.100.1", 18 * time.Second},      // 9
		{404, 20 * time.Second, "198.51.100.1", 29 * time.Second}, // 14.5
	} {
		a := outcome{status: x.status, latency: x.latency, retry: -1}
		if x.addr != "" {
			a.addr = netip.MustParseAddr(x.addr)
		}
		tt.note(p, a)
		if got := tt.paceOf(p); got != x.want {
			t.Errorf("answer %d: delay %v, want %v", i, got, x.want)
		}
	}
	// Who wants hundredths of a second gets them from quick servers only.
	tt.delay = 10 * time.Millisecond
	for latency, want := range map[time.Duration]time.Duration{
		time.Millisecond: tt.delay, 250 * time.Millisecond: tt.delay, 300 * time.Millisecond: 600 * time.Millisecond,
	} {
		if got := tt.paceOf(&place{pace: pace{latency: latency}}); got != want {
			t.Errorf("latency %v: delay %v, want %v", latency, got, want)
		}
	}
	if tt.delay = 0; tt.paceOf(p) != 0 {
		t.Error("a delay where none is wanted")
	}
}

// TestOneSite: a registrable domain is one guest house, whatever the name and the
// port; Crawl-delay is a host's own.
func TestOneSite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{}, map[string]http.HandlerFunc{
			"www.example.com": site(""), "en.example.com": site("User-agent: *\nCrawl-delay: 5"), "other.net": site(""),
		})
		mustFetch(t, c, "http://www.example.com/1")
		mustFetch(t, c, "http://en.example.com/2")
		mustFetch(t, c, "http://www.example.com/3")
		mustFetch(t, c, "http://www.example.com:8080/4")
		mustFetch(t, c, "http://other.net/5")
		mustFetch(t, c, "http://en.example.com/6")
		wantTimes(t, w, "/robots.txt@0 /1@1 /robots.txt@2 /2@7 /3@8 /robots.txt@9 /4@10 /robots.txt@10 /5@11 /6@12")
	})
}

// turnsOf is a book of turns without a client.
func turnsOf(delay time.Duration) *turns {
	return &turns{delay: delay, longest: 30 * time.Second, maxPause: time.Minute, hosts: map[string]*host{}, places: map[string]*place{}}
}

// TestOneAddress: hosts that share an address take turns, before the first
// answer tells that they do as well as after; those on this machine do not.
func TestOneAddress(t *testing.T) {
	for _, x := range []struct {
		before, after string // address by look-up, and by the answer
		want          []time.Duration
	}{
		{"93.184.215.14", "93.184.215.14", []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Second, 4 * time.Second, 5 * time.Second}},
		{"2606:4700::1", "2606:4700::1", []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Second, 4 * time.Second, 5 * time.Second}},
		{"10.0.0.1", "10.0.0.1", []time.Duration{0, time.Second, 2 * time.Second, 3 * time.Second, 4 * time.Second, 5 * time.Second}},
		// Unknown before: the first round goes out at once.
		{"", "93.184.215.14", []time.Duration{0, 0, 0, time.Second, 2 * time.Second, 3 * time.Second}},
		{"127.0.0.1", "127.0.0.1", []time.Duration{0, 0, 0, time.Second, time.Second, time.Second}},
		{"", "", []time.Duration{0, 0, 0, time.Second, time.Second, time.Second}},
	} {
		synctest.Test(t, func(t *testing.T) {
			tt, start := turnsOf(time.Second), time.Now()
			for i := range x.want {
				var before, after netip.Addr
				if x.before != "" {
					before = netip.MustParseAddr(x.before)
				}
				if x.after != "" {
					after = netip.MustParseAddr(x.after)
				}
				done, err := tt.wait(t.Context(), fmt.Sprintf("h%d.example", i%3), before)
				if err != nil {
					t.Fatal(err)
				}
				if at := time.Since(start); at != x.want[i] {
					t.Errorf("%s/%s: request %d at %v, want %v", x.before, x.after, i, at, x.want[i])
				}
				done(outcome{status: 200, retry: -1, addr: after})
			}
		})
	}
}

// TestAbreast: without a delay several requests are in flight at a host, but not
// where robots.txt or a refusal speaks against it. An answer takes a second.
func TestAbreast(t *testing.T) {
	for _, x := range []struct {
		name    string
		tt      func() *turns
		crawl   time.Duration // Crawl-delay
		refused bool          // the first round is
		want    string        // seconds at which requests start
	}{
		{"three", func() *turns { return abreastOf(0) }, 0, false, "0 0 0 1 1 1 2"},
		{"a delay", func() *turns { return abreastOf(time.Second) }, 0, false, "0 2 4 6 8 10 12"},
		{"Crawl-delay", func() *turns { return abreastOf(0) }, 2 * time.Second, false, "0 3 6 9 12 15 18"},
		// Three are refused at once, which counts once: a pause of a second. Then
		// one has to go well before others go with it.
		{"refused", func() *turns { return abreastOf(0) }, 0, true, "0 0 0 2 3 3 3"},
	} {
		synctest.Test(t, func(t *testing.T) {
			tt, start := x.tt(), time.Now()
			tt.slow("a.example", x.crawl)
			var mu sync.Mutex
			var at []string
			var wg sync.WaitGroup
			for range 7 {
				wg.Go(func() {
					done, err := tt.wait(t.Context(), "a.example", netip.Addr{})
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					began := time.Since(start)
					at = append(at, strconv.Itoa(int(began/time.Second)))
					mu.Unlock()
					time.Sleep(time.Second)
					status := 200
					if x.refused && began < time.Second {
						status = 503
					}
					done(outcome{status: status, retry: -1})
				})
			}
			synctest.Wait()
			if !tt.busy("a.example") || !tt.readyAt("a.example").After(time.Now()) {
				t.Errorf("%s: a host with all its requests in flight is not busy", x.name)
			}
			wg.Wait()
			if got := strings.Join(at, " "); got != x.want {
				t.Errorf("%s: %s, want %s", x.name, got, x.want)
			}
			if p := tt.places["a.example"]; len(p.taken)+len(p.alone) > 0 {
				t.Errorf("%s: places are still taken", x.name)
			}
		})
	}
}

// TestAbreastGivesUp: whoever gives up waiting leaves its place to others.
func TestAbreastGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tt := abreastOf(0)
		tt.slow("a.example", 5*time.Second)
		done, err := tt.wait(t.Context(), "a.example", netip.Addr{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if _, err := tt.wait(ctx, "a.example", netip.Addr{}); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("error %v", err)
				}
			})
		}
		wg.Wait()
		done(outcome{status: 200, retry: -1})
		if p, h := tt.places["a.example"], tt.hosts["a.example"]; len(p.taken)+len(p.alone)+h.users > 0 {
			t.Errorf("%d, %d, %d users", len(p.taken), len(p.alone), h.users)
		}
	})
}

// abreastOf allows three requests at a place.
func abreastOf(delay time.Duration) *turns {
	tt := turnsOf(delay)
	tt.abreast = 3
	return tt
}

// TestAddressIsNotHeld: a host that must wait long keeps nobody from the address
// it shares.
func TestAddressIsNotHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tt, start, a := turnsOf(time.Second), time.Now(), netip.MustParseAddr("93.184.215.14")
		ask := func(name string, status int) time.Duration {
			done, err := tt.wait(t.Context(), name, a)
			if err != nil {
				t.Error(err)
				return 0
			}
			at := time.Since(start)
			done(outcome{status: status, retry: -1, addr: a})
			return at
		}
		ask("slow.example", 503) // wants ten seconds
		var wg sync.WaitGroup
		wg.Go(func() {
			if at := ask("slow.example", 200); at != 10*time.Second {
				t.Errorf("the slow one at %v", at)
			}
		})
		synctest.Wait()
		for i := range 5 {
			if at := ask("quick.example", 200); at != time.Duration(i+1)*time.Second {
				t.Errorf("the quick one's request %d at %v", i, at)
			}
		}
		wg.Wait()
	})
}

// TestHostOnItsAddress: the address that is a host's name does not stand in its
// own way.
func TestHostOnItsAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tt, a := turnsOf(time.Second), netip.MustParseAddr("93.184.215.14")
		for range 3 {
			done, err := tt.wait(t.Context(), a.String(), a)
			if err != nil {
				t.Fatal(err)
			}
			done(outcome{status: 200, retry: -1, addr: a})
		}
	})
}

// TestReadyAt: who sleeps until then finds the host ready, and not before.
func TestReadyAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{Resume: true}, map[string]http.HandlerFunc{"a.example": site("User-agent: *\nCrawl-delay: 7")})
		at := func(host string, want time.Duration) {
			t.Helper()
			if got := c.ReadyAt(host).Sub(w.start); got != want {
				t.Errorf("ReadyAt(%s) at %v is %v, want %v", host, time.Since(w.start), got, want)
			}
			if ready := !c.ReadyAt(host).After(time.Now()); ready == c.Busy(host) {
				t.Errorf("%s: busy and ready at %v", host, time.Since(w.start))
			}
		}
		at("a.example", time.Second) // a resumed crawl waits
		time.Sleep(time.Second)
		go mustFetch(t, c, "http://a.example/1")
		synctest.Wait() // robots.txt came at 1 s, the page waits for its turn
		at("a.example", 8*time.Second)
		at("www.a.example", 2*time.Second) // same site, without the Crawl-delay; one is under way
		if at := c.ReadyAt("b.example"); at.After(time.Now()) {
			t.Errorf("b.example waits until %v", at)
		}
		time.Sleep(8 * time.Second)
		synctest.Wait() // the page came at 8 s
		at("a.example", 15*time.Second)
		time.Sleep(time.Until(c.ReadyAt("a.example")))
		if c.Busy("a.example") {
			t.Error("busy when ready")
		}
	})
}

// BenchmarkTurns is the cost of politeness per request with a thousand hosts:
// the look whether one is busy and its turn. No host has a goroutine.
func BenchmarkTurns(b *testing.B) {
	for _, hosts := range []int{10, 1000, 40_000} {
		b.Run(fmt.Sprint(hosts), func(b *testing.B) {
			tt := turnsOf(time.Nanosecond)
			names, addrs := make([]string, hosts), make([]netip.Addr, hosts)
			for i := range hosts {
				names[i], addrs[i] = fmt.Sprintf("www.h%d.example", i), netip.AddrFrom4([4]byte{93, byte(i >> 16), byte(i >> 8), byte(i)})
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				name := names[i%hosts]
				if !tt.busy(name) {
					done, err := tt.wait(b.Context(), name, addrs[i%hosts])
					if err != nil {
						b.Fatal(err)
					}
					done(outcome{status: 200, retry: -1, addr: addrs[i%hosts]})
				}
				i++
			}
		})
	}
}
