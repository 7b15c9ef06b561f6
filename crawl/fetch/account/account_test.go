package account_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/account"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// files writes files into a folder and returns it.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// env is an environment with one password.
func env(name string) (string, bool) {
	v, ok := map[string]string{"PASSWORD": "s3cret-pass", "WRONG": "s3cret-wrong", "KEY": "s3cret-key"}[name]
	return v, ok
}

func read(t *testing.T, text string) (*account.Accounts, error) {
	t.Helper()
	dir := files(t, map[string]string{"accounts.yaml": text})
	return account.Read(filepath.Join(dir, "accounts.yaml"), account.Options{LookupEnv: env})
}

func TestFields(t *testing.T) {
	dir := files(t, map[string]string{
		"token": "s3cret-token\n",
		"cookies.txt": "# Netscape HTTP Cookie File\n" +
			".archive.example\tTRUE\t/\tTRUE\t4102444800\tsid\tabc\n" +
			"#HttpOnly_www.archive.example\tFALSE\t/old\tTRUE\t0\tview\tflat\n" +
			"elsewhere.example\tFALSE\t/\tTRUE\t0\tother\tx\n" +
			".archive.example\tTRUE\t/\tTRUE\t1000000000\tpast\tx\n",
		"accounts.yaml": `
- host: news.example
  headers:
    x-api-key: {env: KEY}
    Authorization: {file: token, before: "Bearer "}
    Accept-Language: zh-CN
- host: "*.archive.example"
  cookies: cookies.txt
- host: intranet.example
  http: true
  headers: {X-Team: weather}
`})
	a, err := account.Read(filepath.Join(dir, "accounts.yaml"), account.Options{LookupEnv: env})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ url, want string }{
		{"https://news.example/a", "Accept-Language=zh-CN Authorization=Bearer s3cret-token X-Api-Key=s3cret-key"},
		{"https://NEWS.example./a", "Accept-Language=zh-CN Authorization=Bearer s3cret-token X-Api-Key=s3cret-key"},
		{"http://news.example/a", ""}, // anybody on the way could read it
		{"https://sub.news.example/a", ""},
		{"https://news.example.evil.example/a", ""},
		{"https://archive.example/", "Cookie=sid=abc"},
		{"https://www.archive.example/", "Cookie=sid=abc"},
		{"https://www.archive.example/old/1", "Cookie=view=flat; sid=abc"}, // the longer path first
		{"https://other.archive.example/old/1", "Cookie=sid=abc"},
		{"https://elsewhere.example/", ""},
		{"http://intranet.example/", "X-Team=weather"},
	} {
		u, err := url.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		fields := a.Fields(u)
		for _, name := range []string{"Accept-Language", "Authorization", "Cookie", "X-Api-Key", "X-Team"} {
			if v := fields.Get(name); v != "" {
				got = append(got, name+"="+v)
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.url, s, tt.want)
		}
	}
}

func TestReadFaults(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", "no account stands in it"},
		{"no list", "host: a.example", ":1: no account stands in it; write a list"},
		{"unknown key", "- host: a.example\n  header: {A: b}", `:2: a host has no key "header"; did you mean "headers"?`},
		{"no host", "- headers: {A: b}", ":1: host: \"\" is no host name"},
		{"an address", "- host: https://a.example/\n  headers: {A: b}", ":1: host: \"https://a.example/\" is no host name"},
		{"nothing to send", "- host: a.example", ":1: a.example: headers, cookies or login is needed"},
		{"a field of ours", "- host: a.example\n  headers:\n    user-agent: Mozilla", ":3: the field User-Agent is set by ontocrawl"},
		{"cookies as a field", "- host: a.example\n  headers:\n    Cookie: a=b", ":3: cookies are written into a file"},
		{"two lines", "- host: a.example\n  headers:\n    A: \"b\\r\\nC: d\"", ":3: the value of A cannot stand in a header"},
		{"no variable", "- host: a.example\n  headers:\n    A: {env: UNSET}", ":3: the environment variable UNSET, which should hold a secret, is not set"},
		{"no reference", "- host: a.example\n  headers:\n    A: {before: x}", ":3: env or file is needed"},
		{"no cookies", "- host: a.example\n  cookies: none.txt", ":2: open "},
		{"log-in by http", "- host: a.example\n  login: {page: 'http://a.example/in', fields: {p: {env: PASSWORD}}}", ":2: login: page: anybody on the way can read"},
		{"log-in elsewhere", "- host: a.example\n  login: {page: 'https://b.example/in', fields: {p: {env: PASSWORD}}}", "b.example is not a page of a.example"},
		{"no fields", "- host: a.example\n  login: {page: 'https://a.example/in'}", "login: fields are needed"},
		{"no selector", "- host: a.example\n  login: {page: 'https://a.example/in', form: '##', fields: {p: x}}", `login: form: "##" is no CSS selector`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := read(t, tt.text)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "accounts.yaml") && tt.name != "no cookies" {
				t.Errorf("%v, want %q", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), "s3cret") {
				t.Error("a secret stands in the error")
			}
		})
	}
	_, err := read(t, "- host: a.example\n- headers: {A: b}\n- host: c.example\n  headers: {Host: d}")
	if n := strings.Count(fmt.Sprint(err), "accounts.yaml:"); n != 3 {
		t.Errorf("%d faults at once, want 3: %v", n, err)
	}
}

// A wrong line of cookies is named without what it holds.
func TestCookieFaults(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"a.example\tTRUE\t/\tTRUE\t0\tsid", "line 1: 6 fields"},
		{"a.example\tTRUE\t/\tTRUE\tsoon\tsid\ts3cret", "line 1: the end of the cookie"},
		{"a.example\tTRUE\t/\tTRUE\t0\ts id\ts3cret", "line 1: it is no valid cookie"},
		{"b.example\tTRUE\t/\tTRUE\t0\tsid\ts3cret", "holds no cookie for a.example that is still valid"},
	} {
		dir := files(t, map[string]string{"c.txt": tt.line + "\n", "a.yaml": "- host: a.example\n  cookies: c.txt\n"})
		_, err := account.Read(filepath.Join(dir, "a.yaml"), account.Options{})
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v, want %q", tt.line, err, tt.want)
		}
	}
}

// members is a site whose pages need a log-in.
type members struct {
	mu       sync.Mutex
	sessions map[string]bool
	logins   int // forms sent
	asked    []string
	script   bool // the form is made by a script
	method   string
	action   string
}

func (m *members) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, r.Method+" "+r.URL.Path)
	w.Header().Set("Content-Type", "text/html")
	in := false
	if c, err := r.Cookie("session"); err == nil {
		in = m.sessions[c.Value]
	}
	switch {
	case r.URL.Path == "/robots.txt":
		fmt.Fprint(w, "User-agent: *\nDisallow: /login\n")
	case r.URL.Path == "/login" && r.Method == http.MethodPost:
		m.logins++
		if r.FormValue("csrf") != "t0ken" || r.FormValue("user") != "me" || r.FormValue("password") != "s3cret-pass" {
			m.form(w)
			return
		}
		id := fmt.Sprint("s3cret-session-", m.logins)
		m.sessions[id] = true
		http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Path: "/", HttpOnly: true})
		http.Redirect(w, r, "/", http.StatusSeeOther)
	case r.URL.Path == "/login":
		m.form(w)
	case r.URL.Path == "/logout":
		m.sessions = map[string]bool{}
	case !in:
		http.Redirect(w, r, "/login?next="+r.URL.Path, http.StatusFound)
	default:
		fmt.Fprintf(w, "<p>for members: %s", r.URL.Path)
	}
}

func (m *members) form(w http.ResponseWriter) {
	if m.script {
		fmt.Fprint(w, "<script src=form.js></script>")
		return
	}
	fmt.Fprintf(w, `<form><input name=q></form><form id=in method=%q action=%q><input type=hidden name=csrf value=t0ken>
		<input name=user><input type=password name=password><button>in</button></form>`, m.method, m.action)
}

// open starts the site and a fetcher that has an account of it.
func (m *members) open(t *testing.T, password, session string) (*account.Fetcher, string, *bytes.Buffer) {
	t.Helper()
	if m.method == "" {
		m.method, m.action = "post", "/login"
	}
	m.sessions = map[string]bool{}
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	return fetcher(t, server.URL, password, session)
}

func fetcher(t *testing.T, address, password, session string) (*account.Fetcher, string, *bytes.Buffer) {
	t.Helper()
	text := "- host: 127.0.0.1\n  http: true\n  login:\n    page: " + address + "/login\n    fields: {user: me, password: {env: " + password + "}}\n"
	if session != "" {
		text += "  session: " + session + "\n"
	}
	a, err := read(t, text)
	if err != nil {
		t.Fatal(err)
	}
	client, err := fetch.New(fetch.Options{AllowPrivate: true, Polite: polite.Options{Delay: -1}, Credentials: a, KeepExchanges: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	log := new(bytes.Buffer)
	return &account.Fetcher{Fetcher: client, Accounts: a, Submit: client, Logger: slog.New(slog.NewTextHandler(log, nil))}, address, log
}

func get(f crawl.Fetcher, address string) (*crawl.Response, error) {
	return f.Fetch(context.Background(), crawl.Request{URL: address})
}

func TestLogin(t *testing.T) {
	session := filepath.Join(t.TempDir(), "session.txt")
	m := new(members)
	f, address, log := m.open(t, "PASSWORD", session)
	var wg sync.WaitGroup
	for i := range 4 { // one log-in serves all
		wg.Go(func() {
			r, err := get(f, fmt.Sprintf("%s/page/%d", address, i))
			if err != nil || !strings.Contains(string(r.Body), "for members") {
				t.Errorf("%v %v", r, err)
				return
			}
			for _, e := range append(r.Exchanges, r.Robots...) {
				if strings.Contains(string(e.Request)+string(e.Head), "s3cret") {
					t.Errorf("a secret stands in the archive:\n%s\n%s", e.Request, e.Head)
				}
			}
		})
	}
	wg.Wait()
	if m.logins != 1 || strings.Contains(log.String(), "s3cret") || !strings.Contains(log.String(), "logged in") {
		t.Errorf("%d log-ins\n%s", m.logins, log)
	}
	info, err := os.Stat(session)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info, err)
	}

	// Another process goes on with the session.
	f2, _, _ := fetcher(t, address, "PASSWORD", session)
	if r, err := get(f2, address+"/page/9"); err != nil || !strings.Contains(string(r.Body), "for members") || m.logins != 1 {
		t.Errorf("%v after %d log-ins", err, m.logins)
	}
	// The host ends it: that process logs in again, once.
	m.mu.Lock()
	m.sessions = map[string]bool{}
	m.mu.Unlock()
	if r, err := get(f2, address+"/page/10"); err != nil || !strings.Contains(string(r.Body), "for members") || m.logins != 2 {
		t.Errorf("%v after %d log-ins", err, m.logins)
	}
	m.mu.Lock()
	m.sessions = map[string]bool{}
	m.mu.Unlock()
	if _, err := get(f2, address+"/page/11"); crawl.KindOf(err) != crawl.FailStatus4xx || m.logins != 2 {
		t.Errorf("%v after %d log-ins: one more within ten minutes", err, m.logins)
	}
}

// A refused log-in is not tried again: accounts are locked after a few.
func TestLoginRefused(t *testing.T) {
	m := new(members)
	f, address, log := m.open(t, "WRONG", "")
	for range 3 {
		if _, err := get(f, address+"/page"); !errors.Is(err, account.ErrRefused) || crawl.KindOf(err) != crawl.FailStatus4xx {
			t.Errorf("%v", err)
		}
	}
	if m.logins != 1 || strings.Count(log.String(), "log-in failed") != 1 || strings.Contains(log.String(), "s3cret") {
		t.Errorf("%d log-ins\n%s", m.logins, log)
	}
}

// Nothing is sent to another host, by another protocol, or in an address.
func TestLoginForms(t *testing.T) {
	for _, tt := range []struct {
		m    *members
		want string
	}{
		{&members{method: "post", action: "http://127.0.0.2/steal"}, "leads from"},
		{&members{method: "post", action: "javascript:send()"}, "leads from"},
		{&members{method: "get", action: "/login"}, "by GET"},
		{&members{method: "post", action: "/login", script: true}, "no form with a password"},
	} {
		f, address, _ := tt.m.open(t, "PASSWORD", "")
		if _, err := get(f, address+"/page"); err == nil || !strings.Contains(err.Error(), tt.want) || tt.m.logins != 0 {
			t.Errorf("%v after %d log-ins, want %q", err, tt.m.logins, tt.want)
		}
	}
}

// A crawler follows links, also "log out".
func TestLogoutIsNotAsked(t *testing.T) {
	m := new(members)
	f, address, _ := m.open(t, "PASSWORD", "")
	for _, path := range []string{"/logout", "/user/sign-out?next=/", "/?action=LogOff", "/%E9%80%80%E5%87%BA"} {
		if _, err := get(f, address+path); crawl.KindOf(err) != crawl.FailMoved {
			t.Errorf("%s: %v", path, err)
		}
	}
	if len(m.asked) != 0 {
		t.Errorf("asked for %q", m.asked)
	}
	if _, err := get(f, address+"/blog/outlook"); err != nil {
		t.Error(err)
	}
}
