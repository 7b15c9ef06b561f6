package kinds

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// This source asks any search that answers in JSON: its settings are the address of a question and the
// places of the results in the answer. It has ready settings for some.

// source asks one API.
type jsonSource struct {
	client                             *Client
	home                               *url.URL
	template                           Template
	items, link, title, snippet, dated jsonPath
	language                           string
	lastPage                           int
	private                            bool
}

// New makes a source of the settings of [Kinds].
func newJSON(s search.Settings, env search.Env) (search.Opened, error) {
	c := &jsonSource{template: Template{Text: s.Text(search.SettingURL)}, language: s.Text("language"), private: env.AllowPrivate}
	if err := c.numbers(&s); err != nil {
		return search.Opened{}, err
	}
	if err := c.paths(&s); err != nil {
		return search.Opened{}, err
	}
	switch c.language {
	case langTag, langLower, langPrimary, langRegion, langPrefix:
	default:
		return search.Opened{}, s.Errorf("language", "is %.40q, but it must be one of %s", c.language, strings.Join(languages, ", "))
	}
	address, err := c.template.fill(fill{Words: "x", Page: 1, Lang: "en"})
	if err != nil {
		return search.Opened{}, s.Errorf(search.SettingURL, "is %v", err)
	}
	if c.home, err = url.Parse(address); err != nil {
		return search.Opened{}, s.Errorf(search.SettingURL, "cannot be read")
	}
	if strings.Contains(c.home.Path, search.KeyParameter) {
		return search.Opened{}, s.Errorf(search.SettingURL, "holds %s outside of its query", search.KeyParameter)
	}
	header := s.Text(search.SettingKeyHeader)
	switch inURL := strings.Contains(c.template.Text, search.KeyParameter); {
	case inURL && s.Text(search.SettingKeyEnv) == "":
		return search.Opened{}, s.Errorf(search.SettingURL, "holds %s, but there is no key; %s", search.KeyParameter, english.Word(search.WayOut))
	case inURL:
		header = ""
	case header == "":
		header = defaultHeader(s.Kind)
	}
	c.client = NewClient(c.home, header, env)
	return search.Opened{Source: c, Close: c.client.Close}, nil
}

func (c *jsonSource) numbers(s *search.Settings) (err error) {
	for _, n := range []struct {
		name string
		to   *int
	}{{"count", &c.template.Count}, {"first-page", &c.template.PageOffset}, {"first-result", &c.template.IndexOffset}, {"last-page", &c.lastPage}} {
		if *n.to, err = s.Number(n.name, 0); err != nil {
			return err
		}
	}
	return nil
}

func (c *jsonSource) paths(s *search.Settings) (err error) {
	for _, p := range []struct {
		name string
		to   *jsonPath
	}{{"items", &c.items}, {"link", &c.link}, {"title", &c.title}, {"snippet", &c.snippet}, {"date", &c.dated}} {
		if *p.to, err = parsePath(s.Text(p.name)); err != nil {
			return s.Errorf(p.name, "is no path: %v", err)
		}
	}
	return nil
}

// Can implements [search.Source].
func (c *jsonSource) Can() search.Ops { return search.Set(search.Keyword) }

// Ask implements [search.Source].
func (c *jsonSource) Ask(ctx context.Context, q search.Query) (search.Answer, error) {
	words := Words(q.Text)
	if q.Op != search.Keyword || words == "" {
		return search.Answer{}, &search.Error{Kind: search.Unsupported, Err: errors.New("a question without words")}
	}
	page := max(q.Page, 1)
	if page > 1 && (!c.template.Pages() || c.lastPage > 0 && page > c.lastPage) {
		return search.Answer{}, nil
	}
	address, err := c.template.fill(fill{Words: words, Page: page, Lang: lang(q.Lang, c.language)})
	if err != nil {
		return search.Answer{}, &search.Error{Kind: search.Unsupported, Err: err}
	}
	r, err := c.client.Get(ctx, address, "application/json")
	if err != nil {
		return search.Answer{}, err
	}
	return c.read(r, q, page)
}

// maxItems bounds the results that are looked at.
const maxItems = 1000

func (c *jsonSource) read(r *crawl.Response, q search.Query, page int) (search.Answer, error) {
	var body any
	if err := decode(r, &body); err != nil {
		return search.Answer{}, err
	}
	items := c.items.all(body, maxItems)
	if len(items) == 0 && !c.empty(body) {
		return search.Answer{}, NotJSON(r, errors.New("nothing is at the place of the results"))
	}
	l := Results{Home: c.home, AllowPrivate: c.private, Since: q.Since}
	for _, x := range items {
		if l.full() {
			break
		}
		l.Add(Result{URL: c.link.Text(x), Title: c.title.Text(x), Snippet: c.snippet.Text(x), Published: date(c.dated.Text(x))})
	}
	more := len(items) > 0 && c.template.Pages() && (c.lastPage == 0 || page < c.lastPage)
	return search.Answer{Links: l.Links(), More: more, Raw: r}, nil
}

// empty reports an answer without results: the list is there and has nothing. An answer
// of another form, such as an error, is none. Brave leaves the whole section out if it
// finds nothing; then "query" is there.
func (c *jsonSource) empty(body any) bool {
	path := c.items
	if n := len(path); n > 0 {
		path = path[:n-1]
	}
	for _, v := range path.all(body, 1) {
		_, list := v.([]any)
		return list
	}
	m, ok := body.(map[string]any)
	if !ok {
		return false
	}
	_, asked := m["query"]
	_, failed := m["error"]
	return asked && !failed
}
