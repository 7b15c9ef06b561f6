package crawltest

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// The defaults of [Options].
const (
	DefaultPages = 5000
	defaultHosts = 50
)

// Options are the options of a web. The zero value makes 5,000 pages on 50
// hosts.
type Options struct {
	Seed  uint64
	Pages int           // least number of articles; homes, lists and copies are added
	Hosts int           // the first rows of the host table, which repeats after 50
	Delay time.Duration // before every answer
}

// Page describes a page.
type Page struct {
	URL        string
	Title      string
	Host       string
	Kind       Kind
	Topic      string // "typhoon", "rainstorm", "financestorm", "sports" ...; of the text, whatever the host's topic
	Lang       string // en, zh, zh-Hant
	Charset    string // utf-8, gbk, big5
	OnTopic    bool   // about typhoons
	Disallowed bool   // by the host's robots.txt
	Island     bool   // on a host reached through tunnels only
	CopyOf     string // URL of the page that this page duplicates exactly
}

// Web is a synthetic web. Its methods may be called concurrently.
type Web struct {
	plan
	delay    time.Duration
	subjects library
	byName   map[string]*host

	mu  sync.Mutex
	log []Request
}

// New makes a web. It panics on a mistake in the embedded texts, which a test
// excludes.
func New(opt Options) *Web {
	lib := must(readLibrary())
	hosts := must(take(lib, must(readHosts(lib)), cmp.Or(opt.Hosts, defaultHosts)))
	p := &planner{rng: rand.New(rand.NewPCG(opt.Seed, 0x70)), plan: plan{
		seed: opt.Seed, hosts: hosts, byPath: map[string]*spec{}, topics: map[string][]*spec{},
	}}
	p.pages(cmp.Or(opt.Pages, DefaultPages))
	w := &Web{plan: p.plan, delay: opt.Delay, subjects: lib, byName: map[string]*host{}}
	for _, h := range hosts {
		w.byName[h.name] = h
	}
	return w
}

func must[T any](x T, err error) T {
	if err != nil {
		panic("crawltest: " + err.Error())
	}
	return x
}

// take returns the first n hosts; beyond the table its rows repeat under other
// names.
func take(lib library, hosts []*host, n int) ([]*host, error) {
	if n <= len(hosts) {
		return hosts[:max(n, 1)], nil
	}
	for round := 2; len(hosts) < n; round++ {
		again, err := readHosts(lib)
		if err != nil {
			return nil, err
		}
		for _, h := range again[:min(len(again), n-len(hosts))] {
			h.name = fmt.Sprintf("r%d-%s", round, h.name)
			hosts = append(hosts, h)
		}
	}
	return hosts, nil
}

// Pages returns all pages in the order of planning, without the days of the
// calendar, redirects and dead links.
func (w *Web) Pages() []Page {
	pages := make([]Page, len(w.specs))
	for i, s := range w.specs {
		pages[i] = s.page()
	}
	return pages
}

// Page describes the page at rawurl.
func (w *Web) Page(rawurl string) (Page, bool) {
	s := w.find(rawurl)
	if s == nil {
		return Page{}, false
	}
	return s.page(), true
}

func (s *spec) url() string { return "http://" + s.host.name + s.path }

func (s *spec) page() Page {
	p := Page{
		URL: s.url(), Title: s.title, Host: s.host.name, Kind: s.kind, Topic: s.topic.name,
		Lang: s.topic.lang, Charset: s.host.charset, OnTopic: s.onTopic(),
		Disallowed: s.members, Island: s.host.has("island"),
	}
	if s.copyOf != nil {
		p.CopyOf = s.copyOf.url()
	}
	return p
}

// onTopic: the home of a host whose first section is on the topic is on it too.
func (s *spec) onTopic() bool {
	if s.kind == KindHome {
		return s.host.sections[0].topic.name == topicTyphoon
	}
	return s.topic.name == topicTyphoon
}

// Truth reports whether the page at rawurl is about typhoons: articles on them,
// their copies, their hubs and the homes of their own hosts are; pages that
// only mention one are not. ok is false if there is no such page. A redirect
// has the truth of its target; a day of the calendar is off topic.
func (w *Web) Truth(rawurl string) (onTopic, ok bool) {
	u, err := url.Parse(rawurl)
	if err != nil {
		return false, false
	}
	a := w.answer(strings.ToLower(u.Host), u.EscapedPath(), u.RawQuery)
	if a.location != "" && a.location != rawurl {
		return w.Truth(a.location)
	}
	if a.spec != nil {
		return a.spec.onTopic(), true
	}
	return false, a.status == 200
}

// Hosts returns the names of all hosts.
func (w *Web) Hosts() []string {
	names := make([]string, len(w.hosts))
	for i, h := range w.hosts {
		names[i] = h.name
	}
	return names
}

// Seeds returns at most n URLs with which a user who looks for the topic would
// begin: homes of hosts that write about it sometimes or always.
func (w *Web) Seeds(n int) []string {
	var seeds []string
	for _, h := range w.hosts {
		if len(seeds) < n && h.covers() && !h.has("island") {
			seeds = append(seeds, h.home.url())
		}
	}
	return seeds
}

// Links returns the links of a page, resolved, in the order of the page.
func (w *Web) Links(rawurl string) []Link {
	if s := w.find(rawurl); s != nil {
		return w.write(s).links
	}
	if u, err := url.Parse(rawurl); err == nil {
		if h := w.byName[strings.ToLower(u.Host)]; h != nil {
			if day, ok := h.day(u.Path); ok {
				return w.calendar(h, day).links
			}
		}
	}
	return nil
}

func (w *Web) find(rawurl string) *spec {
	u, err := url.Parse(rawurl)
	if err != nil {
		return nil
	}
	return w.byPath[strings.ToLower(u.Host)+key(u.EscapedPath(), u.RawQuery)]
}

func key(path, query string) string {
	if path == "" {
		path = "/"
	}
	if query != "" {
		path += "?" + query
	}
	return unescape(path)
}

var _ crawl.Fetcher = (*Web)(nil)

// Fetch answers without HTTP, for tests of parts that need a web but no
// network. It follows redirects. FetchedAt is the same for every answer, so
// that two runs can be compared.
func (w *Web) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	final := req.URL
	for range 10 {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("crawltest: %s: %w", req.URL, err)
		}
		u, err := url.Parse(final)
		if err != nil {
			return nil, fmt.Errorf("crawltest: %w", err)
		}
		name := strings.ToLower(u.Hostname())
		if w.byName[strings.TrimPrefix(name, "www.")] == nil {
			return nil, fmt.Errorf("crawltest: %s: %w", req.URL, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true})
		}
		a := w.answer(name, u.EscapedPath(), u.RawQuery)
		if a.location == "" {
			return w.response(req.URL, final, a)
		}
		final = a.location
	}
	return nil, fmt.Errorf("crawltest: %s: %w", req.URL, crawl.ErrRedirects)
}

func (w *Web) response(rawurl, final string, a answer) (*crawl.Response, error) {
	r := &crawl.Response{
		URL: rawurl, Final: final, Status: a.status, ContentType: a.kind,
		FetchedAt: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	if a.status != http.StatusOK {
		return r, nil
	}
	if !strings.HasPrefix(a.kind, "text/") {
		return nil, fmt.Errorf("crawltest: %s: %w: %s", rawurl, crawl.ErrContentType, a.kind)
	}
	r.Body = w.bytes(a)
	return r, nil
}
