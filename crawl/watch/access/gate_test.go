package access

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/redact"
)

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var environ = func(name string) (string, bool) {
	v, ok := map[string]string{"DUTY": "duty-0123456789abcdef", "SAME": "duty-0123456789abcdef", "SHORT": "tooshort", "EMPTY": ""}[name]
	return v, ok
}

func open(c Config) (*Gate, error) {
	return Open(Options{Read: func() (Config, error) { return c, nil }, Lookup: environ})
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	duty := Token{"duty", Run, redact.Secret{Env: "DUTY"}}
	for _, tt := range []struct {
		name string
		c    Config
		want []string
	}{
		{"two of a name", Config{Tokens: []Token{duty, duty}}, []string{`"duty"`}},
		{"two of a secret", Config{Tokens: []Token{duty, {"other", Read, redact.Secret{Env: "SAME"}}}}, []string{"duty and other", "same secret"}},
		{"an unset variable", Config{Tokens: []Token{{"a", Read, redact.Secret{Env: "UNSET"}}}}, []string{"token a", "UNSET"}},
		{"an empty variable", Config{Tokens: []Token{{"a", Read, redact.Secret{Env: "EMPTY"}}}}, []string{"token a", "EMPTY"}},
		{"a short secret", Config{Tokens: []Token{{"a", Read, redact.Secret{Env: "SHORT"}}}}, []string{"token a", "SHORT", "8 characters", "16"}},
		{"an empty file", Config{Tokens: []Token{{"a", Read, redact.Secret{File: write(t, filepath.Join(dir, "empty"), "\n")}}}}, []string{"token a", "empty is empty"}},
		{"no file", Config{Tokens: []Token{{"a", Read, redact.Secret{File: filepath.Join(dir, "none")}}}}, []string{"token a", "none"}},
		{"several faults at once", Config{Tokens: []Token{{"a", Read, redact.Secret{Env: "UNSET"}}, {"b", Read, redact.Secret{Env: "GONE"}}}}, []string{"UNSET", "GONE"}},
		{"no role", Config{Tokens: []Token{{"a", Nobody, redact.Secret{Env: "DUTY"}}}}, []string{"no role"}},
		{"a proxy from anywhere", Config{Proxy: Proxy{User: "X-User", Roles: "X-Roles"}}, []string{"from is missing"}},
	} {
		_, err := open(tt.c)
		if err == nil {
			t.Errorf("%s: no error", tt.name)
			continue
		}
		for _, w := range tt.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v; want %q", tt.name, err, w)
			}
		}
		if strings.Contains(err.Error(), "0123456789abcdef") || strings.Contains(err.Error(), "tooshort") {
			t.Errorf("%s: the error shows a secret: %v", tt.name, err)
		}
	}
}

// TestRotation: another secret in the file counts within a second, the old one does
// not; while there is none, nobody comes in by the token.
func TestRotation(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "office"), "old-0123456789abcdef\n")
	g, err := open(Config{Tokens: []Token{{"office", Read, redact.Secret{File: file}}, {"duty", Run, redact.Secret{Env: "DUTY"}}}})
	if err != nil {
		t.Fatal(err)
	}
	at := noon
	knows := func(s string) bool { _, ok := g.Token(s, at); return ok }
	if !knows("old-0123456789abcdef") || knows("new-0123456789abcdef!") {
		t.Fatal("the secret of the file is not the one that counts")
	}
	_, bound, _ := g.Named("office", at)
	write(t, file, "new-0123456789abcdef!\n")
	at = at.Add(lookEvery)
	if knows("old-0123456789abcdef") || !knows("new-0123456789abcdef!") {
		t.Error("a new secret in the file does not count")
	}
	if _, now, ok := g.Named("office", at); !ok || string(now) == string(bound) {
		t.Error("what is bound to the old secret stays good")
	}
	for name, text := range map[string]string{"empty": "", "short": "x"} {
		write(t, file, text)
		at = at.Add(lookEvery)
		if knows("new-0123456789abcdef!") || knows(text) {
			t.Errorf("%s: somebody comes in", name)
		}
		if _, _, ok := g.Named("office", at); ok {
			t.Errorf("%s: a cookie is good", name)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	at = at.Add(lookEvery)
	if knows("") || knows("new-0123456789abcdef!") || !knows("duty-0123456789abcdef") {
		t.Error("without its file the token lets somebody in, or others do not")
	}
	// A mounted secret is another file under the name, perhaps of the same size and time.
	old := write(t, file+".2", "two-0123456789abcdef!\n")
	if err := os.Rename(old, file); err != nil {
		t.Fatal(err)
	}
	at = at.Add(lookEvery)
	if p, ok := g.Token("two-0123456789abcdef!", at); !ok || p.Name != "office" || p.Role != Read {
		t.Errorf("a file of the same name: %+v, %v", p, ok)
	}
}

// TestReload takes a new configuration, and keeps the old one if the new one is wrong.
func TestReload(t *testing.T) {
	c := Config{Tokens: []Token{{"duty", Run, redact.Secret{Env: "DUTY"}}}}
	g, err := Open(Options{Read: func() (Config, error) { return c, nil }, Lookup: environ})
	if err != nil {
		t.Fatal(err)
	}
	c = Config{Tokens: []Token{{"duty", Read, redact.Secret{Env: "UNSET"}}}}
	if err := g.Reload(); err == nil || !strings.Contains(err.Error(), "UNSET") {
		t.Errorf("reloaded: %v", err)
	}
	if p, ok := g.Token("duty-0123456789abcdef", noon); !ok || p.Role != Run {
		t.Errorf("the old one: %+v, %v", p, ok)
	}
	c = Config{Tokens: []Token{{"duty", Admin, redact.Secret{Env: "DUTY"}}}}
	if err := g.Reload(); err != nil {
		t.Fatal(err)
	}
	if p, _ := g.Token("duty-0123456789abcdef", noon); p.Role != Admin {
		t.Errorf("the new one: %+v", p)
	}
}

func request(from string, fields ...string) *http.Request {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = from
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		r.Header.Add(name, value)
	}
	return r
}

func TestClient(t *testing.T) {
	p := &Proxy{From: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}}
	for _, tt := range []struct {
		name string
		r    *http.Request
		want string
	}{
		{"no proxy", request("192.0.2.1:5"), "192.0.2.1"},
		{"a stranger who claims to be one", request("192.0.2.1:5", "X-Forwarded-For: 127.0.0.1"), "192.0.2.1"},
		{"the proxy", request("10.1.2.3:5", "X-Forwarded-For: 198.51.100.7"), "198.51.100.7"},
		{"the proxy, as IPv6 writes it", request("[::ffff:10.1.2.3]:5", "X-Forwarded-For: 198.51.100.7"), "198.51.100.7"},
		{"what the client wrote itself stands to the left", request("10.1.2.3:5", "X-Forwarded-For: 127.0.0.1, 198.51.100.7"), "198.51.100.7"},
		{"in a field of its own", request("10.1.2.3:5", "X-Forwarded-For: 127.0.0.1", "X-Forwarded-For: 198.51.100.7"), "198.51.100.7"},
		{"two proxies", request("[::1]:5", "X-Forwarded-For: 127.0.0.1, 198.51.100.7, 10.9.9.9"), "198.51.100.7"},
		{"a port", request("10.1.2.3:5", "X-Forwarded-For: 198.51.100.7:4711"), "198.51.100.7"},
		{"an IPv6 client", request("10.1.2.3:5", "X-Forwarded-For: [2001:db8::1]:4711"), "2001:db8::1"},
		{"nonsense", request("10.1.2.3:5", "X-Forwarded-For: 198.51.100.7, unknown"), "10.1.2.3"},
		{"nothing", request("10.1.2.3:5"), "10.1.2.3"},
		{"another field does not count", request("10.1.2.3:5", "X-Real-Ip: 198.51.100.7"), "10.1.2.3"},
		{"proxies only", request("10.1.2.3:5", "X-Forwarded-For: 10.4.4.4"), "10.4.4.4"},
	} {
		if got := p.Client(tt.r); got.String() != tt.want {
			t.Errorf("%s: %v; want %s", tt.name, got, tt.want)
		}
	}
	named := *p
	named.Address = "X-Real-Ip"
	if got := named.Client(request("10.1.2.3:5", "X-Real-Ip: 198.51.100.7", "X-Forwarded-For: 1.2.3.4")); got.String() != "198.51.100.7" {
		t.Errorf("a field by its name: %v", got)
	}
}

func TestProxied(t *testing.T) {
	proxy := Proxy{From: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32")}, User: "X-Remote-User", Roles: "X-Remote-Groups", Groups: map[string]Role{"ops": Admin, "duty": Run, "all staff": Read}}
	g, err := open(Config{Proxy: proxy})
	if err != nil {
		t.Fatal(err)
	}
	proxy.Groups = nil
	plain, err := open(Config{Proxy: proxy})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		g    *Gate
		r    *http.Request
		who  string
		role Role
		err  error
	}{
		{"a group", g, request("10.0.0.1:9", "X-Remote-User: ann", "X-Remote-Groups: duty"), "ann", Run, nil},
		{"the highest of several", g, request("10.0.0.1:9", "X-Remote-User: ann", "X-Remote-Groups: all staff,ops , duty"), "ann", Admin, nil},
		{"a group that has no role", g, request("10.0.0.1:9", "X-Remote-User: ann", "X-Remote-Groups: admin"), "ann", Nobody, nil},
		{"no group", g, request("10.0.0.1:9", "X-Remote-User: ann"), "ann", Nobody, nil},
		{"roles by name", plain, request("10.0.0.1:9", "X-Remote-User: ann", "X-Remote-Groups: staff, run"), "ann", Run, nil},
		{"no user", g, request("10.0.0.1:9", "X-Remote-Groups: ops"), "", Nobody, nil},
		{"an empty user", g, request("10.0.0.1:9", "X-Remote-User: ", "X-Remote-Groups: ops"), "", Nobody, nil},
		{"no fields", g, request("10.0.0.1:9"), "", Nobody, nil},
		{"two fields of roles", g, request("10.0.0.1:9", "X-Remote-User: ann", "X-Remote-Groups: all staff", "X-Remote-Groups: ops"), "", Nobody, ErrAmbiguous},
		{"two users", g, request("10.0.0.1:9", "X-Remote-User: ann", "X-Remote-User: root", "X-Remote-Groups: ops"), "", Nobody, ErrAmbiguous},
		{"from elsewhere", g, request("10.0.0.2:9", "X-Remote-User: ann", "X-Remote-Groups: ops"), "", Nobody, errNotProxy},
		{"from elsewhere, as if by the proxy", g, request("10.0.0.2:9", "X-Forwarded-For: 10.0.0.1", "X-Remote-User: ann", "X-Remote-Groups: ops"), "", Nobody, errNotProxy},
	} {
		p, ok, err := tt.g.Proxied(tt.r)
		if p.Name != tt.who || p.Role != tt.role || ok != (tt.who != "") || !errors.Is(err, tt.err) {
			t.Errorf("%s: %+v, %v, %v", tt.name, p, ok, err)
		}
	}
}

func TestParse(t *testing.T) {
	c, err := parse("/etc/ontocrawl/access.yaml", []byte(`
tokens:
  - {name: duty, role: run, secret-env: DUTY}
  - {name: office, role: read, secret-file: office.token}
proxy:
  from: [127.0.0.1, "10.0.0.0/8", "::ffff:192.0.2.1"]
  user: x-remote-user
  roles: X-Remote-Groups
  groups: {ops: admin}
hosts: [Monitor.example.org]
`))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Tokens) != 2 || c.Tokens[0] != (Token{"duty", Run, redact.Secret{Env: "DUTY"}}) || c.Tokens[1].Secret.File != "/etc/ontocrawl/office.token" {
		t.Errorf("tokens %+v", c.Tokens)
	}
	if p := c.Proxy; len(p.From) != 3 || p.From[0].String() != "127.0.0.1/32" || p.From[2].String() != "192.0.2.1/32" || p.User != "X-Remote-User" || p.Groups["ops"] != Admin || c.Hosts[0] != "monitor.example.org" {
		t.Errorf("proxy %+v, hosts %v", p, c.Hosts)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", "nobody is let in"},
		{"no YAML", "tokens: [", "not YAML"},
		{"no tokens", "hosts: [a.example]", "nobody is let in"},
		{"a secret in clear", "tokens:\n  - {name: a, role: run, secret: hush-hush}", ":2: a secret does not stand in this file"},
		{"a secret for a variable's name", "tokens:\n  - {name: a, role: run, secret-env: hush-hush}", ":2: secret-env takes the name"},
		{"no secret", "tokens:\n  - {name: a, role: run}", ":2: a token needs secret-env or secret-file"},
		{"two places", "tokens:\n  - {name: a, role: run, secret-env: A, secret-file: a}", ":2: a token needs secret-env or secret-file"},
		{"no role", "tokens:\n  - {name: a, secret-env: A}", "a token needs role"},
		{"a role that is none", "tokens:\n  - {name: a, role: amin, secret-env: A}", `did you mean "admin"?`},
		{"two of a name", "tokens:\n  - {name: a, role: run, secret-env: A}\n  - {name: a, role: read, secret-env: B}", ":3: a token of this name stands in line 2"},
		{"a name that is none", "tokens:\n  - {name: a b, role: run, secret-env: A}", "letters, digits"},
		{"an unknown key", "tokens:\n  - {name: a, rolle: run, secret-env: A}", `did you mean "role"?`},
		{"a proxy from anywhere", "proxy: {user: X-User, roles: X-Roles}", "proxy needs from"},
		{"a user without roles", "proxy: {from: 10.0.0.1, user: X-User}", "user and roles go together"},
		{"an address that is none", "proxy: {from: localhost, user: X-User, roles: X-Roles}", "must be an address or a range"},
		{"a header field that is none", "proxy: {from: 10.0.0.1, user: \"X User\", roles: X-Roles}", "name of a header field"},
		{"a group without a role", "proxy: {from: 10.0.0.1, user: U, roles: R, groups: {ops: boss}}", `the role of group "ops"`},
		{"a URL for a host", "tokens: [{name: a, role: run, secret-env: A}]\nhosts: [https://u:hush-hush@a.example]", ":2: hosts"},
	} {
		_, err := parse("access.yaml", []byte(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v; want %q", tt.name, err, tt.want)
		} else if strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: the error shows a secret: %v", tt.name, err)
		}
	}
	if _, err := ReadFile("/nonexistent"); err == nil || !strings.Contains(err.Error(), "/nonexistent") {
		t.Errorf("no file: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("tokens: [{name: a, role: run, secret-env: A}]\nproxy: {from: [10.0.0.1], user: U, roles: R, groups: {ops: admin}}\nhosts: [a.example]")
	f.Add("proxy: &a {groups: *a}")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := parse("f", []byte(text))
		if err == nil && c.check() != nil {
			t.Errorf("a file that Open refuses: %v", c.check())
		}
		if err == nil && len(c.Tokens) == 0 && c.Proxy.User == "" {
			t.Error("nobody is let in, and no error")
		}
	})
}

// FuzzClient: whatever a client writes, its address comes from a proxy or is its own.
func FuzzClient(f *testing.F) {
	f.Add("1.2.3.4, [::1]:80")
	p := &Proxy{From: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	f.Fuzz(func(t *testing.T, field string) {
		if got := p.Client(request("192.0.2.1:5", "X-Forwarded-For: "+field)); got.String() != "192.0.2.1" {
			t.Errorf("a stranger is %v", got)
		}
		if got := p.Client(request("10.0.0.1:5", "X-Forwarded-For: "+field+", 192.0.2.7")); got.String() != "192.0.2.7" {
			t.Errorf("behind the proxy: %v", got)
		}
	})
}
