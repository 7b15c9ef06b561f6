package kinds

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// This source asks a MediaWiki, such as Wikipedia, which of its articles link to a host
// (list=exturlusage), and what else those articles link to (prop=extlinks). An article with its
// sources is a hub: it links to the pages of a topic.

// Kind is the row of this source in the table of kinds.
func MediaWiki() search.Kind {
	return search.Kind{
		Name: "mediawiki", Help: "articles of a wiki that link to a host, and what else they link to",
		URL: "the address of a wiki, such as https://zh.wikipedia.org", DefaultURL: "https://en.wikipedia.org",
		PerMinute: 30, PerDay: 1000, TTL: search.DefaultTTL, KeyHeader: "Authorization", New: newMediaWiki,
	}
}

const (
	perRequest        = 500 // the limit of a client without special rights
	maxHubs           = 50  // articles whose links are asked for: the limit of titles
	mediawikiMaxPages = 10
	maxFollow         = 5 // requests for the links of the hubs
)

// source asks one wiki.
type wikiSource struct {
	client  *Client
	api     *url.URL
	private bool
	follow  continuations
}

// New is the constructor of [Kind].
func newMediaWiki(s search.Settings, env search.Env) (search.Opened, error) {
	api, err := url.Parse(s.Text(search.SettingURL))
	if err != nil {
		return search.Opened{}, s.Errorf(search.SettingURL, "cannot be read")
	}
	if env.Contact == "" {
		return search.Opened{}, s.Errorf("", "kind mediawiki needs the setting contact (a URL or mailto: address of yours): wikis ask programs to say whose they are")
	}
	api.RawQuery, api.Fragment = "", ""
	if !strings.HasSuffix(api.Path, ".php") {
		api.Path = strings.TrimSuffix(api.Path, "/") + "/w/api.php"
	}
	header := cmp.Or(s.Text(search.SettingKeyHeader), MediaWiki().KeyHeader)
	client := NewClient(api, header, env)
	return search.Opened{Source: &wikiSource{client: client, api: api, private: env.AllowPrivate}, Close: client.Close}, nil
}

// Can implements [search.Source].
func (s *wikiSource) Can() search.Ops { return search.Set(search.Backward, search.Related) }

// Ask implements [search.Source]. Backward lists the articles that link to the host of the
// target. Related lists what the first 50 of them link to, what most of them link to
// first.
func (s *wikiSource) Ask(ctx context.Context, q search.Query) (search.Answer, error) {
	host, err := targetHost(q.Target)
	if !s.Can().Has(q.Op) || err != nil {
		return search.Answer{}, &search.Error{Kind: search.Unsupported, Err: errors.New("a question without a host")}
	}
	host = strings.TrimPrefix(host, "www.")
	page := max(q.Page, 1)
	if page > mediawikiMaxPages || q.Op == search.Related && page > 1 {
		return search.Answer{}, nil
	}
	hubs, more, raw, err := s.hubs(ctx, host, page)
	if err != nil {
		return search.Answer{}, err
	}
	if q.Op == search.Backward {
		return search.Answer{Links: s.articles(hubs), More: more && page < mediawikiMaxPages, Raw: raw}, nil
	}
	return s.related(ctx, host, hubs, raw)
}

// hubs returns the titles of articles that link to host.
func (s *wikiSource) hubs(ctx context.Context, host string, page int) (titles []string, more bool, raw *crawl.Response, err error) {
	v := url.Values{
		"list": {"exturlusage"}, "euquery": {"*." + host}, "eunamespace": {"0"}, "euprop": {"title"}, "eulimit": {"500"},
	}
	a, more, raw, err := s.page(ctx, v, page)
	if err != nil {
		return nil, false, nil, err
	}
	for _, u := range a.Query.Usage[:min(len(a.Query.Usage), perRequest)] {
		if u.Title != "" && !slices.Contains(titles, u.Title) {
			titles = append(titles, u.Title)
		}
	}
	return titles, more, raw, nil
}

// plain undoes escapes that a wiki's own links do not have (wfUrlencode).
var plain = strings.NewReplacer("%21", "!", "%28", "(", "%29", ")", "%2A", "*", "%2C", ",", "%3B", ";", "%3A", ":")

// articles are links to the articles with these titles.
func (s *wikiSource) articles(titles []string) []crawl.Link {
	l := Results{Home: s.api, Own: true, AllowPrivate: s.private, Max: perRequest}
	for _, t := range titles {
		u := url.URL{Scheme: s.api.Scheme, Host: s.api.Host, Path: "/wiki/" + strings.ReplaceAll(t, " ", "_")}
		u.RawPath = plain.Replace(u.EscapedPath())
		l.Add(Result{URL: u.String(), Title: t})
	}
	return l.Links()
}

// related counts what the hubs link to.
func (s *wikiSource) related(ctx context.Context, host string, hubs []string, raw *crawl.Response) (search.Answer, error) {
	if len(hubs) == 0 {
		return search.Answer{Raw: raw}, nil
	}
	v := url.Values{"prop": {"extlinks"}, "titles": {strings.Join(hubs[:min(len(hubs), maxHubs)], "|")}, "ellimit": {"500"}}
	all := Results{Home: s.api, AllowPrivate: s.private, Max: maxFollow * perRequest}
	hits := map[string]int{}
	for range maxFollow {
		a, next, r, err := s.get(ctx, v)
		if err != nil {
			return search.Answer{}, err
		}
		r.Exchanges = append(raw.Exchanges, r.Exchanges...)
		raw = r
		a.count(&all, hits, host)
		if len(next) == 0 {
			break
		}
		for name, values := range next {
			v[name] = values
		}
	}
	links := all.Links()
	slices.SortStableFunc(links, func(a, b crawl.Link) int { return cmp.Compare(hits[b.URL], hits[a.URL]) })
	return search.Answer{Links: links[:min(len(links), perRequest)], Raw: raw}, nil
}

// count adds the outside links of an answer to all: not those to host, which is known, nor
// those to other wikis of the family.
func (a *wikiAnswer) count(all *Results, hits map[string]int, host string) {
	for _, p := range a.Query.Pages {
		seen := map[string]bool{}
		for _, l := range p.Links {
			link := l.URL
			if strings.HasPrefix(link, "//") {
				link = "https:" + link
			}
			one := Results{Home: all.Home, AllowPrivate: all.AllowPrivate}
			if !one.Add(Result{URL: link}) {
				continue
			}
			key := one.Links()[0].URL
			if name, err := targetHost(key); err != nil || below(name, host) || ofWiki(name) || seen[key] {
				continue
			}
			seen[key] = true
			all.Add(Result{URL: key, Snippet: p.Title})
			hits[key]++
		}
	}
}

func below(name, host string) bool { return name == host || strings.HasSuffix(name, "."+host) }

// ofWiki reports the hosts of the Wikimedia Foundation.
func ofWiki(name string) bool {
	return slices.ContainsFunc([]string{"wikipedia.org", "wikimedia.org", "wikidata.org", "wiktionary.org", "mediawiki.org", "toolforge.org", "wmflabs.org", "wikisource.org"},
		func(w string) bool { return below(name, w) })
}
