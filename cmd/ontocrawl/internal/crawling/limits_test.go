package crawling

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// What an error says of a limit can be done: the flag it names raises it.
func TestLimit(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "deep.ttl")
	const n = 1200
	doc := "@prefix : <http://x.org/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n:A a owl:Class ; :p " +
		strings.Repeat("[ :p ", n) + ":A" + strings.Repeat(" ]", n) + " ."
	if err := os.WriteFile(file, []byte(doc), 0o600); err != nil {
		t.Fatal(err)
	}
	const hint = "more than 1000 brackets inside each other (Limits.Depth); if the file is all right, raise it: --limit depth=NUMBER"
	for _, args := range [][]string{{"ontology", "inspect", file}, {"ontology", "convert", file, "--to", "ntriples"}} {
		r := ontocrawl(t, args...)
		if r.code != cli.ExitUsage || !strings.Contains(r.err, hint) {
			t.Errorf("%q: exit %d, error %s\nwant %s", args, r.code, r.err, hint)
		}
		if r = ontocrawl(t, append(args, "--limit", "depth=2000")...); r.code != 0 {
			t.Errorf("%q with the limit raised: exit %d, error %s", args, r.code, r.err)
		}
		if r = ontocrawl(t, append(args, "--limit", "depth=2000,triples=5")...); r.code != cli.ExitUsage || !strings.Contains(r.err, "more than 5 triples") || !strings.Contains(r.err, "--limit triples=NUMBER") {
			t.Errorf("%q: exit %d, error %s", args, r.code, r.err)
		}
	}
	for _, wrong := range []string{"deep=5", "depth=0", "depth=x", "depth", "relations=9999999999999999999"} {
		if r := ontocrawl(t, "ontology", "inspect", file, "--limit", wrong); r.code != cli.ExitUsage || !strings.Contains(r.err, "--limit") {
			t.Errorf("--limit %s: exit %d, error %s", wrong, r.code, r.err)
		}
	}
}
