package rundir_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

func openRotating(t *testing.T, dir string) *rundir.Folder {
	t.Helper()
	opt := (&clock{epoch}).options()
	opt.RotateSize = 3000
	f, err := rundir.Open(dir, opt)
	ok(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

// rotated makes a run of the visits 1 to n in parts.
func rotated(t *testing.T, dir string, n int) {
	t.Helper()
	f := openRotating(t, dir)
	ok(t, f.Restore(new(state.Memory)))
	for seq := 1; seq <= n; seq++ {
		ok(t, f.Append(statetest.Visit(seq, 4)))
		if seq%3 == 0 || seq == n {
			ok(t, f.Flush())
		}
	}
	ok(t, f.Close())
}

// whole is all of pages.jsonl as its readers see it.
func whole(t *testing.T, dir string) string {
	t.Helper()
	var b bytes.Buffer
	for p, err := range rundir.Pages(dir) {
		ok(t, err)
		line, err := p.Line()
		ok(t, err)
		b.Write(line)
	}
	return b.String()
}

func partNames(t *testing.T, dir, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, pattern))
	ok(t, err)
	return names
}

func unzip(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	ok(t, err)
	z, err := gzip.NewReader(bytes.NewReader(b))
	ok(t, err)
	text, err := io.ReadAll(z)
	ok(t, err)
	return text
}

// Whatever a kill, a user or a disk leaves of the parts, a reader gets what the journal
// holds, once and in order, and what was there and is not in the journal is kept as
// .damaged.
func TestRotate(t *testing.T) {
	const n = 40
	plain := t.TempDir()
	want, _ := write(t, plain, n)
	first := t.TempDir()
	rotated(t, first, n)
	if got := partNames(t, first, "pages-*.jsonl.gz"); len(got) < 3 {
		t.Fatalf("parts %v", got)
	}
	if whole(t, first) != want {
		t.Error("the parts do not hold what one file does")
	}
	part1 := filepath.Base(partNames(t, first, "pages-*.jsonl.gz")[0])
	part2 := filepath.Base(partNames(t, first, "pages-*.jsonl.gz")[1])
	for name, hurt := range map[string]func(dir string){
		"nothing":                         func(string) {},
		"killed before a new pages.jsonl": func(dir string) { ok(t, os.Remove(filepath.Join(dir, rundir.PagesFile))) },
		"killed before it is compressed": func(dir string) {
			ok(t, os.WriteFile(filepath.Join(dir, part2[:len(part2)-3]), unzip(t, filepath.Join(dir, part2)), 0o644))
			ok(t, os.Remove(filepath.Join(dir, part2)))
		},
		"killed before the plain one is removed": func(dir string) {
			ok(t, os.WriteFile(filepath.Join(dir, part2[:len(part2)-3]), unzip(t, filepath.Join(dir, part2)), 0o644))
		},
		"a part deleted": func(dir string) { ok(t, os.Remove(filepath.Join(dir, part1))) },
		"a part that is no gzip": func(dir string) {
			ok(t, os.WriteFile(filepath.Join(dir, part2), []byte("not gzip"), 0o644))
		},
		"a part cut": func(dir string) {
			b, err := os.ReadFile(filepath.Join(dir, part2))
			ok(t, err)
			ok(t, os.WriteFile(filepath.Join(dir, part2), b[:len(b)/2], 0o644))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			rotated(t, dir, n)
			hurt(dir)
			f := openRotating(t, dir)
			ok(t, f.Restore(journal(t, n)))
			if got := whole(t, dir); got != want {
				t.Errorf("after it %d bytes are read, want %d", len(got), len(want))
			}
			if left := partNames(t, dir, "pages-*.jsonl"); len(left) > 0 {
				t.Errorf("not compressed: %v", left)
			}
			ok(t, f.Flush())
			if whole(t, dir) != want {
				t.Error("and after a flush")
			}
		})
	}
}

func TestRotatedIsCleared(t *testing.T) {
	dir := t.TempDir()
	rotated(t, dir, 20)
	ok(t, os.Remove(filepath.Join(dir, rundir.PagesFile)))
	ok(t, os.Remove(filepath.Join(dir, rundir.ErrorsFile)))
	if err := openRotating(t, dir).Restore(new(state.Memory)); err == nil {
		t.Error("parts without a journal are taken for a new run")
	}
	ok(t, rundir.Clear(dir))
	if left := partNames(t, dir, "pages*"); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
