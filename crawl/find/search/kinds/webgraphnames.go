package kinds

import (
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// domainOf is the registrable domain of a target, a URL or a host.
func domainOf(target string) (string, error) {
	host, err := targetHost(target)
	if err != nil {
		return "", err
	}
	return publicsuffix.EffectiveTLDPlusOne(host)
}

// reversed are the forms in which the files may write a domain: org.example, in punycode,
// as Common Crawl writes it, and in Unicode.
func reversed(domain string) []string {
	forms := []string{reverse(domain)}
	if u, err := idna.ToUnicode(domain); err == nil && u != domain {
		forms = append(forms, reverse(u))
	}
	return forms
}

// reverse turns the labels of a name round.
func reverse(name string) string {
	labels := strings.Split(name, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}
