package fetch

import (
	"net/mail"
	"net/url"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// product is the product token: robots.txt files name it, and the User-Agent header
// begins with it.
const product = "ontocrawl"

// userAgent is "ontocrawl/1.2 (+https://example.org/bot)". The contact is an http(s)
// URL or a mailto: address, for the owners of sites.
func userAgent(version, contact string) (string, error) {
	agent := product
	if version != "" {
		if strings.IndexFunc(version, notToken) >= 0 {
			return "", english.Errorf("fetch: version %q cannot stand in a User-Agent header", version)
		}
		agent += "/" + version
	}
	if contact == "" {
		return agent, nil
	}
	if err := checkContact(contact); err != nil {
		return "", err
	}
	return agent + " (+" + contact + ")", nil
}

// checkContact reports what is wrong with a contact.
func checkContact(contact string) error {
	bad := func(why string) error {
		return english.Errorf("fetch: contact %q %s; give a page or address where you can be reached, such as https://example.org/crawler or mailto:me@example.org", contact, why)
	}
	// Parentheses would end the comment (RFC 9110, 5.6.5), the rest the header.
	if strings.IndexFunc(contact, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("()<>\"\\", r) }) >= 0 {
		return bad("holds a character that cannot stand in a User-Agent header")
	}
	if address, ok := strings.CutPrefix(contact, "mailto:"); ok {
		if _, err := mail.ParseAddress(address); err != nil {
			return bad("is no mail address")
		}
		return nil
	}
	u, err := url.Parse(contact)
	switch {
	case err != nil:
		return bad("is no URL")
	case u.Scheme != "http" && u.Scheme != "https":
		return bad("is neither an http(s) URL nor a mailto: address")
	case u.Hostname() == "":
		return bad("has no host")
	case u.User != nil:
		return bad("holds a user name")
	}
	return nil
}

// notToken holds for runes that a token may not have (RFC 9110, 5.6.2).
func notToken(r rune) bool {
	return r <= ' ' || r > '~' || strings.ContainsRune("()<>@,;:\\\"/[]?={}", r)
}

// Resources returns a client for the scripts and data that pages need: it reads a
// body of any Content-Type, and sends no credentials. It shares everything else with c:
// the same rate limiter, robots.txt, names and connections, so two clients ask a site no
// more often than one.
func (c *Client) Resources() *Client {
	opt := c.opt
	opt.Accept, opt.Credentials = "*/*", nil
	return &Client{opt: opt, agent: c.agent, transport: c.transport, dns: c.dns, limiter: c.limiter, robots: c.robots}
}

// UserAgent is the User-Agent header of all requests.
func (c *Client) UserAgent() string { return c.agent }
