package watching

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// living is a web server whose pages a test changes. It knows what was asked.
type living struct {
	*httptest.Server
	mu    sync.Mutex
	pages map[string]string
	asked []string      // "path status", robots.txt left out
	slow  time.Duration // for each answer
	quick int           // so many answers are given at once,
	rest  chan struct{} // the others when this is closed, if it is not nil
}

func newLiving(t *testing.T) *living {
	t.Helper()
	l := &living{pages: map[string]string{}}
	l.Server = httptest.NewServer(l)
	t.Cleanup(l.Close)
	return l
}

func (l *living) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(w, r)
		return
	}
	l.mu.Lock()
	text, ok := l.pages[r.URL.Path]
	etag := fmt.Sprintf(`"%x"`, sha256.Sum256([]byte(text)))
	status := http.StatusOK
	switch {
	case !ok:
		status = http.StatusNotFound
	case r.Header.Get("If-None-Match") == etag:
		status = http.StatusNotModified
	}
	l.asked = append(l.asked, fmt.Sprint(r.URL.Path, " ", status))
	slow, rest := l.slow, l.rest
	if len(l.asked) <= l.quick {
		rest = nil
	}
	l.mu.Unlock()
	time.Sleep(slow)
	if rest != nil {
		select {
		case <-rest:
		case <-r.Context().Done():
			return
		}
	}
	if ok {
		w.Header().Set("ETag", etag)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
	}
	w.WriteHeader(status)
	if status == http.StatusOK {
		fmt.Fprint(w, text)
	}
}

// edit changes what is served; an empty text takes a page away.
func (l *living) edit(pages map[string]string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for path, text := range pages {
		if text == "" {
			delete(l.pages, path)
		} else {
			l.pages[path] = text
		}
	}
	l.asked = nil
}

func (l *living) requests() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(slices.Values(l.asked))
}

// Args is the command line of a crawl of l.
func (l *living) args(t *testing.T, out string, more ...string) []string {
	t.Helper()
	seeds := write(t, filepath.Dir(out), "seeds.txt", l.URL+"/\n")
	return append([]string{
		"crawl", "--topic", "typhoon", "--seeds", seeds, "--out", out, "--allow-private", "--delay", "1ms", "--retries", "0",
		"--contact", "https://tests.example/", "--segmenter", "trie", "--sitemaps", "none", "--warc", "all", "--refresh-min", "0s", "--refresh-max", "0s",
	}, more...)
}

// changes returns the lines of changes.jsonl from number skip on, as "kind path
// was->is".
func (l *living) changes(t *testing.T, out string, skip int) []string {
	t.Helper()
	var lines []string
	s := bufio.NewScanner(strings.NewReader(readFile(t, out, rundir.ChangesFile)))
	for s.Scan() {
		if skip--; skip >= 0 {
			continue
		}
		var c struct {
			URL, Change string
			Relevant    bool
			WasRelevant *bool `json:"was_relevant"`
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		before := "-"
		if c.WasRelevant != nil {
			before = fmt.Sprint(*c.WasRelevant)
		}
		lines = append(lines, fmt.Sprintf("%s %s %s->%v", c.Change, strings.TrimPrefix(c.URL, l.URL), before, c.Relevant))
	}
	slices.Sort(lines)
	return lines
}

// Pages that change, vanish and appear, in two refreshes one after the other.
func TestRefresh(t *testing.T) {
	t.Parallel()
	l := newLiving(t)
	l.edit(map[string]string{
		"/":  page1("Typhoon desk", storm, `<a href="/a">Typhoon</a> <a href="/b">Storm surge</a> <a href="/c">Typhoon warning</a>`),
		"/a": page1("Typhoon track", strings.Repeat(storm, 2), ""), "/b": page1("Storm surge", strings.Repeat(storm, 3), ""),
		"/c": page1("Typhoon warning", strings.Repeat(storm, 4), ""),
	})
	out := filepath.Join(t.TempDir(), "run")
	if r := ontocrawl(t, l.args(t, out, "--refresh")...); r.code != cli.ExitUsage || !strings.Contains(r.err, "no pages to refresh") {
		t.Errorf("a refresh of nothing: code %d\n%s", r.code, r.err)
	}
	crawled := func(more ...string) result {
		t.Helper()
		r := ontocrawl(t, l.args(t, out, more...)...)
		if r.code != cli.ExitOK {
			t.Fatalf("%v: code %d\n%s%s", more, r.code, r.out, r.err)
		}
		return r
	}
	crawled()
	pages := readFile(t, out, "pages.jsonl")
	if strings.Count(pages, "\n") != 4 || exists(filepath.Join(out, rundir.ChangesFile)) {
		t.Fatalf("before any refresh:\n%s", pages)
	}
	if r := crawled("--refresh", "--refresh-min", "24h", "--refresh-max", "24h"); !strings.Contains(r.out, "Nothing is due yet") {
		t.Errorf("nothing is due, but it says\n%s", r.out)
	}

	l.edit(map[string]string{
		"/a": page1("Leek soup", "Cut the leeks, melt the butter, add water and salt.", `<a href="/d">Typhoon landfall</a>`),
		"/b": "", "/d": page1("Typhoon landfall", strings.Repeat(storm, 5), ""),
	})
	r := crawled("--refresh")
	same(t, "requests", l.requests(), []string{"/ 304", "/a 200", "/b 404", "/c 304", "/d 200"})
	same(t, "changes", l.changes(t, out, 0), []string{"changed /a true->false", "gone /b true->false", "new /d -->true"})
	if !strings.Contains(strings.Join(strings.Fields(r.out), " "), "new, changed, gone 1, 1, 1") {
		t.Errorf("the summary says\n%s", r.out)
	}
	if got := readFile(t, out, "pages.jsonl"); !strings.HasPrefix(got, pages) || strings.Count(got, "\n") != 5 {
		t.Errorf("pages.jsonl:\n%s", got)
	}

	l.edit(map[string]string{"/b": page1("Storm surge", storm+storm, ""), "/d": ""})
	crawled("--refresh")
	same(t, "requests of the second", l.requests(), []string{"/ 304", "/a 304", "/b 200", "/c 304", "/d 404"})
	same(t, "changes of the second", l.changes(t, out, 3), []string{"gone /d true->false", "new /b false->true"})

	export := ontocrawl(t, "export", out, "--relevant")
	for path, want := range map[string]bool{"/a": false, "/b": true, "/c": true, "/d": false} {
		if got := strings.Contains(export.out, `"url":"`+l.URL+path+`"`); got != want {
			t.Errorf("export has %s: %v, want %v", path, got, want)
		}
	}
	if kinds, _ := archived(t, out); kinds["revisit"] != 5 { // every 304
		t.Errorf("archive %v", kinds)
	}
	if r := crawled(); !strings.Contains(r.out, "This run is finished") {
		t.Errorf("without --refresh it is not finished:\n%s", r.out)
	}
}

// Killed in the middle of a refresh, again and again, the run ends with the same
// changes, each told once, and asks for no more than what was in flight twice.
func TestRefreshKilled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds and kills the program: not with -short")
	}
	bin := buildBinary(t)
	for _, mode := range [][]string{{"--workers", "2"}, {"--workers", "2", "--deterministic"}} {
		t.Run(strings.Join(mode, " "), func(t *testing.T) { refreshKilled(t, bin, mode) })
	}
}

func refreshKilled(t *testing.T, bin string, mode []string) {
	const n = 60
	l := newLiving(t)
	first, second := map[string]string{}, map[string]string{}
	var links strings.Builder
	var want []string
	for i := range n {
		path := fmt.Sprintf("/%02d", i)
		fmt.Fprintf(&links, `<a href="%s">Typhoon %d</a> `, path, i)
		first[path] = page1(fmt.Sprint("Typhoon ", i), strings.Repeat(storm, 1+i%3), "")
		switch i % 3 {
		case 1:
			second[path] = page1(fmt.Sprint("Typhoon ", i, " again"), strings.Repeat(storm, 2+i%3), "")
			want = append(want, "changed "+path)
		case 2:
			second[path] = ""
			want = append(want, "gone "+path)
		}
	}
	first["/"] = page1("Typhoons", storm, links.String())
	l.edit(first)
	out := filepath.Join(t.TempDir(), "run")
	mode = append(mode, "--max-pages", fmt.Sprint(n+1))
	if text, err := exec.Command(bin, l.args(t, out, mode...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	l.edit(second)
	l.slow = 5 * time.Millisecond
	kills := 0
	for at := 5; at < n; at += 12 {
		cmd := exec.Command(bin, l.args(t, out, append(mode, "--refresh")...)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(pacetest.Times(20 * time.Second)); len(l.requests()) < at && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		cmd.Process.Kill() //nolint:errcheck // it may have ended
		cmd.Wait()         //nolint:errcheck // killed
		kills++
	}
	// The last one: what is left of the refresh, however long it lasted.
	if text, err := exec.Command(bin, l.args(t, out, append(mode, "--refresh", "--refresh-min", "1h", "--refresh-max", "1h")...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var got []string
	for _, c := range l.changes(t, out, 0) {
		got = append(got, c[:strings.LastIndex(c, " ")])
	}
	slices.Sort(want)
	same(t, "changes", got, want)
	count := map[string]int{}
	for _, a := range l.requests() {
		count[a]++
	}
	if len(count) != n+1 {
		t.Errorf("%d pages were asked for, want %d", len(count), n+1)
	}
	total := len(l.requests())
	t.Logf("killed %d times: %d requests for %d pages", kills, total, n+1)
	// A page may be asked for again whose visit was not durable yet when the
	// process died: what was applied within the commit interval.
	if most := slices.Max(slices.Collect(maps.Values(count))); most > 1+kills {
		t.Errorf("a page was asked for %d times, with %d kills", most, kills)
	}
}
