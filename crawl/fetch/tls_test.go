package fetch

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// chainOf makes a chain of certificates for 127.0.0.1: the leaf with so many names
// first, the root last and alone too.
func chainOf(t *testing.T, length, names int) (tls.Certificate, *x509.Certificate) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	var c tls.Certificate
	var parent *x509.Certificate
	for i := range length { // the root first
		template := &x509.Certificate{
			SerialNumber: big.NewInt(int64(i + 1)), Subject: pkix.Name{CommonName: fmt.Sprint("authority ", i)},
			NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
			IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
		}
		if i == length-1 {
			template.IsCA, template.KeyUsage = false, x509.KeyUsageDigitalSignature
			template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
			for n := range names {
				template.DNSNames = append(template.DNSNames, fmt.Sprintf("%060d.example", n))
			}
		}
		above := parent
		if above == nil {
			above = template
		}
		der, err := x509.CreateCertificate(rand.Reader, template, above, &key.PublicKey, key)
		if err != nil {
			t.Fatal(err)
		}
		if parent, err = x509.ParseCertificate(der); err != nil {
			t.Fatal(err)
		}
		c.Certificate = append([][]byte{der}, c.Certificate...)
	}
	c.PrivateKey = key
	root, err := x509.ParseCertificate(c.Certificate[len(c.Certificate)-1])
	if err != nil {
		t.Fatal(err)
	}
	return c, root
}

// TestHostileCertificates: long chains and huge certificates are failures of TLS, soon,
// whether or not their root is trusted; a chain of usual length works.
func TestHostileCertificates(t *testing.T) {
	for _, x := range []struct {
		name          string
		length, names int
		trusted, good bool
	}{
		{"a good chain", 3, 1, true, true},
		{"a chain of 100", 100, 1, false, false},
		{"a certificate of 300 kB", 3, 4000, true, false},
	} {
		cert, root := chainOf(t, x.length, x.names)
		s := httptest.NewUnstartedServer(answer("text/html", "x"))
		s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
		s.TLS = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
		s.StartTLS()
		for _, keep := range []bool{false, true} {
			c := impatient(t, Options{KeepExchanges: keep})
			roots := x509.NewCertPool()
			if x.trusted {
				roots.AddCert(root)
			}
			c.transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
			if x.good {
				mustFetch(t, c, s.URL+"/")
			} else {
				within(t, t.Context(), c, x.name, s.URL+"/", 2*slack, crawl.FailTLS)
			}
		}
		s.Close()
	}
}

// TestLeavesHTTP: an answer 101 over TLS holds nobody either, whether HTTP/1.1 was agreed
// on or nothing.
func TestLeavesHTTP(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n") //nolint:errcheck
		io.Copy(io.Discard, conn)                                                                                     //nolint:errcheck // until the client goes
	}))
	s.StartTLS()
	defer s.Close()
	for _, keep := range []bool{false, true} {
		c := impatient(t, Options{Timeout: time.Hour, KeepExchanges: keep})
		c.transport.TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
		within(t, t.Context(), c, "101", s.URL+"/", slack, crawl.FailStatus)
	}
}

// TestThousandAddresses: of a name with a thousand addresses four are tried.
func TestThousandAddresses(t *testing.T) {
	resolver := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go thousandAddresses(server)
		return client, nil
	}}
	c := impatient(t, Options{Resolver: resolver})
	found, err := c.dns.addresses(t.Context(), "many.example")
	if err != nil || len(found) != maxAddrs {
		t.Fatalf("%d addresses: %v", len(found), err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close() // nobody listens at any of them
	within(t, t.Context(), c, "a thousand addresses", "http://many.example:"+port+"/", 2*connectTimeout+slack, crawl.FailRefused, crawl.FailTimeout, crawl.FailUnreachable)
}

// thousandAddresses answers queries for IPv4 addresses with 127.9.0.1 and the following.
func thousandAddresses(conn net.Conn) {
	defer conn.Close()
	head := make([]byte, 2)
	for {
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		query := make([]byte, int(head[0])<<8|int(head[1]))
		if _, err := io.ReadFull(conn, query); err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(query) != nil {
			return
		}
		m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
		if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
			for i := range 1000 {
				m.Answers = append(m.Answers, dnsmessage.Resource{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
					Body:   &dnsmessage.AResource{A: [4]byte{127, 9, byte((i + 1) >> 8), byte(i + 1)}},
				})
			}
		}
		b, err := m.Pack()
		if err != nil {
			return
		}
		if _, err := conn.Write(append([]byte{byte(len(b) >> 8), byte(len(b))}, b...)); err != nil {
			return
		}
	}
}

// TestThreeCodings: gzip of gzip of gzip is refused before anything is decoded, as a
// page and as robots.txt.
func TestThreeCodings(t *testing.T) {
	body := gz(gz(gz("User-agent: *\nAllow: /\n")))
	for _, path := range []string{"/page", "/robots.txt"} {
		s, c := loopback(t, Options{}, pages(map[string]http.HandlerFunc{path: answer("text/html", body, "Content-Encoding", "gzip, gzip, gzip")}))
		err := within(t, t.Context(), c, path, s.URL+"/page", slack, crawl.FailTooLarge)
		if err != nil && !strings.Contains(err.Error(), "3 content encodings in one another") {
			t.Errorf("%s: %v", path, err)
		}
	}
}
