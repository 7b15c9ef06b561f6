package urlkey

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

// TestIPv4 holds spellings of addresses against the host parser of browsers (WHATWG URL,
// 3.5), worked out by hand.
func TestIPv4(t *testing.T) {
	for host, want := range map[string]string{
		"127.0.0.1": "127.0.0.1", "127.0.0.1.": "127.0.0.1", "127.1": "127.0.0.1", "127.0.1": "127.0.0.1",
		"2130706433": "127.0.0.1", "0x7f000001": "127.0.0.1", "0X7F000001": "127.0.0.1", "0177.0.0.1": "127.0.0.1", "0x7f.1": "127.0.0.1",
		"017700000001": "127.0.0.1", "0x7f.0x0.0x0.0x1": "127.0.0.1", "00000177.1": "127.0.0.1", "0x7f.0.0x": "127.0.0.0",
		"0": "0.0.0.0", "0x": "0.0.0.0", "0x.0x.0": "0.0.0.0", "00": "0.0.0.0",
		"4294967295": "255.255.255.255", "1.16777215": "1.255.255.255", "1.2.65535": "1.2.255.255", "256": "0.0.1.0",
		"１２７.0.0.1": "127.0.0.1", "127。0。0。1": "127.0.0.1", "①②⑦.⓪.⓪.①": "127.0.0.1", "%31%32%37.1": "127.0.0.1",
		// No addresses: their last part is no number.
		"1.2.3.4.example": "1.2.3.4.example", "0x7g": "0x7g", "127.0.0.1x": "127.0.0.1x", "0xg.a1": "0xg.a1", "1e3": "1e3",
		// And what is none for a browser either.
		"256.0.0.1": "", "1.2.3.256": "", "4294967296": "", "1.2.3.4.5": "", "0x100000000": "", "08": "", "1.2.3.08": "", "09.1": "",
		"a.1": "", "example.0x1": "", "a.b.c.0": "", "1..2": "", "99999999999999999999999": "", "1.16777216": "", "1.+2": "", "0x-1": "0x-1",
	} {
		got, err := Canonical("http://" + host + ":8080/x")
		if want == "" {
			if !errors.Is(err, ErrURL) {
				t.Errorf("%s: %q, %v", host, got, err)
			}
			continue
		}
		if err != nil || got != "http://"+want+":8080/x" {
			t.Errorf("%s: %q, %v, want %s", host, got, err, want)
		}
		if fast, err := Canonical("http://" + host + "/x"); err != nil || fast != "http://"+want+"/x" {
			t.Errorf("%s, without a port: %q, %v", host, fast, err)
		}
	}
}

// FuzzIPv4: a key whose host ends in a number is an address in its usual form.
func FuzzIPv4(f *testing.F) {
	for _, s := range []string{"127.1", "0x7f.1", "017.8.9.0", "1.2.3.4.5", "a.0x", "0x", "1.2.3.", "99999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, host string) {
		key, err := Canonical("http://" + host + "/")
		if err != nil {
			return
		}
		u, err := url.Parse(key)
		if err != nil {
			t.Fatal(err)
		}
		last := u.Hostname()[strings.LastIndexByte(u.Hostname(), '.')+1:]
		if strings.Contains(u.Hostname(), ":") || last == "" || strings.Trim(last, "0123456789") != "" {
			return
		}
		if a, err := netip.ParseAddr(u.Hostname()); err != nil || a.String() != u.Hostname() {
			t.Errorf("%q: %q", host, key)
		}
	})
}
