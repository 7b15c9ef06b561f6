package host_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// authority signs certificates for tests.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return authority{key, c}
}

// node returns what a node has: its certificate by a, and whom it trusts.
func (a authority) node(t *testing.T, trusts authority) *tls.Config {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "node"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, c, a.cert, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(trusts.cert)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, RootCAs: pool, ClientCAs: pool, MinVersion: tls.VersionTLS12}
}

// With TLS who has no certificate, or a wrong one, is refused on both sides.
func TestTLS(t *testing.T) {
	good, bad := newAuthority(t), newAuthority(t)
	s, err := host.StartServer(host.ServerOptions{Name: "n1", Dir: t.TempDir(), Client: "127.0.0.1:0", TLS: good.node(t, good)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	dial := func(c *tls.Config) (*nats.Conn, error) { return natsjs.Dial(s.URL(), c, nats.MaxReconnects(0)) }
	nc, err := dial(good.node(t, good))
	if err != nil {
		t.Fatal(err)
	}
	nc.Close()
	without := good.node(t, good)
	without.Certificates = nil
	for name, c := range map[string]*tls.Config{
		"by another authority": bad.node(t, good), "trusts another authority": good.node(t, bad), "without a certificate": without, "plain": nil,
	} {
		if nc, err := dial(c); err == nil {
			nc.Close()
			t.Errorf("a client was let in: %s", name)
		}
	}
}

// What cannot be served is refused, with why.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	for name, o := range map[string]host.ServerOptions{
		"all addresses":  {Name: "n", Dir: dir, Client: ":4222"},
		"another one":    {Name: "n", Dir: dir, Client: "192.0.2.1:4222"},
		"a name":         {Name: "n", Dir: dir, Client: "localhost:4222"},
		"between nodes":  {Name: "n", Dir: dir, Client: "127.0.0.1:0", Cluster: "c", Listen: "0.0.0.0:6222"},
		"IPv6 for nodes": {Name: "n", Dir: dir, Client: "127.0.0.1:0", Cluster: "c", Listen: "[2001:db8::1]:6222"},
	} {
		if _, err := host.StartServer(o); !errors.Is(err, host.ErrPlain) {
			t.Errorf("%s without TLS: %v", name, err)
		}
	}
	for name, o := range map[string]host.ServerOptions{
		"no folder": {Name: "n"}, "no name": {Dir: dir}, "no port": {Name: "n", Dir: dir, Client: "127.0.0.1"},
		"no address in a cluster": {Name: "n", Dir: dir, Cluster: "c", Listen: "127.0.0.1:0"},
		"an odd port":             {Name: "n", Dir: dir, Client: "127.0.0.1:http"}, "a folder that is a file": {Name: "n", Dir: "/dev/null/x"},
	} {
		if s, err := host.StartServer(o); err == nil {
			s.Close()
			t.Errorf("%s was taken", name)
		}
	}
}

// Inside the process, without a port; what was stored is there after a restart.
func TestRestart(t *testing.T) {
	o := host.ServerOptions{Name: "n1", Dir: t.TempDir()}
	for want := range int64(2) {
		s, err := host.StartServer(o)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), pacetest.Times(time.Minute))
		if err := s.Ready(ctx); err != nil {
			t.Error(err)
		}
		nc, err := s.Connect()
		if err != nil {
			t.Fatal(err)
		}
		b, err := natsjs.New(nc, natsjs.Options{Name: "test", Replicas: 1})
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.Append(ctx, "log", "wrong", 7, nil)
		if !errors.Is(err, broker.ErrFenced) {
			t.Errorf("append after 7: %v", err)
		}
		if seq, err := b.Append(ctx, "log", string(rune('a'+want)), want, nil); err != nil || seq != want+1 {
			t.Errorf("number %d, %v, want %d", seq, err, want+1)
		}
		b.Close()
		nc.Close()
		s.Close()
		cancel()
	}
}

// One of three that cannot reach the others is not ready.
func TestAloneIsNotReady(t *testing.T) {
	s, err := host.StartServer(host.ServerOptions{Name: "n1", Dir: t.TempDir(), Client: "127.0.0.1:0", Cluster: "c", Listen: "127.0.0.1:0", Routes: []string{"127.0.0.1:1", "127.0.0.1:2"}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := s.Ready(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Ready: %v", err)
	}
}
