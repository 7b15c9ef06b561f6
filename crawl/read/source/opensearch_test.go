package source_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/source"
)

// TestDescription: of an OpenSearch description the first template counts that answers
// with pages of its own host, whatever the words are.
func TestDescription(t *testing.T) {
	const doc = `<?xml version="1.0"?><OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>x</ShortName>`
	url := func(attrs string) string { return doc + "<Url " + attrs + "/></OpenSearchDescription>" }
	html := func(template string) string { return url(`type="text/html" template="` + template + `"`) }
	for _, x := range []struct{ name, text, want string }{
		{"plain", html("https://a.example/s?q={searchTerms}"), "https://a.example/s?q={searchTerms}"},
		{"in the path", html("https://a.example/find/{searchTerms}"), "https://a.example/find/{searchTerms}"},
		{"with parameters", html("https://a.example/s?q={searchTerms}&amp;p={startPage}&amp;l={language}&amp;x={foo:bar?}&amp;n={count?}"),
			"https://a.example/s?q={searchTerms}&p=1&l=*&x=&n=20"},
		{"after one of suggestions", doc + `<Url type="application/x-suggestions+json" template="https://a.example/j?q={searchTerms}"/>
			<Url rel="self" type="text/html" template="https://a.example/self?q={searchTerms}"/>
			<Url type="text/html; charset=utf-8" template="https://a.example/s?q={searchTerms}"/></OpenSearchDescription>`, "https://a.example/s?q={searchTerms}"},
		{"cut off", strings.TrimSuffix(html("https://a.example/s?q={searchTerms}"), "</OpenSearchDescription>"), "https://a.example/s?q={searchTerms}"},
		{"a needed parameter that is not known", html("https://a.example/s?q={searchTerms}&amp;k={key}"), ""},
		{"by POST", url(`type="text/html" method="POST" template="https://a.example/s?q={searchTerms}"`), ""},
		{"of another host", html("https://b.example/s?q={searchTerms}"), ""},
		{"a host of the words", html("https://{searchTerms}/"), ""},
		{"a host that begins with ours", html("https://a.example{searchTerms}/"), ""},
		{"twice the words", html("https://a.example/{searchTerms}?q={searchTerms}"), ""},
		{"a script", html("javascript:{searchTerms}"), ""},
		{"100 MB before it", doc + "<Description>" + strings.Repeat("<b>x</b>", 100<<17) + "</Description><Url type=\"text/html\" template=\"https://a.example/s?q={searchTerms}\"/>", ""},
		{"100 MB in one", html("https://a.example/" + strings.Repeat("x", 100<<20) + "?q={searchTerms}"), ""},
		{"100 MB after it", doc + `<Url type="text/html" template="https://a.example/s?q={searchTerms}"/>` + strings.Repeat(" ", 100<<20), "https://a.example/s?q={searchTerms}"},
	} {
		p, err := source.Read(&crawl.Response{URL: "https://a.example/os.xml", Final: "https://a.example/os.xml", ContentType: "application/opensearchdescription+xml", Body: []byte(x.text)})
		switch {
		case x.want == "" && !errors.Is(err, source.ErrBad):
			t.Errorf("%s: %v, want an error", x.name, err)
		case x.want != "" && (err != nil || !p.Source || len(p.Searches) != 1 || p.Searches[0] != (crawl.SiteSearch{URL: x.want})):
			t.Errorf("%s: %+v, %v; want %s", x.name, p, err, x.want)
		}
	}
}
