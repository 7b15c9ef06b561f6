package hostiletest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// handshakes attack in TLS.
func handshakes() []Site {
	// with answers over TLS with another certificate or configuration.
	with := func(change func(*Host, *tls.Config) error, serve func(*Host, net.Conn)) func(*Host, net.Conn) {
		return func(h *Host, c net.Conn) {
			config := h.World.Authority.Config("http/1.1")
			if change != nil && change(h, config) != nil {
				return
			}
			tc := tls.Server(c, config)
			if tc.Handshake() == nil {
				serve(h, tc)
			}
		}
	}
	certificate := func(names func(*Host) []string, change func(*x509.Certificate)) func(*Host, *tls.Config) error {
		return func(h *Host, config *tls.Config) error {
			config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
				all := []string{hello.ServerName}
				if names != nil {
					all = names(h)
				}
				return h.World.Authority.issue(all, change)
			}
			return nil
		}
	}
	good := answer(whole(begin))
	return []Site{
		{Name: "tls-silent", What: "no answer to the ClientHello", Hosts: many, TLS: wait},
		{Name: "tls-garbage", What: "random bytes instead of a ServerHello", Short: true, TLS: func(_ *Host, c net.Conn) { pour(c, noise(1<<16), -1) }},
		{Name: "tls-plain", What: "plain HTTP on port 443", TLS: anything(func(_ *Host, c net.Conn, _ *http.Request) { io.WriteString(c, whole(begin)) })}, //nolint:errcheck // the client may have gone
		{Name: "tls-drip", What: "a handshake record, one byte a second", Hosts: many, TLS: func(h *Host, c net.Conn) {
			io.WriteString(c, "\x16\x03\x03\x40\x00") //nolint:errcheck // the client may have gone
			drip(h, c, "\x02\x00\x3f\xfc", time.Second)
		}},
		{Name: "tls-alerts", What: "warnings without end instead of a handshake", TLS: func(_ *Host, c net.Conn) { pour(c, "\x15\x03\x03\x00\x02\x01\x5a", -1) }},
		{Name: "tls-crumbs", What: "a handshake message of 16 MB in records of one byte", TLS: func(_ *Host, c net.Conn) {
			io.WriteString(c, "\x16\x03\x03\x00\x04\x02\xff\xff\xff") //nolint:errcheck // the client may have gone
			pour(c, "\x16\x03\x03\x00\x01\x00", -1)
		}},
		{Name: "tls-empty-records", What: "empty handshake records without end", TLS: func(_ *Host, c net.Conn) { pour(c, "\x16\x03\x03\x00\x00", -1) }},
		{Name: "tls-long-chain", What: "a chain of 300 certificates", TLS: with(func(h *Host, config *tls.Config) error {
			config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
				c, err := h.World.Authority.issue([]string{hello.ServerName}, nil)
				for len(c.Certificate) < 300 && err == nil {
					c.Certificate = append(c.Certificate, c.Certificate[0])
				}
				return c, err
			}
			return nil
		}, good)},
		{Name: "tls-many-names", What: "a certificate with 3,000 names", TLS: with(certificate(func(h *Host) []string {
			all := []string{h.domain()}
			for i := range 3000 {
				all = append(all, h.Other(i))
			}
			return all
		}, nil), good)},
		{Name: "tls-expired", What: "a certificate that has run out", TLS: with(certificate(nil, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }), good)},
		{Name: "tls-future", What: "a certificate of the year 9999", TLS: with(certificate(nil, func(c *x509.Certificate) {
			c.NotBefore, c.NotAfter = time.Date(9998, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
		}), good)},
		{Name: "tls-other-name", What: "its neighbour's certificate", TLS: with(certificate(func(h *Host) []string { return []string{h.Neighbour} }, nil), good)},
		{Name: "tls-unknown-signer", What: "a certificate signed by itself", TLS: with(func(_ *Host, config *tls.Config) error {
			key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
			if err != nil {
				return err
			}
			other, err := newAuthority()
			if err != nil {
				return err
			}
			other.key = key
			config.GetCertificate = other.Config("").GetCertificate
			return nil
		}, good)},
		{Name: "tls-reset-after", What: "RST as soon as the handshake is done", TLS: with(nil, func(_ *Host, c net.Conn) { reset(c) })},
		{Name: "tls-silent-after", What: "says nothing once the handshake is done", Hosts: many, TLS: with(nil, wait)},
		{Name: "alpn-h2-speaks-1", What: "agrees on HTTP/2 and speaks HTTP/1.1", TLS: with(func(_ *Host, config *tls.Config) error {
			config.NextProtos = []string{"h2"}
			return nil
		}, func(h *Host, c net.Conn) {
			pour(c, whole(begin), 3)
			wait(h, c)
		})},
		{Name: "alpn-1-speaks-h2", What: "agrees on HTTP/1.1 and speaks HTTP/2", TLS: with(nil, func(h *Host, c net.Conn) {
			io.WriteString(c, "\x00\x00\x00\x04\x00\x00\x00\x00\x00") //nolint:errcheck // the client may have gone
			wait(h, c)
		})},
		{Name: "alpn-unknown", What: "agrees on a protocol that nobody offered", TLS: with(func(_ *Host, config *tls.Config) error {
			config.NextProtos = nil
			return nil
		}, func(_ *Host, c net.Conn) { pour(c, "ICAP/1.0 200 OK\r\n", -1) })},
		{Name: "tls-old", What: "TLS 1.0 only", TLS: with(func(_ *Host, config *tls.Config) error {
			config.MinVersion, config.MaxVersion = tls.VersionTLS10, tls.VersionTLS10
			return nil
		}, good)},
		{Name: "tls-endless-head", What: "endless headers inside TLS", TLS: with(nil, asked(func(_ *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\n") //nolint:errcheck // the client may have gone
			pour(c, "X-Storm: "+strings.Repeat("s", 1000)+"\r\n", -1)
		}))},
		{Name: "tls-to-plain-circle", What: "https redirects to http, and http to https", Secure: true, HTTP: handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			scheme := "https"
			if r.TLS != nil {
				scheme = "http"
			}
			http.Redirect(w, r, fmt.Sprintf("%s://%s/%d", scheme, h.domain(), h.Count.Add(1)), http.StatusFound)
		})},
	}
}
