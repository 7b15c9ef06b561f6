package polite

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Site returns the site of a host: its registrable domain by the Public Suffix
// List, without the port. www.example.com.cn and m.example.com.cn:8080 are of the
// site example.com.cn, while two users of github.io have two sites.
//   - A name that is itself a public suffix is a site of its own.
//   - An address, and a name without a dot such as localhost, is a site of its own
//     with each of its ports.
//
// The host has the form of crawl.Link.Host.
func Site(host string) string {
	name := (&url.URL{Host: host}).Hostname()
	if !strings.Contains(name, ".") {
		return host
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return host
	}
	if site, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(name, ".")); err == nil {
		return site
	}
	return name
}
