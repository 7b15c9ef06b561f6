package serve

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/ontocrawl/ontocrawl/crawl/loopback"
)

// Auth says who is let in.
type Auth struct {
	// Token is required from everybody. "" requires none, which only a loopback address
	// and client certificates allow.
	Token string
	// Cert and Key are the files of this server's TLS. ClientCA is a file of the
	// authorities whose certificates let a client in (mTLS).
	Cert, Key, ClientCA string
}

// shortestToken is the minimum length of a token: 32 hexadecimal digits are 128 bits, and
// half of that cannot be guessed at the rate of the log-in.
const shortestToken = 16

// ErrOpen is wrapped by the refusal to serve an address that others reach, without
// authentication.
var ErrOpen = errors.New("an address that others can reach needs a token or client certificates")

// check reports whether d suits an address.
func (d Auth) check(a net.Addr) error {
	switch {
	case (d.Cert == "") != (d.Key == ""):
		return errors.New("a certificate and its key go together")
	case d.ClientCA != "" && d.Cert == "":
		return errors.New("client certificates need this server's own certificate and key")
	case d.Token != "" && len(d.Token) < shortestToken:
		return fmt.Errorf("the token has %d characters; it needs %d (openssl rand -hex 16 makes one)", len(d.Token), shortestToken)
	case d.Token == "" && d.ClientCA == "" && !loopback.Loopback(a):
		return fmt.Errorf("%s: %w", a, ErrOpen)
	}
	return nil
}

// tls returns the TLS settings, nil without a certificate.
func (d Auth) tls() (*tls.Config, error) {
	if d.Cert == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(d.Cert, d.Key)
	if err != nil {
		return nil, err
	}
	c := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	if d.ClientCA == "" {
		return c, nil
	}
	pem, err := os.ReadFile(d.ClientCA)
	if err != nil {
		return nil, err
	}
	c.ClientCAs, c.ClientAuth = x509.NewCertPool(), tls.RequireAndVerifyClientCert
	if !c.ClientCAs.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate in PEM", d.ClientCA)
	}
	return c, nil
}

// knows compares token with the token of d in constant time.
func (d Auth) knows(token string) bool {
	a, b := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(d.Token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

const (
	cookieName = "ontocrawl"
	stayed     = 12 * time.Hour // how long a log-in lasts
	largestLog = 4 << 10        // bytes of the log-in form
)

// lock requires the token: from a program as a bearer token (RFC 6750), from a person
// once, who then gets a cookie.
type lock struct {
	auth   Auth
	key    []byte // of the cookies of this process
	secure bool   // served over TLS
	now    func() time.Time
	// tries limits wrong guesses. One limit holds for all clients, so guessing from many
	// addresses does not help. A client with a cookie is not affected.
	tries *rate.Limiter
	mu    sync.Mutex // one guess at a time
}

func newLock(d Auth, secure bool, now func() time.Time) *lock {
	key := make([]byte, 32)
	rand.Read(key) //nolint:errcheck // never fails (crypto/rand)
	return &lock{auth: d, key: key, secure: secure, now: now, tries: rate.NewLimiter(rate.Every(2*time.Second), 5)}
}

// before lets clients with the token in.
func (l *lock) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch bearer, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); {
		case r.URL.Path == "/login":
			l.login(w, r)
		case found && l.try(bearer), !found && l.remembers(r):
			next.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, "/api/"):
			w.Header().Set("WWW-Authenticate", `Bearer realm="ontocrawl"`)
			http.Error(w, "a token is needed: Authorization: Bearer TOKEN", http.StatusUnauthorized)
		default:
			http.Redirect(w, r, "/login", http.StatusSeeOther)
		}
	})
}

// try reports whether token is right. Wrong guesses use up the limit; then even a right
// one waits, or guessing could go on beside it.
func (l *lock) try(token string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tries.TokensAt(l.now()) < 1 {
		return false
	}
	if l.auth.knows(token) {
		return true
	}
	l.tries.AllowN(l.now(), 1)
	return false
}

func (l *lock) login(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		l.form(w, http.StatusOK, "")
		return
	}
	if l.tries.TokensAt(l.now()) < 1 {
		w.Header().Set("Retry-After", "10")
		l.form(w, http.StatusTooManyRequests, "Too many wrong tokens; wait ten seconds. 错误次数过多，请十秒后再试。")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, largestLog)
	if !l.try(r.PostFormValue("token")) {
		l.form(w, http.StatusForbidden, "This is not the token. 令牌不对。")
		return
	}
	until := l.now().Add(stayed)
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: l.cookie(until), Path: "/", Expires: until,
		HttpOnly: true, Secure: l.secure, SameSite: http.SameSiteStrictMode,
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// cookie returns a time and the proof that this process wrote it. It is void when the
// process ends.
func (l *lock) cookie(until time.Time) string {
	at := strconv.FormatInt(until.Unix(), 10)
	m := hmac.New(sha256.New, l.key)
	m.Write([]byte(at)) //nolint:errcheck // never fails
	return at + "." + base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

func (l *lock) remembers(r *http.Request) bool {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return false
	}
	at, _, _ := strings.Cut(c.Value, ".")
	sec, err := strconv.ParseInt(at, 10, 64)
	if err != nil || l.now().Unix() >= sec {
		return false
	}
	return hmac.Equal([]byte(c.Value), []byte(l.cookie(time.Unix(sec, 0))))
}

var formPage = template.Must(template.New("login").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>ontocrawl</title><link rel="stylesheet" href="/login.css">
<main class="login"><h1>ontocrawl</h1>
<form method="post" action="/login">
<label for="token">Token <span lang="zh">令牌</span></label>
<input id="token" name="token" type="password" autocomplete="current-password" autofocus required>
<button>Come in <span lang="zh">进入</span></button>
<p role="alert">{{.}}</p>
</form></main></html>
`))

func (l *lock) form(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	formPage.Execute(w, message) //nolint:errcheck // the client is gone
}
