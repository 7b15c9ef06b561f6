package crawling

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// parquetJudge compares a Parquet file, as pyarrow and DuckDB read it, with the lines of the same pages.
const parquetJudge = `
import json, sys, duckdb, pyarrow.parquet as pq
lines = [json.loads(l) for l in open(sys.argv[2], encoding="utf-8")]
rows = pq.read_table(sys.argv[1]).to_pylist()
assert len(rows) == len(lines) > 0, (len(rows), len(lines))
for row, line in zip(rows, lines):
    for name in ("url", "title", "lang", "relevance", "relevant", "status", "depth", "evidence"):
        assert row[name] == line[name], (name, row[name], line[name])
    assert row["fetched_at"].isoformat(timespec="milliseconds") == line["fetched_at"].replace("Z", "+00:00"), (row["fetched_at"], line["fetched_at"])
n, found, labels = duckdb.sql("SELECT count(*), count(*) FILTER (relevant), sum(len(evidence)) FROM '%s'" % sys.argv[1]).fetchall()[0]
assert (n, found, labels) == (len(lines), sum(l["relevant"] for l in lines), sum(len(l["evidence"]) for l in lines)), (n, found, labels)
`

// Readers of other makers read an export as Parquet as it was written.
func TestParquetByOthers(t *testing.T) {
	t.Parallel()
	python := os.Getenv("PEERS_PYTHON")
	if python == "" {
		t.Skip("SKIPPED: PEERS_PYTHON names no Python with pyarrow and duckdb (bench/peers/install)")
	}
	run, dir := storedRun(t), t.TempDir()
	table, lines := filepath.Join(dir, "p.parquet"), filepath.Join(dir, "p.jsonl")
	for _, name := range []string{table, lines} {
		if r := ontocrawl(t, "export", run, "-o", name); r.code != cli.ExitOK {
			t.Fatalf("code %d\n%s", r.code, r.err)
		}
	}
	if out, err := exec.Command(python, "-c", parquetJudge, table, lines).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
