package kinds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// This source asks a SearXNG, a metasearch engine that everybody can run (docs.searxng.org, "Search
// API"). Its answer names the engines that did not answer; one without results and with such engines
// is no answer.

// Kind is the row of this source in the table of kinds.
func SearXNG() search.Kind {
	return search.Kind{
		Name: "searxng", Help: "a SearXNG of your own, a metasearch engine (deploy/searxng starts one)",
		URL:       "the address of the instance, such as http://localhost:8888",
		PerMinute: 10, PerDay: 500, TTL: search.DefaultTTL, KeyHeader: "Authorization",
		Options: []search.Option{
			{Name: "engines", Help: "names of engines between commas; without it those of the instance"},
			{Name: "categories", Help: "names of categories between commas; without it the default of the instance"},
		},
		New: newSearXNG,
	}
}

// maxPages is the last page that is asked for: engines repeat themselves beyond.
const searxngMaxPages = 10

// maxFailed bounds the engines that an answer names as failed.
const maxFailed = 50

// source asks one instance.
type searxngSource struct {
	client  *Client
	home    *url.URL // of the search
	fixed   url.Values
	private bool
}

// New is the constructor of [Kind].
func newSearXNG(s search.Settings, env search.Env) (search.Opened, error) {
	home, err := url.Parse(s.Text(search.SettingURL))
	if err != nil {
		return search.Opened{}, s.Errorf(search.SettingURL, "cannot be read")
	}
	home.RawQuery, home.Fragment = "", ""
	if home.Path = strings.TrimRight(home.Path, "/"); !strings.HasSuffix(home.Path, "/search") {
		home.Path += "/search"
	}
	fixed := url.Values{"format": {"json"}}
	for _, name := range []string{"engines", "categories"} {
		if v := s.Text(name); v != "" {
			fixed.Set(name, v)
		}
	}
	header := s.Text(search.SettingKeyHeader)
	if header == "" {
		header = SearXNG().KeyHeader
	}
	client := NewClient(home, header, env)
	return search.Opened{Source: &searxngSource{client: client, home: home, fixed: fixed, private: env.AllowPrivate}, Close: client.Close}, nil
}

// Can implements [search.Source].
func (s *searxngSource) Can() search.Ops { return search.Set(search.Keyword) }

// Ask implements [search.Source].
func (s *searxngSource) Ask(ctx context.Context, q search.Query) (search.Answer, error) {
	words := Words(q.Text)
	if q.Op != search.Keyword || words == "" {
		return search.Answer{}, &search.Error{Kind: search.Unsupported, Err: errors.New("a question without words")}
	}
	r, err := s.client.Get(ctx, s.address(q, words), "application/json")
	if err != nil {
		return search.Answer{}, refused(err)
	}
	return s.read(r, q)
}

// refused says which setting an instance lacks that answers no program: a format that is
// not in search.formats is status 403 (searx/webapp.py, search).
func refused(err error) error {
	var e *search.Error
	if errors.As(err, &e) && e.Kind == search.Refused && strings.Contains(e.Error(), fmt.Sprintf("status %d", http.StatusForbidden)) {
		e.Err = errors.New("status 403: SearXNG answers in JSON only if its settings.yml lists json under search: formats: (public instances mostly do not)")
	}
	return err
}

func (s *searxngSource) address(q search.Query, words string) string {
	v := url.Values{}
	for name, value := range s.fixed {
		v[name] = value
	}
	v.Set("q", words)
	v.Set("pageno", strconv.Itoa(max(q.Page, 1)))
	if q.Lang != "" {
		v.Set("language", lang(q.Lang, langRegion))
	}
	if r := timeRange(q.Since); r != "" {
		v.Set("time_range", r)
	}
	u := *s.home
	u.RawQuery = v.Encode()
	return u.String()
}

// timeRange is the smallest range that covers d; "" for none.
func timeRange(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d <= 0 || d > 366*day:
		return ""
	case d <= day:
		return "day"
	case d <= 31*day:
		return "month"
	}
	return "year"
}

// answer is the part of SearXNG's answer that is used.
type searxngAnswer struct {
	Results *[]struct {
		URL       string `json:"url"`
		Title     string `json:"title"`
		Content   string `json:"content"`
		Published string `json:"publishedDate"`
	} `json:"results"`
	Unresponsive []json.RawMessage `json:"unresponsive_engines"` // [name, reason]
}

func (s *searxngSource) read(r *crawl.Response, q search.Query) (search.Answer, error) {
	var a searxngAnswer
	if err := decode(r, &a); err != nil {
		return search.Answer{}, err
	}
	if a.Results == nil {
		return search.Answer{}, NotJSON(r, errors.New("it has no results"))
	}
	l := Results{Home: s.home, AllowPrivate: s.private, Since: q.Since}
	for _, x := range *a.Results {
		if l.full() {
			break
		}
		l.Add(Result{URL: x.URL, Title: x.Title, Snippet: x.Content, Published: date(x.Published)})
	}
	out := search.Answer{Links: l.Links(), More: len(*a.Results) > 0 && q.Page < searxngMaxPages, Raw: r}
	for _, e := range a.Unresponsive[:min(len(a.Unresponsive), maxFailed)] {
		out.Failed = append(out.Failed, engine(e))
	}
	return out, nil
}

// engine is the name of an engine and why it did not answer.
func engine(raw json.RawMessage) string {
	var pair []string
	var name string
	switch {
	case json.Unmarshal(raw, &pair) == nil && len(pair) > 0:
		name = strings.Join(pair[:min(len(pair), 2)], ": ")
	case json.Unmarshal(raw, &name) != nil:
		name = "an engine"
	}
	return Plain(name)
}
