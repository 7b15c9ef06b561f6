package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// nameServer is one: what it says is called once per look-up.
type nameServer struct {
	mu    sync.Mutex
	asked []string // names with the second they were asked at
	start time.Time
	say   func(name string) ([]netip.Addr, error)
}

func (b *nameServer) lookup(_ context.Context, _, name string) ([]netip.Addr, error) {
	b.mu.Lock()
	b.asked = append(b.asked, fmt.Sprintf("%s@%g", name, time.Since(b.start).Seconds()))
	b.mu.Unlock()
	time.Sleep(100 * time.Millisecond)
	return b.say(name)
}

func newNameServer(say func(name string) ([]netip.Addr, error)) (*nameServer, *dnsCache) {
	b := &nameServer{start: time.Now(), say: say}
	return b, &dnsCache{lookup: b.lookup, known: newCache[addresses](maxDNSEntries)}
}

func addrs(list ...string) []netip.Addr {
	var out []netip.Addr
	for _, s := range list {
		out = append(out, netip.MustParseAddr(s))
	}
	return out
}

var (
	errNoName   = &net.DNSError{Err: "no such host", IsNotFound: true}
	errNoServer = &net.DNSError{Err: "server misbehaving", IsTemporary: true}
)

// TestDNSCache follows one name through its life: looked up once by many, again
// after five minutes, used on while the name servers are away, and gone.
func TestDNSCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var list []netip.Addr
		var failure error
		b, n := newNameServer(func(string) ([]netip.Addr, error) { return list, failure })
		is := func(want error, addr string, asked int) {
			t.Helper()
			got, err := n.addresses(t.Context(), "a.example")
			if !errors.Is(err, want) || want == nil && (err != nil || len(got) == 0 || got[0].String() != addr) {
				t.Errorf("at %v: %v, %v; want %s, %v", time.Since(b.start), got, err, addr, want)
			}
			if len(b.asked) != asked {
				t.Errorf("at %v: %v, want %d look-ups", time.Since(b.start), b.asked, asked)
			}
		}
		failure = errNoServer
		is(errNoServer, "", 1)
		is(errNoServer, "", 1) // not asked again at once
		time.Sleep(6 * time.Second)
		list, failure = addrs("::ffff:192.0.2.1", "2001:db8::1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"), nil
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() { is(nil, "192.0.2.1", 2) })
		}
		wg.Wait()
		if got, _ := n.addresses(t.Context(), "a.example"); len(got) != maxAddrs {
			t.Errorf("%d addresses are tried", len(got))
		}
		time.Sleep(4 * time.Minute)
		list = addrs("192.0.2.9")
		is(nil, "192.0.2.1", 2)
		time.Sleep(time.Minute)
		is(nil, "192.0.2.9", 3)
		failure = errNoServer
		time.Sleep(6 * time.Minute)
		is(nil, "192.0.2.9", 4) // the name server is away: the old address does
		is(nil, "192.0.2.9", 4)
		time.Sleep(time.Hour)
		is(errNoServer, "", 5) // but not for ever
		failure = errNoName
		time.Sleep(6 * time.Second)
		is(errNoName, "", 6)
		list, failure = addrs("192.0.2.7"), nil
		is(errNoName, "", 6)
		time.Sleep(61 * time.Second)
		is(nil, "192.0.2.7", 7)
		list = nil
		time.Sleep(6 * time.Minute)
		if _, err := n.addresses(t.Context(), "a.example"); err == nil {
			t.Error("no address, no error")
		}
	})
}

func TestDNSCacheIsBounded(t *testing.T) {
	b, n := newNameServer(nil)
	b.say = func(string) ([]netip.Addr, error) { return addrs("192.0.2.1"), nil }
	n.lookup = func(context.Context, string, string) ([]netip.Addr, error) { return b.say("") }
	for i := range maxDNSEntries + 100 {
		if _, err := n.addresses(t.Context(), fmt.Sprintf("h%d.example", i)); err != nil {
			t.Fatal(err)
		}
	}
	if len(n.known.values) > maxDNSEntries {
		t.Errorf("%d names are remembered", len(n.known.values))
	}
	if got, err := n.addresses(t.Context(), "::ffff:10.0.0.1"); err != nil || len(got) != 1 || len(n.known.values) > maxDNSEntries {
		t.Errorf("an address: %v, %v", got, err)
	}
}

// TestCancelledLookup: a caller that goes away leaves no verdict behind, and one
// that waits for it is not held.
func TestCancelledLookup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, n := newNameServer(func(string) ([]netip.Addr, error) { return nil, errNoName })
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		go n.addresses(t.Context(), "b.example") //nolint:errcheck // takes the token for 100 ms
		synctest.Wait()
		if _, err := n.addresses(ctx, "b.example"); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errNoName) {
			t.Error(err)
		}
		cancel()
		if _, err := n.addresses(ctx, "c.example"); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if c := n.known.find("c.example").value; c.err != nil || !c.until.IsZero() {
			t.Error("a cancelled look-up is remembered")
		}
		time.Sleep(time.Second)
	})
}

// TestDialer: the second address answers where the first does not, and is tried
// first from then on; where none does the name is looked up again.
func TestDialer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	var tried []string
	_, n := newNameServer(func(string) ([]netip.Addr, error) { return addrs("127.0.0.3", "127.0.0.2", "127.0.0.1"), nil })
	full := 0
	d := &dialer{dns: n, full: func() { full++ }}
	d.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
		tried = append(tried, address[:strings.LastIndexByte(address, ':')])
		if strings.HasPrefix(address, "127.0.0.3:") && full == 0 {
			return syscall.EMFILE // no file left; after closing idle connections the server itself refuses
		}
		return nil
	}
	for _, want := range []string{"127.0.0.3 127.0.0.3 127.0.0.2 127.0.0.1", "127.0.0.1"} {
		tried = nil
		conn, err := d.DialContext(t.Context(), "tcp", "a.example:"+port)
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
		if got := strings.Join(tried, " "); got != want {
			t.Errorf("tried %s, want %s", got, want)
		}
	}
	if full != 1 {
		t.Errorf("idle connections were closed %d times", full)
	}
	l.Close()
	if _, err := d.DialContext(t.Context(), "tcp", "a.example:"+port); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Error(err)
	}
	if len(n.known.values) != 0 {
		t.Error("addresses that do not work are remembered")
	}
	if _, err := d.DialContext(t.Context(), "tcp", "no port"); err == nil {
		t.Error("no port, no error")
	}
}

// TestLookupsAreSaved: many pages of one host are one look-up, and politeness
// knows the address before the first request.
func TestLookupsAreSaved(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(answer("text/html", "hello")))
	defer s.Close()
	c, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	b, n := newNameServer(func(string) ([]netip.Addr, error) { return addrs("127.0.0.1"), nil })
	c.dns.lookup = n.lookup
	port := s.URL[strings.LastIndexByte(s.URL, ':'):]
	for i := range 5 {
		mustFetch(t, c, fmt.Sprintf("http://a.example%s/%d", port, i))
		c.transport.CloseIdleConnections()
	}
	if len(b.asked) != 1 {
		t.Errorf("look-ups %v", b.asked)
	}
}

// TestRebinding: a name that first leads to a public server and then inwards is
// refused when it is dialled, whatever was looked up before.
func TestRebinding(t *testing.T) {
	inner := httptest.NewServer(http.HandlerFunc(answer("text/html", "secret")))
	defer inner.Close()
	port := inner.URL[strings.LastIndexByte(inner.URL, ':'):]
	c, err := New(Options{Polite: polite.Options{Delay: -1}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	n := 0
	c.dns.lookup = func(context.Context, string, string) ([]netip.Addr, error) {
		n++
		if n == 1 {
			return nil, errNoServer
		}
		return addrs("127.0.0.1"), nil
	}
	for range 3 {
		r, err := c.Fetch(t.Context(), crawl.Request{URL: "http://rebind.example" + port + "/"})
		if err == nil {
			t.Fatalf("%+v", r)
		}
		c.robots.origins = newCache[origin](maxOrigins)
		c.dns.known = newCache[addresses](maxDNSEntries)
		if n > 1 && !errors.Is(err, crawl.ErrPrivate) {
			t.Error(err)
		}
	}
	if n < 3 {
		t.Errorf("%d look-ups", n)
	}
}
