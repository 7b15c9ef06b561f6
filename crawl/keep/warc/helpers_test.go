package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc/warctest"
)

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// journal holds what a state would have made durable.
type journal = warctest.Journal

func answer(seq int, url, body string) *crawl.Visit { return warctest.Answer(seq, url, body) }

func openArchiver(t testing.TB, dir string, j journal, opt Options) *Archiver {
	t.Helper()
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	v, err := Open(dir, opt)
	ok(t, err)
	ok(t, v.Restore(j))
	return v
}

func keep(t testing.TB, v *Archiver, x *crawl.Visit) crawl.Ref {
	t.Helper()
	ref, err := v.Keep(x)
	ok(t, err)
	x.Stored = ref
	return ref
}

// strictly reads a file with the strict Reader and returns its records with
// their blocks.
func strictly(t testing.TB, file []byte) (recs []*Record, blocks []string) {
	t.Helper()
	r := NewStrictReader(bytes.NewReader(file))
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return recs, blocks
		}
		ok(t, err)
		b, err := io.ReadAll(rec)
		ok(t, err)
		recs, blocks = append(recs, rec), append(blocks, string(b))
	}
}

// warcs returns the names of the WARC files in dir, in the order written.
func warcs(t testing.TB, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"+ExtGzip))
	ok(t, err)
	return names
}

func only(t testing.TB, dir string) (name string, content []byte) {
	t.Helper()
	names := warcs(t, dir)
	if len(names) != 1 {
		t.Fatalf("%d files, want 1: %v", len(names), names)
	}
	b, err := os.ReadFile(names[0])
	ok(t, err)
	return names[0], b
}

func pageBody(n int) string { return fmt.Sprintf("<title>page %d</title>typhoon %d", n, n*n) }

// quickDir is a folder in memory where there is one: a test that makes
// thousands of files durable would wait for the disk only.
func quickDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "warc")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
