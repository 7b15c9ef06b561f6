package kinds

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/read/source"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// This source asks the search of one site by its OpenSearch description (OpenSearch 1.1 draft 6): the
// description names an address that answers in RSS or Atom.

// Kind is the row of this source in the table of kinds.
func OpenSearch() search.Kind {
	return search.Kind{
		Name: "opensearch", Help: "the search of one site, by its OpenSearch description",
		URL:       "the address of the description, such as https://www.example.org/opensearch.xml",
		PerMinute: 6, PerDay: 200, TTL: search.DefaultTTL, KeyHeader: "Authorization", New: newOpenSearch,
	}
}

const (
	opensearchMaxPages = 20
	count              = 20             // results asked for
	renew              = 24 * time.Hour // a description is read again after it
)

// Source asks one site.
type openSearchSource struct {
	client  *Client
	home    *url.URL // of the description
	private bool

	mu   sync.Mutex
	desc *description // nil until it was read
	read time.Time
}

// New is the constructor of [Kind].
func newOpenSearch(s search.Settings, env search.Env) (search.Opened, error) {
	home, err := url.Parse(s.Text(search.SettingURL))
	if err != nil {
		return search.Opened{}, s.Errorf(search.SettingURL, "cannot be read")
	}
	header := s.Text(search.SettingKeyHeader)
	if header == "" {
		header = OpenSearch().KeyHeader
	}
	client := NewClient(home, header, env)
	return search.Opened{Source: &openSearchSource{client: client, home: home, private: env.AllowPrivate}, Close: client.Close}, nil
}

// Can implements [search.Source].
func (s *openSearchSource) Can() search.Ops { return search.Set(search.Keyword) }

// Ask implements [search.Source].
func (s *openSearchSource) Ask(ctx context.Context, q search.Query) (search.Answer, error) {
	words := Words(q.Text)
	if q.Op != search.Keyword || words == "" {
		return search.Answer{}, &search.Error{Kind: search.Unsupported, Err: errors.New("a question without words")}
	}
	d, about, err := s.description(ctx)
	if err != nil {
		return search.Answer{}, err
	}
	page := max(q.Page, 1)
	if page > opensearchMaxPages || page > 1 && !d.template.Pages() {
		return search.Answer{}, nil
	}
	address, err := d.template.fill(fill{Words: words, Page: page, Lang: d.language(q.Lang)})
	if err != nil {
		return search.Answer{}, &search.Error{Kind: search.Refused, Err: err}
	}
	r, err := s.client.Get(ctx, address, "application/atom+xml, application/rss+xml, application/xml;q=0.8")
	if err != nil {
		return search.Answer{}, err
	}
	a, err := s.answer(r, q, d)
	if about != nil && a.Raw != nil {
		a.Raw.Exchanges = append(about.Exchanges, a.Raw.Exchanges...)
	}
	return a, err
}

// description returns the description of the site. about is the answer that brought it,
// nil if it was known.
func (s *openSearchSource) description(ctx context.Context) (d *description, about *crawl.Response, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.desc != nil && time.Since(s.read) < renew {
		return s.desc, nil, nil
	}
	r, err := s.client.Get(ctx, s.home.String(), "application/opensearchdescription+xml, application/xml;q=0.8")
	if err != nil {
		return nil, nil, err
	}
	base, err := url.Parse(r.Final)
	if err != nil {
		base = s.home
	}
	if d, err = readDescription(r.Body, base); err != nil {
		return nil, nil, &search.Error{Kind: search.Refused, Err: err}
	}
	s.desc, s.read = d, time.Now()
	return d, r, nil
}

// answer reads a feed.
func (s *openSearchSource) answer(r *crawl.Response, q search.Query, d *description) (search.Answer, error) {
	p, err := source.Read(r)
	switch {
	case errors.Is(err, source.ErrNone):
		why := errors.New("the answer is neither RSS nor Atom: a captcha, a login, or another page")
		if title := pageTitle(r); title != "" {
			why = english.Errorf("the answer is neither RSS nor Atom, but a page (%s): a captcha, a login, or another page", title)
		}
		return search.Answer{}, &search.Error{Kind: search.Unusable, Err: why}
	case err != nil && !emptyFeed(r.Body):
		return search.Answer{}, &search.Error{Kind: search.Unusable, Err: english.Errorf("the feed cannot be read: %w", err)}
	case err != nil:
		return search.Answer{Raw: r}, nil
	}
	l := Results{Home: s.home, Own: true, AllowPrivate: s.private, Since: q.Since}
	for _, x := range p.Links {
		if x.Kind == crawl.LinkPage {
			l.Add(Result{URL: x.URL, Title: x.Text, Snippet: x.Context, Published: x.Published})
		}
	}
	return search.Answer{Links: l.Links(), More: len(p.Links) > 0 && d.template.Pages() && q.Page < opensearchMaxPages, Raw: r}, nil
}

// emptyFeed reports a whole feed.
func emptyFeed(body []byte) bool {
	s := strings.TrimRight(string(body[max(0, len(body)-64):]), " \t\r\n")
	return slices.ContainsFunc([]string{"</rss>", "</feed>", "</rdf:RDF>"}, func(end string) bool { return strings.HasSuffix(s, end) })
}
