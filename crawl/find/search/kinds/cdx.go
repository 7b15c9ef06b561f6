package kinds

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// This source lists the pages of a host that Common Crawl has captured, by its URL index
// (index.commoncrawl.org, the CDX API of pywb). The index is a gift and serves few requests: one at a
// time, few a minute, and after refusals none until the next day.

// Kind is the row of this source in the table of kinds.
func CDX() search.Kind {
	return search.Kind{
		Name: "cdx", Help: "the pages of a known host in Common Crawl, by its URL index",
		URL: "the address of the index", DefaultURL: "https://index.commoncrawl.org",
		PerMinute: 4, PerDay: 200, TTL: search.DefaultTTL,
		Options: []search.Option{{Name: "crawl", Help: "the crawl, such as CC-MAIN-2026-21; without it the newest one"}},
		New:     newCDX,
	}
}

const (
	cdxMaxPages = 50   // of a host: 3,000 captures each
	maxLinks    = 3000 // of a page
)

// source asks one index.
type cdxSource struct {
	client  *Client
	home    *url.URL
	private bool

	mu    sync.Mutex
	crawl string // "" until it is known
}

var crawlName = lazyre.Compile(`^[A-Za-z0-9._-]{1,80}$`)

// New is the constructor of [Kind].
func newCDX(s search.Settings, env search.Env) (search.Opened, error) {
	home, err := url.Parse(strings.TrimRight(s.Text(search.SettingURL), "/"))
	if err != nil {
		return search.Opened{}, s.Errorf(search.SettingURL, "cannot be read")
	}
	home.RawQuery, home.Fragment = "", ""
	name := s.Text("crawl")
	if name != "" && !crawlName().MatchString(name) {
		return search.Opened{}, s.Errorf("crawl", "is %.40q, but it must be the name of a crawl, such as CC-MAIN-2026-21", name)
	}
	client := NewClient(home, "", env)
	return search.Opened{Source: &cdxSource{client: client, home: home, private: env.AllowPrivate, crawl: name}, Close: client.Close}, nil
}

// Can implements [search.Source].
func (s *cdxSource) Can() search.Ops { return search.Set(search.HostPages) }

// Ask implements [search.Source].
func (s *cdxSource) Ask(ctx context.Context, q search.Query) (search.Answer, error) {
	host, err := targetHost(q.Target)
	if q.Op != search.HostPages || err != nil {
		return search.Answer{}, &search.Error{Kind: search.Unsupported, Err: errors.New("a question without a host")}
	}
	page := max(q.Page, 1)
	if page > cdxMaxPages {
		return search.Answer{}, nil
	}
	name, err := s.newest(ctx)
	if err != nil {
		return search.Answer{}, err
	}
	// Status 404 with this text means no captures; 400 means a page after the last one.
	// So the number of pages need not be asked for.
	r, err := s.client.Get(ctx, s.address(name, host, page), "application/json", http.StatusNotFound, http.StatusBadRequest)
	if err != nil {
		return search.Answer{}, err
	}
	switch {
	case r.Status == http.StatusNotFound && bytes.Contains(r.Body, []byte("No Captures found")):
		return search.Answer{Raw: r}, nil
	case r.Status == http.StatusBadRequest && page > 1:
		return search.Answer{Raw: r}, nil
	case r.Status != http.StatusOK:
		return search.Answer{}, &search.Error{Kind: search.Refused, Err: english.Errorf("status %d: there is no index of a crawl %s; the setting crawl names one of those at %s/collinfo.json", r.Status, name, s.home)}
	}
	return s.read(r, host, page)
}

func (s *cdxSource) address(name, host string, page int) string {
	v := url.Values{
		"url": {"*." + host}, "output": {"json"}, "filter": {"=status:200"}, "fl": {"url,mime,mime-detected,status,timestamp,languages"},
		"page": {strconv.Itoa(page - 1)}, "pageSize": {"1"},
	}
	return s.home.String() + "/" + name + "-index?" + v.Encode()
}

// newest returns the crawl to ask: the crawl of the settings, else the newest one, which
// stands first in the list.
func (s *cdxSource) newest(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.crawl != "" {
		return s.crawl, nil
	}
	r, err := s.client.Get(ctx, s.home.String()+"/collinfo.json", "application/json")
	if err != nil {
		return "", err
	}
	var list []struct {
		ID string `json:"id"`
	}
	if err := decode(r, &list); err != nil {
		return "", err
	}
	if len(list) == 0 || !crawlName().MatchString(list[0].ID) {
		return "", NotJSON(r, errors.New("it lists no crawl"))
	}
	s.crawl = list[0].ID
	return s.crawl, nil
}

func (s *cdxSource) read(r *crawl.Response, host string, page int) (search.Answer, error) {
	if bytes.HasPrefix(bytes.TrimSpace(r.Body), []byte("<")) {
		return search.Answer{}, NotJSON(r, nil)
	}
	l := Results{Home: s.home, AllowPrivate: s.private, Max: maxLinks}
	n, err := readLines(r.Body, r.Truncated, func(c *capture) {
		if c.page() && c.of(host) {
			l.Add(Result{URL: c.URL})
		}
	})
	if err != nil {
		return search.Answer{}, &search.Error{Kind: search.Unusable, Err: err}
	}
	if n == 0 && r.Truncated {
		return search.Answer{}, NotJSON(r, nil)
	}
	if n == 0 {
		// The index answers with nothing when it has had enough of us.
		return search.Answer{}, &search.Error{Kind: search.Unavailable, Err: errors.New("an empty answer; the index has had too many requests")}
	}
	return search.Answer{Links: l.Links(), More: page < cdxMaxPages, Raw: r}, nil
}
