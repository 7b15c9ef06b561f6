package fetch

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
)

// Credentials say who the client is at some hosts. Their methods may be called
// concurrently. What they add to a request, and the cookies of its answer, stand in no
// archive; [Client.Resources] sends none of it, because scripts of one site could then
// act in the name of the user at another.
type Credentials interface {
	// Fields returns the header fields for a request of u; nil: u is no concern of theirs.
	Fields(u *url.URL) http.Header
	// Answered hears the head of the answer to a request that had Fields.
	Answered(u *url.URL, head http.Header)
}

// removed stands in archives for what is kept out of them.
const removed = "(kept out of the archive)"

// identify adds the credentials for u to req.
func (c *Client) identify(h *hop, u *url.URL, req *http.Request) {
	if c.opt.Credentials == nil {
		return
	}
	fields := c.opt.Credentials.Fields(u)
	if fields == nil {
		return
	}
	h.known = true
	for name, values := range fields {
		switch name = http.CanonicalHeaderKey(name); name {
		case "User-Agent", "Accept", "Accept-Encoding": // what the client is and can read
		default:
			req.Header[name] = values
			h.trace.hide(name)
		}
	}
}

// hide keeps the values of a header field out of the request in exchanges, and
// Set-Cookie out of the answer.
func (t *trace) hide(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hidden == nil {
		t.hidden = map[string]bool{}
	}
	t.hidden[strings.ToLower(name)] = true
}

// withoutCookies returns the head of an answer without the values of its Set-Cookie
// fields. Lines that continue a field (RFC 9112, 5.2) belong to it.
func withoutCookies(head []byte) []byte {
	out := make([]byte, 0, len(head))
	secret := false
	for line := range bytes.Lines(head) {
		folded := len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
		if !folded {
			name, _, ok := bytes.Cut(line, []byte(":"))
			name = bytes.TrimSpace(name)
			secret = ok && (bytes.EqualFold(name, []byte("Set-Cookie")) || bytes.EqualFold(name, []byte("Set-Cookie2")))
			if secret {
				out = append(append(append(out, name...), ": "+removed...), "\r\n"...)
				continue
			}
		}
		if !secret {
			out = append(out, line...)
		}
	}
	return out
}
