package searchtest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/search"
	"github.com/ontocrawl/ontocrawl/crawl/search/provider"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
)

// Provider is what the suite has to know of a kind of sources that are asked by HTTP.
type Provider struct {
	Kind       search.Kind
	Settings   map[string]string                      // beside url
	URL        func(base string) string               // the setting url for a server; nil: base itself
	Setup      func(base string) map[string]string    // what the source reads before it asks, by path
	Type       string                                 // Content-Type of answers
	Answer     string                                 // an answer in the documented form
	None       string                                 // one without results
	NoneStatus int                                    // its status; 0 is 200
	Query      search.Query                           // which Answer answers
	Want       []string                               // the links of Answer
	Render     func(results []provider.Result) string // an answer with these results; nil: results are not free
	Own        bool                                   // the host of the source has results
}

// Key is the key with which the suite asks. It is distinct, so that it can be searched for.
const Key = "k3y-0f-the-Suite/+=&%"

// userAgent is that of the suite.
const userAgent = "ontocrawl/test (+mailto:test@example.org)"

// Open opens the kind as a source of the settings, with a folder of its own.
func (p *Provider) Open(t testing.TB, base, dir string, log func(string)) *search.Asker {
	t.Helper()
	address := base
	if p.URL != nil {
		address = p.URL(base)
	}
	values := map[string]search.Value{search.SettingURL: {Text: address}, search.SettingPerMinute: {Text: "0"}, search.SettingPerDay: {Text: "0"}}
	if p.Kind.KeyHeader != "" {
		values[search.SettingKeyEnv] = search.Value{Text: "SUITE_KEY"}
	}
	for name, text := range p.Settings {
		values[name] = search.Value{Text: text}
	}
	all, err := search.Open([]search.Settings{{Name: "suite", Kind: p.Kind.Name, Where: "test", Values: values}}, search.Deps{
		Kinds: []search.Kind{p.Kind}, Dir: dir, UserAgent: userAgent, Contact: "mailto:test@example.org", Log: logger(log),
		LookupEnv: func(name string) (string, bool) { return Key, name == "SUITE_KEY" }, AllowPrivate: p.Own && p.Render == nil,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { all.Close() }) //nolint:errcheck // tested elsewhere
	return all.Get("suite")
}

// RunAnswers runs the part of the suite that is about good answers, for kinds whose code is
// that of another one.
func RunAnswers(t *testing.T, p *Provider) {
	t.Run("answer", p.answer)
	t.Run("none", p.none)
	t.Run("operators", p.operators)
}

// Run runs the suite.
func Run(t *testing.T, p *Provider) {
	RunAnswers(t, p)
	for _, b := range BadServers() {
		t.Run("bad/"+b.Name, func(t *testing.T) { p.bad(t, b) })
	}
	t.Run("tls", p.tls)
	t.Run("cut off", p.cut)
	t.Run("canceled", p.canceled)
	t.Run("concurrent", p.concurrent)
	t.Run("key", p.key)
	if p.Render != nil {
		t.Run("hostile", p.hostile)
	}
	if p.Query.Op == search.Keyword {
		t.Run("words", p.words)
	}
}

// answer: the links are those of the answer, harmless, in order; a second question costs
// nothing; requests are counted.
func (p *Provider) answer(t *testing.T) {
	srv, dir := NewServer(t, p.Setup, Body(p.Type, p.Answer)), t.TempDir()
	s := p.Open(t, srv.URL, dir, nil)
	a, err := s.Ask(t.Context(), p.Query)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]string, len(p.Want))
	for i, w := range p.Want {
		want[i] = strings.ReplaceAll(w, "BASE", srv.URL)
	}
	if got := urls(a.Links); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("links:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	harmless(t, a.Links)
	if a.Raw == nil || len(a.Raw.Exchanges) == 0 || len(a.Raw.Body) == 0 {
		t.Errorf("the answer is not kept for the archive: %+v", a.Raw)
	}
	n := len(srv.Seen())
	for _, r := range srv.Seen() {
		if got := r.Header.Get("User-Agent"); got != userAgent {
			t.Errorf("User-Agent %q", got)
		}
	}
	if got := counted(t, dir); got != n {
		t.Errorf("%d requests counted, %d sent", got, n)
	}
	if _, err := s.Ask(t.Context(), p.Query); err != nil || len(srv.Seen()) != n {
		t.Errorf("asked again: %v, %d requests", err, len(srv.Seen())-n)
	}
}

// none: no results are no failure.
func (p *Provider) none(t *testing.T) {
	srv := NewServer(t, p.Setup, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", p.Type)
		w.WriteHeader(cmp.Or(p.NoneStatus, http.StatusOK))
		fmt.Fprint(w, p.None)
	}))
	a, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), p.Query)
	if err != nil || len(a.Links) != 0 || len(a.Failed) != 0 || a.More {
		t.Errorf("%+v, %v", a, err)
	}
}

// operators: what the source cannot do is refused before anything is sent.
func (p *Provider) operators(t *testing.T) {
	srv := NewServer(t, p.Setup, Body(p.Type, p.Answer))
	s := p.Open(t, srv.URL, t.TempDir(), nil)
	for op := range search.Op(search.NumOps) {
		q := search.Query{Op: op, Text: "x", Target: "https://a.example.org/"}
		if s.Can().Has(op) {
			q.Text, q.Target = "", ""
		}
		var e *search.Error
		if _, err := s.Ask(t.Context(), q); !errors.As(err, &e) || e.Kind != search.Unsupported {
			t.Errorf("%s: %v", op, err)
		}
	}
	if n := len(srv.Seen()); n != 0 {
		t.Errorf("%d requests", n)
	}
}

// bad: a server that misbehaves gives an error of the right kind in one line, and is left
// alone for a while.
func (p *Provider) bad(t *testing.T, b Bad) {
	srv := NewServer(t, p.Setup, b.Answer)
	s := p.Open(t, srv.URL, t.TempDir(), nil)
	_, err := s.Ask(t.Context(), p.Query)
	e := oneLine(t, err)
	if e.Kind != b.Kind || !strings.Contains(err.Error(), b.Says) {
		t.Errorf("%v: %s; want %v with %q", err, e.Kind, b.Kind, b.Says)
	}
	pause := time.Until(s.Ready())
	if pause < b.Pause-10*time.Second || pause > b.Pause+time.Second {
		t.Errorf("left alone for %v, want %v", pause, b.Pause)
	}
	n := len(srv.Seen())
	if _, err := s.Ask(t.Context(), p.Query); err == nil || len(srv.Seen()) != n {
		t.Errorf("asked again at once: %v, %d requests", err, len(srv.Seen())-n)
	}
}

func (p *Provider) tls(t *testing.T) {
	srv := newServer(t, p.Setup, Body(p.Type, p.Answer), true)
	_, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), p.Query)
	if e := oneLine(t, err); e.Kind != search.Unavailable || !strings.Contains(err.Error(), "TLS") {
		t.Error(err)
	}
}

// cut: an answer that is cut off anywhere is an error, or gives links of the whole one.
func (p *Provider) cut(t *testing.T) {
	whole := map[string]bool{}
	step := max(1, len(p.Answer)/15)
	for n := len(p.Answer); n > 0; n -= step {
		srv := NewServer(t, p.Setup, Body(p.Type, p.Answer[:n]))
		s := p.Open(t, srv.URL, t.TempDir(), nil)
		a, err := s.Ask(t.Context(), p.Query)
		if n == len(p.Answer) {
			for _, u := range urls(a.Links) {
				whole[strings.TrimPrefix(u, srv.URL)] = true
			}
		}
		if err != nil {
			oneLine(t, err)
		}
		for _, u := range urls(a.Links) {
			if !whole[strings.TrimPrefix(u, srv.URL)] {
				t.Errorf("cut at %d: %s", n, u)
			}
		}
		srv.Close()
	}
}

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
	var results []provider.Result
	var all []Hostile
	srv := NewServer(t, p.Setup, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		Body(p.Type, p.Render(results)).ServeHTTP(w, r)
	}))
	all = HostileResults(srv.URL)
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

// harmless checks what holds for every link of an answer.
func harmless(t *testing.T, links []crawl.Link) {
	t.Helper()
	for _, l := range links {
		if key, err := urlkey.Canonical(l.URL); err != nil || key != l.URL || l.Host != urlkey.Host(key) {
			t.Errorf("%q of host %q is no key: %v", l.URL, l.Host, err)
		}
		for _, s := range []string{l.Text, l.Context} {
			bad := strings.IndexFunc(s, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) })
			if bad >= 0 || utf8.RuneCountInString(s) > 300 || !utf8.ValidString(s) || strings.Contains(s, "<script") || strings.Contains(s, "alert(1)") {
				t.Errorf("%s: %q", l.URL, s)
			}
		}
	}
}

// oneLine checks that err is an [*search.Error] of one line.
func oneLine(t *testing.T, err error) *search.Error {
	t.Helper()
	var e *search.Error
	if !errors.As(err, &e) {
		t.Fatalf("%T: %v", err, err)
	}
	if s := err.Error(); strings.ContainsFunc(s, unicode.IsControl) || len(s) > 400 || !strings.Contains(s, "suite") {
		t.Errorf("not one clear line: %q", s)
	}
	return e
}

func urls(links []crawl.Link) []string {
	var out []string
	for _, l := range links {
		out = append(out, l.URL)
	}
	return out
}

// counted is how many requests the folder of a source has on record.
func counted(t *testing.T, dir string) int {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "suite.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r struct{ Days []struct{ Sent int } }
	line, _, _ := strings.Cut(string(b), "\n")
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, d := range r.Days {
		n += d.Sent
	}
	return n
}

// files returns the contents of all files below dir, packed ones unpacked too.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		out = append(out, path+" "+string(b)+" "+unpacked(b))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
