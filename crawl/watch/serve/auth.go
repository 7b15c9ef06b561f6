package serve

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/loopback"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// Auth says who is let in. The zero value lets everybody in, who may only look ([access.Read]), which
// only a loopback address allows: every user and every program of the machine reaches it.
type Auth struct {
	// Token, if not "", is the one token, of the role admin. With Access it must be "".
	Token string
	// Access knows tokens and a reverse proxy; nil: none.
	Access *access.Gate
	// Cert and Key are the files of this server's TLS. ClientCA is a file of the
	// authorities whose certificates let a client in (mTLS). If tokens or a proxy are
	// given too, a client needs both.
	Cert, Key, ClientCA string
	// Own, if not "", is the file of a token of the role admin, of mode 0600, for a loopback address
	// at which nobody else is asked for one: who shows it may do more than look. Start makes it.
	Own string

	guests access.Role // of those who show nothing; 0: Read
}

// ErrOpen is wrapped by the refusal to serve an address that others reach, without
// authentication.
var ErrOpen = errors.New("an address that others can reach needs a token or client certificates")

// TokenName is the name of the one token of [Auth] in the audit log.
const TokenName = "token"

// gate returns who is let in; nil if nobody is asked.
func (d Auth) gate(opt access.Options) (*access.Gate, error) {
	switch {
	case d.Token == "":
		return d.Access, nil
	case d.Access != nil:
		return nil, errors.New("the one token and a file of access were both given")
	}
	const name = "TOKEN"
	opt.Lookup = func(string) (string, bool) { return d.Token, true }
	opt.Read = func() (access.Config, error) {
		return access.Config{Tokens: []access.Token{{Name: TokenName, Role: access.Admin, Secret: redact.Secret{Env: name}}}}, nil
	}
	if len(d.Token) < access.ShortestSecret {
		return nil, english.Errorf("the token has %d characters; it needs %d (openssl rand -hex 16 makes one)", len(d.Token), access.ShortestSecret)
	}
	return access.Open(opt)
}

// check reports whether d suits an address. closed says whether tokens or a proxy are
// asked for.
func (d Auth) check(a net.Addr, closed bool) error {
	switch {
	case (d.Cert == "") != (d.Key == ""):
		return errors.New("a certificate and its key go together")
	case d.ClientCA != "" && d.Cert == "":
		return errors.New("client certificates need this server's own certificate and key")
	case !closed && d.ClientCA == "" && !loopback.Loopback(a):
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
		return nil, english.Errorf("%s holds no certificate in PEM", d.ClientCA)
	}
	return c, nil
}
