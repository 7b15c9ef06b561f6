package serve

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

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
