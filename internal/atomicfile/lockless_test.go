package atomicfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// On a file system without locks nothing is written, and no empty file stays, which verify would call damaged. A file that
// was there stays, and so does one whose lock somebody else holds.
func TestAppendWithoutLocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before string
		err    error
		stays  bool
	}{
		"new":   {"", &locklessError{Name: "x", Err: syscall.ENOLCK}, false},
		"there": {"a\n", &locklessError{Name: "x", Err: syscall.ENOLCK}, true},
		"held":  {"", context.Canceled, true},
	} {
		file := filepath.Join(t.TempDir(), "x")
		if c.before != "" {
			if err := os.WriteFile(file, []byte(c.before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		err := Append(file, []byte("b\n"), Options{Lock: func(*os.File) error { return c.err }})
		text, gone := os.ReadFile(file)
		if !errors.Is(err, c.err) || (gone == nil) != c.stays || string(text) != c.before {
			t.Errorf("%s: %v; %q, %v", name, err, text, gone)
		}
	}
}
