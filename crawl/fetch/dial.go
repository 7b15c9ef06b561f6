package fetch

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// newTransport returns the transport of c: its limits, and connections as dial makes them.
func (c *Client) newTransport() *http.Transport {
	conns := max(connsPerHost, c.opt.Polite.Parallel)
	t := &http.Transport{
		Proxy:                  c.opt.Proxy,
		TLSHandshakeTimeout:    tlsTimeout,
		ResponseHeaderTimeout:  headerTimeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true, // coding.go decodes, within limits
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    conns,
		MaxConnsPerHost:        conns,
		IdleConnTimeout:        idleTimeout,
		OnProxyConnectResponse: proxyAnswered,
		HTTP2: &http.HTTP2Config{
			MaxReceiveBufferPerStream:     streamBuffer,
			MaxReceiveBufferPerConnection: 4 * streamBuffer,
			WriteByteTimeout:              headerTimeout,
		},
	}
	if c.opt.Proxy != nil {
		// To the transport all hosts behind a proxy are one.
		t.MaxIdleConnsPerHost, t.MaxConnsPerHost = maxIdle, 0
	}
	dial := dialFunc(c.opt.DialContext)
	if dial == nil {
		dial = c.dial(t.CloseIdleConnections)
	}
	dial = watched(dial)
	t.DialContext = dial
	if c.opt.KeepExchanges {
		t.DialContext = recorded(dial)
		t.DialTLSContext = recordedTLS(dial, func() *tls.Config {
			if t.TLSClientConfig == nil {
				return &tls.Config{MinVersion: tls.VersionTLS12}
			}
			return t.TLSClientConfig.Clone()
		})
	}
	return t
}

// proxyAnswered gives the refusal of a proxy its kind.
func proxyAnswered(_ context.Context, proxy *url.URL, _ *http.Request, answer *http.Response) error {
	if answer.StatusCode == http.StatusOK {
		return nil
	}
	return &crawl.KindError{Kind: crawl.FailProxy, Err: fmt.Errorf("fetch: proxy %s: status %d", proxy.Host, answer.StatusCode)}
}

// dial connects to public addresses only, unless told otherwise. A proxy may
// stand anywhere.
func (c *Client) dial(full func()) dialFunc {
	d := net.Dialer{Timeout: connectTimeout, Resolver: c.opt.Resolver}
	if !c.opt.AllowPrivate && c.opt.Proxy == nil {
		d.ControlContext = PublicOnly
	}
	if c.dns == nil {
		return d.DialContext
	}
	return (&dialer{Dialer: d, dns: c.dns, full: full}).DialContext
}
