package crawling

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// pagesOf returns what pages.jsonl of a run says of relevance, by URL.
func pagesOf(t *testing.T, out string) map[string]float64 {
	t.Helper()
	pages := map[string]float64{}
	for _, l := range readLines(t, out) {
		pages[l.URL] = l.Relevance
	}
	return pages
}

// What a crawl keeps of a stored web is a web of its own: crawled again it
// gives the same pages with the same judgements, whatever names it.
func TestCrawlArchive(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir := t.TempDir()
	run := func(out, web string, more ...string) result {
		t.Helper()
		r := ontocrawl(t, append([]string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out, "--segmenter", "trie"}, more...)...)
		if r.code != cli.ExitOK {
			t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
		}
		return r
	}
	first := filepath.Join(dir, "first")
	run(first, web, "--warc", "all", "--warc-size", "1024")
	kinds, lines := archived(t, first)
	if kinds["response"] != 6 || kinds["metadata"] != 6 || kinds["warcinfo"] < 2 {
		t.Errorf("records %v", kinds)
	}
	if text := placeField.ReplaceAllString(readFile(t, first, "pages.jsonl"), "") + readFile(t, first, "errors.jsonl"); len(lines) != strings.Count(text, "\n") {
		t.Errorf("%d lines", len(lines))
	} else {
		for _, l := range lines {
			if !strings.Contains(text, l) || !json.Valid([]byte(l)) {
				t.Errorf("a metadata record says %s", l)
			}
		}
	}
	files, _ := filepath.Glob(filepath.Join(first, "warc", "*.warc.gz"))
	want := fmt.Sprint(pagesOf(t, first))
	for i, web := range []string{first, filepath.Join(first, "warc"), strings.Join(files, ",")} {
		out := filepath.Join(dir, fmt.Sprint("again", i))
		run(out, web)
		if got := fmt.Sprint(pagesOf(t, out)); got != want {
			t.Errorf("--web %s: pages %s, want %s", web, got, want)
		}
		if kinds, _ := archived(t, out); kinds["response"] != 3 { // without the soup, the page of NULs and the dead link
			t.Errorf("--warc relevant kept %v", kinds)
		}
	}
	none := filepath.Join(dir, "none")
	run(none, web, "--warc", "none")
	if exists(filepath.Join(none, "warc")) {
		t.Error("--warc none makes a folder")
	}
	run(none, web, "--warc", "relevant") // what is kept may change within a run
	run(first, web, "--fresh", "--warc", "none")
	if exists(filepath.Join(first, "warc")) {
		t.Error("--fresh leaves an archive behind")
	}
}

func TestArchiveThatCannotBeRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, seeds := storedWeb(t)
	bad := write(t, dir, "bad.warc.gz", "<html>not a WARC")
	r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", bad, "--seeds", seeds, "--out", filepath.Join(dir, "run"))
	if r.code != cli.ExitUsage || !strings.Contains(r.err, "bad.warc.gz: warc: record at byte 0") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	r = ontocrawl(t, "crawl", "--topic", "typhoon", "--web", filepath.Join(dir, "none.warc.gz"), "--seeds", seeds, "--out", filepath.Join(dir, "run2"))
	if r.code != cli.ExitUsage || !strings.Contains(r.err, "none.warc.gz") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
}
