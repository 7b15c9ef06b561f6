package account

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// maxCookies bounds the cookies of one account that are written into its file; a host
// that sets more loses the oldest there.
const maxCookies = 1000

// jar keeps the cookies of one account. net/http/cookiejar decides what is sent (RFC
// 6265); what it was given is noted beside it, because it cannot be listed.
type jar struct {
	*cookiejar.Jar
	mu    sync.Mutex
	given map[string]given // by domain, path and name
	n     int
}

// given is one cookie as it came, and from where.
type given struct {
	cookie *http.Cookie
	from   *url.URL
	n      int // which one it was
}

func newJar() *jar {
	j, _ := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List}) //nolint:errcheck // it has none
	return &jar{Jar: j, given: map[string]given{}}
}

// header is the Cookie field for u (RFC 6265, 5.4).
func (j *jar) header(u *url.URL) string {
	var b strings.Builder
	for i, c := range j.Cookies(u) {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(c.Name + "=" + c.Value)
	}
	return b.String()
}

// keep takes the cookies of an answer of u.
func (j *jar) keep(u *url.URL, cookies []*http.Cookie) {
	j.SetCookies(u, cookies)
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, c := range cookies {
		j.n++
		key := strings.Join([]string{domainOf(c, u), c.Path, c.Name}, "\x00")
		if gone(c) {
			delete(j.given, key)
			continue
		}
		j.given[key] = given{c, u, j.n}
	}
	for len(j.given) > maxCookies {
		oldest, at := "", j.n+1
		for key, g := range j.given {
			if g.n < at {
				oldest, at = key, g.n
			}
		}
		delete(j.given, oldest)
	}
}

func domainOf(c *http.Cookie, u *url.URL) string {
	if c.Domain == "" {
		return u.Hostname()
	}
	return strings.ToLower(strings.TrimPrefix(c.Domain, "."))
}

// gone reports whether c takes a cookie back, or is past its time.
func gone(c *http.Cookie) bool {
	return c.MaxAge < 0 || c.MaxAge == 0 && !c.Expires.IsZero() && c.Expires.Before(time.Now())
}

// cookies reads the cookies for the hosts of e from a file into its jar. A file that does
// not exist is a fault unless missing is allowed; so is one without a cookie that can be
// used.
func (r *reader) cookies(e *entry, line int, name string, missing bool) {
	b, _, err := atomicfile.ReadKept(name, atomicfile.Options{}, func(b []byte) bool { _, err := parseCookies(b); return err == nil })
	if missing && errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		r.FaultAt(line, "%v", err)
		return
	}
	if len(b) > maxFile {
		r.FaultAt(line, "%s: larger than %d bytes", name, maxFile)
		return
	}
	all, err := parseCookies(b)
	if err != nil {
		r.FaultAt(line, "%s: %v", name, err)
		return
	}
	used := 0
	for _, c := range all {
		if !e.covers(domainOf(c.cookie, c.from)) && !coversHost(c.cookie, e.host) || gone(c.cookie) {
			continue
		}
		e.jar.keep(from(c, e), []*http.Cookie{c.cookie})
		used++
	}
	switch {
	case used > 0 && e.login != nil:
		e.login.in = true // as far as we know; the host says if not
	case used == 0 && !missing:
		r.FaultAt(line, "%s holds no cookie for %s that is still valid", name, e.host)
	}
}

// coversHost reports whether c is for a domain above host.
func coversHost(c *http.Cookie, host string) bool {
	d := strings.ToLower(strings.TrimPrefix(c.Domain, "."))
	return d != "" && (host == d || strings.HasSuffix(host, "."+d))
}

// from is an address from which the jar of e takes c: a host may set cookies for its own
// domain and those above it.
func from(g given, e *entry) *url.URL {
	host := domainOf(g.cookie, g.from)
	if coversHost(g.cookie, e.host) {
		host = e.host
	}
	return &url.URL{Scheme: g.from.Scheme, Host: host, Path: "/"}
}

// parseCookies reads cookies in Netscape's format: lines of domain, whether subdomains
// count, path, whether only https counts, end as seconds since 1970 (0: of the session),
// name and value, between tabs. "#HttpOnly_" may stand before the domain; other lines with
// # are comments.
func parseCookies(b []byte) ([]given, error) {
	var all []given
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, 64<<10)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), "\r\n")
		line, httpOnly := strings.CutPrefix(line, "#HttpOnly_")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		g, err := parseCookie(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		g.cookie.HttpOnly = httpOnly
		all = append(all, g)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return all, nil
}

func parseCookie(line string) (given, error) {
	f := strings.Split(line, "\t")
	if len(f) != 7 {
		return given{}, english.Errorf("%d fields between tabs where cookies in Netscape's format have 7", len(f))
	}
	host := strings.TrimPrefix(f[0], ".")
	end, err := strconv.ParseInt(f[4], 10, 64)
	if err != nil {
		return given{}, english.Errorf("the end of the cookie, field 5, is no number")
	}
	c := &http.Cookie{Name: f[5], Value: f[6], Path: f[2], Secure: strings.EqualFold(f[3], "TRUE")}
	if strings.EqualFold(f[1], "TRUE") {
		c.Domain = host
	}
	if end > 0 {
		c.Expires = time.Unix(end, 0)
	}
	scheme := "http"
	if c.Secure {
		scheme = "https"
	}
	if host == "" || strings.ContainsAny(host, "/: @") || c.Name == "" || c.Valid() != nil {
		return given{}, errors.New("it is no valid cookie") // the value is a secret
	}
	return given{cookie: c, from: &url.URL{Scheme: scheme, Host: host, Path: "/"}}, nil
}

// write writes the cookies of j in Netscape's format, for its owner's eyes only. The
// file is replaced whole.
func (j *jar) write(name string) error {
	if err := atomicfile.Keep(name, j.text(), atomicfile.Options{Private: true}); err != nil {
		return english.Errorf("account: keep the session: %w", err)
	}
	return nil
}

// text is j in Netscape's format, in the order of domain, path and name.
func (j *jar) text() []byte {
	j.mu.Lock()
	defer j.mu.Unlock()
	var b bytes.Buffer
	b.WriteString("# Netscape HTTP Cookie File\n# kept by ontocrawl; whoever reads it can act in your name\n") // not translated: a file
	for _, key := range slices.Sorted(maps.Keys(j.given)) {
		g := j.given[key]
		if gone(g.cookie) || strings.ContainsAny(g.cookie.Name+g.cookie.Value+g.cookie.Path, "\t\r\n") {
			continue
		}
		end := int64(0)
		switch {
		case g.cookie.MaxAge > 0:
			end = time.Now().Add(time.Duration(g.cookie.MaxAge) * time.Second).Unix()
		case !g.cookie.Expires.IsZero():
			end = g.cookie.Expires.Unix()
		}
		if g.cookie.HttpOnly {
			b.WriteString("#HttpOnly_")
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", domainOf(g.cookie, g.from), yes(g.cookie.Domain != ""), path(g), yes(g.cookie.Secure), end, g.cookie.Name, g.cookie.Value)
	}
	return b.Bytes()
}

// path returns the path of a cookie, or the default one (RFC 6265, 5.1.4).
func path(g given) string {
	if strings.HasPrefix(g.cookie.Path, "/") {
		return g.cookie.Path
	}
	if i := strings.LastIndexByte(g.from.Path, '/'); i > 0 {
		return g.from.Path[:i]
	}
	return "/"
}

func yes(b bool) string {
	if b {
		return "TRUE"
	}
	return "FALSE"
}
