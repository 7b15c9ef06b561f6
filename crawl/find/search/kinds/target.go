package kinds

import (
	"errors"
	"net"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// errTarget is the error of targetHost.
var errTarget = errors.New("search: neither a URL nor a host")

// targetHost returns the host of Query.Target, a URL or a host: in small letters and
// punycode, without a port. It has a dot, and is no IP address.
func targetHost(target string) (string, error) {
	target = strings.TrimSpace(target)
	if !strings.Contains(target, "://") {
		if strings.ContainsAny(target, "/?#@ ") {
			return "", errTarget
		}
		target = "http://" + target + "/"
	}
	key, err := urlkey.Canonical(target)
	if err != nil {
		return "", errTarget
	}
	host := urlkey.Host(key)
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if !strings.Contains(host, ".") || strings.Contains(host, ":") || net.ParseIP(host) != nil {
		return "", errTarget
	}
	return host, nil
}
