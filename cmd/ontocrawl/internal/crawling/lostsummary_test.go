package crawling

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// TestSummaryIsLost: totals that are gone with their copy are named, and what is lost with them; the next run makes them again.
func TestSummaryIsLost(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir := filepath.Join(t.TempDir(), "run")
	crawl := func(pages string) {
		t.Helper()
		if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", dir, "--segmenter", "trie", "--max-pages", pages); r.code != cli.ExitOK {
			t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
		}
	}
	crawl("1")
	for _, name := range []string{"summary.json", ".summary.json.copy"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range []string{"verify", "repair"} {
		r := ontocrawl(t, command, dir)
		if r.code != cli.ExitOK || !strings.Contains(r.out, "summary.json: it is missing, and so is its copy") || !strings.Contains(r.out, "the time that was spent crawling") {
			t.Errorf("%s: code %d\n%s%s", command, r.code, r.out, r.err)
		}
	}
	crawl("2")
	if r := ontocrawl(t, "verify", dir); r.code != cli.ExitOK || strings.Contains(r.out, "summary.json") {
		t.Errorf("after the next run: code %d\n%s", r.code, r.out)
	}
}
