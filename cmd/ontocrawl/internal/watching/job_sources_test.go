package watching

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// foundWeb is sites on addresses of their own, which nobody links to, and an engine that
// lists them.
type foundWeb struct {
	engine *httptest.Server
	sites  []*httptest.Server

	mu      sync.Mutex
	listed  int // how many sites the engine knows
	asked   int
	fetched map[string]int // requests by site, robots.txt too
}

func newFoundWeb(t *testing.T, sites int) *foundWeb {
	f := &foundWeb{fetched: map[string]int{}}
	f.engine = httptest.NewServer(http.HandlerFunc(f.search))
	t.Cleanup(f.engine.Close)
	for i := range sites {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.%d:0", 11+i))
		if err != nil {
			t.Skip("this system has one loopback address only: ", err)
		}
		s := &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(f.page)}}
		s.Start()
		t.Cleanup(s.Close)
		f.sites = append(f.sites, s)
	}
	return f
}

func (f *foundWeb) host(i int) string { return strings.TrimPrefix(f.sites[i].URL, "http://") }

func (f *foundWeb) search(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.asked++
	n := f.listed
	f.mu.Unlock()
	var results []map[string]string
	for i := range n {
		results = append(results, map[string]string{"url": f.sites[i].URL + "/storm", "title": "Typhoon news", "content": "a typhoon made landfall"})
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"query": "q", "results": results, "unresponsive_engines": []string{}}) //nolint:errcheck
}

func (f *foundWeb) page(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.fetched[r.Host]++
	f.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch r.URL.Path {
	case "/storm":
		fmt.Fprint(w, page1("Typhoon of "+r.Host+" <script>", strings.Repeat(storm, 2)+" Seen from "+r.Host, `<a href="/more">Typhoon warning</a>`)) //nolint:errcheck
	case "/":
		fmt.Fprint(w, page1("Front page of "+r.Host, "All that happens at "+r.Host, "")) //nolint:errcheck
	case "/more": // it leads to the first site
		http.Redirect(w, r, f.sites[0].URL+"/storm", http.StatusFound)
	default:
		http.NotFound(w, r)
	}
}

// count returns how often a site was asked, and how many questions there were.
func (f *foundWeb) count(i int) (fetched, asked int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fetched[f.host(i)], f.asked
}

func (f *foundWeb) list(n int) {
	f.mu.Lock()
	f.listed = n
	f.mu.Unlock()
}

// jobs writes a file of jobs whose job may ask the engine, and the settings that name it.
func (f *foundWeb) jobs(t *testing.T, dir string, site *living) []string {
	t.Helper()
	file := jobsFor(t, dir, site, "    search: {sources: [own], queries: 3, per-day: 1000, every: 1h}\n")
	text := strings.Replace(string(read(file)), "kinds: [new, changed, gone]", "kinds: [new source]", 1)
	write(t, dir, "jobs.yaml", text)
	settings := write(t, dir, "settings.yaml", "search:\n  own: {kind: searxng, url: "+strings.Replace(f.engine.URL, "127.0.0.1", "localhost", 1)+", per-minute: 6000, per-day: 100000}\n")
	return []string{"--jobs", file, "--config", settings}
}

// TestJobSources: a job asks for sites that it does not know, and tells each once with the
// question that found it; an accepted one is watched, a refused one is never asked again.
func TestJobSources(t *testing.T) {
	t.Parallel()
	dir, web := t.TempDir(), newFoundWeb(t, 3)
	jobs := web.jobs(t, dir, stormSite(t))
	web.list(2)
	var run monitor.Run
	askJob(t, &run, 0, append(jobs, "run", "typhoon")...)
	if _, asked := web.count(0); asked == 0 || asked > 3 {
		t.Fatalf("%d questions, at most 3 are allowed: %+v", asked, run)
	}
	var found []monitor.NewSource
	askJob(t, &found, 0, append(jobs, "sources", "typhoon")...)
	if len(found) != 2 {
		t.Fatalf("new sources: %+v", found)
	}
	for _, s := range found {
		if s.State != monitor.Undecided || s.Via == nil || s.Via.Source != "own" || s.Via.Query == "" || s.Via.Rank < 1 || s.Run != 1 ||
			len(s.Pages) != 1 || !strings.HasSuffix(s.Pages[0].URL, "/storm") || s.Pages[0].Relevance == 0 || len(s.Pages[0].Concepts) == 0 {
			t.Errorf("a new source: %+v", s)
		}
	}
	alerts := func() []string { return toldSources(t, dir) }
	want := []string{web.host(0), web.host(1)}
	slices.Sort(want)
	same(t, "told after the first run", alerts(), want)
	if r := ontocrawl(t, append([]string{"job", "sources", "typhoon"}, jobs...)...); r.code != 0 || !strings.Contains(r.out, "by own: ") || !strings.Contains(r.out, web.host(0)) {
		t.Errorf("as text: %d\n%s%s", r.code, r.out, r.err)
	}

	askJob(t, &found, 0, append(jobs, "sources", "typhoon", "--accept", "http://"+web.host(0)+"/storm", "--refuse", web.host(1), "--reason", "spam\x1b[31m")...)
	states := map[string]monitor.SourceState{}
	for _, s := range found {
		states[s.Site] = s.State
	}
	if len(states) != 2 || states[web.host(0)] != monitor.Accepted || states[web.host(1)] != monitor.Refused {
		t.Errorf("states: %v", states)
	}
	audit := string(read(filepath.Join(dir, "monitor", "audit.jsonl")))
	for _, part := range []string{`"action":"source"`, `"name":"owner"`, "accepted " + web.host(0) + ": spam", "refused " + web.host(1)} {
		if !strings.Contains(audit, part) {
			t.Errorf("the audit log lacks %q:\n%s", part, audit)
		}
	}

	web.list(3)
	before0, _ := web.count(0)
	before1, asked := web.count(1)
	askJob(t, &run, 0, append(jobs, "run", "typhoon", "--now")...)
	if now, n := web.count(1); now != before1 || n > asked+3 {
		t.Errorf("the refused site was asked %d times more, the engine %d times", now-before1, n-asked)
	}
	if now, _ := web.count(0); now <= before0 {
		t.Errorf("the accepted site was not asked: %+v", run)
	}
	// The third site is found only where a question was left to ask, and told once.
	askJob(t, &found, 0, append(jobs, "sources", "typhoon")...)
	for _, s := range found {
		if s.Site != web.host(2) {
			t.Errorf("undecided after all was decided: %+v", s)
		}
		want = append(want, s.Site)
	}
	slices.Sort(want)
	same(t, "told after a run with a refused site", alerts(), want)
}

// toldSources returns the sites of new sources that a receiver was told, in order.
func toldSources(t *testing.T, dir string) (sites []string) {
	t.Helper()
	for line := range strings.Lines(string(read(filepath.Join(dir, "monitor", "alerts.jsonl")))) {
		var n struct {
			Event monitor.Event `json:"event"`
		}
		if err := json.Unmarshal([]byte(line), &n); err != nil {
			t.Fatal(err)
		}
		if n.Event.Kind == monitor.SourceFound {
			sites = append(sites, n.Event.Site)
		}
	}
	slices.Sort(sites)
	return sites
}

// TestJobSourcesRefused: what a person decides before a site is found counts, whether a question,
// a link or a redirect leads there; what is wrong is said.
func TestJobSourcesRefused(t *testing.T) {
	t.Parallel()
	dir, web, site := t.TempDir(), newFoundWeb(t, 2), stormSite(t)
	site.edit(map[string]string{
		"/":    page1("Weather daemon", strings.Repeat("All the news of the weather. ", 20), `<a href="/one">Typhoon landfall</a>`),
		"/one": page1("Typhoon one", strings.Repeat(storm, 3), `<a href="`+web.sites[0].URL+`/storm">Typhoon landfall</a> <a href="`+web.sites[1].URL+`/more">Typhoon warning</a>`),
	})
	jobs := web.jobs(t, dir, site)
	web.list(2)
	var found []monitor.NewSource
	askJob(t, &found, 0, append(jobs, "sources", "typhoon", "--refuse", web.host(0))...)
	askJob(t, new(monitor.Run), 0, append(jobs, "run", "typhoon")...)
	if n, _ := web.count(0); n != 0 {
		t.Errorf("the refused site was asked %d times", n)
	}
	same(t, "told", toldSources(t, dir), []string{web.host(1)})
	for _, bad := range [][]string{{"sources"}, {"sources", "taifun"}, {"sources", "typhoon", "--accept", "a b"}, {"sources", "typhoon", "--accept", "a.example", "--refuse", "www.a.example"}} {
		if r := ontocrawl(t, append(append([]string{"job"}, jobs...), bad...)...); r.code != cli.ExitUsage {
			t.Errorf("%v: exit code %d\n%s%s", bad, r.code, r.out, r.err)
		}
	}
}

// TestJobSearchChecked: what is wrong with a search is said with its line.
func TestJobSearchChecked(t *testing.T) {
	t.Parallel()
	dir, site := t.TempDir(), stormSite(t)
	write(t, dir, "settings.yaml", "search:\n  paid: {kind: brave, key-env: NO_SUCH_KEY}\n")
	for search, want := range map[string]string{
		"{sources: [nobody]}": "nobody",
		"{queries: 3}":        "search needs sources",
		"{sources: [paid]}":   "NO_SUCH_KEY",
		"{sources: [searxng=http://x.example], querys: 3}":  "querys",
		"{sources: [searxng=http://x.example], queries: 0}": "search.queries",
		"{sources: [searxng=http://x.example], every: 1s}":  "search.every",
	} {
		file := jobsFor(t, dir, site, "    search: "+search+"\n")
		line := strings.Count(string(read(file)), "\n")
		r := ontocrawl(t, "job", "check", file, "--config", filepath.Join(dir, "settings.yaml"))
		if r.code != cli.ExitUsage || !strings.Contains(r.out+r.err, want) || !strings.Contains(r.out+r.err, fmt.Sprintf("jobs.yaml:%d", line)) {
			t.Errorf("%s: exit code %d, want line %d\n%s%s", search, r.code, line, r.out, r.err)
		}
	}
}
