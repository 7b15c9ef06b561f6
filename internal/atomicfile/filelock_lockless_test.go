//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// What file systems without locks answer is told apart from a lock that somebody holds and from other errors, and who reads it
// knows what to do.
func TestLockless(t *testing.T) {
	for _, err := range []error{unix.ENOLCK, unix.EOPNOTSUPP, unix.ENOSYS} {
		var none *locklessError
		got := lockless("/share/run", err)
		if !errors.As(got, &none) || !errors.Is(got, err) || !strings.HasPrefix(got.Error(), "/share/run lies on a file system without locks, such as NFS") {
			t.Errorf("%v: %v", err, got)
		}
	}
	for _, err := range []error{nil, unix.EBADF, unix.EWOULDBLOCK} {
		if got := lockless("x", err); got != err {
			t.Errorf("%v: %v", err, got)
		}
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "x"))
	if err != nil {
		t.Fatal(err)
	}
	if held, err := TryLock(f); !held || err != nil {
		t.Error(held, err)
	}
	f.Close()
	if held, err := TryLock(f); held || err == nil {
		t.Error("a closed file is locked", err)
	}
}
