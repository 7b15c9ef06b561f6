package serve_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// bleve's pool of analysis workers lives as long as the process.
		goleak.IgnoreAnyFunction("github.com/blevesearch/bleve_index_api.AnalysisWorker"))
}

const token = "0123456789abcdef0123456789abcdef"

func start(t *testing.T, opt serve.Options) *serve.Server {
	t.Helper()
	if opt.Addr == "" {
		opt.Addr = "127.0.0.1:0"
	}
	if opt.Auth == (serve.Auth{}) {
		opt.Auth = serve.Unguarded()
	}
	srv, err := serve.Start(world{time.Now()}, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv
}

// ask sends a request with header fields "Name: value".
func ask(t *testing.T, c *http.Client, method, to, body string, fields ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequest(method, to, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		if req.Header.Set(name, value); name == "Host" {
			req.Host = value
		}
	}
	resp, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

func client(t *testing.T) *http.Client {
	t.Helper()
	tr := &http.Transport{}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func TestAuthSuitsAddress(t *testing.T) {
	for _, tt := range []struct {
		name, addr string
		auth       serve.Auth
		want       string // of the error
		open       bool
	}{
		{"loopback, nobody asked", "127.0.0.1:0", serve.Auth{}, "", false},
		{"all addresses, nobody asked", "0.0.0.0:0", serve.Auth{}, "token", true},
		{"all addresses, a token", "0.0.0.0:0", serve.Auth{Token: token}, "", false},
		{"a short token", "127.0.0.1:0", serve.Auth{Token: "secret"}, "it needs 16", false},
		{"a certificate without its key", "127.0.0.1:0", serve.Auth{Cert: "c.pem"}, "open c.pem", false},
		{"client certificates without TLS", "127.0.0.1:0", serve.Auth{ClientCA: "ca.pem"}, "own certificate", false},
		{"an address that is none", "nowhere:99999", serve.Auth{}, "99999", false},
	} {
		srv, err := serve.Start(world{}, serve.Options{Addr: tt.addr, Auth: tt.auth})
		if srv != nil {
			srv.Close()
		}
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) || errors.Is(err, serve.ErrOpen) != tt.open {
			t.Errorf("%s: %v; want %q, open %v", tt.name, err, tt.want, tt.open)
		}
	}
}

// TestWhoComesIn asks the same of a server with and without a token.
func TestWhoComesIn(t *testing.T) {
	h := hand{make(chan string, 9)}
	own := filepath.Join(t.TempDir(), serve.OwnTokenFile)
	open := start(t, serve.Options{Control: h, Auth: serve.Auth{Own: own}})
	made, err := os.ReadFile(own)
	if info, _ := os.Stat(own); err != nil || info.Mode().Perm() != 0o600 || len(made) != 33 {
		t.Fatalf("the page's own token: %q %v", made, err)
	}
	mine := "Authorization: Bearer " + strings.TrimSpace(string(made))
	locked := start(t, serve.Options{Control: h, Auth: serve.Auth{Token: token}})
	c := client(t)
	for _, tt := range []struct {
		name, method, to string
		fields           []string
		status           int
	}{
		{"the page", "GET", open.URL(), nil, 200},
		{"a module", "GET", open.URL() + "main.js", nil, 200},
		{"a folder above", "GET", open.URL() + "..%2fserver.go", nil, 404},
		{"the API", "GET", open.URL() + "api/v1/daemon", nil, 200},
		{"under another name", "GET", open.URL() + "api/v1/daemon", []string{"Host: evil.example"}, 403},
		{"under the name localhost", "GET", open.URL() + "api/v1/daemon", []string{"Host: localhost:1"}, 200},
		{"an order without the token", "POST", open.URL() + "api/v1/jobs/typhoon/runs", []string{"Content-Type: application/json"}, 403},
		{"an order", "POST", open.URL() + "api/v1/jobs/typhoon/runs", []string{"Content-Type: application/json", mine}, 202},
		{"the file of jobs without the token", "GET", open.URL() + "api/v1/jobs-file", nil, 403},
		{"the way to the token", "GET", open.URL() + "login", nil, 200},
		{"a wrong token, which nobody is", "GET", open.URL() + "api/v1/daemon", []string{"Authorization: Bearer " + token}, 401},
		{"an order of another site", "POST", open.URL() + "api/v1/jobs/typhoon/runs", []string{"Content-Type: application/json", "Origin: https://evil.example"}, 403},
		{"an order of another site, by Fetch Metadata", "POST", open.URL() + "api/v1/jobs/typhoon/runs", []string{"Content-Type: application/json", "Sec-Fetch-Site: cross-site"}, 403},
		{"a form of another site", "POST", open.URL() + "api/v1/jobs/typhoon/runs", []string{"Content-Type: text/plain", mine}, 415},

		{"the API without a token", "GET", locked.URL() + "api/v1/daemon", nil, 401},
		{"with a wrong one", "GET", locked.URL() + "api/v1/daemon", []string{"Authorization: Bearer " + token[1:] + "x"}, 401},
		{"with the token", "GET", locked.URL() + "api/v1/daemon", []string{"Authorization: Bearer " + token}, 200},
		{"the page without a token", "GET", locked.URL(), nil, 303},
		{"a made-up cookie", "GET", locked.URL(), []string{"Cookie: ontocrawl=9999999999.AAAA"}, 303},
		{"the log-in", "GET", locked.URL() + "login", nil, 200},
		{"its look", "GET", locked.URL() + "login.css", nil, 200},
	} {
		resp := ask(t, c, tt.method, tt.to, "{}", tt.fields...)
		if resp.StatusCode != tt.status {
			t.Errorf("%s: %s; want %d", tt.name, resp.Status, tt.status)
		}
		for name, want := range map[string]string{"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"} {
			if got := resp.Header.Get(name); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s is %q", tt.name, name, got)
			}
		}
	}
	if n := len(h.orders); n != 1 {
		t.Errorf("%d orders came through; want the one of our own", n)
	}
}

func TestLogIn(t *testing.T) {
	now := time.Now()
	srv := start(t, serve.Options{Auth: serve.Auth{Token: token}, Now: func() time.Time { return now }})
	c := client(t)
	c.Jar, _ = cookiejar.New(nil)
	login := func(tok string) *http.Response {
		return ask(t, c, "POST", srv.URL()+"login", url.Values{"token": {tok}}.Encode(), "Content-Type: application/x-www-form-urlencoded")
	}
	resp := login(token)
	if resp.StatusCode != http.StatusSeeOther || len(resp.Cookies()) != 1 {
		t.Fatalf("the right token: %s, cookies %v", resp.Status, resp.Cookies())
	}
	if k := resp.Cookies()[0]; !k.HttpOnly || k.SameSite != http.SameSiteStrictMode || strings.Contains(k.Value, token) {
		t.Errorf("cookie %v", k)
	}
	if resp := ask(t, c, "GET", srv.URL()+"api/v1/daemon", ""); resp.StatusCode != 200 {
		t.Errorf("with the cookie: %s", resp.Status)
	}
	now = now.Add(13 * time.Hour)
	if resp := ask(t, c, "GET", srv.URL()+"api/v1/daemon", ""); resp.StatusCode != 401 {
		t.Errorf("with the cookie of yesterday: %s", resp.Status)
	}
	// Five wrong ones, then wrong ones must wait; the right one need not.
	for i := range 5 {
		if resp := login("wrong"); resp.StatusCode != http.StatusForbidden {
			t.Fatalf("wrong token %d: %s", i, resp.Status)
		}
	}
	if resp := login("wrong"); resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "2" {
		t.Errorf("after five wrong ones: %s, Retry-After %q", resp.Status, resp.Header.Get("Retry-After"))
	}
	if resp := login(token); resp.StatusCode != http.StatusSeeOther {
		t.Errorf("the right one beside them: %s", resp.Status)
	}
	now = now.Add(2 * time.Second)
	if resp := login("wrong"); resp.StatusCode != http.StatusForbidden {
		t.Errorf("two seconds later: %s", resp.Status)
	}
	// Out again: by this page only, and for good.
	if resp := ask(t, c, "POST", srv.URL()+"logout", "", "Sec-Fetch-Site: cross-site"); resp.StatusCode != http.StatusForbidden {
		t.Errorf("another site logs out: %s", resp.Status)
	}
	if resp := ask(t, c, "GET", srv.URL()+"logout", ""); resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a link logs out: %s", resp.Status)
	}
	if resp := ask(t, c, "POST", srv.URL()+"logout", ""); resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != "/login" {
		t.Errorf("logged out: %s", resp.Status)
	}
	if resp := ask(t, c, "GET", srv.URL()+"api/v1/daemon", ""); resp.StatusCode != 401 {
		t.Errorf("after that: %s", resp.Status)
	}
}

// TestClientCertificates lets in who has a certificate of the authority.
func TestClientCertificates(t *testing.T) {
	dir := t.TempDir()
	ca, server, good := issue(t, dir, "ca", nil), issued{}, issued{}
	server, good = issue(t, dir, "server", &ca), issue(t, dir, "client", &ca)
	stranger := issue(t, dir, "stranger", nil)
	srv := start(t, serve.Options{Addr: "0.0.0.0:0", Auth: serve.Auth{Cert: server.cert, Key: server.key, ClientCA: ca.cert}})
	_, port, _ := net.SplitHostPort(srv.Addr())
	for _, tt := range []struct {
		name string
		with *issued
		in   bool
	}{{"nobody", nil, false}, {"a stranger", &stranger, false}, {"a client", &good, true}} {
		pool := x509.NewCertPool()
		pool.AddCert(ca.parsed)
		conf := &tls.Config{RootCAs: pool}
		if tt.with != nil {
			pair, err := tls.LoadX509KeyPair(tt.with.cert, tt.with.key)
			if err != nil {
				t.Fatal(err)
			}
			conf.Certificates = []tls.Certificate{pair}
		}
		tr := &http.Transport{TLSClientConfig: conf, ForceAttemptHTTP2: true}
		resp, err := (&http.Client{Transport: tr}).Get("https://127.0.0.1:" + port + "/api/v1/daemon")
		if (err == nil) != tt.in {
			t.Errorf("%s: %v; want in %v", tt.name, err, tt.in)
		}
		if err == nil {
			resp.Body.Close()
		}
		tr.CloseIdleConnections()
	}
}

type issued struct {
	cert, key string
	parsed    *x509.Certificate
	private   *ecdsa.PrivateKey
}

// issue makes a certificate signed by by, or by itself.
func issue(t *testing.T, dir, name string, by *issued) issued {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour),
		IsCA: by == nil, BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	parent, signer := tmpl, key
	if by != nil {
		parent, signer = by.parsed, by.private
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	write := func(file, kind string, b []byte) string {
		path := filepath.Join(dir, file)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return issued{write(name+".pem", "CERTIFICATE", der), write(name+".key", "PRIVATE KEY", private), parsed, key}
}

// TestNothingFromElsewhere holds the parts of the page to their own server.
func TestNothingFromElsewhere(t *testing.T) {
	srv := start(t, serve.Options{})
	c := client(t)
	for _, name := range []string{"", "style.css", "login.css", "main.js", "words.js", "dom.js", "overview.js", "job.js"} {
		resp := ask(t, c, "GET", srv.URL()+name, "")
		b, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != 200 {
			t.Fatalf("%s: %s, %v", name, resp.Status, err)
		}
		text := strings.ReplaceAll(string(b), "http://www.w3.org/2000/svg", "")
		for _, bad := range []string{"http://", "https://", "innerHTML", "eval(", "onclick=\"", "<script>"} {
			if strings.Contains(strings.ReplaceAll(text, `/^https?:\/\//i`, ""), bad) {
				t.Errorf("%s has %q", name, bad)
			}
		}
	}
}

// TestCloseEndsStreams closes a server while somebody listens to its events.
func TestCloseEndsStreams(t *testing.T) {
	srv, err := serve.Start(world{time.Now()}, serve.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	resp := ask(t, client(t), "GET", srv.URL()+"api/v1/events", "")
	if _, err := resp.Body.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if err := srv.Close(); err != nil || pacetest.Over(time.Since(begun), 1900*time.Millisecond) {
		t.Errorf("closed after %v: %v", time.Since(begun), err)
	}
}
