package urlkey

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// names maps host names to ASCII as browsers do (UTS 46, not transitional),
// without refusing the underscores and hyphens that real hosts have.
var names = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.StrictDomainName(false), idna.CheckHyphens(false))

// asciiName maps a name. The result must map to itself: invalid input can become
// punycode that browsers refuse.
func asciiName(host string) (string, error) {
	if !utf8.ValidString(host) {
		return "", ErrURL
	}
	ascii, err := names.ToASCII(host)
	if err != nil {
		return "", err
	}
	again, err := names.ToASCII(ascii)
	if err == nil && again != ascii {
		err = ErrURL
	}
	return ascii, err
}

// hostKey is the host and port of a key.
func hostKey(u *url.URL) (string, error) {
	host := u.Hostname()
	if strings.Contains(host, ":") {
		return literalKey(u, host)
	}
	if !IsASCII(host) || indexFold(host, "xn--") >= 0 {
		ascii, err := asciiName(host)
		if err != nil {
			return "", english.Errorf("%w: host %.60q", ErrURL, host)
		}
		host = ascii
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "" || len(host) > 253 || !isHostName(host) {
		return "", english.Errorf("%w: host %.60q", ErrURL, host)
	}
	if endsInNumber(host) {
		address, ok := ipv4Key(host)
		if !ok {
			return "", english.Errorf("%w: host %.60q is no address, but ends in a number", ErrURL, host)
		}
		host = address
	}
	return withPort(host, u)
}

// literalKey is the key of an IPv6 literal, in its shortest form.
func literalKey(u *url.URL, host string) (string, error) {
	ip, err := netip.ParseAddr(host)
	if err != nil || ip.Zone() != "" {
		return "", english.Errorf("%w: host %.60q", ErrURL, host)
	}
	return withPort("["+ip.String()+"]", u)
}

func withPort(host string, u *url.URL) (string, error) {
	port := u.Port()
	if port == "" {
		return host, nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return "", english.Errorf("%w: port %.10q", ErrURL, port)
	}
	if u.Scheme == "http" && n == 80 || u.Scheme == "https" && n == 443 {
		return host, nil
	}
	return host + ":" + strconv.FormatUint(n, 10), nil
}

func isHostName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '.' && (i == 0 || i == len(s)-1 || s[i-1] == '.') {
			return false
		}
		if !unreserved(c) || c == '~' {
			return false
		}
	}
	return true
}

// IsASCII reports whether s holds ASCII bytes only.
func IsASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
