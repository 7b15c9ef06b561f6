package state

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Badger leaves a log of no bytes when it is killed while it makes or drops
// one. Such a folder is whole.
func TestOpenSweepsEmptyLogs(t *testing.T) {
	for _, name := range []string{"000099.vlog", "00099.mem"} {
		dir := t.TempDir()
		s, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		v := &crawl.Visit{Seq: 1, Choice: crawl.Choice{URL: "http://a.example/"}, Status: 404, Failure: crawl.Failure{Text: "status 404"}}
		if err := s.Record(v); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "db", name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err = Open(dir, Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := s.Committed(); got != 1 {
			t.Errorf("%s: %d visits, want 1", name, got)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A running crawl's files are not touched, empty or not.
func TestSweepLeavesOpenFolderAlone(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	empty := filepath.Join(dir, "db", "000099.vlog")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// A table that is being written: the MANIFEST does not name it, and is cut short.
	table, manifest := filepath.Join(dir, "db", "000099.sst"), filepath.Join(dir, "db", "MANIFEST")
	if err := os.WriteFile(table, []byte("begun"), 0o600); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(manifest, append(whole, 0, 0), 0o600); err != nil {
		t.Fatal(err)
	}
	var locked *LockedError
	if _, err := Open(dir, Options{}); !errors.As(err, &locked) || locked.PID != os.Getpid() {
		t.Errorf("the folder is in use: %v", err)
	}
	if err := errors.Join(os.Remove(table), os.WriteFile(manifest, whole, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(empty); err != nil {
		t.Errorf("the file of a folder in use was deleted: %v", err)
	}
	if err := os.Remove(empty); err != nil {
		t.Fatal(err)
	}
}
