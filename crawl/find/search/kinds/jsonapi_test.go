package kinds_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/internal/searchtest"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

func jsonapiRecorded(t testing.TB, name string) string {
	b, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func kindOf(t testing.TB, name string) search.Kind {
	kinds := kinds.JSONKinds()
	i := slices.IndexFunc(kinds, func(k search.Kind) bool { return k.Name == name })
	if i < 0 {
		t.Fatalf("there is no kind %s", name)
	}
	return kinds[i]
}

// suite asks a ready kind at its own address, but for the host.
func jsonapiSuite(t testing.TB, name string, want ...string) *searchtest.Provider {
	k := kindOf(t, name)
	ready, err := url.Parse(k.DefaultURL)
	if err != nil {
		t.Fatal(err)
	}
	return &searchtest.Provider{
		Kind: k, Type: "application/json", Answer: jsonapiRecorded(t, name), None: jsonapiRecorded(t, name+"-none"),
		URL: func(base string) string {
			return base + strings.TrimPrefix(k.DefaultURL, ready.Scheme+"://"+ready.Host)
		},
		Query: search.Query{Text: "typhoon", Lang: "en"}, Want: want,
	}
}

func TestYaCy(t *testing.T) {
	p := jsonapiSuite(t, "yacy", "https://tracks.example.org/2026", "http://cn.example.cn/tf.html")
	p.Render = func(results []kinds.Result) string {
		var items []map[string]any
		for _, r := range results {
			items = append(items, map[string]any{"link": r.URL, "title": r.Title, "description": r.Snippet})
		}
		b, err := json.Marshal(map[string]any{"channels": []any{map[string]any{"items": items}}})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	searchtest.Run(t, p)
}

func TestMarginalia(t *testing.T) {
	searchtest.RunAnswers(t, jsonapiSuite(t, "marginalia", "https://small.example.org/typhoon.html", "http://old.example.net/~me/storm/"))
}

func TestBrave(t *testing.T) {
	searchtest.RunAnswers(t, jsonapiSuite(t, "brave", "https://ency.example.org/wiki/Typhoon", "https://news.example.com/typhoon"))
}

func TestMwmbl(t *testing.T) {
	searchtest.RunAnswers(t, jsonapiSuite(t, "mwmbl", "https://season.example.org/", "https://surge.example.org/a"))
}

// A search of any form, whose key stands in the address.
func TestJSON(t *testing.T) {
	searchtest.Run(t, &searchtest.Provider{
		Kind: kindOf(t, "json"), Type: "application/json", Settings: map[string]string{"items": "data.hits[]", "link": "page.href", "title": "page.name"},
		Answer: `{"data":{"hits":[{"page":{"href":"https://a.example.org/","name":"A"}},{"page":{}},{"page":{"href":"https://b.example.org/"}}]}}`, None: `{"data":{"hits":[]}}`,
		URL:   func(base string) string { return base + "/v1?q={searchTerms}&n={startIndex}&key={key}" },
		Query: search.Query{Text: "typhoon"}, Want: []string{"https://a.example.org/", "https://b.example.org/"},
	})
}

// What each ready kind sends for the second page, by its documentation.
func TestJsonapiRequests(t *testing.T) {
	for name, want := range map[string]string{
		"yacy":       "/yacysearch.json?query=typhoon&startRecord=10&maximumRecords=10&resource=global&lr=lang_zh",
		"marginalia": "/search?query=typhoon&count=20&page=2",
		"brave":      "/res/v1/web/search?q=typhoon&count=20&offset=1&search_lang=zh-hans",
	} {
		p := jsonapiSuite(t, name)
		srv := searchtest.NewServer(t, nil, searchtest.Body("application/json", p.Answer))
		if _, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), search.Query{Text: "typhoon", Lang: "zh-Hans", Page: 2}); err != nil {
			t.Fatal(err)
		}
		r := srv.Seen()[0]
		if got := r.URL.RequestURI(); got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
		if r.Header.Get(p.Kind.KeyHeader) != searchtest.Key {
			t.Errorf("%s: no key in %s", name, p.Kind.KeyHeader)
		}
	}
}

// Mwmbl has one page, Brave ten.
func TestLastPage(t *testing.T) {
	for name, last := range map[string]int{"mwmbl": 1, "brave": 10} {
		p := jsonapiSuite(t, name)
		srv := searchtest.NewServer(t, nil, searchtest.Body("application/json", p.Answer))
		s := p.Open(t, srv.URL, t.TempDir(), nil)
		a, err := s.Ask(t.Context(), search.Query{Text: "a", Page: last})
		if err != nil || a.More || len(a.Links) == 0 {
			t.Errorf("%s: the last page: %+v, %v", name, a, err)
		}
		n := len(srv.Seen())
		if a, err = s.Ask(t.Context(), search.Query{Text: "a", Page: last + 1}); err != nil || a.More || len(a.Links) > 0 || len(srv.Seen()) != n {
			t.Errorf("%s: after the last page: %+v, %v", name, a, err)
		}
	}
}

// Brave says in lists how many requests are left: of this second, of this month.
func TestRateLimitHeaders(t *testing.T) {
	for _, x := range []struct {
		left, reset string
		want        time.Duration
	}{{"0, 1800", "1, 86400", time.Second}, {"1, 0", "1, 86400", 24 * time.Hour}, {"1, 12", "1, 86400", 0}, {"0", "1785456000", 0}, {"x, 0", "", 0}} {
		p := jsonapiSuite(t, "brave")
		srv := searchtest.NewServer(t, nil, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-RateLimit-Remaining", x.left)
			w.Header().Set("X-RateLimit-Reset", x.reset)
			searchtest.Body("application/json", p.Answer).ServeHTTP(w, r)
		}))
		s := p.Open(t, srv.URL, t.TempDir(), nil)
		if _, err := s.Ask(t.Context(), p.Query); err != nil {
			t.Fatal(err)
		}
		if got := time.Until(s.Ready()); got > x.want || got < x.want-30*time.Second && x.want > 0 {
			t.Errorf("%s; %s: %v, want %v", x.left, x.reset, got, x.want)
		}
	}
}

func TestSettings(t *testing.T) {
	for _, x := range []struct {
		kind string
		set  map[string]string
		want string
	}{
		{"json", map[string]string{"url": "https://a.example/?q={searchTerms}"}, "needs the setting items"},
		{"json", map[string]string{"url": "https://a.example/?q=x", "items": "r[]"}, "has no {searchTerms}"},
		{"json", map[string]string{"url": "https://{searchTerms}.example/", "items": "r[]"}, "url "},
		{"json", map[string]string{"url": "https://a.example/?q={searchTerms}&x={year}", "items": "r[]"}, "needs {year}"},
		{"json", map[string]string{"url": "https://a.example/?q={searchTerms}&key={key}", "items": "r[]"}, "there is no key"},
		{"json", map[string]string{"url": "https://a.example/{key}/?q={searchTerms}", "items": "r[]"}, "outside of its query"},
		{"json", map[string]string{"url": "https://a.example/?q={searchTerms}", "items": "r[", "count": "5"}, "items is no path"},
		{"json", map[string]string{"url": "https://a.example/?q={searchTerms}", "items": "r[]", "count": "many"}, "count is \"many\""},
		{"json", map[string]string{"url": "https://a.example/?q={searchTerms}", "items": "r[]", "language": "latin"}, "must be one of tag, lower"},
		{"brave", nil, "kind brave needs a key"},
	} {
		values := map[string]search.Value{}
		for name, text := range x.set {
			values[name] = search.Value{Text: text, Where: "a.yaml:7"}
		}
		_, err := search.Open([]search.Settings{{Name: "own", Kind: x.kind, Where: "a.yaml:5", Values: values}}, search.Deps{Kinds: kinds.JSONKinds(), Dir: t.TempDir()})
		if err == nil || !strings.Contains(err.Error(), x.want) || !strings.HasPrefix(err.Error(), "a.yaml:") {
			t.Errorf("%v: %v; want %q", x.set, err, x.want)
		}
	}
}

func FuzzJsonapiAnswer(f *testing.F) {
	for _, name := range []string{"yacy", "marginalia", "brave", "mwmbl", "yacy-none", "brave-none"} {
		f.Add([]byte(jsonapiRecorded(f, name)), name)
	}
	f.Fuzz(func(t *testing.T, body []byte, name string) {
		for _, k := range kinds.JSONKinds() {
			if k.Name == name && k.DefaultURL != "" {
				searchtest.Fuzz(t, k, map[string]string{"url": k.DefaultURL}, search.Query{Text: "x"}, "application/json", body)
			}
		}
	})
}
