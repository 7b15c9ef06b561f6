package searchtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

// canceled: a source that does not answer is left when the caller wants to.
func (p *Provider) canceled(t *testing.T) {
	stop := make(chan struct{})
	srv := NewServer(t, p.Setup, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	}))
	defer close(stop)
	s := p.Open(t, srv.URL, t.TempDir(), nil)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Ask(ctx, p.Query); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// concurrent: questions at the same time are sent one after the other.
func (p *Provider) concurrent(t *testing.T) {
	var mu sync.Mutex
	at, most := 0, 0
	srv := NewServer(t, p.Setup, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		at++
		most = max(most, at)
		mu.Unlock()
		time.Sleep(time.Millisecond)
		Body(p.Type, p.Answer).ServeHTTP(w, r)
		mu.Lock()
		at--
		mu.Unlock()
	}))
	s := p.Open(t, srv.URL, t.TempDir(), nil)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			q := p.Query
			q.Text, q.Target = fmt.Sprint(q.Text, i), strings.Replace(q.Target, "://", fmt.Sprintf("://h%d.", i), 1)
			if _, err := s.Ask(t.Context(), q); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if most != 1 {
		t.Errorf("%d questions at a time", most)
	}
}

// key: a key is sent to the source alone. A server that echoes it everywhere does not
// bring it into answers, errors, logs or files.
func (p *Provider) key(t *testing.T) {
	if p.Kind.KeyHeader == "" {
		t.Skip("the kind takes no key")
	}
	var logged strings.Builder
	seen := false
	echo := func(status int, body string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			k := r.Header.Get(p.keyHeader())
			if k == "" {
				k = r.URL.Query().Get("key")
			}
			seen = seen || k == Key
			w.Header().Set("Content-Type", p.Type)
			w.Header().Set("X-Echo", k)
			w.Header().Set("Location", "https://elsewhere.example.org/"+k)
			w.WriteHeader(status)
			fmt.Fprint(w, body, "<!-- ", k, " -->")
		})
	}
	var texts []string
	for _, h := range []http.Handler{echo(200, p.Answer), echo(200, "{"), echo(302, ""), echo(403, ""), echo(500, "")} {
		srv, dir := NewServer(t, p.Setup, h), t.TempDir()
		a, err := p.Open(t, srv.URL, dir, func(s string) { logged.WriteString(s) }).Ask(t.Context(), p.Query)
		b, _ := json.Marshal(a)
		texts = append(texts, fmt.Sprintf("%v %+v %#v %s", err, err, a, b))
		texts = append(texts, files(t, dir)...)
	}
	for _, s := range append(texts, logged.String()) {
		if strings.Contains(s, Key) || strings.Contains(s, "k3y-0f-the-Suite") {
			t.Errorf("the key shows in %.300s", s)
		}
	}
	if !seen {
		t.Error("the key was never sent")
	}
}

func (p *Provider) keyHeader() string {
	if h := p.Settings[search.SettingKeyHeader]; h != "" {
		return h
	}
	return p.Kind.KeyHeader
}

// hostile: of results that nobody should follow, only harmless links are left.
func (p *Provider) hostile(t *testing.T) {
	var results []kinds.Result
	var all []hostile
	srv := NewServer(t, p.Setup, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Body(p.Type, p.Render(results)).ServeHTTP(w, r)
	}))
	all = hostileResults(srv.URL)
	var want []string
	for _, h := range all {
		results = append(results, h.Result)
		if h.Want != "" {
			want = append(want, h.Want)
		}
	}
	a, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), p.Query)
	if err != nil {
		t.Fatal(err)
	}
	if got := urls(a.Links); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("links:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	harmless(t, a.Links)
}

// words: labels that are operators of an engine are not.
func (p *Provider) words(t *testing.T) {
	srv := NewServer(t, p.Setup, Body(p.Type, p.None))
	s := p.Open(t, srv.URL, t.TempDir(), nil)
	for _, text := range []string{"-minus plus", "\"quote typhoon", "site:a.example storm", "!images surge", ":en rain", "!!g wind", "<3 eye", "a OR b", "title:(x)"} {
		if _, err := s.Ask(t.Context(), search.Query{Text: text}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		seen := srv.Seen()
		asked := ""
		for _, values := range seen[len(seen)-1].URL.Query() {
			for _, v := range values {
				if strings.ContainsFunc(v, unicode.IsSpace) || strings.Contains(v, `"`) {
					asked = v
				}
			}
		}
		for _, w := range strings.Fields(asked) {
			if strings.ContainsAny(w[:1], "-!:<") || strings.Contains(w, "site:") && w[0] != '"' || w == "OR" || strings.Count(asked, `"`)%2 != 0 {
				t.Errorf("%q is asked as %q", text, asked)
			}
		}
		if asked == "" {
			t.Errorf("%q is asked as %v", text, seen[len(seen)-1].URL)
		}
	}
}
