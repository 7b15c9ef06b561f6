// Package robots parses robots.txt files (RFC 9309) and decides whether a crawler may
// fetch a path. crawl/fetch fetches the file, follows its redirects and treats missing
// files.
//
// It differs from the RFC where site owners and the parsers of search engines do: it
// reads a few misspelt field names, tolerates a missing colon, and reads Crawl-delay.
// Parsing never fails: it skips what is not a record.
package robots

import (
	"bytes"
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"
)

// MaxSize is how many bytes of a file are read: RFC 9309, 2.5 demands at least
// 500 kibibytes.
const MaxSize = 500 << 10

// File is a parsed robots.txt. The zero value allows everything.
type File struct {
	groups   []group
	sitemaps []string
}

// group is some user agents and the rules they share (RFC 9309, 2.2.1).
type group struct {
	agents []agent
	rules  []rule
}

type agent struct {
	token string // product token in lower case, or "*"
	delay time.Duration
}

// Parse reads at most MaxSize bytes of b. It drops a rule that is cut off there,
// because a part of it would mean something else.
func Parse(b []byte) *File {
	if len(b) > MaxSize {
		b = b[:MaxSize]
		b = b[:bytes.LastIndexAny(b, "\r\n")+1]
	}
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	var p parser
	for len(b) > 0 {
		end := bytes.IndexAny(b, "\r\n")
		if end < 0 {
			end = len(b)
		}
		p.line(string(b[:end]))
		b = b[min(end+1, len(b)):]
	}
	return &p.file
}

type parser struct {
	file  File
	rules bool // the last group has rules: a user agent begins a new one
}

func (p *parser) line(s string) {
	s, _, _ = strings.Cut(s, "#")
	key, value, ok := strings.Cut(s, ":")
	if !ok {
		f := strings.Fields(s)
		if len(f) != 2 {
			return
		}
		key, value = f[0], f[1]
	}
	value = strings.TrimSpace(value)
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "user-agent", "useragent", "user agent":
		p.agent(value)
	case "allow":
		p.rule(true, value)
	case "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw":
		p.rule(false, value)
	case "sitemap", "site-map":
		if value != "" {
			p.file.sitemaps = append(p.file.sitemaps, value)
		}
	case "crawl-delay", "crawldelay":
		p.delay(value)
	}
}

// agent adds a user agent to the group that has no rules yet. Records such as Sitemap
// do not separate two user agents (RFC 9309, 2.2.4).
func (p *parser) agent(value string) {
	if p.rules || len(p.file.groups) == 0 {
		p.file.groups = append(p.file.groups, group{})
		p.rules = false
	}
	if t := token(value); t != "" {
		g := p.last()
		g.agents = append(g.agents, agent{token: t})
	}
}

func (p *parser) last() *group { return &p.file.groups[len(p.file.groups)-1] }

// token is the product token of a user-agent line: its longest prefix of
// letters, "_" and "-" (RFC 9309, 2.2.1); "ontocrawl/1.0" means ontocrawl. Unlike in
// the RFC it may hold digits, so that another crawler, onto2crawl, is not taken for
// ours.
func token(value string) string {
	if value == "*" || strings.HasPrefix(value, "* ") || strings.HasPrefix(value, "*\t") {
		return "*"
	}
	end := strings.IndexFunc(value, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
	})
	if end >= 0 {
		value = value[:end]
	}
	return strings.ToLower(value)
}

// rule adds a rule to the last group. Rules before the first user agent are ignored.
// An empty path matches nothing: "Disallow:" allows all.
func (p *parser) rule(allow bool, path string) {
	if len(p.file.groups) == 0 {
		return
	}
	p.rules = true
	if path != "" {
		g := p.last()
		g.rules = append(g.rules, compile(allow, path))
	}
}

// delay sets the Crawl-delay of the user agents of the last group. It does not end the
// group: another user agent and rules may follow.
func (p *parser) delay(value string) {
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || !(seconds >= 0) || len(p.file.groups) == 0 {
		return
	}
	d := time.Duration(math.MaxInt64)
	if seconds < d.Seconds() {
		d = time.Duration(seconds * float64(time.Second))
	}
	g := p.last()
	for i := range g.agents {
		g.agents[i].delay = d
	}
}

// Rules holds what a file says to one crawler. The zero value allows everything.
type Rules struct {
	rules []rule
	delay time.Duration
}

// For collects the rules for the crawler whose product token is product, in
// any case: all groups that name it, or else all groups for "*" (RFC 9309,
// 2.2.1).
func (f *File) For(product string) *Rules {
	return cmp.Or(f.collect(strings.ToLower(product)), f.collect("*"), &Rules{})
}

func (f *File) collect(name string) *Rules {
	var out *Rules
	for _, g := range f.groups {
		for _, a := range g.agents {
			if a.token != name {
				continue
			}
			if out == nil {
				out = &Rules{}
			}
			out.rules = append(out.rules, g.rules...)
			out.delay = max(out.delay, a.delay)
			break
		}
	}
	return out
}

// Sitemaps are the values of the Sitemap records, which belong to no group
// (sitemaps.org), as they stand in the file.
func (f *File) Sitemaps() []string { return f.sitemaps }

// Delay is the Crawl-delay, 0 if there is none.
func (r *Rules) Delay() time.Duration { return r.delay }

// Allowed reports whether target, the escaped path and query of a URL, may be
// fetched. The longest matching rule decides; of two equally long ones the one
// that allows; without one all is allowed, and /robots.txt always is
// (RFC 9309, 2.2.2).
func (r *Rules) Allowed(target string) bool {
	if target == "" || target[0] != '/' {
		target = "/" + target
	}
	if path, _, _ := strings.Cut(target, "?"); path == "/robots.txt" {
		return true
	}
	target = normalize(target, false)
	longest, allow := -1, true
	for i := range r.rules {
		rule := &r.rules[i]
		if rule.length < longest || rule.length == longest && (allow || !rule.allow) {
			continue
		}
		if rule.match(target) {
			longest, allow = rule.length, rule.allow
		}
	}
	return allow
}
