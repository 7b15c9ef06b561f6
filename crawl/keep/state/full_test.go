//go:build linux

package state_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

// disk mounts a file system of its own, which can be filled without harm.
func disk(t *testing.T, mb int) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm", mb)); err != nil {
		t.Skipf("only root may mount a small disk to fill: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill takes n bytes of the disk of dir, or all that is left if there is less,
// and returns the file that takes them.
func fill(t *testing.T, dir string, n int64) (name string) {
	t.Helper()
	f, err := os.CreateTemp(dir, "other")
	ok(t, err)
	defer f.Close()
	var st unix.Statfs_t
	ok(t, unix.Statfs(dir, &st))
	if left := int64(st.Bavail) * int64(st.Bsize); n > left {
		n = left
	}
	ok(t, unix.Fallocate(int(f.Fd()), 0, 0, max(n, 1)))
	return f.Name()
}

// isFull demands the error of a full disk, on one line.
func isFull(t *testing.T, dir string, err error) {
	t.Helper()
	var space *state.SpaceError
	if !errors.As(err, &space) || space.Dir != dir || space.Free >= space.Need {
		t.Fatalf("on a full disk: %v, want a SpaceError", err)
	}
	if s := err.Error(); strings.Contains(s, "\n") || strings.Count(s, dir) != 1 || !strings.Contains(s, fmt.Sprintf("%d MB are free", space.Free>>20)) || !strings.Contains(s, "free some space") {
		t.Errorf("message: %q", s)
	}
}

// TestFull: another process fills the disk during a crawl, bit by bit (Badger
// can still be closed) or all of it between two batches (it cannot).
func TestFull(t *testing.T) {
	for name, step := range map[string]int64{"slowly": 1 << 20, "at once": 1 << 40} {
		t.Run(name, func(t *testing.T) { testFull(t, step) })
	}
}

func testFull(t *testing.T, step int64) {
	mount := disk(t, 128)
	dir := filepath.Join(mount, "state")
	s := open(t, dir)
	recordLinks(t, s, 1, 120, 250)
	ok(t, s.Checkpoint(120, statetest.Parts(map[string][]byte{"p": make([]byte, 100<<10)})))
	others, err := recordWhileFilling(t, s, mount, 120, step)
	isFull(t, dir, err)
	n := s.Committed()
	if n < 120 || !strings.Contains(err.Error(), fmt.Sprintf("up to visit %d is safe", n)) {
		t.Errorf("message of a journal of %d visits: %v", n, err)
	}
	if again := s.Record(statetest.Visit(20000, 50)); again == nil || again.Error() != err.Error() {
		t.Errorf("Record after the disk was full = %v", again)
	}
	isFull(t, dir, s.Close())
	if step > 128<<20 { // else closing may have freed enough
		_, err := state.Open(dir, small)
		isFull(t, dir, err)
	}
	for _, name := range others {
		ok(t, os.Remove(name))
	}
	_ = s.Close() // the first error again, or nothing
	goesOn(t, dir, n)
}

// recordWhileFilling records visits after seq and lets another take step bytes
// of the disk after every 50, until an error.
func recordWhileFilling(t *testing.T, s *state.Store, mount string, seq int, step int64) (others []string, err error) {
	for range 500 {
		for range 50 {
			seq++
			if err := s.Record(statetest.Visit(seq, 50)); err != nil {
				return others, err
			}
		}
		others = append(others, fill(t, mount, step))
	}
	return others, nil
}

// goesOn demands the n visits of a journal, and that it can be continued.
func goesOn(t *testing.T, dir string, n int) {
	t.Helper()
	s := open(t, dir)
	if s.Committed() != n {
		t.Fatalf("%d visits are left of %d", s.Committed(), n)
	}
	recordLinks(t, s, n+1, n+60, 250)
	ok(t, s.Close())
	s = open(t, dir)
	if visits, replayed, err := countVisits(s); err != nil || visits != n+60 || replayed != n+60-120 {
		t.Errorf("%d visits and %d to replay, want %d and %d: %v", visits, replayed, n+60, n+60-120, err)
	}
	ok(t, s.Close())
}

// TestFullAtOpen: a folder whose disk is full is neither opened nor damaged,
// new or old, and can be removed.
func TestFullAtOpen(t *testing.T) {
	for _, closed := range []bool{true, false} {
		mount := disk(t, 128)
		dir := filepath.Join(mount, "state")
		ok(t, os.CopyFS(dir, os.DirFS(whole(t, closed))))
		other := fill(t, mount, 1<<40)
		for range 2 {
			_, err := state.Open(dir, small)
			isFull(t, dir, err)
		}
		ok(t, os.Remove(other))
		goesOn(t, dir, 180)
		fill(t, mount, 1<<40)
		ok(t, state.Remove(dir))
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("Remove on a full disk left %v, %v", left, err)
		}
	}
	tiny := filepath.Join(disk(t, 3), "state")
	_, err := state.Open(tiny, small)
	isFull(t, tiny, err)
}

// isDenied demands an error of access, on one line, not of damage.
func isDenied(t *testing.T, dir string, err, want error) {
	t.Helper()
	var damaged *state.DamagedError
	if !errors.Is(err, want) || errors.As(err, &damaged) {
		t.Fatalf("Open = %v, want one of %v", err, want)
	}
	if s := err.Error(); strings.Contains(s, "\n") || !strings.Contains(s, dir) || !strings.Contains(s, "another folder") && !strings.Contains(s, "a folder elsewhere") {
		t.Errorf("message: %q", s)
	}
}

func TestReadOnlyDisk(t *testing.T) {
	mount := disk(t, 128)
	dir := filepath.Join(mount, "state")
	ok(t, os.CopyFS(dir, os.DirFS(whole(t, true))))
	ok(t, unix.Mount("", mount, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""))
	_, err := state.Open(dir, small)
	isDenied(t, dir, err, unix.EROFS)
	_, err = state.Open(filepath.Join(mount, "new"), small)
	isDenied(t, filepath.Join(mount, "new"), err, unix.EROFS)
	ok(t, unix.Mount("", mount, "", unix.MS_REMOUNT, ""))
	goesOn(t, dir, 180)
}

// TestDenied: a folder, or a file in it, is another user's.
func TestDenied(t *testing.T) {
	for _, name := range []string{".", "db", "HEAD", "db/MANIFEST", "db/000001.vlog", "replay-1"} {
		dir := whole(t, true)
		ok(t, os.Chmod(filepath.Dir(dir), 0o755)) // testing's, closed to nobody
		ok(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			return errors.Join(err, os.Chmod(path, 0o777))
		}))
		path := filepath.Join(dir, name)
		ok(t, os.Chmod(path, 0o555))
		var err error
		asNobody(t, func() { _, err = state.Open(dir, small) })
		isDenied(t, dir, err, fs.ErrPermission)
		if !strings.Contains(err.Error(), path) {
			t.Errorf("%s is not named: %v", path, err)
		}
		ok(t, os.Chmod(path, 0o777))
		goesOn(t, dir, 180)
	}
}

// asNobody calls f with the rights on files of a user who has none of his own,
// if this is root, to whom no mode applies. Only f's thread changes; it ends
// with its goroutine.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if _, err := unix.SetfsuidRetUid(65534); err != nil {
			t.Error(err)
			return
		}
		f()
	}()
	<-done
}
