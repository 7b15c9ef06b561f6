package serve_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/trial"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobontology"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/crawl/watch/teaching"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
)

// secretOf is the secret of the token called name.
func secretOf(name string) string { return name + "-0123456789abcdef" }

// gate lets in ann, who may read, bob, who may run, and eve, who may do everything;
// the proxy on this machine names users with roles.
func gate(t *testing.T, change ...func(*access.Config)) *access.Gate {
	t.Helper()
	c := access.Config{Proxy: access.Proxy{From: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, User: "X-Remote-User", Roles: "X-Remote-Groups"}}
	for i, name := range []string{"ann", "bob", "eve"} {
		c.Tokens = append(c.Tokens, access.Token{Name: name, Role: access.Read + access.Role(i), Secret: redact.Secret{Env: name}})
	}
	for _, f := range change {
		f(&c)
	}
	g, err := access.Open(access.Options{Read: func() (access.Config, error) { return c, nil }, Lookup: func(name string) (string, bool) { return secretOf(name), true }})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// yes answers every question in SPARQL.
type yes struct{}

func (yes) Ask(context.Context, string, string) (*sparql.Result, error) {
	return &sparql.Result{Kind: sparql.Ask, True: true}, nil
}

// obeys are events that an order brings up to date.
type obeys struct{ api.Told }

func (o obeys) Cards(job string) (*eventgraph.Cards, eventgraph.Standing, error) {
	c, s, err := o.Told.Cards(job)
	s.Order = true
	return c, s, err
}

func (obeys) Update(string) error { return nil }

// willing is a file of jobs that takes everything, and a teacher that is never busy.
type willing struct{}

func (willing) Read(context.Context) (s jobedit.State, err error)                  { return s, nil }
func (willing) Check(context.Context, string) (c jobfile.Checked, err error)       { return c, nil }
func (willing) Save(context.Context, string, string) (s jobedit.State, err error)  { return s, nil }
func (willing) State(string) (s teaching.State, err error)                         { return s, nil }
func (willing) Begin(string) error                                                 { return nil }
func (willing) Apply(string, string) error                                         { return nil }
func (willing) TakeBack(string) error                                              { return nil }
func (willing) Ask(string, int) (q []teaching.Question, err error)                 { return q, nil }
func (willing) Try(context.Context, string, string, string) (*trial.Report, error) { return nil, nil }

// agrees is a bench that takes every order.
type agrees struct{ *jobontology.Bench }

func (agrees) Learn(context.Context, string) error { return nil }
func (agrees) Accept(context.Context, string, string, string, []jobontology.Pick) (*jobontology.Changed, error) {
	return &jobontology.Changed{}, nil
}
func (agrees) Refuse(context.Context, string, string, []string, bool) error { return nil }

// TestRolesAtTheDoor asks every route by token, by cookie and through the proxy.
func TestRolesAtTheDoor(t *testing.T) {
	dir := t.TempDir()
	h := hand{make(chan string, 99)}
	lib := captures(t)
	opt := read(caught(t, 1, "<p>The typhoon. All is closed.</p>"))
	opt.Control, opt.Search, opt.Asker, opt.Auth, opt.Audit = h, lib, yes{}, serve.Auth{Access: gate(t)}, access.NewAudit(dir, access.AuditOptions{})
	events := obeys{told(t)}
	cards, _, err := events.Cards("typhoon")
	if err != nil {
		t.Fatal(err)
	}
	bench, _ := workbench(t)
	opt.Told, opt.Shifts, opt.JobsFile, opt.Teacher, opt.Ontologies, opt.Cluster = events, shifts(t), willing{}, willing{}, agrees{bench}, &fleet{}
	srv := start(t, opt)
	fill := strings.NewReplacer("{job}", "typhoon", "{number}", "1", "{event}", cards.Cards[0].ID)
	for role := access.Nobody; role <= access.Admin; role++ {
		name := []string{"", "ann", "bob", "eve"}[role]
		token := []string{"Authorization: Bearer " + secretOf(name)}
		if role == access.Nobody {
			token = nil
		}
		// One each: all requests together would be too many for one person.
		proxied := []string{"X-Remote-User: " + []string{"zac", "zia", "zeb", "zoe"}[role], "X-Remote-Groups: staff, " + role.String()}
		in := client(t)
		in.Jar, _ = cookiejar.New(nil)
		ask(t, in, "POST", srv.URL()+"login", url.Values{"token": {secretOf(name)}}.Encode(), "Content-Type: application/x-www-form-urlencoded")
		for _, way := range []struct {
			name    string
			c       *http.Client
			fields  []string
			nothing int // without a role
		}{{"token", client(t), token, 401}, {"cookie", in, nil, 401}, {"proxy", client(t), proxied, 403}} {
			for _, r := range api.Routes() {
				if r.Path == "/events" && role >= r.Least {
					continue // it does not end; TestCloseEndsStreams reads one
				}
				body := `{}`
				if r.Action == api.ActionPhase {
					body = `{"phase":"impact","for":"1h"}`
				}
				if r.Action == api.ActionAddSources {
					body = `{"text":"https://c.example/feed"}`
				}
				if r.Action == api.ActionSource {
					body = `{"site":"a.example","state":"refused"}`
				}
				if r.Action == api.ActionMark {
					body = `{"marks":[{"url":"http://a.example/","verdict":"right"}]}`
				}
				if r.Action == api.ActionAccept || r.Action == api.ActionRefuse {
					body = `{"offers":[]}`
				}
				switch r.Path {
				case "/cluster/drain":
					body = `{"node":"n1"}`
				case "/jobs/{job}/events/{event}":
					body = `{"what":"confirm"}`
				case "/jobs/{job}/taught":
					body = `{"model":""}`
				case "/jobs-file", "/jobs-file/check":
					body = `{"text":"jobs: []"}`
				}
				kind := "application/json"
				if r.Path == "/sparql" {
					kind, body = "application/sparql-query", "ASK {}"
				}
				resp := ask(t, way.c, r.Method, srv.URL()+strings.TrimPrefix(api.Prefix, "/")+fill.Replace(r.Path)+"?q=x&query=ASK+%7B%7D&url="+url.QueryEscape(news), body, append([]string{"Content-Type: " + kind, `If-Match: "1"`}, way.fields...)...)
				io.Copy(io.Discard, resp.Body) //nolint:errcheck // frees the connection
				switch want := http.StatusForbidden; {
				case role >= r.Least && resp.StatusCode >= 300:
					t.Errorf("%v by %s: %s: %s", role, way.name, r.Pattern(), resp.Status)
				case role < r.Least:
					if role == access.Nobody {
						want = way.nothing
					}
					if resp.StatusCode != want {
						t.Errorf("%v by %s: %s: %s; want %d", role, way.name, r.Pattern(), resp.Status, want)
					}
				}
			}
			page := map[bool]int{true: 200, false: map[string]int{"token": 303, "cookie": 303, "proxy": 403}[way.name]}[role >= access.Read]
			if resp := ask(t, way.c, "GET", srv.URL()+"main.js", "", way.fields...); resp.StatusCode != page {
				t.Errorf("%v by %s: the page: %s; want %d", role, way.name, resp.Status, page)
			}
			if role >= access.Read {
				resp := ask(t, way.c, "GET", srv.URL()+"api/v1/me", "", way.fields...)
				text, _ := io.ReadAll(resp.Body)
				may := []string{"", `[]`, `["run","index","mark","events","decide","teach","stop","offers","refuse","cluster-pause","cluster-resume","cluster-stop","cluster-drain"]`, `["run","index","mark","events","decide","teach","stop","offers","refuse","cluster-pause","cluster-resume","cluster-stop","cluster-drain","accept","phase","source","add-sources","pause","resume","test-alert","taught","save-jobs"]`}[role]
				if !strings.Contains(string(text), `"role":"`+role.String()+`","may":`+may) {
					t.Errorf("%v by %s: %s", role, way.name, text)
				}
			}
		}
	}
	noted, _ := os.ReadFile(filepath.Join(dir, access.AuditFile))
	for _, want := range []string{
		`"name":"bob","role":"run","address":"127.0.0.1","action":"run","object":"typhoon","outcome":"done"`,
		`"name":"zoe","role":"admin","address":"127.0.0.1","action":"phase","object":"typhoon","outcome":"done"`,
		`"name":"eve","role":"admin","address":"127.0.0.1","action":"log in","outcome":"done"`,
		`"name":"ann","role":"read","address":"127.0.0.1","action":"run","object":"typhoon","outcome":"refused"`,
	} {
		if !bytes.Contains(noted, []byte(want)) {
			t.Errorf("the audit log lacks %s\n%s", want, noted)
		}
	}
	if bytes.Contains(noted, []byte("0123456789abcdef")) {
		t.Errorf("a secret stands in the audit log:\n%s", noted)
	}
}

// TestNotBelieved sends what no client may say.
func TestNotBelieved(t *testing.T) {
	dir := t.TempDir()
	var said bytes.Buffer
	log, at := slog.New(slog.NewTextHandler(&said, nil)), time.Now()
	later := func() time.Time { at = at.Add(10 * time.Second); return at } // so that each refusal has its line
	srv := start(t, serve.Options{Auth: serve.Auth{Access: gate(t, func(c *access.Config) {
		c.Proxy.From = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
		c.Hosts = []string{"monitor.example.org"}
	})}, Audit: access.NewAudit(dir, access.AuditOptions{Log: log, Now: later})})
	proxied := start(t, serve.Options{Auth: serve.Auth{Access: gate(t, func(c *access.Config) { c.Hosts = []string{"monitor.example.org"} })}})
	c := client(t)
	ann := "Authorization: Bearer " + secretOf("ann")
	two := func(to string, fields ...string) int { // Header.Set would join them
		req, _ := http.NewRequest("GET", to+"api/v1/daemon", nil)
		for _, f := range fields {
			name, value, _ := strings.Cut(f, ": ")
			req.Header.Add(name, value)
		}
		resp, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	for _, tt := range []struct {
		name string
		got  int
		want int
	}{
		{"a user from an address that is no proxy", two(srv.URL(), "X-Remote-User: eve", "X-Remote-Groups: admin"), 401},
		{"who says that it comes from one", two(srv.URL(), "X-Forwarded-For: 10.0.0.1", "X-Remote-User: eve", "X-Remote-Groups: admin"), 401},
		{"two fields of roles", two(proxied.URL(), "X-Remote-User: zoe", "X-Remote-Groups: read", "X-Remote-Groups: admin"), 400},
		{"two users", two(proxied.URL(), "X-Remote-User: zoe", "X-Remote-User: eve", "X-Remote-Groups: admin"), 400},
		{"two tokens", two(proxied.URL(), ann, "Authorization: Bearer x"), 401},
		{"another kind of authorization", two(proxied.URL(), "Authorization: Basic YW5uOng="), 401},
		{"a right token beside a wrong cookie", two(srv.URL(), ann, "Cookie: ontocrawl=eve.9999999999.AAAA"), 200},
		{"a cookie of another name", two(srv.URL(), "Cookie: ontocrawl=eve.9999999999.AAAA"), 401},
		{"a token in the address", ask(t, c, "GET", srv.URL()+"api/v1/daemon?access_token="+secretOf("ann"), "").StatusCode, 400},
		{"a token in the address of the log-in", ask(t, c, "GET", srv.URL()+"login?token="+secretOf("ann"), "").StatusCode, 400},
		{"beside the right field", ask(t, c, "GET", srv.URL()+"api/v1/daemon?token="+secretOf("ann"), "", ann).StatusCode, 400},
		{"under the public name", ask(t, c, "GET", srv.URL()+"api/v1/daemon", "", ann, "Host: monitor.example.org").StatusCode, 200},
		{"under another", ask(t, c, "GET", srv.URL()+"api/v1/daemon", "", ann, "Host: evil.example").StatusCode, 403},
		{"the page behind a proxy that hides the name", ask(t, c, "POST", srv.URL()+"logout", "", "Origin: https://monitor.example.org").StatusCode, 303},
		{"another page", ask(t, c, "POST", srv.URL()+"logout", "", "Origin: https://evil.example").StatusCode, 403},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %d; want %d", tt.name, tt.got, tt.want)
		}
	}
	noted, _ := os.ReadFile(filepath.Join(dir, access.AuditFile))
	for _, want := range []string{"came from an address that is none", "must be replaced", "another site"} {
		if !bytes.Contains(noted, []byte(want)) || !strings.Contains(said.String(), want) {
			t.Errorf("the audit log or the log lacks %q:\n%s\n%s", want, noted, said.String())
		}
	}
	if strings.Contains(string(noted)+said.String(), "0123456789abcdef") {
		t.Errorf("a secret was noted:\n%s\n%s", noted, said.String())
	}
}

// TestProxySaysHTTPS: behind a proxy that ends TLS the cookie is for TLS only.
func TestProxySaysHTTPS(t *testing.T) {
	srv := start(t, serve.Options{Auth: serve.Auth{Access: gate(t)}})
	for _, proto := range []string{"http", "https"} {
		resp := ask(t, client(t), "POST", srv.URL()+"login", url.Values{"token": {secretOf("ann")}}.Encode(),
			"Content-Type: application/x-www-form-urlencoded", "X-Forwarded-Proto: "+proto)
		if k := resp.Cookies(); len(k) != 1 || k[0].Secure != (proto == "https") {
			t.Errorf("%s: cookies %v", proto, k)
		}
	}
}

// TestCookieEndsWithSecret: who logged in by a secret that was replaced is out.
func TestCookieEndsWithSecret(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ann")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one-0123456789abcdef")
	now := time.Now()
	srv := start(t, serve.Options{Now: func() time.Time { return now }, Auth: serve.Auth{Access: gate(t, func(c *access.Config) { c.Tokens[0].Secret = redact.Secret{File: file} })}})
	c := client(t)
	c.Jar, _ = cookiejar.New(nil)
	ask(t, c, "POST", srv.URL()+"login", url.Values{"token": {"one-0123456789abcdef"}}.Encode(), "Content-Type: application/x-www-form-urlencoded")
	if resp := ask(t, c, "GET", srv.URL()+"api/v1/me", ""); resp.StatusCode != 200 {
		t.Fatalf("with the cookie: %s", resp.Status)
	}
	write("another-0123456789abcdef")
	now = now.Add(time.Second)
	if resp := ask(t, c, "GET", srv.URL()+"api/v1/me", ""); resp.StatusCode != 401 {
		t.Errorf("with the cookie of the old secret: %s", resp.Status)
	}
}

// TestFlood sends wrong tokens as fast as this machine can for two seconds, 10,000 a
// second at most, while somebody works with a right one from the same address.
func TestFlood(t *testing.T) {
	dir := t.TempDir()
	srv := start(t, serve.Options{Control: hand{make(chan string, 9)}, Auth: serve.Auth{Access: gate(t)}, Audit: access.NewAudit(dir, access.AuditOptions{})})
	flood := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4}}
	defer flood.CloseIdleConnections()
	var wg sync.WaitGroup
	var mu sync.Mutex
	answers, late := map[int]int{}, 0
	begun := time.Now()
	end := begun.Add(2 * time.Second)
	for range 4 {
		wg.Go(func() {
			for n := 0; n < 5000 && time.Now().Before(end); n++ {
				req, _ := http.NewRequest("GET", srv.URL()+"api/v1/daemon", nil)
				req.Header.Set("Authorization", fmt.Sprintf("Bearer wrong-%d-0123456789", n))
				resp, err := flood.Do(req)
				if err != nil {
					t.Error(err)
					return
				}
				io.Copy(io.Discard, resp.Body) //nolint:errcheck // frees the connection
				resp.Body.Close()
				mu.Lock()
				if answers[resp.StatusCode]++; resp.StatusCode == 429 && resp.Header.Get("Retry-After") == "" {
					late++
				}
				mu.Unlock()
			}
		})
	}
	c, right := client(t), 0
	for time.Now().Before(end) {
		if resp := ask(t, c, "GET", srv.URL()+"api/v1/daemon", "", "Authorization: Bearer "+secretOf("ann")); resp.StatusCode != 200 {
			t.Fatalf("the right token: %s after %d", resp.Status, right)
		}
		right++
		time.Sleep(20 * time.Millisecond)
	}
	wg.Wait()
	most := 5 + 1 + int(time.Since(begun)/(2*time.Second)) // at once, and one each two seconds
	if right < 5 || answers[401] < 5 || answers[401] > most || answers[429] < 100 || late > 0 || len(answers) != 2 {
		t.Errorf("%d right ones; answers to wrong ones %v, %d of them without Retry-After", right, answers, late)
	}
	t.Logf("%d right ones beside %v", right, answers)
	if info, err := os.Stat(filepath.Join(dir, access.AuditFile)); err != nil || info.Size() > 5000 {
		t.Errorf("the audit log: %v, %v", info, err)
	}
}

// TestPacedByToken: a program that asks without pause is slowed down by its token, and
// nobody else is.
func TestPacedByToken(t *testing.T) {
	now := time.Now()
	srv := start(t, serve.Options{Auth: serve.Auth{Access: gate(t)}, Now: func() time.Time { return now }})
	c := client(t)
	last := 0
	for range 201 {
		resp := ask(t, c, "GET", srv.URL()+"api/v1/me", "", "Authorization: Bearer "+secretOf("ann"))
		io.Copy(io.Discard, resp.Body) //nolint:errcheck // frees the connection
		last = resp.StatusCode
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the 201st request at once: %d", last)
	}
	if resp := ask(t, c, "GET", srv.URL()+"api/v1/me", "", "Authorization: Bearer "+secretOf("bob")); resp.StatusCode != 200 {
		t.Errorf("another token: %s", resp.Status)
	}
	now = now.Add(time.Second)
	if resp := ask(t, c, "GET", srv.URL()+"api/v1/me", "", "Authorization: Bearer "+secretOf("ann")); resp.StatusCode != 200 {
		t.Errorf("a second later: %s", resp.Status)
	}
}
