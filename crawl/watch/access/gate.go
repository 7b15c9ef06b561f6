package access

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Gate knows who may come in. Its methods may be called concurrently.
type Gate struct {
	opt   Options
	state atomic.Pointer[state]
}

// Options of a Gate. Read is needed.
type Options struct {
	Read   func() (Config, error)           // the configuration; called by Open and Reload
	Lookup func(name string) (string, bool) // environment variables; nil means [os.LookupEnv]
	Log    *slog.Logger                     // nil means none
}

// state is a configuration in force.
type state struct {
	Config
	tokens []*held
}

// Open reads the configuration and every secret. If one is missing, empty or too
// short, or two are the same, the error names its token and its place.
func Open(opt Options) (*Gate, error) {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	g := &Gate{opt: opt}
	return g, g.Reload()
}

// Reload reads the configuration again. If it is wrong, the old one stays.
func (g *Gate) Reload() error {
	c, err := g.opt.Read()
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	s := &state{Config: c}
	var errs []error
	for _, t := range c.Tokens {
		h := &held{Token: t, lookup: g.opt.Lookup, log: g.opt.Log}
		if t.Secret.File != "" {
			h.read(stampOf(t.Secret.File))
		} else {
			h.read(stamp{})
		}
		if h.err != nil {
			errs = append(errs, fmt.Errorf("access: token %s: %w", t.Name, h.err))
		} else if i := slices.IndexFunc(s.tokens, func(o *held) bool { return o.sum == h.sum }); i >= 0 {
			errs = append(errs, english.Errorf("access: the tokens %s and %s have the same secret: nobody could tell who asks", s.tokens[i].Name, t.Name))
		}
		s.tokens = append(s.tokens, h)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	g.state.Store(s)
	return nil
}

// Closed reports whether g lets in only who has a token or is named by the proxy.
func (g *Gate) Closed() bool {
	s := g.state.Load()
	return len(s.tokens) > 0 || s.Proxy.User != ""
}

// Tokens reports whether there are tokens to log in with.
func (g *Gate) Tokens() bool { return len(g.state.Load().tokens) > 0 }

// Hosts are the names under which a page on a loopback address answers.
func (g *Gate) Hosts() []string { return g.state.Load().Hosts }

// Client returns the address of the client that sent r.
func (g *Gate) Client(r *http.Request) netip.Addr { return g.state.Load().Proxy.Client(r) }

// Token returns the person whose token has this secret. It compares the secret with the
// secret of every token, in constant time, so its duration tells nothing of them.
func (g *Gate) Token(secret string, now time.Time) (p Person, ok bool) {
	sum := sha256.Sum256([]byte(secret))
	for _, h := range g.state.Load().tokens {
		want, usable := h.now(now)
		if equal := subtle.ConstantTimeCompare(sum[:], want[:]) == 1; equal && usable {
			p, ok = Person{Name: h.Name, Role: h.Role}, true
		}
	}
	return p, ok
}

// Named returns the person of the token called name, and what changes with its
// secret: a cookie that is bound to it ends with it.
func (g *Gate) Named(name string, now time.Time) (p Person, bound []byte, ok bool) {
	for _, h := range g.state.Load().tokens {
		if h.Name == name {
			sum, usable := h.now(now)
			return Person{Name: h.Name, Role: h.Role}, sum[:], usable
		}
	}
	return p, nil, false
}

// Errors of [Gate.Proxied].
var (
	// errNotProxy reports header fields of the proxy from an address that is not its.
	errNotProxy = errors.New("the header fields of a proxy came from an address that is none")
	// ErrAmbiguous reports a header field of the proxy that came twice: one of them
	// may be the client's own.
	ErrAmbiguous = errors.New("a header field of the proxy came twice")
)

// Proxied returns the person whom the proxy names, ok if it names one. A user without
// any role is a Person of the role [Nobody].
func (g *Gate) Proxied(r *http.Request) (p Person, ok bool, err error) {
	s := g.state.Load()
	if s.Proxy.User == "" {
		return p, false, nil
	}
	users, roles := r.Header.Values(s.Proxy.User), r.Header.Values(s.Proxy.Roles)
	switch {
	case len(users)+len(roles) == 0:
		return p, false, nil
	case !s.Proxy.trusts(peer(r)):
		return p, false, errNotProxy
	case len(users) > 1 || len(roles) > 1:
		return p, false, ErrAmbiguous
	case len(users) == 0 || strings.TrimSpace(users[0]) == "":
		return p, false, nil
	}
	p.Name = strings.TrimSpace(users[0])
	if len(roles) == 1 {
		p.Role = s.Proxy.highest(roles[0])
	}
	return p, true, nil
}

// highest returns the highest role in a list of roles or groups.
func (p *Proxy) highest(list string) (most Role) {
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		role := p.Groups[name]
		if p.Groups == nil {
			role, _ = parseRole(name)
		}
		most = max(most, role)
	}
	return most
}

// Secure reports whether the client of r reached the proxy over TLS, as the proxy says.
func (g *Gate) Secure(r *http.Request) bool {
	p := &g.state.Load().Proxy
	return p.trusts(peer(r)) && r.Header.Get("X-Forwarded-Proto") == "https"
}
