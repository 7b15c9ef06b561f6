package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

func TestPublic(t *testing.T) {
	for addr, want := range map[string]bool{
		"1.1.1.1": true, "8.8.8.8": true, "93.184.215.14": true, "223.5.5.5": true, "100.63.255.255": true, "100.128.0.0": true,
		"172.15.255.255": true, "172.32.0.0": true, "192.0.1.0": true, "198.17.255.255": true, "198.20.0.0": true, "223.255.255.255": true,
		"2606:4700:4700::1111": true, "2400:3200::1": true, "2001:200::1": true, "2a00:1450:4001::1": true, "3ffe::1": true,
		"::ffff:8.8.8.8": true, "64:ff9b::8.8.8.8": true,

		"0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false, "10.255.255.255": false, "100.64.0.1": false, "100.100.100.200": false,
		"127.0.0.1": false, "127.255.255.254": false, "169.254.169.254": false, "172.16.0.1": false, "172.31.255.255": false,
		"192.0.0.8": false, "192.0.2.1": false, "192.88.99.1": false, "192.168.1.1": false, "198.18.0.1": false, "198.19.255.255": false,
		"198.51.100.7": false, "203.0.113.9": false, "224.0.0.1": false, "239.255.255.255": false, "240.0.0.1": false, "255.255.255.255": false,

		"::": false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:169.254.169.254": false, "::127.0.0.1": false, "::8.8.8.8": false,
		"64:ff9b::10.0.0.1": false, "64:ff9b::169.254.169.254": false, "64:ff9b:1::8.8.8.8": false,
		"2002:7f00:1::": false, "2002:808:808::": false, "2001::1": false, "2001:0:4136:e378:8000:63bf:3fff:fdd2": false, "2001:10::1": false,
		"2001:db8::1": false, "3fff::1": false, "100::1": false, "fc00::1": false, "fd12:3456::1": false, "fd00:ec2::254": false,
		"fe80::1": false, "fe80::1%eth0": false, "fec0::1": false, "ff02::1": false, "5f00::1": false, "4000::1": false,
		"2606:4700:4700::1111%eth0": false,
	} {
		if got := Public(netip.MustParseAddr(addr)); got != want {
			t.Errorf("Public(%s) = %v", addr, got)
		}
	}
	if Public(netip.Addr{}) {
		t.Error("no address is public")
	}
}

func FuzzPublic(f *testing.F) {
	f.Add([]byte{127, 0, 0, 1})
	f.Add([]byte{0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		a, ok := netip.AddrFromSlice(b)
		if !ok || !Public(a) {
			return
		}
		// The standard library's own classes must never be called public.
		if a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() || !a.IsGlobalUnicast() && !a.Is4In6() {
			t.Errorf("%v is public", a)
		}
	})
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer s.Close()
	port := s.URL[strings.LastIndexByte(s.URL, ':'):]
	c, err := New(Options{Polite: polite.Options{Delay: -1}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "169.254.169.254", "10.1.2.3", "[fd00::1]"} {
		if _, err := c.Fetch(t.Context(), crawl.Request{URL: "http://" + host + port + "/x"}); !errors.Is(err, crawl.ErrPrivate) {
			t.Errorf("%s: %v", host, err)
		}
	}
	// Spellings that some resolvers take for 127.0.0.1.
	for _, host := range []string{"2130706433", "0x7f000001", "0177.0.0.1", "127.1"} {
		if r, err := c.Fetch(t.Context(), crawl.Request{URL: "http://" + host + port + "/x"}); err == nil {
			t.Errorf("%s: %+v", host, r)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("the private server was asked %d times", n)
	}
}

// TestNamesOfPrivateAddresses has a name server that answers with whatever an
// attacker likes, another address at each look-up.
func TestNamesOfPrivateAddresses(t *testing.T) {
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		answer("text/html", "secret")(w, r)
	}))
	defer s.Close()
	port := s.URL[strings.LastIndexByte(s.URL, ':'):]
	for _, answers := range [][]string{{"127.0.0.1"}, {"10.0.0.1", "127.0.0.1"}, {"192.168.0.1", "169.254.169.254", "127.0.0.1"}} {
		c, err := New(Options{Polite: polite.Options{Delay: -1}, Resolver: fakeResolver(t, answers)})
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if _, err := c.Fetch(t.Context(), crawl.Request{URL: "http://rebind.example" + port + "/x"}); !errors.Is(err, crawl.ErrPrivate) {
				t.Errorf("%v: %v", answers, err)
			}
			c.robots.origins = newCache[origin](maxOrigins) // forget, so that the name is looked up again
		}
		c.Close()
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("the private server was asked %d times", n)
	}
	// The resolver itself works: with leave, the name leads to the server.
	c, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true, Resolver: fakeResolver(t, []string{"127.0.0.1"})})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if r, err := c.Fetch(t.Context(), crawl.Request{URL: "http://rebind.example" + port + "/x"}); err != nil || string(r.Body) != "secret" {
		t.Error(err)
	}
}

// fakeResolver answers every query for an IPv4 address with the next one.
func fakeResolver(t *testing.T, answers []string) *net.Resolver {
	var n atomic.Int32
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			// A net.Pipe is a stream: messages come after their length (RFC 1035, 4.2.2).
			head := make([]byte, 2)
			for {
				if _, err := server.Read(head); err != nil {
					return
				}
				query := make([]byte, int(head[0])<<8|int(head[1]))
				if _, err := server.Read(query); err != nil {
					return
				}
				reply := dnsReply(t, query, answers[int(n.Load())%len(answers)], &n)
				server.Write(append([]byte{byte(len(reply) >> 8), byte(len(reply))}, reply...)) //nolint:errcheck
			}
		}()
		return client, nil
	}}
}

func dnsReply(t *testing.T, query []byte, addr string, n *atomic.Int32) []byte {
	var m dnsmessage.Message
	if err := m.Unpack(query); err != nil {
		t.Error(err)
		return nil
	}
	m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
	if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
		n.Add(1)
		m.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
			Body:   &dnsmessage.AResource{A: netip.MustParseAddr(addr).As4()},
		}}
	}
	b, err := m.Pack()
	if err != nil {
		t.Error(err)
	}
	return b
}

// TestRedirectToPrivate: the first host is public as far as the client can
// see, the second is not.
func TestRedirectToPrivate(t *testing.T) {
	var asked atomic.Int32
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer inner.Close()
	outer := httptest.NewServer(pages(map[string]http.HandlerFunc{
		"/x": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, inner.URL+"/admin", http.StatusFound)
		},
	}))
	defer outer.Close()
	public, _ := url.Parse(outer.URL)
	d := net.Dialer{ControlContext: PublicOnly}
	c, err := New(Options{Polite: polite.Options{Delay: -1}, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if address == "outer.example:80" {
			return net.Dial(network, public.Host)
		}
		return d.DialContext(ctx, network, address)
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Fetch(t.Context(), crawl.Request{URL: "http://outer.example/x"}); !errors.Is(err, crawl.ErrPrivate) || asked.Load() != 0 {
		t.Errorf("%v, asked %d times", err, asked.Load())
	}
}

func TestUserAgent(t *testing.T) {
	for _, x := range []struct{ version, contact, want string }{
		{"", "", "ontocrawl"},
		{"1.0", "", "ontocrawl/1.0"},
		{"1.0-rc.1+dirty", "mailto:me@example.org", "ontocrawl/1.0-rc.1+dirty (+mailto:me@example.org)"},
		{"1.0", "http://例子.example/", ""},
		{"1.0", "https://example.org/bot?x=1", "ontocrawl/1.0 (+https://example.org/bot?x=1)"},
		{"1.0", "example.org", ""}, {"1.0", "me@example.org", ""}, {"1.0", "mailto:", ""}, {"1.0", "https://", ""},
		{"1.0", "ftp://example.org/", ""}, {"1.0", "https://a:b@example.org/", ""}, {"1.0", "https://example.org/)x", ""},
		{"1.0", "https://example.org/\r\nX: y", ""}, {"1.0", "https://example.org/ x", ""},
		{"1 0", "", ""}, {"1\n", "", ""},
	} {
		c, err := New(Options{Version: x.version, Contact: x.contact})
		if (err == nil) != (x.want != "") || err == nil && c.agent != x.want {
			t.Errorf("%q %q: %v", x.version, x.contact, err)
		}
		if err != nil && x.contact != "" && x.version == "1.0" && !strings.Contains(err.Error(), "https://example.org/crawler") {
			t.Errorf("%v names no way out", err)
		}
	}
}
