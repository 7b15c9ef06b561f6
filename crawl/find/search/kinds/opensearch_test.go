package kinds_test

import (
	"errors"
	"html"
	"os"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/find/internal/searchtest"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

func opensearchRecorded(t testing.TB, name string) string {
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func opensearchSuite(t testing.TB) *searchtest.Provider {
	return &searchtest.Provider{
		Kind: kinds.OpenSearch(), Type: "application/rss+xml", Answer: opensearchRecorded(t, "answer.rss"), None: opensearchRecorded(t, "none.rss"),
		URL: func(base string) string { return base + "/opensearch.xml" },
		Setup: func(base string) map[string]string {
			return map[string]string{"/opensearch.xml": strings.ReplaceAll(opensearchRecorded(t, "description.xml"), "BASE", base)}
		},
		Query: search.Query{Text: "typhoon", Lang: "zh-Hans"},
		Want:  []string{"https://weather.example.org/warnings/9", "https://weather.example.org/zh/warnings/9"},
		Render: func(results []kinds.Result) string {
			var b strings.Builder
			b.WriteString(`<rss version="2.0"><channel><title>x</title>`)
			for _, r := range results {
				b.WriteString("<item><link>" + html.EscapeString(r.URL) + "</link><title>" + html.EscapeString(strings.ReplaceAll(r.Title, "\x00", "")) + "</title><description>" +
					html.EscapeString(strings.NewReplacer("\x00", "", "\x1b", "").Replace(r.Snippet)) + "</description></item>")
			}
			return b.String() + "</channel></rss>"
		},
	}
}

func TestOpensearchConformance(t *testing.T) { searchtest.Run(t, opensearchSuite(t)) }

// The description is read once, and each page is asked for by its parameters.
func TestOpensearchRequests(t *testing.T) {
	p := opensearchSuite(t)
	srv := searchtest.NewServer(t, p.Setup, searchtest.Body(p.Type, p.Answer))
	s := p.Open(t, srv.URL, t.TempDir(), nil)
	for page := 1; page <= 2; page++ {
		if _, err := s.Ask(t.Context(), search.Query{Text: "storm surge", Lang: "zh-Hans", Page: page}); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, r := range srv.Seen() {
		got = append(got, r.URL.RequestURI())
	}
	want := "/opensearch.xml\n/search.rss?q=storm+surge&p=0&n=20&l=zh-CN&box=\n/search.rss?q=storm+surge&p=1&n=20&l=zh-CN&box="
	if strings.Join(got, "\n") != want {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func TestDescriptions(t *testing.T) {
	url := func(attrs string) string {
		return `<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><Url ` + attrs + `/></OpenSearchDescription>`
	}
	for name, x := range map[string]struct {
		description, want string // the request, or part of an error
	}{
		"HTML only":             {url(`type="text/html" template="BASE/?q={searchTerms}"`), "answers in RSS or Atom"},
		"no words":              {url(`type="application/rss+xml" template="BASE/?q=1"`), "answers in RSS or Atom"},
		"post":                  {url(`type="application/rss+xml" method="post" template="BASE/?q={searchTerms}"`), "answers in RSS or Atom"},
		"suggestions":           {url(`type="application/rss+xml" rel="suggestions" template="BASE/?q={searchTerms}"`), "answers in RSS or Atom"},
		"a needed parameter":    {url(`type="application/rss+xml" template="BASE/?q={searchTerms}&amp;x={geo:box}"`), "answers in RSS or Atom"},
		"another host":          {url(`type="application/rss+xml" template="http://other.example.org/?q={searchTerms}"`), "answers in RSS or Atom"},
		"words as the host":     {url(`type="application/rss+xml" template="http://{searchTerms}/"`), "answers in RSS or Atom"},
		"a page":                {`<html><body>no</body></html>`, "answers in RSS or Atom"},
		"nothing":               {``, "answers in RSS or Atom"},
		"in the path":           {url(`type="application/atom+xml" template="BASE/find/{searchTerms}/{startIndex}"`), "/find/a%20b/1"},
		"relative":              {url(`type="application/rss+xml" template="/r?q={searchTerms}"`), "/r?q=a+b"},
		"an offset":             {url(`type="application/rss+xml" indexOffset="0" template="BASE/r?q={searchTerms}&amp;s={startIndex}"`), "/r?q=a+b&s=0"},
		"a strange offset":      {url(`type="application/rss+xml" indexOffset="-x" template="BASE/r?q={searchTerms}&amp;s={startIndex}"`), "/r?q=a+b&s=1"},
		"an encoding":           {url(`type="application/rss+xml" template="BASE/r?q={searchTerms}&amp;ie={inputEncoding}"`), "/r?q=a+b&ie=UTF-8"},
		"any language":          {url(`type="application/rss+xml" template="BASE/r?q={searchTerms}&amp;l={language}"`), "/r?q=a+b&l=%2A"},
		"cut off after the URL": {`<OpenSearchDescription><Url type="application/rss+xml" template="BASE/r?q={searchTerms}"/><Lang`, "/r?q=a+b"},
	} {
		p := opensearchSuite(t)
		p.Setup = func(base string) map[string]string {
			return map[string]string{"/opensearch.xml": strings.ReplaceAll(x.description, "BASE", base)}
		}
		srv := searchtest.NewServer(t, p.Setup, searchtest.Body(p.Type, p.Answer))
		_, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), search.Query{Text: "a b"})
		if !strings.HasPrefix(x.want, "/") {
			var e *search.Error
			if !errors.As(err, &e) || e.Kind != search.Refused || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if seen := srv.Seen(); err != nil || len(seen) != 2 || seen[1].URL.RequestURI() != x.want {
			t.Errorf("%s: %v, %v", name, err, seen[len(seen)-1].URL)
		}
	}
}

func FuzzDescription(f *testing.F) {
	f.Add([]byte(strings.ReplaceAll(opensearchRecorded(f, "description.xml"), "BASE", "https://api.example.org")))
	f.Add([]byte(opensearchRecorded(f, "answer.rss")))
	f.Add([]byte(`<Url type="application/rss+xml" template="//api.example.org/{searchTerms}{startIndex?}{"/>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		searchtest.Fuzz(t, kinds.OpenSearch(), map[string]string{"url": "https://api.example.org/os.xml"}, search.Query{Text: "x"}, "application/xml", body)
	})
}
