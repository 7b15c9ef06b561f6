package crawling

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// A run in parts is one run to all that read it.
func TestRotateSize(t *testing.T) {
	t.Parallel()
	whole, parted := storedRun(t), storedRun(t, "--rotate-size", "1024")
	names, err := filepath.Glob(filepath.Join(parted, "pages-0*.jsonl.gz"))
	if err != nil || len(names) == 0 {
		t.Fatalf("parts %v, %v", names, err)
	}
	want, got := ontocrawl(t, "export", whole, "--format", "csv"), ontocrawl(t, "export", parted, "--format", "csv")
	if got.code != cli.ExitOK || len(got.out) != len(want.out) {
		t.Errorf("code %d\n%s\nwant\n%s", got.code, got.out, want.out)
	}
	for _, verb := range []string{"status", "report"} {
		if r := ontocrawl(t, verb, parted); r.code != cli.ExitOK || verb == "status" && strings.Count(r.out, "http://a.example/") < 3 {
			t.Errorf("%s: code %d\n%s%s", verb, r.code, r.out, r.err)
		}
	}
}
