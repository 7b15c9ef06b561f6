package fetch_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// known is an account at one host, by name.
type known struct {
	host    string
	mu      sync.Mutex
	cookies []string
}

func (k *known) Fields(u *url.URL) http.Header {
	if u.Hostname() != k.host {
		return nil
	}
	return http.Header{"X-Key": {"s3cret"}, "User-Agent": {"Mozilla/5.0"}}
}

func (k *known) Answered(_ *url.URL, head http.Header) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.cookies = append(k.cookies, head.Values("Set-Cookie")...)
}

// Credentials go to their host only, not along with a redirect, and no archive holds them.
func TestCredentials(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, port, _ := strings.Cut(r.Host, ":")
		mu.Lock()
		asked = append(asked, fmt.Sprintf("%s %s %q %t", host, r.URL.Path, r.Header.Get("X-Key"), strings.HasPrefix(r.UserAgent(), "ontocrawl")))
		mu.Unlock()
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Header().Add("Set-Cookie", "session=s3cret-session")
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "http://localhost:"+port+"/there", http.StatusFound)
		}
	}))
	defer server.Close()
	who := &known{host: "127.0.0.1"}
	client, err := fetch.New(fetch.Options{AllowPrivate: true, Polite: polite.Options{Delay: -1}, Credentials: who, KeepExchanges: true})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	r, err := client.Fetch(context.Background(), crawl.Request{URL: server.URL + "/away"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Resources().Fetch(context.Background(), crawl.Request{URL: server.URL + "/script.js"}); err != nil {
		t.Fatal(err)
	}
	want := `127.0.0.1 /robots.txt "s3cret" true
127.0.0.1 /away "s3cret" true
localhost /robots.txt "" true
localhost /there "" true
127.0.0.1 /script.js "" true`
	if got := strings.Join(asked, "\n"); got != want {
		t.Errorf("asked\n%s\nwant\n%s", got, want)
	}
	if strings.Join(who.cookies, " ") != "session=s3cret-session" {
		t.Errorf("cookies %q", who.cookies)
	}
	if len(r.Exchanges) != 2 || len(r.Robots) != 2 {
		t.Fatalf("%d and %d exchanges", len(r.Exchanges), len(r.Robots))
	}
	first, second := r.Exchanges[0], r.Exchanges[1]
	if s := string(first.Request) + string(first.Head) + string(r.Robots[0].Request); strings.Contains(s, "s3cret") || strings.Count(s, "(kept out of the archive)") != 3 || !strings.Contains(s, "Location: http://localhost") {
		t.Errorf("in the archive:\n%s", s)
	}
	if s := string(second.Head); !strings.Contains(s, "s3cret-session") { // it is nobody's
		t.Errorf("a cookie of a host without an account is missing:\n%s", s)
	}
}
