package statetest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Test examines the State that open gives. Opening the same folder again after
// Close must give what was stored. If durable is set, a copy of a folder that
// is in use must open as after the death of its process, and a second open of
// a folder in use must fail.
func Test(t *testing.T, open func(dir string) (crawl.State, error), durable bool) {
	x := suite{open: open}
	t.Run("empty", x.empty)
	t.Run("record", x.record)
	t.Run("order", x.order)
	t.Run("recorded", x.recorded)
	t.Run("reopen", x.reopen)
	t.Run("checkpoint", x.checkpoint)
	t.Run("checkpoint again", x.checkpointAgain)
	t.Run("large parts", x.largeParts)
	t.Run("many links", x.manyLinks)
	t.Run("stopped readers", x.stops)
	t.Run("sources and revisits", x.kinds)
	t.Run("texts", x.texts)
	t.Run("letters", x.letters)
	t.Run("before commit", x.beforeCommit)
	t.Run("before commit fails", x.beforeCommitFails)
	if durable {
		t.Run("killed", x.killed)
		t.Run("killed with texts", x.killedTexts)
		t.Run("killed at a checkpoint", x.killedCheckpoint)
		t.Run("double open", x.doubleOpen)
	}
}

type suite struct {
	open func(dir string) (crawl.State, error)
}

func (x suite) must(t *testing.T, dir string) crawl.State {
	t.Helper()
	s, err := x.open(dir)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// resumed holds what Resume told.
type resumed struct {
	seq    int
	parts  map[string][]byte
	visits []*crawl.Visit
}

func resume(t *testing.T, s crawl.State) resumed {
	t.Helper()
	var r resumed
	loads := 0
	err := s.Resume(func(seq int, parts map[string]crawl.Part) (err error) {
		loads++
		if r.seq = seq; parts != nil {
			r.parts, err = Bytes(parts)
			ok(t, err)
		}
		n := 0
		if err := s.Visits(func(*crawl.Visit) error { n++; return nil }); err != nil || n != s.Committed() {
			t.Errorf("within load Visits gave %d visits of %d and %v", n, s.Committed(), err)
		}
		return nil
	}, func(v *crawl.Visit) error {
		r.visits = append(r.visits, v)
		return nil
	})
	ok(t, err)
	if loads != 1 {
		t.Fatalf("Resume called load %d times, want once", loads)
	}
	return r
}

// holds checks that s has exactly the visits 1..n, each with the given number
// of links, and a checkpoint at mark.
func holds(t *testing.T, s crawl.State, n, links, mark int) {
	t.Helper()
	if got := s.Committed(); got != n {
		t.Errorf("Committed() = %d, want %d", got, n)
	}
	seq := 0
	ok(t, s.Visits(func(v *crawl.Visit) error {
		seq++
		if d := cmp.Diff(bare(Visit(seq, links), false), v); d != "" {
			return fmt.Errorf("visit %d differs (-want +got):\n%s", seq, d)
		}
		return nil
	}))
	if seq != n {
		t.Errorf("Visits gave %d visits, want %d", seq, n)
	}
	r := resume(t, s)
	if r.seq != mark || len(r.visits) != n-mark {
		t.Fatalf("Resume: checkpoint at %d and %d visits, want %d and %d", r.seq, len(r.visits), mark, n-mark)
	}
	for i, v := range r.visits {
		if d := cmp.Diff(bare(Visit(mark+i+1, links), true), v); d != "" {
			t.Fatalf("Resume: visit %d differs (-want +got):\n%s", mark+i+1, d)
		}
	}
}

func record(t *testing.T, s crawl.State, from, to, links int) {
	t.Helper()
	for seq := from; seq <= to; seq++ {
		ok(t, s.Record(Visit(seq, links)))
	}
}

func (x suite) empty(t *testing.T) {
	s := x.must(t, t.TempDir())
	holds(t, s, 0, 0, 0)
	if r := resume(t, s); r.parts != nil {
		t.Errorf("parts of a checkpoint that was never made: %v", r.parts)
	}
	if s.Recorded("https://h1.example/") {
		t.Error("Recorded in an empty state")
	}
	ok(t, s.Commit())
}

func (x suite) record(t *testing.T) {
	s := x.must(t, t.TempDir())
	record(t, s, 1, 250, 5)
	ok(t, s.Commit())
	holds(t, s, 250, 5, 0)
}

// order: a gap or a repetition in the numbers is a mistake of the caller, and
// leaves the journal as it was.
func (x suite) order(t *testing.T) {
	s := x.must(t, t.TempDir())
	record(t, s, 1, 3, 1)
	for _, seq := range []int{3, 5, 0, -1} {
		if err := s.Record(Visit(seq, 1)); err == nil {
			t.Errorf("Record of visit %d after visit 3: no error", seq)
		}
	}
	if err := s.Checkpoint(2, nil); err == nil {
		t.Error("Checkpoint of visit 2 after visit 3: no error")
	}
	record(t, s, 4, 4, 1)
	ok(t, s.Commit())
	holds(t, s, 4, 1, 0)
}

func (x suite) recorded(t *testing.T) {
	dir := t.TempDir()
	s := x.must(t, dir)
	check := func(n int) {
		t.Helper()
		for seq := 1; seq <= n; seq++ {
			v := Visit(seq, 0)
			if got := s.Recorded(v.Choice.URL); got != v.OK() {
				t.Errorf("Recorded(%q) = %v, want %v", v.Choice.URL, got, v.OK())
			}
			if v.OK() && !s.Recorded(v.Page.Final) {
				t.Errorf("Recorded(%q) = false, want true: pages answered under it", v.Page.Final)
			}
		}
		if u := Visit(n+1, 0).Choice.URL; s.Recorded(u) {
			t.Errorf("Recorded(%q) = true before it was", u)
		}
	}
	for seq := 1; seq <= 210; seq++ { // inside and outside of the open batch
		record(t, s, seq, seq, 0)
		if seq%30 == 0 {
			check(seq)
		}
	}
	long := Visit(211, 0)
	long.Choice.URL += string(bytes.Repeat([]byte("x"), 5000))
	long.Page.Final = long.Choice.URL
	ok(t, s.Record(long))
	other := long.Choice.URL + "y"
	ok(t, s.Close())
	s = x.must(t, dir)
	if !s.Recorded(long.Choice.URL) || s.Recorded(other) {
		t.Error("a long URL is not told from one that begins like it")
	}
	check(210)
}

func (x suite) reopen(t *testing.T) {
	dir := t.TempDir()
	for n := range 4 {
		s := x.must(t, dir)
		holds(t, s, n*40, 3, 0)
		record(t, s, n*40+1, n*40+40, 3)
		ok(t, s.Commit())
		ok(t, s.Close())
	}
	holds(t, x.must(t, dir), 160, 3, 0)
}

func (x suite) checkpoint(t *testing.T) {
	dir := t.TempDir()
	parts := map[string][]byte{"strategy": []byte("s1"), "scorer": {}, "engine": {0, 255, 10}}
	s := x.must(t, dir)
	record(t, s, 1, 70, 4)
	ok(t, s.Checkpoint(70, Parts(parts)))
	holds(t, s, 70, 4, 70)
	record(t, s, 71, 90, 4)
	ok(t, s.Commit())
	ok(t, s.Close())

	s = x.must(t, dir)
	holds(t, s, 90, 4, 70)
	if d := cmp.Diff(parts, resume(t, s).parts); d != "" {
		t.Errorf("parts (-want +got):\n%s", d)
	}
}

func (x suite) checkpointAgain(t *testing.T) {
	dir := t.TempDir()
	s := x.must(t, dir)
	ok(t, s.Checkpoint(0, Parts(map[string][]byte{"a": []byte("zero")})))
	for n := 1; n <= 5; n++ {
		record(t, s, n*10-9, n*10, 2)
		// Fewer and shorter parts each time: nothing of the last may shine through.
		ok(t, s.Checkpoint(n*10, Parts(map[string][]byte{fmt.Sprint("p", n): bytes.Repeat([]byte{byte(n)}, 100-n)})))
	}
	ok(t, s.Close())
	s = x.must(t, dir)
	want := map[string][]byte{"p5": bytes.Repeat([]byte{5}, 95)}
	if r := resume(t, s); r.seq != 50 || cmp.Diff(want, r.parts) != "" {
		t.Errorf("checkpoint at %d with %v, want 50 with %v", r.seq, r.parts, want)
	}
	record(t, s, 51, 51, 2)
	ok(t, s.Commit())
	holds(t, s, 51, 2, 50)
}

func (x suite) largeParts(t *testing.T) {
	dir := t.TempDir()
	big := make([]byte, 5<<20+17)
	for i := range big {
		big[i] = byte(i * i >> 8)
	}
	parts := map[string][]byte{"big": big, "exact": big[:1<<20], "small": {1}}
	s := x.must(t, dir)
	ok(t, s.Checkpoint(0, Parts(parts)))
	ok(t, s.Checkpoint(0, Parts(parts)))
	ok(t, s.Close())
	got := resume(t, x.must(t, dir)).parts
	for name := range parts {
		if !bytes.Equal(parts[name], got[name]) {
			t.Errorf("part %q of %d bytes came back as %d others", name, len(parts[name]), len(got[name]))
		}
	}
}

// manyLinks: a page of 30,000 links is several chunks.
func (x suite) manyLinks(t *testing.T) {
	dir := t.TempDir()
	s := x.must(t, dir)
	record(t, s, 1, 2, 30000)
	ok(t, s.Close())
	holds(t, x.must(t, dir), 2, 30000, 0)
}

func (x suite) stops(t *testing.T) {
	s := x.must(t, t.TempDir())
	record(t, s, 1, 20, 1)
	ok(t, s.Commit())
	mine := errors.New("mine")
	n := 0
	if err := s.Visits(func(*crawl.Visit) error { n++; return mine }); err != mine || n != 1 {
		t.Errorf("Visits = %v after %d calls, want the error of the first", err, n)
	}
	noLoad := func(int, map[string]crawl.Part) error { return nil }
	n = 0
	if err := s.Resume(noLoad, func(*crawl.Visit) error { n++; return mine }); err != mine || n != 1 {
		t.Errorf("Resume = %v after %d calls of apply, want the error of the first", err, n)
	}
	err := s.Resume(func(int, map[string]crawl.Part) error { return mine }, func(*crawl.Visit) error { n++; return nil })
	if err != mine || n != 1 {
		t.Errorf("Resume = %v, want the error of load and no apply", err)
	}
}

// killed: after each of 150 visits, some committed by the batch, some by
// Commit, the folder as a dying process leaves it holds at least what was
// committed then, and nothing that was not recorded.
func (x suite) killed(t *testing.T) {
	dir := t.TempDir()
	s := x.must(t, dir)
	for seq := 1; seq <= 150; seq++ {
		record(t, s, seq, seq, 2)
		if seq%40 == 0 {
			ok(t, s.Commit())
		}
		if seq%25 != 3 && seq != 150 {
			continue
		}
		committed := s.Committed()
		dead := x.must(t, CopyDir(t, dir))
		if got := dead.Committed(); got < committed || got > seq {
			t.Fatalf("killed after visit %d with %d committed: %d there", seq, committed, got)
		}
		holds(t, dead, dead.Committed(), 2, 0)
		ok(t, dead.Close())
	}
}

func (x suite) killedCheckpoint(t *testing.T) {
	dir := t.TempDir()
	s := x.must(t, dir)
	for n := 1; n <= 3; n++ {
		record(t, s, n*20-19, n*20, 2)
		ok(t, s.Checkpoint(n*20, Parts(map[string][]byte{"p": {byte(n)}})))
		dead := x.must(t, CopyDir(t, dir))
		holds(t, dead, n*20, 2, n*20)
		if p := resume(t, dead).parts["p"]; !bytes.Equal(p, []byte{byte(n)}) {
			t.Errorf("killed after checkpoint %d: part is %v", n, p)
		}
		ok(t, dead.Close())
	}
}

func (x suite) doubleOpen(t *testing.T) {
	dir := t.TempDir()
	s := x.must(t, dir)
	if again, err := x.open(dir); err == nil {
		again.Close()
		t.Error("a folder in use was opened a second time")
	}
	record(t, s, 1, 1, 1)
	ok(t, s.Close())
	holds(t, x.must(t, dir), 1, 1, 0)
}

// CopyDir copies dir as it is on disk now, as a killed process would leave it,
// and returns the copy. Holes stay holes: databases reserve large files.
func CopyDir(t testing.TB, dir string) string {
	t.Helper()
	to := t.TempDir()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		return copySparse(filepath.Join(to, rel), path)
	})
	ok(t, err)
	return to
}

func copySparse(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	buf, zero := make([]byte, 1<<20), make([]byte, 1<<20)
	for off := int64(0); ; {
		n, err := io.ReadFull(in, buf)
		if n > 0 && !bytes.Equal(buf[:n], zero[:n]) {
			if _, err := out.WriteAt(buf[:n], off); err != nil {
				return err
			}
		}
		off += int64(n)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return out.Truncate(off)
		}
		if err != nil {
			return err
		}
	}
}
