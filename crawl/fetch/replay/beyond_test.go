package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

// TestShares: over many hosts and URLs the shares are those that are promised, to four
// standard deviations.
func TestShares(t *testing.T) {
	const n = 20_000
	got := map[string]int{}
	for i := range n {
		a := BeyondFor(fmt.Sprintf("http://h%d.example/%d", i, i))
		switch {
		case a.Err == nil:
			got[fmt.Sprint(a.Status)]++
		default:
			got[crawl.KindOf(a.Err).String()]++
		}
		if a.Wait > 0 {
			got["slow"]++
		}
		if (a.Err == nil) != (a.Status != 0) {
			t.Fatalf("status %d and error %v", a.Status, a.Err)
		}
	}
	const late = .05 * .25
	answered := 1 - .03 - .01 - .03 - late
	for name, share := range map[string]float64{
		"dns": .03, "connection refused": .01, "robots": .03, "slow": .05, "timeout": late,
		"200": .88 * answered, "404": .08 * answered, "403": .04 * answered,
	} {
		if is := float64(got[name]) / n; math.Abs(is-share) > 4*math.Sqrt(share*(1-share)/n) {
			t.Errorf("%s: %.4f of the URLs, want %.4f", name, is, share)
		}
	}
}

// TestHostDecides: a host is dead, refuses or is well for all of its URLs.
func TestHostDecides(t *testing.T) {
	for i := range 200 {
		kinds := map[crawl.FailureKind]bool{}
		for j := range 20 {
			if err := BeyondFor(fmt.Sprintf("http://h%d.example/%d", i, j)).Err; err != nil {
				kinds[crawl.KindOf(err)] = true
			} else {
				kinds[crawl.FailOther] = true
			}
		}
		delete(kinds, crawl.FailTimeout) // a slow host answers most of the time
		if len(kinds) > 1 {
			t.Errorf("h%d.example: %v", i, kinds)
		}
	}
}

// TestPage: any page is the same each time, has a title with the name of its host, 150 to
// 1,350 words and its navigation, and leads to its own host only.
func TestPage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tld := rapid.SampledFrom([]string{"example", "cn", "com.tw", "example:8080"}).Draw(t, "tld")
		u := fmt.Sprintf("http://%s.%s/%s", rapid.StringMatching(`[a-z]{1,9}`).Draw(t, "host"), tld, rapid.StringMatching(`[a-z0-9/]{0,12}`).Draw(t, "path"))
		key, err := urlkey.Canonical(u)
		if err != nil {
			t.Skip(err)
		}
		body := BeyondPage(key)
		if !bytes.Equal(body, BeyondPage(key)) {
			t.Fatal("another page the second time")
		}
		p, err := page.Parse(&crawl.Response{URL: key, Final: key, Status: 200, ContentType: BeyondType, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		host := urlkey.Host(key)
		if !strings.Contains(p.Title, host) {
			t.Errorf("the title %q does not name %s", p.Title, host)
		}
		// Navigation, headings and names of links come on top of the text.
		if p.Words < minWords || p.Words > maxWords+200 {
			t.Errorf("%d words", p.Words)
		}
		nav, articles, pagers := 0, map[string]bool{}, 0
		for _, l := range p.Links {
			at, err := url.Parse(l.URL)
			if err != nil || l.Host != host {
				t.Fatalf("link to %s: %v", l.URL, err)
			}
			switch {
			case l.Region == crawl.RegionNav:
				nav++
			case strings.HasPrefix(at.Path, "/blog/"):
				articles[l.URL] = true
			case strings.HasPrefix(at.Path, "/page/"):
				pagers++
			default:
				t.Errorf("link to %s", l.URL)
			}
		}
		for _, l := range navigation {
			if key == "http://"+host+l[0] { // a page does not link to itself
				nav++
			}
		}
		if nav != 6 || len(articles) < minLinks || len(articles) > maxLinks || pagers > 1 {
			t.Errorf("%d links of navigation, %d articles, %d pagers", nav, len(articles), pagers)
		}
	})
}

// storedWeb is a stored web of one page.
func storedWeb(t *testing.T) *Web {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.tsv": "http://www.in.example/\t0.html\ttext/html\n", "pages/0.html": "<title>in</title>", "aliases.tsv": "old.example\twww.in.example\n",
		"partial.txt": "www.in.example\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() }) //nolint:errcheck // only read
	return w
}

func TestBeyondFetch(t *testing.T) {
	w := &BeyondWeb{Stored: storedWeb(t), Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
	status := func(u string) int {
		t.Helper()
		r, err := w.Fetch(t.Context(), crawl.Request{URL: u})
		if err != nil {
			t.Fatal(err)
		}
		return r.Status
	}
	// The stored web answers for its own hosts, with and without www., and aliases.
	for u, want := range map[string]int{
		"http://www.in.example/": 200, "http://old.example/": 200, "http://www.in.example/gone": 404, "http://in.example/x": 404,
	} {
		if got := status(u); got != want {
			t.Errorf("%s: %d, want %d", u, got, want)
		}
	}
	seen := map[string]bool{}
	for i := range 300 {
		u := fmt.Sprintf("http://h%d.example/a", i)
		want := BeyondFor(u)
		r, err := w.Fetch(t.Context(), crawl.Request{URL: u})
		if want.Err != nil {
			if err == nil || crawl.KindOf(err) != crawl.KindOf(want.Err) {
				t.Errorf("%s: %v, want %v", u, err, want.Err)
			}
			seen[crawl.KindOf(want.Err).String()] = true
			continue
		}
		if err != nil || r.Status != want.Status || r.FetchedAt.IsZero() || (r.Status == http.StatusOK) != (len(r.Body) > 0) {
			t.Fatalf("%s: %+v, %v", u, r, err)
		}
		seen[fmt.Sprint(r.Status)] = true
	}
	for _, kind := range []string{"200", "404", "403", "dns", "robots", "timeout", "connection refused"} {
		if !seen[kind] {
			t.Errorf("none of the hosts brought %s", kind)
		}
	}
	if _, err := w.Fetch(t.Context(), crawl.Request{URL: "mailto:x"}); err == nil {
		t.Error("an address that is none was fetched")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Fetch(ctx, crawl.Request{URL: "http://h1.example/"}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// TestSlow: without a Sleep a slow host takes its time, unless the crawl ends.
func TestSlow(t *testing.T) {
	u := ""
	for i := 0; u == ""; i++ {
		if c := fmt.Sprintf("http://h%d.example/", i); BeyondFor(c).Wait > 0 {
			u = c
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := (&BeyondWeb{Stored: storedWeb(t)}).Fetch(ctx, crawl.Request{URL: u}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%s: %v", u, err)
	}
}
