package kinds_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/internal/searchtest"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

func searxngRecorded(t testing.TB, name string) string {
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func searxngSuite(t testing.TB) *searchtest.Provider {
	return &searchtest.Provider{
		Kind: kinds.SearXNG(), Type: "application/json", Answer: searxngRecorded(t, "answer.json"), None: searxngRecorded(t, "none.json"),
		Query: search.Query{Text: "台风 登陆", Lang: "zh-Hans"},
		Want:  []string{"https://weather.example.cn/typhoon/2026/", "https://news.example.org/typhoon-landfall", "http://blog.example.net/a/b"},
		Render: func(results []kinds.Result) string {
			var rows []map[string]any
			for _, r := range results {
				rows = append(rows, map[string]any{"url": r.URL, "title": r.Title, "content": r.Snippet})
			}
			b, err := json.Marshal(map[string]any{"query": "x", "results": rows, "unresponsive_engines": []any{}})
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		},
	}
}

func TestSearxngConformance(t *testing.T) { searchtest.Run(t, searxngSuite(t)) }

func TestRequest(t *testing.T) {
	p := searxngSuite(t)
	p.Settings = map[string]string{"engines": "bing,mojeek", "categories": "general,news"}
	srv := searchtest.NewServer(t, nil, searchtest.Body("application/json", p.Answer))
	s := p.Open(t, srv.URL+"/searx/", t.TempDir(), nil)
	a, err := s.Ask(t.Context(), search.Query{Text: "台风  登陆", Lang: "zh-Hant", Page: 2, Since: 48 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	r := srv.Seen()[0].URL
	want := "categories=general%2Cnews&engines=bing%2Cmojeek&format=json&language=zh-TW&pageno=2&q=%E5%8F%B0%E9%A3%8E+%E7%99%BB%E9%99%86&time_range=month"
	if r.Path != "/searx/search" || r.RawQuery != want {
		t.Errorf("%s?%s\nwant %s", r.Path, r.RawQuery, want)
	}
	// The dated result is older than two days; its date is nothing if it is in the future.
	if len(a.Links) < 2 || !a.More {
		t.Errorf("%+v", a)
	}
}

func TestFields(t *testing.T) {
	p := searxngSuite(t)
	srv := searchtest.NewServer(t, nil, searchtest.Body("application/json", p.Answer))
	a, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), p.Query)
	if err != nil {
		t.Fatal(err)
	}
	want := crawl.Link{URL: "https://news.example.org/typhoon-landfall", Host: "news.example.org", Text: "Typhoon makes landfall",
		Context: "The typhoon made landfall & weakened.", Path: kinds.Path, List: 1}
	if a.Links[1] != want {
		t.Errorf("%+v\nwant %+v", a.Links[1], want)
	}
	if at := a.Links[0].Published; !at.Equal(time.Date(2026, 7, 30, 8, 0, 0, 0, time.UTC)) {
		t.Errorf("published %v", at)
	}
}

// Engines that did not answer, and no results: nothing is known, and nothing is kept.
func TestUnresponsive(t *testing.T) {
	answers := []string{"unresponsive.json", "answer.json"}
	n := 0
	srv := searchtest.NewServer(t, nil, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		searchtest.Body("application/json", searxngRecorded(t, answers[min(n, 1)])).ServeHTTP(w, r)
		n++
	}))
	p, dir := searxngSuite(t), t.TempDir()
	a, err := p.Open(t, srv.URL, dir, nil).Ask(t.Context(), p.Query)
	want := []string{"google: Suspended: too many requests", "qwant: CAPTCHA", "startpage: timeout"}
	if err != nil || len(a.Links) != 0 || !slices.Equal(a.Failed, want) {
		t.Fatalf("%+v, %v", a, err)
	}
	s := p.Open(t, srv.URL, dir, nil)
	if s.Kept(p.Query) {
		t.Error("an answer that is none is kept")
	}
	if pause := time.Until(s.Ready()); pause < 50*time.Second || pause > time.Minute {
		t.Errorf("left alone for %v", pause)
	}
}

func TestFormatNotAllowed(t *testing.T) {
	srv := searchtest.NewServer(t, nil, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	p := searxngSuite(t)
	_, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), p.Query)
	var e *search.Error
	if !errors.As(err, &e) || e.Kind != search.Refused || !strings.Contains(err.Error(), "settings.yml lists json under search: formats:") {
		t.Error(err)
	}
}

// A server with far more results than anybody asked for gives the first hundred.
func TestManyResults(t *testing.T) {
	body := `{"results":[` + strings.Repeat(`{"url":"https://a.example.org/0"},`, 100_000)
	for i := range 200 {
		body += `{"url":"https://a.example.org/` + strings.Repeat("a", i+1) + `"},`
	}
	srv := searchtest.NewServer(t, nil, searchtest.Body("application/json", body+`{}]}`))
	p := searxngSuite(t)
	a, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), p.Query)
	if err != nil || len(a.Links) != 100 {
		t.Errorf("%d links, %v", len(a.Links), err)
	}
}

// The same page for ever ends at the first page without a new URL.
func TestSamePage(t *testing.T) {
	p := searxngSuite(t)
	srv := searchtest.NewServer(t, nil, searchtest.Body("application/json", p.Answer))
	s := p.Open(t, srv.URL, t.TempDir(), nil)
	for page, want := range []bool{0: true, 1: false} {
		q := p.Query
		q.Page = page + 1
		if a, err := s.Ask(t.Context(), q); err != nil || a.More != want || len(a.Links) != 3 {
			t.Errorf("page %d: %d links, more %v, %v", q.Page, len(a.Links), a.More, err)
		}
	}
}

func TestCharsets(t *testing.T) {
	title := func(contentType, body string) string {
		p := searxngSuite(t)
		srv := searchtest.NewServer(t, nil, searchtest.Body(contentType, body))
		a, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), p.Query)
		if err != nil || len(a.Links) != 1 {
			t.Fatalf("%s: %+v, %v", contentType, a, err)
		}
		return a.Links[0].Text
	}
	gbk := "{\"results\":[{\"url\":\"https://a.example.org/\",\"title\":\"\xcc\xa8\xb7\xe7\"}]}"
	if got := title("application/json; charset=gbk", gbk); got != "台风" {
		t.Errorf("declared: %q", got)
	}
	if got := title("application/json", gbk); got != "" {
		t.Errorf("not declared: %q", got)
	}
	if got := title("application/json", "\xef\xbb\xbf"+`{"results":[{"url":"https://a.example.org/","title":"台风"}]}`); got != "台风" {
		t.Errorf("with a byte order mark: %q", got)
	}
}

func FuzzSearxngAnswer(f *testing.F) {
	for _, name := range []string{"answer.json", "none.json", "unresponsive.json"} {
		f.Add([]byte(searxngRecorded(f, name)), "application/json")
	}
	f.Add([]byte(`{"results":[{"url":"/l/?uddg=http://a.example.org"}],"unresponsive_engines":[1,{},"x",[]]}`), "application/json; charset=utf-16")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		searchtest.Fuzz(t, kinds.SearXNG(), nil, search.Query{Text: "x"}, contentType, body)
	})
}
