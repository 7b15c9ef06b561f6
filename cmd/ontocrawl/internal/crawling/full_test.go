package crawling

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir/rundirtest"
)

// TestFullOutput: a command whose output cannot be written failed while working,
// whatever it is; its command line is not wrong.
func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full: ", err)
	}
	defer full.Close()
	dir := t.TempDir()
	rundirtest.Stored{Format: 3, Name: "judged"}.Unpack(t, dir)
	t.Chdir(dir)
	write(t, dir, "page.html", page1("Typhoon", storm, ""))
	for _, args := range []string{
		"score page.html --topic typhoon", "score page.html --topic typhoon --json",
		"topic typhoon", "topic typhoon --json", "similarity 台风 风暴潮",
		"ontology validate typhoon", "ontology inspect typhoon", "ontology tree typhoon", "ontology diff typhoon rainstorm",
		"report run -o -", "status run", "status run --json", "export run --format jsonl", "rescore run", "coverage run",
		"config", "version",
	} {
		var stderr bytes.Buffer
		code := run(context.Background(), strings.Fields(args), cli.Streams{In: strings.NewReader(""), Out: full, Err: &stderr}, []string{"LANG=en_GB.UTF-8"})
		if code != cli.ExitFailure || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%s: code %d, want %d\n%s", args, code, cli.ExitFailure, stderr.String())
		}
	}
}
