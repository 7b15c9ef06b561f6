package kinds_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/find/internal/searchtest"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

func recorded(t testing.TB, name string) string {
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var query = search.Query{Op: search.HostPages, Target: "https://weather.example.org/typhoon"}

func suite(t testing.TB) *searchtest.Provider {
	return &searchtest.Provider{
		Kind: kinds.CDX(), Type: "text/x-ndjson", Answer: recorded(t, "captures.ndjson"), None: "", Query: query,
		Setup: func(string) map[string]string {
			return map[string]string{"/collinfo.json": recorded(t, "collinfo.json")}
		},
		Want: []string{"https://weather.example.org/", "https://www.weather.example.org/typhoon"},
	}
}

// The index says with status 404 that there are no captures.
func TestConformance(t *testing.T) {
	p := suite(t)
	p.NoneStatus, p.None = http.StatusNotFound, `{"message": "No Captures found for: *.weather.example.org"}`
	searchtest.Run(t, p)
}

func TestRequests(t *testing.T) {
	p := suite(t)
	srv := searchtest.NewServer(t, p.Setup, searchtest.Body(p.Type, p.Answer))
	s := p.Open(t, srv.URL, t.TempDir(), nil)
	for page := 1; page <= 2; page++ {
		q := query
		q.Page = page
		if a, err := s.Ask(t.Context(), q); err != nil || a.More != (page == 1) { // page 2 has nothing new
			t.Errorf("%+v, %v", a, err)
		}
	}
	want := "/CC-MAIN-2026-26-index?filter=%3Dstatus%3A200&fl=url%2Cmime%2Cmime-detected%2Cstatus%2Ctimestamp%2Clanguages&output=json&page=1&pageSize=1&url=%2A.weather.example.org"
	if seen := srv.Seen(); len(seen) != 3 || seen[2].URL.RequestURI() != want {
		t.Errorf("%d requests, the last is %s", len(seen), seen[len(seen)-1].URL)
	}
}

func TestAnswers(t *testing.T) {
	many := strings.Repeat(`{"url": "https://weather.example.org/1", "mime": "text/html", "status": "200"}`+"\n", 100_000)
	var huge strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&huge, "{\"url\": \"https://weather.example.org/%d\", \"mime\": \"text/html\", \"status\": \"200\"}\n", i)
	}
	for name, x := range map[string]struct {
		status, page int
		body         string
		links        int
		kind         search.ErrorKind
		says         string // "" for an answer
	}{
		"an error between lines": {200, 1, "Internal error: shard 7\n" + recorded(t, "captures.ndjson"), 2, 0, ""},
		"an error alone":         {200, 1, "Error: too many requests\n", 0, search.Unusable, "Error: too many requests"},
		"nothing":                {200, 1, "", 0, search.Unavailable, "had too many requests"},
		"an old crawl":           {404, 1, "<html>Not Found</html>", 0, search.Refused, "there is no index of a crawl CC-MAIN-2026-26"},
		"after the last page":    {400, 7, `{"message": "Page 7 invalid: First Page is 0, Last Page is 5"}`, 0, 0, ""},
		"a page too far":         {200, 51, "", 0, 0, ""},
		"the same for ever":      {200, 1, many, 1, 0, ""},
		"more than a page":       {200, 1, huge.String(), 3000, 0, ""},
		"blocked":                {403, 1, "Forbidden", 0, search.Refused, "status 403"},
		"a page count":           {200, 1, `{"pages": 99999999999, "pageSize": 5, "blocks": 1}`, 0, search.Unusable, "no lines of captures"},
	} {
		p := suite(t)
		srv := searchtest.NewServer(t, p.Setup, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(x.status)
			fmt.Fprint(w, x.body)
		}))
		q := query
		q.Page = x.page
		a, err := p.Open(t, srv.URL, t.TempDir(), nil).Ask(t.Context(), q)
		var e *search.Error
		if x.says == "" && (err != nil || len(a.Links) != x.links) || x.says != "" && (!errors.As(err, &e) || e.Kind != x.kind || !strings.Contains(err.Error(), x.says)) {
			t.Errorf("%s: %d links, %v", name, len(a.Links), err)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add([]byte(recorded(f, "captures.ndjson")))
	f.Add([]byte("{\"url\":\"http://[::1\"}\n\x00\n{"))
	f.Fuzz(func(t *testing.T, body []byte) {
		searchtest.Fuzz(t, kinds.CDX(), map[string]string{"crawl": "CC-MAIN-2026-21"}, query, "text/plain", body)
	})
}
