package crawling

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// TestReadOnlyRun: what only reads a run says the same of it on a disk that is read-only.
func TestReadOnlyRun(t *testing.T) {
	web, seeds := storedWeb(t)
	dir := t.TempDir() + "/run"
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", dir, "--segmenter", "trie", "--max-pages", "2"); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	commands := [][]string{{"links", dir}, {"verify", dir}, {"export", dir, "--format", "csv"}, {"query", dir, "ASK {}"}, {"coverage", dir}, {"rescore", dir}}
	var before []result
	for _, c := range commands {
		before = append(before, ontocrawl(t, c...))
	}
	if err := unix.Mount(dir, dir, "", unix.MS_BIND, ""); err != nil {
		t.Skipf("only root may mount a folder read-only: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	if err := unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/x", nil, 0o600); err == nil {
		t.Fatal("the folder can be written")
	}
	for i, c := range commands {
		if r := ontocrawl(t, c...); r.code != cli.ExitOK || r.out != before[i].out || before[i].code != cli.ExitOK {
			t.Errorf("%q: code %d\n%s%s\nbefore: code %d\n%s", c, r.code, r.out, r.err, before[i].code, before[i].out)
		}
	}
}
