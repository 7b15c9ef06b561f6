package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"

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
