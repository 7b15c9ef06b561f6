package state

import (
	"encoding/binary"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

func openStore(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(dir, Options{ValueLog: 8 << 20, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// partsOf returns the parts of the checkpoint.
func partsOf(s *Store) (parts map[string][]byte, err error) {
	err = s.Resume(func(_ int, p map[string]crawl.Part) (err error) { parts, err = statetest.Bytes(p); return err }, func(*crawl.Visit) error { return nil })
	return parts, err
}

// TestPartsInDB: a checkpoint whose parts an earlier version stored in the
// database is read, and makes room for one in a file.
func TestPartsInDB(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	m := manifest{Gen: 3, Parts: []part{{Name: "p", Length: 5, Chunks: 1}, {Name: "q"}}}
	text := m.append(nil)
	text[0] = manifestInDB
	key := binary.BigEndian.AppendUint64(seqKey(chunkKey, 3), 0)
	if err := s.db.Update(func(txn *badger.Txn) error {
		return errors.Join(txn.Set(key, chunks([]byte("hello"))[0]), txn.Set([]byte{manifestKey}, sealed(text)))
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir)
	if parts, err := partsOf(s); err != nil || string(parts["p"]) != "hello" || len(parts) != 2 {
		t.Fatalf("parts %q, %v", parts, err)
	}
	if n := s.CheckpointSize(); n != 0 {
		t.Errorf("%d bytes of a checkpoint in a file", n)
	}
	if err := s.Checkpoint(0, statetest.Parts(map[string][]byte{"p": []byte("new")})); err != nil {
		t.Fatal(err)
	}
	if n := s.CheckpointSize(); n < 3 {
		t.Errorf("%d bytes of a checkpoint in a file, with three of a part", n)
	}
	left := 0
	if err := s.scan([]byte{chunkKey}, false, func(*badger.Item) error { left++; return nil }); err != nil || left != 0 {
		t.Errorf("%d chunks are left in the database, %v", left, err)
	}
	if parts, err := partsOf(s); err != nil || string(parts["p"]) != "new" {
		t.Errorf("parts %q, %v", parts, err)
	}
}

// TestPartsFile: one checkpoint file stays; if it is truncated or missing, Open says so.
func TestPartsFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a[b]*") // not a pattern
	s := openStore(t, dir)
	big := make([]byte, 2*chunkSize+5)
	for i := range big {
		big[i] = byte(i * i >> 9)
	}
	for range 3 {
		if err := s.Checkpoint(0, statetest.Parts(map[string][]byte{"a": big, "b": {1}, "empty": {}})); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(s.partsName(99), []byte("torn"), 0o600); err != nil { // a process died while it wrote
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir)
	name := s.partsName(s.checkpoint.Gen)
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 { // HEAD, db and one checkpoint
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	if parts, err := partsOf(s); err != nil || string(parts["a"]) != string(big) || len(parts) != 3 {
		t.Errorf("%d parts, %v", len(parts), err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte{}, whole...)
	flipped[len(flipped)/2] ^= 1
	long := append([]byte{0xff, 0xff, 0xff, 0xff}, whole[4:]...)
	for what, text := range map[string][]byte{"cut": whole[:len(whole)-1], "empty": nil, "flipped": flipped, "length": long} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		var damage *DamagedError
		if _, err := partsOf(s); !errors.As(err, &damage) {
			t.Errorf("%s: %v, want a DamagedError", what, err)
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	var damage *DamagedError
	if _, err := partsOf(s); !errors.As(err, &damage) {
		t.Errorf("gone: %v, want a DamagedError", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("Remove left %v, %v", entries, err)
	}
}
