package search_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// source answers everything alike.
type source struct {
	search.Answer
	err error
}

func (s source) Ask(context.Context, search.Query) (search.Answer, error) { return s.Answer, s.err }
func (s source) Can() search.Ops                                          { return search.Set(search.Keyword) }

// pages fetches and reads nothing.
type pages struct{}

var errPages = errors.New("the pages were asked")

func (pages) Fetch(context.Context, crawl.Request) (*crawl.Response, error) { return nil, errPages }
func (pages) Read(context.Context, *crawl.Response) (*crawl.Page, error)    { return nil, errPages }

// TestRoundTrip: the reader reads what a source lists, cut to bounds, with the next page of
// the answer as a question.
func TestRoundTrip(t *testing.T) {
	q := search.Query{Text: "台风", Lang: "zh-Hans"}
	links := []crawl.Link{{URL: "http://a.example/", Host: "a.example", Text: "Typhoon\n news", Context: strings.Repeat("台", 500), Kind: crawl.LinkFeed, NoFollow: true}}
	f := &search.Fetcher{Pages: pages{}, Sources: map[string]search.Source{"own": source{Answer: search.Answer{Links: links, More: true}}}}
	resp, err := f.Fetch(t.Context(), crawl.Request{URL: search.Address("own", q)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := (&search.Reader{Pages: pages{}, Mark: func(p *crawl.Page) { p.Links[0].Terms.AnchorCore = 1 }}).Read(t.Context(), resp)
	if err != nil || len(p.Links) != 2 || !p.Source {
		t.Fatalf("%v: %+v", err, p)
	}
	l := p.Links[0]
	if l.URL != "http://a.example/" || l.Text != "Typhoon news" || utf8.RuneCountInString(l.Context) != 300 || l.Kind != crawl.LinkPage || l.NoFollow || l.Terms.AnchorCore != 1 {
		t.Errorf("a result is %+v", l)
	}
	if q.Page = 2; p.Links[1].URL != search.Address("own", q) || p.Links[1].Kind != crawl.LinkSearch {
		t.Errorf("the next page is %+v", p.Links[1])
	}
}

// TestFailures: an answer in which everything failed is not "nothing found".
func TestFailures(t *testing.T) {
	sources := map[string]search.Source{
		"partly": source{Answer: search.Answer{Failed: []string{"bing"}}},
		"quota":  source{err: &search.Error{Kind: search.Quota}},
		"down":   source{err: errors.New("down")},
		"empty":  source{},
	}
	f := &search.Fetcher{Pages: pages{}, Sources: sources}
	for name, want := range map[string]crawl.FailureKind{"partly": crawl.FailSearch, "quota": crawl.FailQuota, "down": crawl.FailSearch, "unknown": crawl.FailSearch} {
		if _, err := f.Fetch(t.Context(), crawl.Request{URL: search.Address(name, search.Query{Text: "x"})}); crawl.KindOf(err) != want || err == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := f.Fetch(t.Context(), crawl.Request{URL: search.Address("empty", search.Query{Text: "x"})}); err != nil {
		t.Errorf("an engine that finds nothing: %v", err)
	}
	if _, err := f.Fetch(t.Context(), crawl.Request{URL: "http://a.example/"}); !errors.Is(err, errPages) {
		t.Errorf("a page: %v", err)
	}
	r := &search.Reader{Pages: pages{}}
	for _, resp := range []*crawl.Response{{URL: "http://a.example/"}, {URL: "search:own?op=kw&page=1&q=x", ContentType: search.ContentType, Body: []byte("{")}, {URL: "search:?", ContentType: search.ContentType, Body: []byte("{}")}} {
		if p, err := r.Read(t.Context(), resp); err == nil {
			t.Errorf("%s was read: %+v", resp.URL, p)
		}
	}
}

// flaky fails as often as it says, then answers.
type flaky struct{ failures int }

func (f *flaky) Ask(context.Context, search.Query) (search.Answer, error) {
	if f.failures--; f.failures >= 0 {
		return search.Answer{}, errors.New("connection refused")
	}
	return search.Answer{}, nil
}

func (*flaky) Can() search.Ops { return search.Set(search.Keyword) }

// TestFailuresAreTold: whoever looks at the log hears that a source fails, and that it answers
// again, once each.
func TestFailuresAreTold(t *testing.T) {
	var log bytes.Buffer
	f := &search.Fetcher{Pages: pages{}, Sources: map[string]search.Source{"own": &flaky{3}, "other": &flaky{}}, Log: slog.New(slog.NewTextHandler(&log, nil))}
	for range 5 {
		for _, name := range []string{"own", "other"} {
			f.Fetch(t.Context(), crawl.Request{URL: search.Address(name, search.Query{Text: "x"})}) //nolint:errcheck // the log is looked at
		}
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], `level=WARN msg="a search source does not answer" source=own err="connection refused"`) ||
		!strings.Contains(lines[1], `level=INFO msg="a search source answers again" source=own`) {
		t.Errorf("the log is\n%s", log.String())
	}
}
