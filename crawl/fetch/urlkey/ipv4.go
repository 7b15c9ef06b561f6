package urlkey

import (
	"net/netip"
	"strconv"
	"strings"
)

// endsInNumber reports that a browser takes host, which is ASCII in lower case without a
// dot at its end, for an IPv4 address: its last part is a number (WHATWG URL, 3.5, the
// "ends in a number checker").
func endsInNumber(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || last[0] < '0' || last[0] > '9' {
		return false
	}
	if strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := ipv4Number(last)
	return ok
}

// ipv4Key is the address of a host that ends in a number, with four decimal parts. ok is
// false if there is none; such a host is no name either (WHATWG URL, 3.5, the "IPv4
// parser").
func ipv4Key(host string) (key string, ok bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return "", false
	}
	var n uint64
	for i, p := range parts {
		x, ok := ipv4Number(p)
		if !ok {
			return "", false
		}
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (5 - len(parts)) // the last part fills what is left
		}
		if x>>bits != 0 {
			return "", false
		}
		n = n<<bits | x
	}
	return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}).String(), true
}

// ipv4Number reads a part of an address: decimal, octal after 0, hexadecimal after 0x. A
// mere 0x is 0 (WHATWG URL, 3.5, the "IPv4 number parser").
func ipv4Number(s string) (n uint64, ok bool) {
	base := 10
	switch {
	case strings.HasPrefix(s, "0x"):
		s, base = s[2:], 16
		if s == "" {
			return 0, true
		}
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	if s == "" || s[0] == '+' || s[0] == '-' {
		return 0, false
	}
	n, err := strconv.ParseUint(s, base, 64)
	return n, err == nil
}
