//go:build linux

package jobedit_test

import (
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
)

// TestNoRoom: when the system writes no more, the file is as it was, nothing lies about, and
// one line says why.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "jobs.yaml")
	put(t, name, text(1), 0o600)
	f := &jobedit.File{Path: name}
	signal.Ignore(unix.SIGXFSZ)
	defer signal.Reset(unix.SIGXFSZ)
	var was unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &was); err != nil {
		t.Skip(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 4096, Max: was.Max}); err != nil {
		t.Skip(err)
	}
	large := text(2) + strings.Repeat("# eight kilobytes\n", 500)
	_, err := f.Save(t.Context(), large, jobedit.VersionOf([]byte(text(1))))
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	var failed *jobedit.SaveError
	if !errors.As(err, &failed) || err.Error() != name+" was not changed: file too large" {
		t.Errorf("%v", err)
	}
	if got(t, name) != text(1) {
		t.Error("the file was changed")
	}
	only(t, dir, "jobs.yaml")
}

// TestReadOnlyFolder: a folder that cannot be written to.
func TestReadOnlyFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "jobs.yaml")
	put(t, name, text(1), 0o600)
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700) //nolint:errcheck // it is deleted
	_, err := (&jobedit.File{Path: name}).Save(t.Context(), text(2), jobedit.VersionOf([]byte(text(1))))
	var failed *jobedit.SaveError
	if !errors.As(err, &failed) || err.Error() != name+" was not changed: its folder cannot be written to (permission denied)" {
		t.Errorf("%v", err)
	}
	only(t, dir, "jobs.yaml")
}
