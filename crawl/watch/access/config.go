package access

import (
	"errors"
	"net/netip"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// Config says who may do what.
type Config struct {
	Tokens []Token
	Proxy  Proxy
	// Hosts are the names, besides this machine's own, under which a page on a loopback
	// address answers: the public name that a reverse proxy passes on.
	Hosts []string
}

// Token lets in who knows its secret.
type Token struct {
	Name   string // of the person, for the audit log
	Role   Role
	Secret redact.Secret
}

// Proxy is a reverse proxy that says who asks. Its header fields count only in a
// request that comes from one of its addresses.
type Proxy struct {
	From    []netip.Prefix
	Address string          // header field with the client's address; "" means X-Forwarded-For
	User    string          // header field with the user; "": the proxy authenticates nobody
	Roles   string          // header field with roles or groups, between commas
	Groups  map[string]Role // the role of each group; nil: Roles holds the names of roles
}

// ShortestSecret is the least length of a token's secret: 32 hexadecimal digits are
// 128 bits, and half of that cannot be guessed at any rate that a server answers.
const ShortestSecret = 16

// check reports what is wrong with c as a whole.
func (c *Config) check() error {
	seen := map[string]bool{}
	for _, t := range c.Tokens {
		switch {
		case !yamlread.IsName(t.Name):
			return english.Errorf("access: a token is called %q; names are letters, digits, - and _", t.Name)
		case seen[t.Name]:
			return english.Errorf("access: two tokens are called %q", t.Name)
		case t.Role < Read || t.Role > Admin:
			return english.Errorf("access: token %q has no role", t.Name)
		}
		seen[t.Name] = true
	}
	p := &c.Proxy
	switch {
	case p.User != "" && len(p.From) == 0:
		return errors.New("access: the proxy's header fields count only from its addresses: from is missing")
	case (p.User == "") != (p.Roles == ""):
		return errors.New("access: user and roles of the proxy go together")
	}
	return nil
}
