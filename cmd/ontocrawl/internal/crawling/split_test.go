package crawling

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/node"
)

// TestSplitCommand: a run with settings of its own is split, goes on in parts, is merged and
// goes on as one run, by the command that made it.
func TestSplitCommand(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	crawl := func(out, pages string, more ...string) result {
		t.Helper()
		return ontocrawl(t, append([]string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", in(out), "--segmenter", "trie", "--max-pages", pages, "--method-option", "tries=7"}, more...)...)
	}
	ok := func(r result) result {
		t.Helper()
		if r.code != cli.ExitOK {
			t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
		}
		return r
	}
	ok(crawl("run", "1"))
	var n node.Split
	if r := ok(ontocrawl(t, "cluster", "split", in("run"), "--parts", "2", "--out", in("parts"), "--json")); json.Unmarshal([]byte(r.out), &n) != nil || n.Pages != 1 || n.Parts != 2 || n.Waiting < 1 {
		t.Errorf("split: %s", r.out)
	}
	if r := crawl("parts", "3", "--parts", "3"); r.code == cli.ExitOK || !strings.Contains(r.err, "in 2 parts, not in 3") {
		t.Errorf("another number of parts: code %d, %s", r.code, r.err)
	}
	if r := ok(crawl("parts", "2", "--parts", "2")); !strings.Contains(r.err, "says itself in how many parts it is") {
		t.Errorf("the former flag: %s", r.err)
	}
	ok(crawl("parts", "3"))
	if r := crawl("new", "3", "--parts", "2"); r.code != cli.ExitUsage || !strings.Contains(r.err, "leave it out") || exists(in("new")) {
		t.Errorf("a new crawl in parts: code %d, %s", r.code, r.err)
	}
	if r := ok(ontocrawl(t, "cluster", "merge", in("parts"), "--out", in("whole"), "--continue")); !strings.Contains(r.out, "3 pages") || !strings.Contains(r.out, "with --out") {
		t.Errorf("merge: %s%s", r.out, r.err)
	}
	ok(crawl("whole", "4"))
	pages := 0
	for range rundir.Latest(in("whole")) {
		pages++
	}
	if pages != 4 {
		t.Errorf("%d pages, want 4", pages)
	}
	for want, args := range map[string][]string{
		"says into how many":   {"split", in("run"), "--out", in("x")},
		"names the run folder": {"merge", in("parts")},
		"is there already":     {"split", in("run"), "--parts", "2", "--out", in("parts")},
		"split into 2 to 256":  {"split", in("run"), "--parts", "1", "--out", in("x")},
		"holds no run":         {"split", dir, "--parts", "2", "--out", in("x")},
		"takes two steps":      {"split", rundir.PartDir(in("parts"), 0), "--parts", "2", "--out", in("x")},
		"holds no crawl in":    {"merge", in("run"), "--out", in("x"), "--continue"},
	} {
		if r := ontocrawl(t, append([]string{"cluster"}, args...)...); r.code != cli.ExitUsage || !strings.Contains(r.err, want) {
			t.Errorf("%v: code %d, want %q in %s", args, r.code, want, r.err)
		}
	}
}
