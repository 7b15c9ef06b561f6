package search_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

func TestFill(t *testing.T) {
	for _, x := range []struct {
		s           crawl.SiteSearch
		words, want string
	}{
		{crawl.SiteSearch{URL: "http://a.example/s?q={searchTerms}"}, "台风", "http://a.example/s?q=%E5%8F%B0%E9%A3%8E"},
		{crawl.SiteSearch{URL: "http://a.example/s?q={searchTerms}&n=1"}, "storm surge & more", "http://a.example/s?q=storm+surge+%26+more&n=1"},
		{crawl.SiteSearch{URL: "http://a.example/search/{searchTerms}/1"}, "a/b c", "http://a.example/search/a%2Fb%20c/1"},
		{crawl.SiteSearch{URL: "http://a.example/s?q={searchTerms}", Charset: "gb18030"}, "台风", "http://a.example/s?q=%CC%A8%B7%E7"},
		{crawl.SiteSearch{URL: "http://a.example/s?q={searchTerms}", Charset: "gb2312"}, "台风", "http://a.example/s?q=%CC%A8%B7%E7"},
		{crawl.SiteSearch{URL: "http://a.example/s?q={searchTerms}", Charset: "iso-8859-1"}, "台风", ""},
		{crawl.SiteSearch{URL: "http://a.example/s?q={searchTerms}", Charset: "klingon"}, "x", ""},
		{crawl.SiteSearch{URL: "http://{searchTerms}/s?q=1"}, "evil.example", ""},
		{crawl.SiteSearch{URL: "http://a.example/{searchTerms}?q={searchTerms}"}, "x", ""},
		{crawl.SiteSearch{URL: "http://a.example/s?q="}, "x", ""},
		{crawl.SiteSearch{URL: "javascript:///{searchTerms}"}, "x", ""},
		{crawl.SiteSearch{}, "x", ""},
	} {
		got, err := search.FillForm(x.s, x.words)
		if got != x.want || (err == nil) != (x.want != "") || err != nil && !errors.Is(err, search.ErrForm) {
			t.Errorf("%+v for %q: %q, %v; want %q", x.s, x.words, got, err, x.want)
		}
	}
}

// FuzzFill: what is returned is a key, on the host that stands in the template.
func FuzzFill(f *testing.F) {
	f.Add("http://a.example/s?q={searchTerms}", "", "台风")
	f.Add("https://a.example/{searchTerms}/x", "gbk", "../..//@b.example?#")
	f.Add("http://a.example?{searchTerms}", "utf-16", "\x00\n")
	f.Fuzz(func(t *testing.T, url, charset, words string) {
		key, err := search.FillForm(crawl.SiteSearch{URL: url, Charset: charset}, words)
		if err != nil {
			return
		}
		if again, err := urlkey.Canonical(key); err != nil || again != key {
			t.Errorf("%q is no key: %q, %v", key, again, err)
		}
		other, err := search.FillForm(crawl.SiteSearch{URL: url}, "x")
		if err == nil && urlkey.Host(other) != urlkey.Host(key) {
			t.Errorf("%q leads to %q for %q", url, urlkey.Host(key), words)
		}
	})
}

// pages is a reader that gives one page.
type sitesearchPages struct{ page *crawl.Page }

func (p sitesearchPages) Read(context.Context, *crawl.Response) (*crawl.Page, error) {
	if p.page == nil {
		return nil, crawl.ErrNotPage
	}
	own := *p.page
	return &own, nil
}

func TestReader(t *testing.T) {
	words := func(lang string) []string {
		return strings.Fields(map[string]string{"zh": "台风 飓风", "en": "typhoon"}[lang])
	}
	read := func(p *crawl.Page) ([]crawl.Link, error) {
		got, err := (&search.SiteReader{Pages: sitesearchPages{p}, Words: words}).Read(t.Context(), &crawl.Response{})
		if err != nil {
			return nil, err
		}
		return got.Links, nil
	}
	form := []crawl.SiteSearch{{URL: "http://a.example/s?q={searchTerms}"}, {URL: "http://a.example/t?q={searchTerms}"}}
	search := func(url, text string) crawl.Link {
		return crawl.Link{URL: url, Host: "a.example", Text: text, Kind: crawl.LinkSearch, Path: "form search"}
	}
	for _, x := range []struct {
		name string
		page crawl.Page
		want []crawl.Link
	}{
		{"in the language of the page", crawl.Page{Host: "a.example", Lang: "zh", Searches: form},
			[]crawl.Link{search("http://a.example/s?q=%E5%8F%B0%E9%A3%8E", "台风"), search("http://a.example/s?q=%E9%A3%93%E9%A3%8E", "飓风")}},
		{"in a language without words", crawl.Page{Host: "a.example", Lang: "fi", Searches: form}, nil},
		{"of another host", crawl.Page{Host: "b.example", Lang: "en", Searches: form}, nil},
		{"a description", crawl.Page{Host: "a.example", Lang: "en", Searches: []crawl.SiteSearch{{Description: "http://a.example/os.xml"}}},
			[]crawl.Link{{URL: "http://a.example/os.xml", Host: "a.example", Kind: crawl.LinkDescription, Path: "link search"}}},
		{"a description of another host", crawl.Page{Host: "b.example", Lang: "en", Searches: []crawl.SiteSearch{{Description: "http://a.example/os.xml"}}}, nil},
		{"no search", crawl.Page{Host: "a.example", Lang: "en"}, nil},
	} {
		got, err := read(&x.page)
		if d := cmp.Diff(x.want, got); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", x.name, err, d)
		}
	}
	if _, err := read(nil); !errors.Is(err, crawl.ErrNotPage) {
		t.Errorf("the error of the pages is lost: %v", err)
	}
}
