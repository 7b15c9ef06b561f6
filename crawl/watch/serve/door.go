package serve

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
)

// Limits of the door. A right token is never kept waiting by wrong ones, of whomever:
// its secret cannot be guessed (access.ShortestSecret), so the limits are for the log and
// the processor, not for the secret.
const (
	wrongAtOnce, wrongEvery = 5, 2 * time.Second         // wrong tokens of one address
	rightAtOnce, rightEvery = 200, 20 * time.Millisecond // requests with one right token
)

// door lets in who has a token, a cookie of a log-in, or is named by the proxy, and
// tells the API who it is.
type door struct {
	gate     *access.Gate
	guests   access.Role // of those who show nothing
	sessions *sessions
	audit    *access.Audit
	secure   bool // served over TLS
	now      func() time.Time
	wrong    *access.Limiter // by address
	right    *access.Limiter // by name
	printers message.Printers
}

func newDoor(g *access.Gate, audit *access.Audit, secure bool, now func() time.Time) *door {
	return &door{
		gate: g, sessions: newSessions(g), audit: audit, secure: secure, now: now,
		wrong: access.NewLimiter(wrongAtOnce, wrongEvery), right: access.NewLimiter(rightAtOnce, rightEvery),
	}
}

// refusal is why somebody is not let in.
type refusal struct {
	status int
	why    english.Phrase
	wait   time.Duration // with 429
}

func (r *refusal) Error() string { return r.why.String() }

// Message implements [english.Sentence].
func (r *refusal) Message() english.Phrase { return r.why }

// retry writes when to come again, in whole seconds (RFC 9110, section 10.2.3).
func (r *refusal) retry(w http.ResponseWriter) (seconds int) {
	seconds = max(1, int(math.Ceil(r.wait.Seconds())))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	return seconds
}

// enter is the action of coming in, in the audit log.
const enter = "enter"

// before lets people in to next.
func (d *door) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case tokenInURL(r):
			err := &refusal{http.StatusBadRequest, english.Phrasef("a token in an address lands in logs and histories: this one must be replaced; send tokens as Authorization: Bearer TOKEN"), 0}
			d.refused(r, err)
			d.say(w, r, err)
			return
		case r.URL.Path == "/login" && d.gate.Tokens():
			d.login(w, r)
			return
		case r.URL.Path == "/logout":
			d.logout(w, r)
			return
		}
		p, err := d.who(r)
		if err != nil {
			d.turnAway(w, r, err)
			return
		}
		p.Address = d.gate.Client(r)
		next.ServeHTTP(w, r.WithContext(access.With(r.Context(), p)))
	})
}

// tokenInURL reports a token in the query of an address (RFC 6750, section 2.3, which
// itself warns of it).
func tokenInURL(r *http.Request) bool {
	q := r.URL.Query()
	return q.Has("access_token") || q.Has("token")
}

// errNothing is the refusal of who shows nothing: a browser before its log-in.
var errNothing = errors.New("a token is needed: Authorization: Bearer TOKEN")

// who returns who asks.
func (d *door) who(r *http.Request) (access.Person, *refusal) {
	if fields := r.Header.Values("Authorization"); len(fields) > 0 {
		bearer, ok := strings.CutPrefix(fields[0], "Bearer ")
		if !ok || len(fields) > 1 {
			return access.Person{}, d.tooMany(r, english.Phrasef("the field Authorization is not one Bearer token"))
		}
		return d.token(r, bearer)
	}
	if p, ok := d.sessions.person(r, d.now()); ok {
		return d.paced(p)
	}
	p, ok, err := d.gate.Proxied(r)
	switch {
	case errors.Is(err, access.ErrAmbiguous):
		return p, &refusal{http.StatusBadRequest, english.Phrasef("%v", err), 0}
	case err != nil:
		return p, d.tooMany(r, english.Phrasef("%v", err))
	case ok:
		return d.paced(p)
	}
	if d.guests > access.Nobody {
		return access.Person{Name: local, Role: d.guests}, nil
	}
	return p, &refusal{http.StatusUnauthorized, english.Phrasef("%v", errNothing), 0}
}

// local is the name of those who show nothing at a loopback address.
const local = "local"

// token returns whose secret it is. It is asked first and counted after: who knows a
// secret comes in, whatever others did at the same address.
func (d *door) token(r *http.Request, secret string) (access.Person, *refusal) {
	if p, ok := d.gate.Token(secret, d.now()); ok {
		return d.paced(p)
	}
	return access.Person{}, d.tooMany(r, english.Phrasef("this is no right token"))
}

// tooMany counts a wrong try of r's address.
func (d *door) tooMany(r *http.Request, why english.Phrase) *refusal {
	if wait, ok := d.wrong.Address(d.gate.Client(r), d.now()); !ok {
		return &refusal{http.StatusTooManyRequests, english.Phrasef("too many wrong tries from this address"), wait}
	}
	return &refusal{http.StatusUnauthorized, why, 0}
}

// paced counts a request of p.
func (d *door) paced(p access.Person) (access.Person, *refusal) {
	if wait, ok := d.right.Name(p.Name, d.now()); !ok {
		return p, &refusal{http.StatusTooManyRequests, english.Phrasef("too many requests with the token of %s", p.Name), wait}
	}
	return p, nil
}

// refused notes a refusal. A browser before its log-in is none.
func (d *door) refused(r *http.Request, err *refusal) {
	d.audit.Note(access.Person{Address: d.gate.Client(r)}, enter, "", access.Refused, fmt.Sprintf("%d %s", err.status, err.why))
}

func (d *door) turnAway(w http.ResponseWriter, r *http.Request, err *refusal) {
	program := strings.HasPrefix(r.URL.Path, api.Prefix+"/")
	if err.Error() == errNothing.Error() && !program && d.gate.Tokens() {
		http.Redirect(w, r, "/login", http.StatusSeeOther)
		return
	}
	d.refused(r, err)
	switch err.status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", `Bearer realm="ontocrawl"`)
	case http.StatusTooManyRequests:
		err.retry(w)
	}
	d.say(w, r, err)
}

// say answers with a refusal: to a program as the API does.
func (d *door) say(w http.ResponseWriter, r *http.Request, err *refusal) {
	why := d.printers.In(api.Spoken(r.Header.Get("Accept-Language"))).Say(err.why)
	if strings.HasPrefix(r.URL.Path, api.Prefix+"/") {
		api.Refuse(w, err.status, why)
		return
	}
	http.Error(w, why, err.status)
}

// openDoor tells the API who asks where no token is known: guests, or with a client certificate, which
// TLS has asked for, an admin.
func openDoor(next http.Handler, guests access.Role) http.Handler {
	gate := new(access.Proxy)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := access.Person{Name: local, Role: guests, Address: gate.Client(r)}
		if r.TLS != nil && len(r.TLS.VerifiedChains) > 0 {
			p.Name, p.Role = r.TLS.PeerCertificates[0].Subject.CommonName, access.Admin
		}
		next.ServeHTTP(w, r.WithContext(access.With(r.Context(), p)))
	})
}
