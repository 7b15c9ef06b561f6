package spill

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

func open(t *testing.T, dir string) (*Store, *Records) {
	t.Helper()
	s := New(dir, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { s.Close() })
	return s, s.Records('x')
}

func save(h *Records) []byte {
	var w binenc.Writer
	h.Save(&w)
	return w.Data()
}

func load(h *Records, data []byte) error {
	r := binenc.NewReader(data)
	h.Load(r)
	return r.Close()
}

func text(h *Records, n int32, run uint32) (s string) {
	h.Get(n, run, func(b []byte) { s = string(b) })
	return s
}

// TestRecords: a checkpoint finds its records after records were replaced, and after a
// later process was killed.
func TestRecords(t *testing.T) {
	dir := t.TempDir()
	s, h := open(t, dir)
	if data := save(h); len(data) != 1 {
		t.Errorf("no records take %d bytes", len(data))
	}
	first := h.Put(1, []byte("one"))
	two := h.Put(2, []byte("two"))
	h.Flush()
	if got := text(h, 1, first); got != "one" {
		t.Errorf("record 1 is %q", got)
	}
	h.Replaced(1, first)
	first = h.Put(1, []byte("one again"))
	checkpoint := save(h)
	if got := text(h, 1, first); got != "one again" {
		t.Errorf("record 1 is %q", got)
	}
	second := h.Put(1, []byte("newer"))
	h.Replaced(1, first)
	h.Flush()
	if second == first || text(h, 1, first) != "one again" || text(h, 1, second) != "newer" {
		t.Errorf("runs %d and %d hold %q and %q", first, second, text(h, 1, first), text(h, 1, second))
	}
	if err := errors.Join(s.Err(), s.Close()); err != nil { // the process is killed
		t.Fatal(err)
	}
	s, h = open(t, dir)
	if err := load(h, checkpoint); err != nil {
		t.Fatal(err)
	}
	if text(h, 1, first) != "one again" || text(h, 2, two) != "two" {
		t.Error("the checkpoint's records are not there")
	}
	third := h.Put(1, []byte("after the kill"))
	h.Replaced(1, first)
	if third <= second {
		t.Errorf("run %d is written again", third)
	}
	save(h) // deletes what the killed process left
	if h.Put(3, nil); text(h, 1, third) != "after the kill" || text(h, 1, first) != "one again" {
		t.Error("a record that a checkpoint may need is gone")
	}
	save(h)
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	if text(h, 1, first); s.Err() == nil {
		t.Error("a record is there that no checkpoint needs")
	}
	s.err = nil
	if text(h, 1, second); s.Err() == nil {
		t.Error("a record of the killed process is still there")
	}
}

// TestKindFirst: the records of an earlier version, whose keys begin with the kind, are
// found; what its killed process left is deleted, and nothing gets a key that was there.
func TestKindFirst(t *testing.T) {
	dir := t.TempDir()
	id := bytes.Repeat([]byte{7}, idSize)
	db, err := state.OpenDB(dir, state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(txn *badger.Txn) error {
		return errors.Join(txn.Set(idKey, id),
			txn.Set([]byte("x\x00\x00\x00\x02\x00\x00\x00\x05"), []byte("five")),
			txn.Set([]byte("x\x00\x00\x00\x03\x00\x00\x00\x05"), []byte("after the checkpoint")),
			txn.Set([]byte("y\x00\x00\x00\x09\x00\x00\x00\x01"), []byte("of another kind")))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	var w binenc.Writer // run 2 belongs to the checkpoint
	w.Bool(true)
	w.Bytes(id)
	w.Uint(2)
	for range 2 {
		s, h := open(t, dir)
		if err := load(h, w.Data()); err != nil {
			t.Fatal(err)
		}
		if got := text(h, 5, 2); got != "five" {
			t.Fatalf("record 5 is %q", got)
		}
		w = binenc.Writer{}
		run := h.Put(6, []byte("six"))
		if h.Save(&w); run <= 9 || text(h, 6, run) != "six" {
			t.Errorf("run %d was there before", run)
		}
		if got := text(s.Records('y'), 1, 9); got != "of another kind" {
			t.Errorf("the record of another kind is %q", got)
		}
		if text(h, 5, 3); s.Err() == nil {
			t.Error("a record of the killed process is still there")
		}
		s.Close()
	}
}

// TestRunFirst: what is put later has the greater key, whatever its kind.
func TestRunFirst(t *testing.T) {
	keys := [][]byte{keyOf('u', place{7, 9}, false), keyOf('e', place{8, -1}, false), keyOf('e', place{8, 0}, false), keyOf('u', place{9, 3}, false)}
	for i := 1; i < len(keys)-1; i++ {
		if bytes.Compare(keys[0], keys[i]) >= 0 || bytes.Compare(keys[i], keys[3]) >= 0 {
			t.Errorf("%x is not between %x and %x", keys[i], keys[0], keys[3])
		}
	}
}

// TestDamaged: a record that cannot be read is called damage, with the folder.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	s, h := open(t, dir)
	var runs []uint32
	for n := range int32(3000) {
		runs = append(runs, h.Put(n, fmt.Append(nil, "some text of record number ", n*7919)))
	}
	data := save(h)
	if err := errors.Join(s.Err(), s.Close()); err != nil {
		t.Fatal(err)
	}
	tables, err := filepath.Glob(filepath.Join(dir, "db", "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	for _, name := range tables {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := 20; i < len(b)/2; i += 97 {
			b[i] ^= 0x55
		}
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, h = open(t, dir)
	if err := load(h, data); err == nil {
		for n := range int32(3000) {
			h.Get(n, runs[n], func([]byte) {})
		}
	}
	var damaged *state.DamagedError
	if err := s.Err(); !errors.As(err, &damaged) || damaged.Dir != dir {
		t.Errorf("the error is %v", err)
	}
}

// TestUnmap: tables that were read leave the process, and every record is still there.
func TestUnmap(t *testing.T) {
	dir := t.TempDir()
	s, h := open(t, dir)
	var run uint32
	for n := range int32(2000) {
		run = h.Put(n, bytes.Repeat([]byte(fmt.Sprint(n, " is its number. ")), 40))
	}
	data := save(h)
	if err := errors.Join(s.Err(), s.Close()); err != nil { // or all is in a memtable
		t.Fatal(err)
	}
	s, h = open(t, dir)
	if err := load(h, data); err != nil {
		t.Fatal(err)
	}
	all := func() {
		t.Helper()
		for n := range int32(2000) {
			if want := fmt.Sprint(n, " is its number. "); text(h, n, run)[:len(want)] != want {
				t.Fatalf("record %d is %.20q", n, text(h, n, run))
			}
		}
	}
	s.mapped.end() // what is here alone is tested
	all()
	before := inProcess(s)
	s.mapped.unmap()
	if after := inProcess(s); before == 0 {
		t.Log("this system does not say which pages of the tables are in the process")
	} else if after != 0 {
		t.Errorf("%d KB of the tables are in the process, and %d afterwards", before, after)
	}
	all()
	if err := s.Err(); err != nil {
		t.Error(err)
	}
}

// TestUnmapAtWork: nothing is lost while tables are written, compacted, read and given back
// at once.
func TestUnmapAtWork(t *testing.T) {
	s, h := open(t, t.TempDir())
	value := func(n, k int32) []byte { return bytes.Repeat(fmt.Append(nil, n, " in round ", k, ". "), 100) }
	runs := map[int32]uint32{}
	for k := range int32(12) {
		for n := range int32(1000) {
			run := h.Put(n, value(n, k))
			if k > 0 {
				h.Replaced(n, runs[n])
			}
			runs[n] = run
		}
		save(h) // the next round is another run
		for n := k; n < 1000; n += 17 {
			if got := text(h, n, runs[n]); got != string(value(n, k)) {
				t.Fatalf("round %d: record %d is %.30q", k, n, got)
			}
		}
		s.mapped.unmap() // beside the store's own
	}
	if err := s.Err(); err != nil {
		t.Error(err)
	}
}

// inProcess is how many KB of the tables are in the process (proc_pid_smaps(5)).
func inProcess(s *Store) (kb int) {
	smaps, _ := os.ReadFile("/proc/self/smaps")
	of := false
	for line := range strings.Lines(string(smaps)) {
		if area, _, _ := strings.Cut(line, " "); strings.Contains(area, "-") {
			of = strings.HasSuffix(strings.TrimSpace(line), ".sst") && strings.Contains(line, s.mapped.dir)
		}
		if rest, ok := strings.CutPrefix(line, "Rss:"); ok && of {
			n, _ := strconv.Atoi(strings.Fields(rest)[0])
			kb += n
		}
	}
	return kb
}
