package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return name
}

func holds(t *testing.T, name, want string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s holds %q, want %q (%v)", name, got, want, err)
	}
}

// only fails if the folder has other names than these.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	var got []string
	for _, e := range all {
		got = append(got, e.Name())
	}
	if err != nil || strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the folder has %q, want %q (%v)", got, names, err)
	}
}

// TestReplace: the file that was read is replaced, through a link, with its permissions, and the earlier one
// is kept; one that was saved since is left alone, and nothing lies beside it.
func TestReplace(t *testing.T) {
	dir, kept := t.TempDir(), filepath.Join(t.TempDir(), "deep", "earlier")
	name := write(t, filepath.Join(dir, "o.ttl"), "one")
	link := filepath.Join(dir, "z.ttl")
	if err := os.Symlink("o.ttl", link); err != nil {
		t.Skip(err)
	}
	text, sum, err := ReadSum(link, 3)
	if err != nil || string(text) != "one" {
		t.Fatal(string(text), err)
	}
	if _, _, err := ReadSum(link, 2); err == nil {
		t.Error("a file above the bound is read")
	}
	if err := Replace(link, sum, []byte("two, longer"), kept); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "two, longer")
	holds(t, kept, "one")
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if to, err := os.Readlink(link); err != nil || to != "o.ttl" {
		t.Errorf("the link is %q (%v)", to, err)
	}
	for _, saved := range []string{"", "tw", "two, longer still"} {
		write(t, name, saved)
		if err := Replace(name, Sum([]byte("two, longer")), []byte("three"), kept); !errors.Is(err, ErrChanged) {
			t.Errorf("%q was saved, and the error is %v", saved, err)
		}
		holds(t, name, saved)
	}
	holds(t, kept, "one")
	only(t, dir, "o.ttl", "z.ttl")
	if err := Replace(dir, sum, nil, ""); !errors.Is(err, errNotFile) {
		t.Errorf("a folder: %v", err)
	}
	if err := Replace(filepath.Join(dir, "none"), sum, nil, ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := Replace(name, Sum([]byte("two, longer still")), nil, filepath.Join(name, "x")); err == nil {
		t.Error("a file is replaced whose earlier version cannot be kept")
	}
	holds(t, name, "two, longer still")
	only(t, dir, "o.ttl", "z.ttl")
}

// TestLastMoment: what another program saves after the last look is found when the names are exchanged,
// and stays.
func TestLastMoment(t *testing.T) {
	dir := t.TempDir()
	a, b := write(t, filepath.Join(dir, "a"), "saved by another"), write(t, filepath.Join(dir, "b"), "ours")
	if err := swap(a, b); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("names cannot be exchanged here")
	}
	holds(t, a, "ours")
	holds(t, b, "saved by another")
	if err := exchange(b, a, Sum([]byte("as it was read")), 99); !errors.Is(err, ErrChanged) {
		t.Errorf("%v", err)
	}
	holds(t, b, "saved by another")
	only(t, dir, "b")
}

// TestAtOnce: of many who read the same content, one replaces it.
func TestAtOnce(t *testing.T) {
	name := write(t, filepath.Join(t.TempDir(), "o"), "first")
	var done atomic.Int32
	var wait sync.WaitGroup
	for i := range 16 {
		wait.Go(func() {
			switch err := Replace(name, Sum([]byte("first")), fmt.Appendf(nil, "by %d", i), ""); {
			case err == nil:
				done.Add(1)
			case !errors.Is(err, ErrChanged) && !errors.Is(err, ErrBusy):
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if done.Load() != 1 {
		t.Errorf("%d replaced it", done.Load())
	}
	only(t, filepath.Dir(name), "o")
}

// TestNew: a file that was not there is made, for its owner alone; one that has come meanwhile stays.
func TestNew(t *testing.T) {
	name := filepath.Join(t.TempDir(), "jobs.yaml")
	if err := Replace(name, NoFile, []byte("first"), ""); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Error(info.Mode(), err)
	}
	if err := Replace(name, NoFile, []byte("second"), ""); !errors.Is(err, ErrChanged) {
		t.Error(err)
	}
	if b, err := os.ReadFile(name); err != nil || string(b) != "first" {
		t.Errorf("%s %v", b, err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(name), ".*")); err != nil || len(left) > 0 {
		t.Error("left over:", left, err)
	}
}
