package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

const forbidsAll = "User-agent: *\nDisallow: /\n"

// TestRobotsStatus is RFC 9309, 2.3.1: what each answer for robots.txt means.
func TestRobotsStatus(t *testing.T) {
	redirects := func(n int, end string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			var at int
			fmt.Sscanf(r.URL.Path, "/r%d", &at)
			if at == n {
				fmt.Fprint(w, end)
				return
			}
			http.Redirect(w, r, fmt.Sprintf("/r%d", at+1), http.StatusMovedPermanently)
		}
	}
	status := func(code int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(code)
			fmt.Fprint(w, body)
		}
	}
	for _, x := range []struct {
		name    string
		robots  http.HandlerFunc
		allowed bool
	}{
		{"200 that forbids", status(200, forbidsAll), false},
		{"200 that is empty", status(200, ""), true},
		{"200 that is HTML", status(200, "<html><body>Welcome</body></html>"), true},
		{"204", status(204, ""), true},
		{"400", status(400, forbidsAll), true},
		{"401", status(401, forbidsAll), true},
		{"403", status(403, forbidsAll), true},
		{"404", status(404, forbidsAll), true},
		{"410", status(410, forbidsAll), true},
		{"429", status(429, ""), false},
		{"500", status(500, ""), false},
		{"503", status(503, "User-agent: *\nAllow: /"), false},
		{"304 out of nowhere", status(304, ""), true},
		{"five redirects", redirects(5, forbidsAll), false},
		{"six redirects", redirects(6, forbidsAll), true},
		{"redirect to another scheme", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "ftp://a.example/robots.txt")
			w.WriteHeader(301)
		}, true},
		{"redirect without location", status(301, forbidsAll), true},
		{"redirect to another host", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://b.example/rules", http.StatusFound)
		}, false},
		{"redirect to a host that is not", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://c.example/rules", http.StatusFound)
		}, false},
		{"connection closed", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, false},
		{"longer than is read", status(200, "User-agent: *\nAllow: /\n#"+strings.Repeat("x", 600<<10)+"\nDisallow: /\n"), true},
		{"long, and the start counts", status(200, forbidsAll+strings.Repeat("#x\n", 300<<10)), false},
	} {
		synctest.Test(t, func(t *testing.T) {
			_, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}}, map[string]http.HandlerFunc{
				"a.example": func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path == "/robots.txt" || strings.HasPrefix(r.URL.Path, "/r") {
						x.robots(w, r)
						return
					}
					site("")(w, r)
				},
				"b.example": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, forbidsAll) },
			})
			_, err := c.Fetch(t.Context(), crawl.Request{URL: "http://a.example/page"})
			if (err == nil) != x.allowed {
				t.Errorf("%s: %v", x.name, err)
			}
			if err != nil && strings.HasPrefix(x.name, "200") && !errors.Is(err, crawl.ErrDisallowed) {
				t.Errorf("%s: %v is not ErrDisallowed", x.name, err)
			}
		})
	}
}

func TestRobotsPaths(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}}, map[string]http.HandlerFunc{
			"a.example": site("User-agent: *\nDisallow: /暴雨\nDisallow: /*?print=\nUser-agent: other\nDisallow: /\n"),
		})
		for u, want := range map[string]bool{
			"http://a.example/台风": true, "http://a.example/暴雨/1": false, "http://a.example/%e6%9a%b4%E9%9B%A8": false,
			"http://a.example/a?print=1": false, "http://a.example/a?p=1": true, "http://a.example/robots.txt": true,
		} {
			_, err := c.Fetch(t.Context(), crawl.Request{URL: u})
			if want != !errors.Is(err, crawl.ErrDisallowed) {
				t.Errorf("%s: %v", u, err)
			}
		}
		for _, r := range w.log {
			if strings.Contains(r.path, "print=") || strings.Contains(strings.ToUpper(r.path), "%E6%9A%B4") {
				t.Errorf("%s was asked for", r.path)
			}
		}
	})
}

// TestRobotsLife follows one host through two days: the file is asked for once
// a day, kept when it cannot be had, and a failure is not asked about for half a
// minute, then for longer.
func TestRobotsLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		status, rules := 503, ""
		w, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(status)
				fmt.Fprint(w, rules)
				return
			}
			site("")(w, r)
		}})
		try := func(after time.Duration, path string, allowed bool, asked int) {
			t.Helper()
			time.Sleep(after)
			_, err := c.Fetch(t.Context(), crawl.Request{URL: "http://a.example" + path})
			if (err == nil) != allowed {
				t.Errorf("%s after %v: %v", path, time.Since(w.start), err)
			}
			if n := strings.Count(w.times(), "/robots.txt"); n != asked {
				t.Errorf("%s after %v: robots.txt asked for %d times, want %d", path, time.Since(w.start), n, asked)
			}
		}
		try(0, "/a", false, 1)              // 503: nothing may be fetched
		try(29*time.Second, "/a", false, 1) // nor soon after, without asking
		status, rules = 200, "User-agent: *\nDisallow: /a"
		try(2*time.Second, "/a", false, 2) // now there is a file
		try(0, "/b", true, 2)
		try(23*time.Hour, "/b", true, 2)
		status, rules = 500, ""
		try(2*time.Hour, "/b", true, 3) // a day later it cannot be had: the old one counts
		try(0, "/a", false, 3)          // in full
		try(29*time.Second, "/b", true, 3)
		try(2*time.Second, "/b", true, 4) // still not
		try(59*time.Second, "/b", true, 4)
		status, rules = 200, "User-agent: *\nDisallow: /b"
		try(2*time.Second, "/b", false, 5)
		try(0, "/a", true, 5)
	})
}

// TestRobotsRefused: the error of a page says when its host may have rules again.
func TestRobotsRefused(t *testing.T) {
	for _, status := range []int{429, 500, 503} {
		synctest.Test(t, func(t *testing.T) {
			_, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(status)
			}})
			// A page every 20 s: robots.txt is asked for at 0, 40 and 100 s.
			for _, want := range []time.Duration{30, 10, 60, 40, 20, 120, 100} {
				_, err := c.Fetch(t.Context(), crawl.Request{URL: "http://a.example/1"})
				var later *crawl.RetryError
				if !errors.As(err, &later) || later.After != want*time.Second || !errors.Is(err, crawl.ErrDisallowed) {
					t.Errorf("%d: %v, %v, want after %v", status, err, later, want*time.Second)
				}
				time.Sleep(20 * time.Second)
			}
		})
	}
}

// TestRobotsSilence: a host that does not answer is tried at once when our own
// network may be back, and seldom when it stays silent.
func TestRobotsSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		up := false
		w, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
			if !up {
				panic(http.ErrAbortHandler)
			}
			site("")(w, r)
		}})
		for range 2000 { // a link every half second
			_, err := c.Fetch(t.Context(), crawl.Request{URL: "http://a.example/1"})
			var later *crawl.RetryError
			if err == nil || errors.As(err, &later) {
				t.Fatal(err)
			}
			time.Sleep(500 * time.Millisecond)
		}
		// 0, 1, 1+2, 1+2+4, ... seconds; 2^9 = 512, and 1,023 is beyond.
		if n := strings.Count(w.times(), "/robots.txt"); n != 10 {
			t.Errorf("robots.txt was asked for %d times: %s", n, w.times())
		}
		time.Sleep(time.Minute)
		up = true
		mustFetch(t, c, "http://a.example/1")
		if o := c.robots.origins.find("http://a.example").value; o.fails != 0 {
			t.Error("the silence is not forgotten")
		}
	})
}

func TestRobotsIsFetchedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(time.Second)
			site(forbidsAll)(w, r)
		}})
		var wg sync.WaitGroup
		for i := range 10 {
			wg.Go(func() {
				if _, err := c.Fetch(t.Context(), crawl.Request{URL: fmt.Sprintf("http://a.example/%d", i)}); !errors.Is(err, crawl.ErrDisallowed) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		wantTimes(t, w, "/robots.txt@0")
	})
}

// TestSitemapsOfRobots: sitemaps of the host that answers, absolute, once, and not
// without end.
func TestSitemapsOfRobots(t *testing.T) {
	file := "Sitemap: http://a.example/s.xml\nSitemap: /relative.xml\nSitemap: ftp://a.example/s.xml\nSitemap: HTTP://A.example:80/s.xml\n" +
		"User-agent: other\nDisallow: /\nSitemap: https://cdn.example/地图.xml.gz?v=1#x\n"
	var many strings.Builder
	for i := range 3 * maxSitemaps {
		fmt.Fprintf(&many, "Sitemap: http://b.example/%d.xml\n", i)
	}
	synctest.Test(t, func(t *testing.T) {
		_, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}}, map[string]http.HandlerFunc{
			"a.example": site(file), "b.example": site(many.String()), "c.example": site(""),
			"d.example": func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "http://a.example/page", http.StatusFound)
			},
		})
		want := "http://a.example/s.xml https://cdn.example/%E5%9C%B0%E5%9B%BE.xml.gz?v=1"
		for _, u := range []string{"http://a.example/1", "http://d.example/1"} {
			if got := strings.Join(mustFetch(t, c, u).Sitemaps, " "); got != want {
				t.Errorf("%s: %s", u, got)
			}
		}
		if n := len(mustFetch(t, c, "http://b.example/1").Sitemaps); n != maxSitemaps {
			t.Errorf("%d sitemaps", n)
		}
		if s := mustFetch(t, c, "http://c.example/1").Sitemaps; s != nil {
			t.Errorf("%v", s)
		}
	})
}

// TestCancelledRobots: a caller that goes away leaves no verdict behind.
func TestCancelledRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(3 * time.Second)
			site("")(w, r)
		}})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := c.Fetch(ctx, crawl.Request{URL: "http://a.example/1"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		mustFetch(t, c, "http://a.example/1")
	})
}

func TestUnknownHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newWorld(t, Options{}, map[string]http.HandlerFunc{})
		var dns *net.DNSError
		for range 2 { // the second time from memory
			if _, err := c.Fetch(t.Context(), crawl.Request{URL: "http://gone.example/1"}); !errors.As(err, &dns) || errors.Is(err, crawl.ErrDisallowed) {
				t.Error(err)
			}
		}
	})
}
