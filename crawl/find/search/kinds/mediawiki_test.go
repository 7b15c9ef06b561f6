package kinds_test

import (
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/find/internal/searchtest"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

func mediawikiRecorded(t testing.TB, name string) string {
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func mediawikiSuite(t testing.TB) *searchtest.Provider {
	return &searchtest.Provider{
		Kind: kinds.MediaWiki(), Type: "application/json", Answer: mediawikiRecorded(t, "usage.json"), None: mediawikiRecorded(t, "usage-none.json"),
		Query: search.Query{Op: search.Backward, Target: "https://www.weather.example.org/x"}, Own: true,
		Want: []string{"BASE/wiki/Typhoon_Example_(2026)", "BASE/wiki/%E5%8F%B0%E9%A3%8E/%E7%A4%BA%E4%BE%8B"},
	}
}

func TestMediawikiConformance(t *testing.T) { searchtest.Run(t, mediawikiSuite(t)) }

// wiki answers as a wiki with two pages of usage and of links.
func wiki(t testing.TB) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		name := "usage.json"
		switch {
		case r.URL.Path != "/w/api.php" || q.Get("action") != "query" || q.Get("format") != "json" || q.Get("formatversion") != "2":
			name = "none"
		case q.Get("prop") == "extlinks" && q.Get("elcontinue") == "":
			name = "links-1.json"
		case q.Get("prop") == "extlinks":
			name = "links-2.json"
		case q.Get("eucontinue") == "17|42":
			name = "usage-none.json"
		}
		searchtest.Body("application/json", mediawikiRecorded(t, name)).ServeHTTP(w, r)
	})
}

// Related: what two articles link to stands before what one of them links to. The known
// host, other wikis and copies in an archive do not count as they are.
func TestRelated(t *testing.T) {
	p := mediawikiSuite(t)
	srv := searchtest.NewServer(t, nil, wiki(t))
	a, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), search.Query{Op: search.Related, Target: "weather.example.org"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range a.Links {
		got = append(got, l.URL)
	}
	want := "https://common.example.com/a https://report.example.net/2026 https://once.example.net/ https://zh.example.cn/"
	if strings.Join(got, " ") != want || a.More || len(a.Raw.Exchanges) != 3 {
		t.Errorf("%v\nwant %s; %d exchanges", got, want, len(a.Raw.Exchanges))
	}
	q := srv.Seen()[0].URL.Query()
	if q.Get("euquery") != "*.weather.example.org" || q.Get("eunamespace") != "0" || q.Get("eulimit") != "500" || q.Get("maxlag") != "5" {
		t.Errorf("%v", q)
	}
	if titles := srv.Seen()[1].URL.Query().Get("titles"); titles != "Typhoon Example (2026)|台风/示例" {
		t.Errorf("titles %q", titles)
	}
}

// The second page goes on where the first one ended, also in a new process.
func TestContinue(t *testing.T) {
	p, dir := mediawikiSuite(t), t.TempDir()
	srv := searchtest.NewServer(t, nil, wiki(t))
	s := p.Open(t, srv.URL, dir, nil)
	q := p.Query
	if a, err := s.Ask(t.Context(), q); err != nil || !a.More {
		t.Fatalf("%+v, %v", a, err)
	}
	q.Page = 2
	if a, err := s.Ask(t.Context(), q); err != nil || a.More || len(a.Links) != 0 || len(srv.Seen()) != 2 {
		t.Errorf("%+v, %v, %d requests", a, err, len(srv.Seen()))
	}
	s = p.Open(t, srv.URL, t.TempDir(), nil) // knows nothing of page 1
	if a, err := s.Ask(t.Context(), q); err != nil || a.More || len(a.Links) != 0 || len(srv.Seen()) != 4 {
		t.Errorf("%+v, %v, %d requests", a, err, len(srv.Seen()))
	}
}

func TestErrors(t *testing.T) {
	for body, want := range map[string]search.ErrorKind{
		`{"error": {"code": "maxlag", "info": "Waiting for a host: 6.5 seconds lagged."}}`:   search.Unavailable,
		`{"error": {"code": "ratelimited", "info": "You've exceeded your rate limit."}}`:     search.Unavailable,
		`{"error": {"code": "badvalue", "info": "Unrecognized value for parameter list."}}`:  search.Refused,
		`{"error": {"code": "readapidenied", "info": "You need read permission\u001b[31m"}}`: search.Refused,
		`{"unlike": "a wiki"}`: search.Unusable,
		`[]`:                   search.Unusable,
	} {
		p := mediawikiSuite(t)
		srv := searchtest.NewServer(t, nil, searchtest.Body("application/json", body))
		_, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), p.Query)
		var e *search.Error
		if !errors.As(err, &e) || e.Kind != want || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestNeedsContact(t *testing.T) {
	_, err := search.Open([]search.Settings{{Name: "w", Kind: "mediawiki", Where: "--search"}}, search.Deps{Kinds: []search.Kind{kinds.MediaWiki()}, Dir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "needs the setting contact") {
		t.Error(err)
	}
}

func FuzzMediawikiAnswer(f *testing.F) {
	for _, name := range []string{"usage.json", "links-1.json", "links-2.json"} {
		f.Add([]byte(mediawikiRecorded(f, name)), true)
	}
	f.Add([]byte(`{"continue":{"a":{"b":[1]}},"query":{"exturlusage":[{"title":"../..//?#"}],"pages":[{"extlinks":[{"url":"//"}]}]}}`), false)
	f.Fuzz(func(t *testing.T, body []byte, related bool) {
		q := search.Query{Op: search.Backward, Target: "a.example.org"}
		if related {
			q.Op = search.Related
		}
		searchtest.Fuzz(t, kinds.MediaWiki(), nil, q, "application/json", body)
	})
}
