package fetch

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

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

// TestReadyAt: who sleeps until then finds the host ready, and not before.
func TestReadyAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{Polite: polite.Options{Resume: true}}, map[string]http.HandlerFunc{"a.example": site("User-agent: *\nCrawl-delay: 7")})
		at := func(host string, want time.Duration) {
			t.Helper()
			if got := c.Pacer().ReadyAt(host).Sub(w.start); got != want {
				t.Errorf("ReadyAt(%s) at %v is %v, want %v", host, time.Since(w.start), got, want)
			}
		}
		at("a.example", time.Second) // a resumed crawl waits
		time.Sleep(time.Second)
		go mustFetch(t, c, "http://a.example/1")
		synctest.Wait() // robots.txt came at 1 s, the page waits
		at("a.example", 8*time.Second)
		at("www.a.example", 2*time.Second) // same site, without the Crawl-delay; one is under way
		if at := c.Pacer().ReadyAt("b.example"); at.After(time.Now()) {
			t.Errorf("b.example waits until %v", at)
		}
		time.Sleep(8 * time.Second)
		synctest.Wait() // the page came at 8 s
		at("a.example", 15*time.Second)
		time.Sleep(time.Until(c.Pacer().ReadyAt("a.example")))
		if busy(c, "a.example") {
			t.Error("busy when ready")
		}
	})
}

// TestNoWait: a request that may not wait is given back once robots.txt was read, if the
// page must wait after it, and is made when it is asked for again.
func TestNoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{}, map[string]http.HandlerFunc{"a.example": site("User-agent: *\nCrawl-delay: 7")})
		req := crawl.Request{URL: "http://a.example/1", NoWait: true}
		var wait *crawl.WaitError
		if _, err := c.Fetch(t.Context(), req); !errors.As(err, &wait) || wait.Until.Sub(w.start) != 7*time.Second {
			t.Fatalf("the error is %v, %+v", err, wait)
		}
		if got := time.Since(w.start); got != 0 {
			t.Errorf("it took %v", got)
		}
		if turn, at := c.Pacer().Turn("a.example"); turn != "host a.example" || at.Sub(w.start) != 7*time.Second {
			t.Errorf("the host waits for %q until %v", turn, at)
		}
		time.Sleep(time.Until(wait.Until))
		if r, err := c.Fetch(t.Context(), req); err != nil || r.Status != 200 {
			t.Errorf("%+v, %v", r, err)
		}
		wantTimes(t, w, "/robots.txt@0 /1@7")
	})
}
