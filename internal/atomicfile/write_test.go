package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestWrite: a file is made for its owner alone and replaced with its mode; nothing lies beside it, whatever fails.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	mode := func(want fs.FileMode) {
		t.Helper()
		if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%v, want %v (%v)", info.Mode(), want, err)
		}
	}
	if err := Write(name, []byte("one"), Options{}); err != nil {
		t.Fatal(err)
	}
	mode(0o600)
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Write(name, []byte("two"), Options{Mode: 0o666}); err != nil {
		t.Fatal(err)
	}
	mode(0o640)
	holds(t, name, "two")
	broken := errors.New("broken")
	err := WriteBy(name, Options{}, func(w io.Writer) error {
		w.Write([]byte("half")) //nolint:errcheck // the error comes after it
		return broken
	})
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	if err := Write(name, []byte("new"), Options{New: true}); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	holds(t, name, "two")
	if err := Write(name, []byte("secret"), Options{Private: true}); err != nil {
		t.Fatal(err)
	}
	mode(0o600)
	if err := os.MkdirAll(filepath.Join(dir, "folder", "in"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(dir, "folder"), nil, Options{}); err == nil {
		t.Error("a folder is replaced")
	}
	only(t, dir, "a", "folder")
}

// TestLinks: a link is replaced, or followed where a person may have made it; no name leads out of a root.
func TestLinks(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	target := write(t, filepath.Join(outside, "target"), "old")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := Write(link, []byte("followed"), Options{Follow: true}); err != nil {
		t.Fatal(err)
	}
	holds(t, target, "followed")
	if err := Write("link", []byte("here"), Options{Root: root}); err != nil {
		t.Fatal(err)
	}
	holds(t, target, "followed")
	if to, err := os.Readlink(link); err == nil {
		t.Errorf("it is still a link to %s", to)
	}
	if err := Write("../escaped", nil, Options{Root: root}); err == nil {
		t.Error("a name leads out of the root")
	}
	only(t, dir, "link")
	only(t, outside, "target")
}

// TestMove: files and folders get another name, in a root too.
func TestMove(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "d", "a"), "a")
	if err := Move(filepath.Join(dir, "d"), filepath.Join(dir, "e"), Options{}); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := Move("e/a", "b", Options{Root: root}); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(dir, "b"), "a")
	if err := Move("none", "b", Options{Root: root}); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	only(t, dir, "b", "e")
}
