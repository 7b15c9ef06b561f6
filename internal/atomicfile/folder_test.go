//go:build linux

package atomicfile_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// TestTempFolder: what a killed process left is removed by the next, unless it was made just now; the folder of a living one
// stays, and so does what is none of ours.
func TestTempFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	living, remove, err := atomicfile.TempFolder("trial")
	if err != nil {
		t.Fatal(err)
	}
	there := func(name string) bool {
		_, err := os.Lstat(name)
		return err == nil
	}
	old := time.Now().Add(-time.Minute)
	left, now, other := filepath.Join(os.TempDir(), "trial-1"), filepath.Join(os.TempDir(), "trial-2"), filepath.Join(os.TempDir(), "other-1")
	for _, dir := range []string{left, now, other} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(left, "part"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{living, left, other} {
		if err := os.Chtimes(dir, old, old); err != nil {
			t.Fatal(err)
		}
	}
	second, removeSecond, err := atomicfile.TempFolder("trial")
	if err != nil {
		t.Fatal(err)
	}
	if second == living || !there(second) || !there(living) || !there(now) || !there(other) || there(left) {
		t.Errorf("second %t, living %t, made now %t, other %t, left %t", there(second), there(living), there(now), there(other), there(left))
	}
	if err := remove(); err != nil || there(living) {
		t.Error(err)
	}
	if err := removeSecond(); err != nil || there(second) {
		t.Error(err)
	}
}
