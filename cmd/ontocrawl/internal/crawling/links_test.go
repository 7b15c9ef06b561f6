package crawling

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
)

// TestLinks: the links that wait in a run are shown with what speaks for them, in text and
// as JSON, and the run is not changed by that: it goes on as if nobody had looked.
func TestLinks(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir := t.TempDir()
	crawl := func(out, pages string) result {
		t.Helper()
		r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", dir+"/"+out, "--segmenter", "trie", "--deterministic", "--max-pages", pages, "--method-option", "tries=7")
		if r.code != cli.ExitOK {
			t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
		}
		return r
	}
	crawl("run", "1")
	run := dir + "/run"
	r := ontocrawl(t, "links", run)
	for _, want := range []string{"links that wait: 4\n", "1.  ", "http://a.example/1\n", "found on http://a.example/, 1 links from a seed", "anchor", "of a proven host"} {
		if r.code != cli.ExitOK || !strings.Contains(r.out, want) {
			t.Errorf("code %d, no %q in\n%s%s", r.code, want, r.out, r.err)
		}
	}
	var w session.Waiting
	r = ontocrawl(t, "status", run, "--json")
	var s progress.Report
	if err := json.Unmarshal([]byte(r.out), &s); err != nil {
		t.Fatalf("%v: %s", err, r.out)
	}
	r = ontocrawl(t, "links", run, "--json", "--top", "1")
	if err := json.Unmarshal([]byte(r.out), &w); err != nil || w.Total != 4 || len(w.Links) != 1 || w.Links[0].URL != "http://a.example/1" || len(w.Links[0].Parts) == 0 {
		t.Errorf("%v: %s", err, r.out)
	}
	if n := w.Total + w.Sources + w.UnderWay; n != s.Waiting || w.ForLast+w.ForGood != 0 {
		t.Errorf("links counts %d, status %d: %s", n, s.Waiting, r.out)
	}
	if r := ontocrawl(t, "links", run, "--url", "http://A.example:80/2"); r.code != cli.ExitOK || !strings.Contains(r.out, "http://a.example/2\n") || strings.Contains(r.out, "/1\n") {
		t.Errorf("one link: code %d\n%s%s", r.code, r.out, r.err)
	}
	for _, wrong := range [][]string{{"--url", "http://a.example/"}, {"--url", "javascript:1"}, {"--top", "-1"}, {"--host", "a.example", "--url", "http://a.example/2"}} {
		if r := ontocrawl(t, append([]string{"links", run}, wrong...)...); r.code != cli.ExitUsage || r.out != "" {
			t.Errorf("%q: code %d, %s%s", wrong, r.code, r.out, r.err)
		}
	}
	if r := ontocrawl(t, "links", t.TempDir()); r.code != cli.ExitUsage || !strings.Contains(r.err, "no run folder") {
		t.Errorf("no run: code %d, %s", r.code, r.err)
	}
	crawl("run", "3")
	crawl("undisturbed", "1")
	crawl("undisturbed", "3")
	urls := func(out string) (urls string) {
		for line := range strings.Lines(readFile(t, dir, out+"/pages.jsonl")) {
			var p struct{ URL string }
			if err := json.Unmarshal([]byte(line), &p); err != nil {
				t.Fatal(err)
			}
			urls += p.URL + "\n"
		}
		return urls
	}
	if a, b := urls("run"), urls("undisturbed"); a != b || strings.Count(a, "\n") != 3 {
		t.Errorf("after a look the run has %q, undisturbed %q", a, b)
	}
}
