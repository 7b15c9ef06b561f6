package fetch

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// wall sends everybody away who does not bring its cookie, to the same address or by another.
func wall(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/robots.txt":
		http.NotFound(w, r)
	case "/wall":
		if _, err := r.Cookie("seen"); err != nil {
			http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
			http.Redirect(w, r, "/wall", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>typhoon")
	case "/sso":
		http.SetCookie(w, &http.Cookie{Name: "sso", Value: "1", Path: "/"})
		http.Redirect(w, r, "/board", http.StatusFound)
	case "/board":
		if _, err := r.Cookie("sso"); err != nil {
			http.Redirect(w, r, "/sso", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>board")
	case "/loop":
		http.SetCookie(w, &http.Cookie{Name: "same", Value: "1"})
		http.Redirect(w, r, "/loop", http.StatusFound)
	case "/many":
		for i := range 1500 {
			w.Header().Add("Set-Cookie", fmt.Sprintf("c%s%d=%s", r.URL.RawQuery, i, strings.Repeat("x", 100)))
		}
		http.Redirect(w, r, "/many?"+r.URL.RawQuery+"a", http.StatusFound)
	case "/none":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<p>%s", r.Header.Get("Cookie"))
	}
	if len(r.Header.Get("Cookie")) > maxCookie {
		panic("too long")
	}
}

func TestChainCookies(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(wall))
	defer s.Close()
	for _, off := range []bool{false, true} {
		c, err := New(Options{AllowPrivate: true, KeepExchanges: true, NoChainCookies: off, Polite: polite.Options{Delay: -1}})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close() //nolint:errcheck // the test is over
		for path, want := range map[string]string{"/wall": "<p>typhoon", "/board": "<p>board", "/sso": "<p>board", "/none": "<p>", "/loop": "", "/many": ""} {
			r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + path})
			if off && path != "/none" {
				want = ""
			}
			switch {
			case want == "" && !errors.Is(err, crawl.ErrRedirects):
				t.Errorf("%s, off %v: %v", path, off, err)
			case want != "" && (err != nil || string(r.Body) != want):
				t.Errorf("%s, off %v: %v", path, off, err)
			case want != "":
				for _, e := range r.Exchanges {
					if strings.Contains(string(e.Request), "seen=") {
						t.Errorf("%s: the archive holds a cookie", path)
					}
				}
			}
		}
	}
}

// A cookie goes to the hosts that it is for, and to no public suffix.
func TestChainHosts(t *testing.T) {
	at := func(s string) *url.URL {
		u, err := url.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	var c chain
	c.heard(at("https://a.news.example/"), http.Header{"Set-Cookie": {"own=1", "site=2; Domain=news.example", "all=3; Domain=example", "secure=4; Secure", "old=5; Max-Age=0", "bad", "\x01=6"}})
	for address, want := range map[string]string{
		"https://a.news.example/x": "own=1; site=2; secure=4", "https://b.news.example/": "site=2", "http://a.news.example/": "own=1; site=2", "https://other.example/": "",
	} {
		if got := c.field(at(address)); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
