package account

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/fetch"
)

// Accounts holds what a person's file says of hosts. Their methods may be called
// concurrently.
type Accounts struct {
	entries []*entry
}

var _ fetch.Credentials = (*Accounts)(nil)

// entry is one account.
type entry struct {
	host    string // in lower case
	below   bool   // and its subdomains
	plain   bool   // by http, too
	fields  http.Header
	jar     *jar
	session string // file of cookies; "": they are not kept
	login   *login // nil: none is needed
}

// covers reports whether the entry speaks of host, which has no port.
func (e *entry) covers(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == e.host || e.below && strings.HasSuffix(host, "."+e.host)
}

// of returns the entry for u: an entry of the host itself comes before one for all
// subdomains, the longer host first. nil: there is none, or u is asked by http and it is
// for https.
func (a *Accounts) of(u *url.URL) *entry {
	var best *entry
	for _, e := range a.entries {
		if !e.covers(u.Hostname()) || u.Scheme != "https" && !e.plain {
			continue
		}
		if best == nil || len(e.host) > len(best.host) || len(e.host) == len(best.host) && best.below && !e.below {
			best = e
		}
	}
	return best
}

// Fields returns the header fields for u, with its cookies; nil: there is no account.
func (a *Accounts) Fields(u *url.URL) http.Header {
	e := a.of(u)
	if e == nil {
		return nil
	}
	h := e.fields.Clone()
	if cookies := e.jar.header(u); cookies != "" {
		h.Set("Cookie", cookies)
	}
	return h
}

// Answered keeps the cookies of an answer of u.
func (a *Accounts) Answered(u *url.URL, head http.Header) {
	if e := a.of(u); e != nil && len(head["Set-Cookie"]) > 0 {
		e.jar.keep(u, (&http.Response{Header: head}).Cookies())
	}
}

// Hosts are the hosts of the accounts, as they stand in the file.
func (a *Accounts) Hosts() []string {
	var hosts []string
	for _, e := range a.entries {
		host := e.host
		if e.below {
			host = "*." + host
		}
		hosts = append(hosts, host)
	}
	return slices.Compact(hosts)
}

// Close writes the cookies of sessions to the files that keep them.
func (a *Accounts) Close() error {
	for _, e := range a.entries {
		if e.session == "" {
			continue
		}
		if err := e.jar.write(e.session); err != nil {
			return err
		}
	}
	return nil
}
