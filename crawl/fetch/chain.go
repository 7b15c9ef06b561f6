package fetch

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"
)

const (
	maxCookies = 50      // that one answer of a chain may set
	maxCookie  = 4 << 10 // bytes of a Cookie field
)

// chain holds the cookies that the answers of one chain of redirects set: many sites set one and
// send the client to the same address again, and answer only who brings it. They are sent to later
// requests of the chain, never stored, and forgotten at its end. The zero chain has none.
type chain struct {
	jar *cookiejar.Jar
}

// at tells requests of a chain apart: with another cookie an address is asked for again. A nil
// chain has no cookies.
func (c *chain) at(u *url.URL) string {
	if c == nil {
		return u.String()
	}
	return c.field(u) + " " + u.String()
}

// heard takes the cookies of an answer.
func (c *chain) heard(u *url.URL, h http.Header) {
	lines := h["Set-Cookie"]
	if len(lines) == 0 {
		return
	}
	if c.jar == nil {
		c.jar, _ = cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List}) // it does not fail
	}
	answer := http.Response{Header: http.Header{"Set-Cookie": lines[:min(len(lines), maxCookies)]}}
	c.jar.SetCookies(u, answer.Cookies())
}

// field is the Cookie field for u; "" if there is none.
func (c *chain) field(u *url.URL) string {
	if c.jar == nil {
		return ""
	}
	var b strings.Builder
	for _, cookie := range c.jar.Cookies(u) {
		pair := (&http.Cookie{Name: cookie.Name, Value: cookie.Value, Quoted: cookie.Quoted}).String()
		if b.Len()+len(pair)+2 > maxCookie {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(pair)
	}
	return b.String()
}

// addCookies adds the cookies of a chain to a request. No archive holds them.
func (h *hop) addCookies(req *http.Request, cookies string) {
	if cookies == "" {
		return
	}
	if own := req.Header.Get("Cookie"); own != "" {
		cookies = own + "; " + cookies
	}
	req.Header.Set("Cookie", cookies)
	h.trace.hide("Cookie")
}
