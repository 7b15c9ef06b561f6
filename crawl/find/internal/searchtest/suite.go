package searchtest

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

// Provider tells the suite about a kind of sources that are asked by HTTP.
type Provider struct {
	Kind       search.Kind
	Settings   map[string]string                   // beside url
	URL        func(base string) string            // the setting url for a server; nil: base itself
	Setup      func(base string) map[string]string // what the source reads before it asks, by path
	Type       string                              // Content-Type of answers
	Answer     string                              // an answer in the documented form
	None       string                              // one without results
	NoneStatus int                                 // its status; 0 is 200
	Query      search.Query                        // which Answer answers
	Want       []string                            // the links of Answer
	Render     func(results []kinds.Result) string // an answer with these results; nil: results are not free
	Own        bool                                // the host of the source has results
}

// Key is the key with which the suite asks. It is distinct, so that it can be searched for.
const Key = "k3y-0f-the-Suite/+=&%"

// userAgent is the suite's.
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

// RunAnswers runs the part of the suite that is about good answers, for kinds that share
// another kind's code.
func RunAnswers(t *testing.T, p *Provider) {
	t.Run("answer", p.answer)
	t.Run("none", p.none)
	t.Run("operators", p.operators)
}

// Run runs the suite.
func Run(t *testing.T, p *Provider) {
	RunAnswers(t, p)
	for _, b := range badServers() {
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

// answer: its links come out harmless and in order; a second question costs nothing;
// requests are counted.
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
func (p *Provider) bad(t *testing.T, b bad) {
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
