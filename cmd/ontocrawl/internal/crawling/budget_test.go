package crawling

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// TestBudgets: a crawl ends at the requests, the time or the pages that it may take, and
// goes on with more.
func TestBudgets(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t) // of 4 pages, a dead link and a file that is no page
	out := filepath.Join(t.TempDir(), "run")
	steps := []struct {
		flags           []string
		says            string
		requests, pages int // at least so many pages; -1: as before
	}{
		{[]string{"--max-time", "1ns"}, "the time is over", 0, 0},
		{[]string{"--max-requests", "3"}, "the budget is spent", 3, 1},
		{[]string{"--max-requests", "3"}, "This run is finished (the budget is spent)", 3, 1},
		{[]string{"--max-requests", "5", "--max-time", "1h"}, "the budget is spent", 5, 2},
		{[]string{"--max-pages", "4", "--max-requests", "100"}, "the budget is spent", 5, 4},
		{nil, "no link is left to follow", 6, 4},
	}
	for _, s := range steps {
		args := append([]string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out, "--segmenter", "trie", "--workers", "1"}, s.flags...)
		r := ontocrawl(t, args...)
		sum, err := rundir.ReadSummary(out)
		if r.code != cli.ExitOK && s.requests != 0 || err != nil || !strings.Contains(r.out, s.says) {
			t.Fatalf("%v: code %d, %v\n%s%s", s.flags, r.code, err, r.out, r.err)
		}
		if s.requests >= 0 && sum.Requests != s.requests || sum.Pages < s.pages {
			t.Errorf("%v: %d requests, %d pages; want %d and %d or more", s.flags, sum.Requests, sum.Pages, s.requests, s.pages)
		}
	}
	r := ontocrawl(t, "status", out)
	for _, want := range []string{"requests a relevant page", "pages outside", "at a.example"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("status does not say %q:\n%s", want, r.out)
		}
	}
	page := filepath.Join(t.TempDir(), "report.html")
	if r := ontocrawl(t, "report", out, "--out", page); r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	for _, want := range []string{"for each relevant page", "Failures", "0 pages of hosts on which no seed stands"} {
		if !strings.Contains(readFile(t, filepath.Dir(page), "report.html"), want) {
			t.Errorf("the report does not say %q", want)
		}
	}
}

// TestLiveOutside: what lies outside of a stored web answers if that is asked for.
func TestLiveOutside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var links strings.Builder
	for i := range 30 {
		fmt.Fprintf(&links, `<a href="http://away%d.example/">Typhoon %d</a> `, i, i)
	}
	write(t, dir, "web/pages/home.html", page1("Typhoon desk", storm, links.String()))
	write(t, dir, "web/index.tsv", "http://a.example/\thome.html\ttext/html; charset=utf-8\t\n")
	seeds := write(t, dir, "seeds.txt", "http://a.example/\n")
	for outside, want := range map[string]func(s rundir.Summary) bool{
		"dead": func(s rundir.Summary) bool { return s.Outside == 0 && s.Errors["status 4xx"] == 30 && s.Requests == 31 },
		"live": func(s rundir.Summary) bool { return s.Outside > 10 && s.Requests == 31 },
	} {
		out := filepath.Join(t.TempDir(), "run")
		r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", filepath.Join(dir, "web"), "--web-outside", outside, "--seeds", seeds, "--out", out,
			"--segmenter", "trie", "--max-requests", "31", "--strategy", "breadth-first")
		s, err := rundir.ReadSummary(out)
		if r.code != cli.ExitOK || err != nil || !want(s) {
			t.Errorf("%s: code %d, %v, %+v\n%s", outside, r.code, err, s.Totals, r.err)
		}
	}
	r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", write(t, dir, "a.warc", ""), "--web-outside", "live", "--seeds", seeds, "--out", filepath.Join(dir, "no"))
	if r.code != cli.ExitUsage || !strings.Contains(r.err, "knows which hosts lie outside") {
		t.Errorf("of an archive: code %d\n%s", r.code, r.err)
	}
}
