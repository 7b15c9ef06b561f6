package atomicfile

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// What a killed process left is removed; what is written just now, what a living process writes, and what is not ours stays.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-2 * time.Hour)
	lay := func(name string, at time.Time) {
		t.Helper()
		full := filepath.Join(dir, name)
		if err := os.WriteFile(full, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(full, at, at); err != nil {
			t.Fatal(err)
		}
	}
	lay(tempName("a.csv"), old)
	lay(tempName("b.csv"), old)
	young := tempName("a.csv")
	lay(young, time.Now())
	for _, name := range []string{".a.csv.short.tmp", ".a.csv.abcdefgh.tmp", "a.csv.ABCDEFGH.tmp", ".ABCDEFGH.tmp", "a.csv"} {
		lay(name, old)
	}
	living, err := Create(filepath.Join(dir, "a.csv"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer living.Discard()
	if err := os.Chtimes(filepath.Join(dir, living.tmp), old, old); err != nil {
		t.Fatal(err)
	}
	names := func() (all []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			all = append(all, e.Name())
		}
		return all
	}
	Sweep(dir, "a.csv")
	if got := names(); len(got) != 8 || !slices.Contains(got, living.tmp) || !slices.Contains(got, young) {
		t.Errorf("%q", got)
	}
	Sweep(dir, "")
	if got := names(); len(got) != 7 {
		t.Errorf("%q", got)
	}
	Sweep(filepath.Join(dir, "none"), "")
}
