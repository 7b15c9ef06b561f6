package polite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/fetchtest"
)

// limiterOf has a delay, and short limits.
func limiterOf(delay time.Duration) *Limiter {
	return New(Options{Delay: cmp.Or(delay, -1), MaxRetryAfter: time.Minute})
}

// busy reports whether a request to host would have to wait.
func busy(l *Limiter, host string) bool { return l.ReadyAt(host).After(time.Now()) }

// parallelOf allows three requests at a place.
func parallelOf(delay time.Duration) *Limiter {
	l := limiterOf(delay)
	l.parallel = 3
	return l
}

// TestRefusalsWithRetryAfter: what the server asks for is done, and more once
// it has asked often.
func TestRefusalsWithRetryAfter(t *testing.T) {
	l := New(Options{MaxCrawlDelay: time.Minute})
	b := &bucket{}
	for i, x := range []struct{ retry, want time.Duration }{
		{0, time.Second}, {5 * time.Second, 5 * time.Second}, {2 * time.Second, 4 * time.Second}, {time.Hour, 10 * time.Minute}, {-1, 160 * time.Second},
	} {
		if got := l.note(b, Answer{Status: 429, RetryAfter: x.retry}); got != x.want {
			t.Errorf("refusal %d with %v: %v, want %v", i, x.retry, got, x.want)
		}
	}
	// Without any delay between pages a refusal still counts.
	l.delay, b.refused = 0, 0
	if got := l.note(b, Answer{Status: 429, RetryAfter: -1}); got != time.Second {
		t.Errorf("no delay: %v", got)
	}
	for range 1000 {
		l.note(b, Answer{Status: 503, RetryAfter: -1})
	}
	if got := l.note(b, Answer{Status: 503, RetryAfter: -1}); got != 10*time.Minute {
		t.Errorf("after a thousand: %v", got)
	}
}

// TestPace works the smoothed latency out by hand.
func TestPace(t *testing.T) {
	l := New(Options{})
	b := &bucket{}
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
		a := Answer{Status: x.status, Latency: x.latency, RetryAfter: -1}
		if x.addr != "" {
			a.Addr = netip.MustParseAddr(x.addr)
		}
		l.note(b, a)
		if got := l.paceOf(b); got != x.want {
			t.Errorf("answer %d: delay %v, want %v", i, got, x.want)
		}
	}
	// Who wants hundredths of a second gets them from quick servers only.
	l.delay = 10 * time.Millisecond
	for latency, want := range map[time.Duration]time.Duration{
		time.Millisecond: l.delay, 250 * time.Millisecond: l.delay, 300 * time.Millisecond: 600 * time.Millisecond,
	} {
		if got := l.paceOf(&bucket{pace: pace{latency: latency}}); got != want {
			t.Errorf("latency %v: delay %v, want %v", latency, got, want)
		}
	}
	if l.delay = 0; l.paceOf(b) != 0 {
		t.Error("a delay where none is wanted")
	}
}

// TestOneAddress: hosts that share an address share its delay, before the first
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
			l, start := limiterOf(time.Second), time.Now()
			for i := range x.want {
				var before, after netip.Addr
				if x.before != "" {
					before = netip.MustParseAddr(x.before)
				}
				if x.after != "" {
					after = netip.MustParseAddr(x.after)
				}
				done, err := l.Wait(t.Context(), fmt.Sprintf("h%d.example", i%3), before)
				if err != nil {
					t.Fatal(err)
				}
				if at := time.Since(start); at != x.want[i] {
					t.Errorf("%s/%s: request %d at %v, want %v", x.before, x.after, i, at, x.want[i])
				}
				done(Answer{Status: 200, RetryAfter: -1, Addr: after})
			}
		})
	}
}

// TestParallel: without a delay several requests are in flight at a host, but not
// where robots.txt or a refusal speaks against it. An answer takes a second.
func TestParallel(t *testing.T) {
	for _, x := range []struct {
		name    string
		limiter func() *Limiter
		crawl   time.Duration // Crawl-delay
		refused bool          // the first round is
		want    string        // seconds at which requests start
	}{
		{"three", func() *Limiter { return parallelOf(0) }, 0, false, "0 0 0 1 1 1 2"},
		{"a delay", func() *Limiter { return parallelOf(time.Second) }, 0, false, "0 2 4 6 8 10 12"},
		{"Crawl-delay", func() *Limiter { return parallelOf(0) }, 2 * time.Second, false, "0 3 6 9 12 15 18"},
		// Three are refused at once, which counts once: a pause of a second. Then
		// one has to go well before others go with it.
		{"refused", func() *Limiter { return parallelOf(0) }, 0, true, "0 0 0 2 3 3 3"},
	} {
		synctest.Test(t, func(t *testing.T) {
			l, start := x.limiter(), time.Now()
			l.SetCrawlDelay("a.example", x.crawl)
			var mu sync.Mutex
			var at []string
			var wg sync.WaitGroup
			for range 7 {
				wg.Go(func() {
					done, err := l.Wait(t.Context(), "a.example", netip.Addr{})
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
					done(Answer{Status: status, RetryAfter: -1})
				})
			}
			synctest.Wait()
			if !busy(l, "a.example") {
				t.Errorf("%s: a host with all its requests in flight is not busy", x.name)
			}
			wg.Wait()
			if got := strings.Join(at, " "); got != x.want {
				t.Errorf("%s: %s, want %s", x.name, got, x.want)
			}
			if p := l.buckets["a.example"]; len(p.slots)+len(p.exclusive) > 0 {
				t.Errorf("%s: slots are still taken", x.name)
			}
		})
	}
}

// TestParallelGivesUp: whoever gives up waiting leaves its place to others.
func TestParallelGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := parallelOf(0)
		l.SetCrawlDelay("a.example", 5*time.Second)
		done, err := l.Wait(t.Context(), "a.example", netip.Addr{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if _, err := l.Wait(ctx, "a.example", netip.Addr{}); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("error %v", err)
				}
			})
		}
		wg.Wait()
		done(Answer{Status: 200, RetryAfter: -1})
		if p, h := l.buckets["a.example"], l.hosts["a.example"]; len(p.slots)+len(p.exclusive)+h.users > 0 {
			t.Errorf("%d, %d, %d users", len(p.slots), len(p.exclusive), h.users)
		}
	})
}

// TestAddressIsNotHeld: a host that must wait long keeps nobody from the address
// it shares.
func TestAddressIsNotHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, start, a := limiterOf(time.Second), time.Now(), netip.MustParseAddr("93.184.215.14")
		ask := func(name string, status int) time.Duration {
			done, err := l.Wait(t.Context(), name, a)
			if err != nil {
				t.Error(err)
				return 0
			}
			at := time.Since(start)
			done(Answer{Status: status, RetryAfter: -1, Addr: a})
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
		l, a := limiterOf(time.Second), netip.MustParseAddr("93.184.215.14")
		for range 3 {
			done, err := l.Wait(t.Context(), a.String(), a)
			if err != nil {
				t.Fatal(err)
			}
			done(Answer{Status: 200, RetryAfter: -1, Addr: a})
		}
	})
}

// BenchmarkLimiter is the cost of politeness per request with a thousand hosts:
// is a host busy, and one Wait. No host has a goroutine.
func BenchmarkLimiter(b *testing.B) {
	for _, hosts := range []int{10, 1000, 40_000} {
		b.Run(fmt.Sprint(hosts), func(b *testing.B) {
			l := limiterOf(time.Nanosecond)
			names, addrs := make([]string, hosts), make([]netip.Addr, hosts)
			for i := range hosts {
				names[i], addrs[i] = fmt.Sprintf("www.h%d.example", i), netip.AddrFrom4([4]byte{93, byte(i >> 16), byte(i >> 8), byte(i)})
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				name := names[i%hosts]
				if !busy(l, name) {
					done, err := l.Wait(b.Context(), name, addrs[i%hosts])
					if err != nil {
						b.Fatal(err)
					}
					done(Answer{Status: 200, RetryAfter: -1, Addr: addrs[i%hosts]})
				}
				i++
			}
		})
	}
}

// TestConformance: the limiter passes the suite of crawl.Pacer.
func TestConformance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{})
		fetchtest.RunPolite(t, l, fetchtest.Hosts{Host: "a.example", Sibling: "www.a.example:8080", Other: "b.example"}, func(host string) error {
			defer l.Begin(host)()
			ask(t, l, host, Answer{Status: 200, RetryAfter: -1})
			return nil
		})
	})
}

// FuzzPause: whatever Retry-After says, a pause has its limits.
func FuzzPause(f *testing.F) {
	f.Add(int64(-1))
	f.Add(int64(math.MaxInt64))
	f.Fuzz(func(t *testing.T, wait int64) {
		l := New(Options{MaxRetryAfter: time.Hour})
		if pause := l.note(&bucket{}, Answer{Status: 503, RetryAfter: time.Duration(wait)}); pause < time.Second || pause > time.Hour {
			t.Errorf("%v: a pause of %v", time.Duration(wait), pause)
		}
	})
}

// TestMemoryIsBounded: idle hosts are forgotten, but not what a host asked for.
func TestMemoryIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{})
		fine := Answer{Status: 200, RetryAfter: -1}
		for i := range maxHosts + 10 {
			host := fmt.Sprintf("h%d.example", i)
			done, err := l.Wait(t.Context(), host, netip.Addr{})
			if err != nil {
				t.Fatal(err)
			}
			switch i {
			case 0:
				l.SetCrawlDelay(host, 20*time.Second)
			case 1:
				defer done(fine)
				continue
			case 2:
				done(Answer{Status: 503, RetryAfter: 5 * time.Minute})
				continue
			case maxHosts - 1:
				time.Sleep(2 * time.Second)
			}
			done(fine)
		}
		if n, b := len(l.hosts), len(l.buckets); n > 20 || b > 20 {
			t.Errorf("%d hosts and %d buckets are remembered", n, b)
		}
		for i := range 3 {
			if !busy(l, fmt.Sprintf("h%d.example", i)) {
				t.Errorf("host %d was forgotten", i)
			}
		}
	})
}

// TestAskedHosts bounds what a limiter keeps of a host that was asked once: nothing, but for hosts of the last
// seconds. What a slow site and one that leads elsewhere need is kept.
func TestAskedHosts(t *testing.T) {
	const hosts = 30_000
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{})
		before := liveBytes()
		for i := range hosts {
			host := fmt.Sprintf("h%d.example", i)
			done, err := l.Wait(t.Context(), host, netip.AddrFrom4([4]byte{11, 0, byte(i >> 8), byte(i)}))
			if err != nil {
				t.Fatal(err)
			}
			a := Answer{Status: 200, RetryAfter: -1}
			switch i {
			case 0:
				a.Latency = 5 * time.Second
			case 1:
				l.Led(host, "elsewhere.example")
				l.Led(host, "elsewhere.example")
			}
			done(a)
			time.Sleep(time.Millisecond)
		}
		if each := (liveBytes() - before) / hosts; each > 200 { // 1,100 if none were forgotten
			t.Errorf("%d bytes for a host that was asked", each)
		}
		if h := l.hosts["h0.example"]; h == nil || l.paceOf(h.site) != 10*time.Second {
			t.Error("a slow site was forgotten")
		}
		if h := l.hosts["h1.example"]; h == nil || h.led != 2 {
			t.Error("it was forgotten where a host leads")
		}
	})
}

func liveBytes() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestBegin: a site is busy from the begin of a fetch, before its first request.
func TestBegin(t *testing.T) {
	l := New(Options{})
	end := l.Begin("a.example")
	if !busy(l, "a.example") || !busy(l, "www.a.example") || busy(l, "b.example") {
		t.Error("busy is not the site of a.example alone")
	}
	end()
	if busy(l, "a.example") || busy(l, "www.a.example") {
		t.Error("busy after the end")
	}
}

// TestReserve: a reservation keeps as many others away as its fetch does, and no
// more once the fetch has begun.
func TestReserve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := parallelOf(0)
		var release []func()
		for i := range 3 {
			if busy(l, "a.example") {
				t.Errorf("busy with %d of 3 reservations", i)
			}
			release = append(release, l.Reserve("a.example"))
		}
		if !busy(l, "a.example") || !busy(l, "www.a.example") || busy(l, "b.example") {
			t.Error("three reservations do not make the site of a.example, and it alone, busy")
		}
		end := l.Begin("a.example") // for one of them
		ask(t, l, "a.example", Answer{Status: 200, RetryAfter: -1})
		end()
		if busy(l, "a.example") {
			t.Error("busy with two reservations, and one whose fetch is over")
		}
		for _, f := range release {
			f()
		}
		release = []func(){l.Reserve("a.example"), l.Reserve("a.example")}
		if busy(l, "a.example") {
			t.Error("a reservation is left of three that were released")
		}
		release[0]()
		release[1]()
	})
}
