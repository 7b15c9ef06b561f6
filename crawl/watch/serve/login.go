package serve

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
)

const (
	cookieName = "ontocrawl"
	stayed     = 12 * time.Hour // how long a log-in lasts
	largestLog = 4 << 10        // bytes of the log-in form
)

// sessions makes and knows the cookies of log-ins. A cookie names a token and proves
// that this process wrote it while the token had its present secret. So it is void
// when the process ends, and when the secret is another or the token is gone.
type sessions struct {
	gate *access.Gate
	key  []byte
}

func newSessions(g *access.Gate) *sessions {
	key := make([]byte, 32)
	rand.Read(key) //nolint:errcheck // never fails (crypto/rand)
	return &sessions{g, key}
}

// value returns the value of a cookie: the name of a token, a time, and a proof.
func (s *sessions) value(name string, until int64, bound []byte) string {
	m := hmac.New(sha256.New, s.key)
	fmt.Fprintf(m, "%s.%d.", name, until) //nolint:errcheck // never fails
	m.Write(bound)                        //nolint:errcheck // never fails
	return fmt.Sprintf("%s.%d.%s", name, until, base64.RawURLEncoding.EncodeToString(m.Sum(nil)))
}

// person returns whose cookie r has.
func (s *sessions) person(r *http.Request, now time.Time) (p access.Person, ok bool) {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return p, false
	}
	name, rest, _ := strings.Cut(c.Value, ".") // names of tokens have no dots
	at, _, _ := strings.Cut(rest, ".")
	until, err := strconv.ParseInt(at, 10, 64)
	if err != nil || now.Unix() >= until {
		return p, false
	}
	p, bound, ok := s.gate.Named(name, now)
	if !ok || !hmac.Equal([]byte(c.Value), []byte(s.value(name, until, bound))) {
		return access.Person{}, false
	}
	return p, true
}

// cookie returns the cookie of a log-in by the token called name, which lasts until
// then; "" ends it.
func (s *sessions) cookie(name string, until, now time.Time, secure bool) *http.Cookie {
	c := &http.Cookie{Name: cookieName, Path: "/", HttpOnly: true, Secure: secure, SameSite: http.SameSiteStrictMode, MaxAge: -1}
	if _, bound, ok := s.gate.Named(name, now); ok {
		c.Value, c.Expires, c.MaxAge = s.value(name, until.Unix(), bound), until, 0
	}
	return c
}

// login lets a person in who knows the secret of a token.
func (d *door) login(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		form(w, http.StatusOK, "")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, largestLog)
	p, err := d.token(r, r.PostFormValue("token"))
	if err != nil {
		d.refused(r, err)
		message := "This is not the token. 令牌不对。"
		if err.status == http.StatusTooManyRequests {
			seconds := err.retry(w)
			message = fmt.Sprintf("Too many tries; wait %d seconds. 尝试次数过多，请 %[1]d 秒后再试。", seconds) // not translated: in both languages
		} else {
			err.status = http.StatusForbidden
		}
		form(w, err.status, message)
		return
	}
	p.Address = d.gate.Client(r)
	d.audit.Note(p, "log in", "", access.Done, "")
	now := d.now()
	http.SetCookie(w, d.sessions.cookie(p.Name, now.Add(stayed), now, d.secure || d.gate.Secure(r)))
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// logout ends a log-in. Another site cannot ask for it: see handler.
func (d *door) logout(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.Error(w, "log out by POST", http.StatusMethodNotAllowed)
		return
	}
	if p, ok := d.sessions.person(r, d.now()); ok {
		p.Address = d.gate.Client(r)
		d.audit.Note(p, "log out", "", access.Done, "")
	}
	http.SetCookie(w, d.sessions.cookie("", time.Time{}, d.now(), d.secure || d.gate.Secure(r)))
	http.Redirect(w, r, "/login", http.StatusSeeOther)
}

var formPage = template.Must(template.New("login").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>ontocrawl</title><link rel="stylesheet" href="/login.css">
<main class="login"><h1>ontocrawl</h1>
<form method="post" action="/login">
<label for="token">Token <span lang="zh">令牌</span></label>
<input name="user" aria-label="user" autocomplete="username" value="ontocrawl" hidden>
<input id="token" name="token" type="password" autocomplete="current-password" autofocus required>
<button>Come in <span lang="zh">进入</span></button>
<p role="alert">{{.}}</p>
</form></main></html>
`))

func form(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	formPage.Execute(w, message) //nolint:errcheck // the client is gone
}
