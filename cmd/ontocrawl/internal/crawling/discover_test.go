package crawling

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/find/discover"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// searchedWeb is pages that no link leads to, and an engine that lists them, as a SearXNG
// does, on one server.
type searchedWeb struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
	down  bool
	known int // results that can be fetched, so far
}

func newSearchedWeb(t *testing.T) *searchedWeb {
	w := new(searchedWeb)
	w.Server = httptest.NewServer(w)
	t.Cleanup(w.Close)
	return w
}

func (s *searchedWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case path == "/search":
		s.search(w, r)
	case strings.HasPrefix(path, "/storm/"):
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, page1("Typhoon "+path, "The typhoon "+path+" made landfall; the typhoon brought a storm surge. Typhoon warning of day "+path+".", "")) //nolint:errcheck
	case strings.HasPrefix(path, "/other/"):
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, page1("Cooking "+path, "Take two eggs, some flour, and milk for page "+path+".", "")) //nolint:errcheck
	default:
		http.NotFound(w, r)
	}
}

func (s *searchedWeb) search(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query().Get("q")
	s.mu.Lock()
	s.asked = append(s.asked, q)
	n, down := len(s.asked), s.down
	s.mu.Unlock()
	if down {
		http.Error(w, "busy", http.StatusInternalServerError)
		return
	}
	var results []map[string]string
	if strings.Contains(q, "typhoon") {
		for i := range 4 {
			results = append(results, map[string]string{"url": fmt.Sprintf("%s/storm/%d-%d", s.URL, n, i), "title": "Typhoon \x1b[31m <b>news</b>", "content": "a typhoon made landfall"})
		}
	}
	results = append(results, map[string]string{"url": fmt.Sprintf("%s/other/%d", s.URL, n), "title": "Cooking", "content": "eggs"},
		map[string]string{"url": "javascript:alert(1)", "title": "typhoon"})
	s.mu.Lock()
	s.known += len(results) - 1 // without javascript:
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"query": q, "results": results, "unresponsive_engines": []string{}}) //nolint:errcheck
}

// args are the arguments of a run with search; delay 0, as all is on this machine.
func (s *searchedWeb) args(command string, more ...string) []string {
	return append([]string{command, "--topic", "typhoon", "--search", "own", "--config", "settings.yaml", "--allow-private", "--delay", "0", "--out", "run", "--queries", "5", "--max-pages", "40"}, more...)
}

// settings name the engine by another host than the pages: results of its own are refused.
func (s *searchedWeb) settings(t *testing.T) {
	write(t, ".", "settings.yaml", "search:\n  own: {kind: searxng, url: "+strings.Replace(s.URL, "127.0.0.1", "localhost", 1)+", per-minute: 6000, per-day: 1000}\n")
}

// TestDiscover: from a topic alone to a ranked site, with what found it; a second run of the
// same command asks nothing more.
func TestDiscover(t *testing.T) {
	t.Chdir(t.TempDir())
	web := newSearchedWeb(t)
	web.settings(t)
	r := ontocrawl(t, web.args("discover", "--json")...)
	var got struct {
		Sites   []discover.Site
		Sources []discover.Source
		Summary rundir.Summary
	}
	if err := json.Unmarshal([]byte(r.out), &got); r.code != cli.ExitOK || err != nil {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	if len(got.Sites) != 1 || got.Sites[0].Relevant == 0 || got.Sites[0].Rank != 1 || len(got.Sites[0].Pages) == 0 || len(got.Sites[0].Pages[0].Evidence) == 0 ||
		got.Sites[0].Found == nil || got.Sites[0].Found.Source != "own" {
		t.Errorf("the sites are %+v", got.Sites)
	}
	if s := got.Sources; len(s) != 1 || s[0].Asked != 5 || s[0].Asked != len(web.asked) || s[0].Results != web.known || s[0].Relevant == 0 || s[0].Relevant > s[0].New {
		t.Errorf("the sources are %+v, and %d questions were sent, %d results came", s, len(web.asked), web.known)
	}
	if c := got.Summary; c.Queries != 5 || c.Pages == 0 {
		t.Errorf("the summary counts %d questions and %d pages", c.Queries, c.Pages)
	}
	for p, err := range rundir.Pages("run") {
		if err != nil || p.Via == nil || p.Via.Source != "own" || p.Via.Rank < 1 || p.Via.Page < 1 || p.Parent == "" {
			t.Fatalf("%v: %s comes from %+v", err, p.URL, p.Via)
		}
	}
	if seeds := readFile(t, "run", discover.SeedsFile); seeds != got.Sites[0].Pages[0].URL+"\n" {
		t.Errorf("the seeds are %q", seeds)
	}
	if n := lines(t, "run/"+discover.QueriesFile); n != 5 {
		t.Errorf("%d lines in %s", n, discover.QueriesFile)
	}
	if r := ontocrawl(t, web.args("discover")...); r.code != cli.ExitOK || len(web.asked) != 5 || strings.Contains(r.out, "\x1b") || !strings.Contains(r.out, "1 sites") ||
		!strings.Contains(r.out, "en        typhoon,") {
		t.Errorf("again: code %d, %d questions\n%s%s", r.code, len(web.asked), r.out, r.err)
	}
	if r := ontocrawl(t, "export", "run", "--format", "turtle"); r.code != cli.ExitOK || !strings.Contains(r.out, "prov:wasInfluencedBy <search:own?op=kw&lang=en&page=1&q=typhoon>") {
		t.Errorf("export: code %d\n%s%s", r.code, r.out, r.err)
	}
	if r := ontocrawl(t, "status", "run"); r.code != cli.ExitOK || !strings.Contains(r.out, "queries") {
		t.Errorf("status: code %d\n%s", r.code, r.out)
	}
}

func lines(t *testing.T, file string) (n int) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // only read
	for s := bufio.NewScanner(f); s.Scan(); n++ {
	}
	return n
}

// TestCrawlBySearch: a crawl needs no seeds; when the budget of questions is raised, the same
// folder goes on.
func TestCrawlBySearch(t *testing.T) {
	t.Chdir(t.TempDir())
	web := newSearchedWeb(t)
	web.settings(t)
	r := ontocrawl(t, web.args("crawl", "--deterministic")...)
	if r.code != cli.ExitOK || len(web.asked) != 5 {
		t.Fatalf("code %d, %d questions\n%s%s", r.code, len(web.asked), r.out, r.err)
	}
	first := strings.Join(web.asked, ",")
	web.asked = nil
	if r := ontocrawl(t, web.args("crawl", "--deterministic", "--out", "other")...); r.code != cli.ExitOK || strings.Join(web.asked, ",") != first {
		t.Errorf("the same seed asks %q, then %q", first, web.asked)
	}
	web.asked = nil
	if r := ontocrawl(t, web.args("crawl", "--deterministic", "--queries", "7")...); r.code != cli.ExitOK {
		t.Errorf("with more questions: code %d\n%s", r.code, r.err)
	}
}

// TestDiscoverNothing: what can go wrong is said.
func TestDiscoverNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	web := newSearchedWeb(t)
	web.settings(t)
	web.down = true
	if r := ontocrawl(t, web.args("discover", "--out", "down")...); !strings.Contains(r.out, "own: 1 of 1 questions failed, the last one because of: search own: unavailable: status 500") || strings.Contains(r.out, "rank") || !strings.Contains(r.out, "questions left: 4; the same command, later, asks again") {
		t.Errorf("of an engine that is down:\n%s%s", r.out, r.err)
	}
	if r := ontocrawl(t, web.args("discover", "--out", "zh", "--lang", "zh")...); !strings.Contains(r.out, "最后一个的原因：搜索 own：无法使用：状态 500：它现在不工作") || strings.Contains(r.out, "0.00") {
		t.Errorf("in Chinese:\n%s%s", r.out, r.err)
	}
	web.down = false
	if err := os.RemoveAll("down/asked"); err != nil { // it has that the engine is left alone for a minute
		t.Fatal(err)
	}
	if r := ontocrawl(t, web.args("discover", "--out", "down")...); r.code != cli.ExitOK || !strings.Contains(r.out, "1 sites") {
		t.Errorf("when the engine is up again: code %d\n%s%s", r.code, r.out, r.err)
	}
	web.down = true
	for _, x := range []struct {
		args []string
		code int
		want string
	}{
		{web.args("discover", "--search-lang", "fr", "--out", "french"), cli.ExitUsage, "no words in fr"},
		{web.args("discover"), cli.ExitFailure, "errors.jsonl"},
		{[]string{"discover", "--topic", "typhoon", "--config", "settings.yaml"}, cli.ExitUsage, "the settings have own"},
		{[]string{"discover", "--search", "own", "--config", "settings.yaml", "--out", "x"}, cli.ExitUsage, "--topic"},
		{web.args("discover", "--same-site"), cli.ExitUsage, "--same-site"},
		{web.args("discover", "--seeds", "a", "--like", "b"), cli.ExitUsage, "--like"},
		{[]string{"crawl", "--topic", "typhoon", "--out", "x"}, cli.ExitUsage, "--search"},
		{web.args("crawl", "--same-site", "--out", "x"), cli.ExitUsage, "--same-site"},
	} {
		if r := ontocrawl(t, x.args...); r.code != x.code || !strings.Contains(r.err, x.want) {
			t.Errorf("%v: code %d, want %d and %q\n%s%s", x.args, r.code, x.code, x.want, r.out, r.err)
		}
	}
}

// TestPrintQueries: what would be asked is shown, and nothing is sent.
func TestPrintQueries(t *testing.T) {
	t.Chdir(t.TempDir())
	r := ontocrawl(t, "discover", "--topic", "typhoon", "--print-queries", "--queries", "9", "--json")
	var list []struct{ Query, Lang string }
	if err := json.Unmarshal([]byte(r.out), &list); r.code != cli.ExitOK || err != nil || len(list) != 9 {
		t.Fatalf("code %d, %v, %d questions\n%s", r.code, err, len(list), r.err)
	}
	langs := map[string]bool{}
	for _, q := range list {
		langs[q.Lang] = true
	}
	if !langs["en"] || !langs["zh-Hans"] || !langs["zh-Hant"] {
		t.Errorf("the first questions are %v", list)
	}
	r = ontocrawl(t, "discover", "--topic", "typhoon", "--print-queries", "--search-lang", "zh-Hans,en", "--json")
	if err := json.Unmarshal([]byte(r.out), &list); r.code != cli.ExitOK || err != nil || len(list) < 20 {
		t.Fatalf("code %d, %v, %d questions\n%s", r.code, err, len(list), r.err)
	}
	for _, q := range list {
		if q.Lang != "zh-Hans" && q.Lang != "en" {
			t.Errorf("in zh-Hans and English: %+v", q)
		}
	}
	if r := ontocrawl(t, "discover", "--topic", "typhoon", "--print-queries", "--search-lang", "fr"); r.code != cli.ExitUsage || !strings.Contains(r.err, "it has some in") {
		t.Errorf("in French: code %d\n%s%s", r.code, r.out, r.err)
	}
	if r := ontocrawl(t, "discover", "--topic", "typhoon", "--print-queries"); r.code != cli.ExitOK || !strings.Contains(r.out, "台风") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
}

// TestDiscoverByPaper: the paper's method asks by itself within the same budget of questions, its
// pages say which question found them, and the second half of a run asks nothing again.
func TestDiscoverByPaper(t *testing.T) {
	t.Chdir(t.TempDir())
	web := newSearchedWeb(t)
	web.settings(t)
	if r := ontocrawl(t, web.args("discover", "--strategy", "dwdbrm", "--deterministic", "--max-pages", "6")...); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	half := len(web.asked)
	if r := ontocrawl(t, web.args("discover", "--strategy", "dwdbrm", "--deterministic")...); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	seen := map[string]bool{}
	for _, q := range web.asked {
		if seen[q] {
			t.Errorf("asked twice: %q", q)
		}
		seen[q] = true
	}
	if half == 0 || half > 5 || len(web.asked) != 5 {
		t.Errorf("%d questions, %d in the first half", len(web.asked), half)
	}
	n := 0
	for p, err := range rundir.Pages("run") {
		if n++; err != nil || p.Via == nil || p.Via.Source != "own" || p.Via.Rank < 1 || p.Via.Query == "" {
			t.Errorf("%v: %s comes from %+v", err, p.URL, p.Via)
		}
	}
	if n <= 6 {
		t.Errorf("%d pages", n)
	}
}
