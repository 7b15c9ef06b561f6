package state

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

// flips calls f with a copy of the state in dir for each bit that is flipped: some in each block of each table, mostly at its ends, where
// the lengths are.
func flips(t *testing.T, dir string, f func(what, dir string, seen bool)) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "db", "*.sst"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		blocks := statetest.Blocks(text)
		if len(blocks) < 3 {
			t.Fatalf("%s has %d blocks", name, len(blocks))
		}
		for i, b := range blocks {
			for _, at := range []int{b[0], b[0] + 1, (b[0] + b[1]) / 2, b[1] - 20, b[1] - 4, b[1] - 3, b[1] - 2, b[1] - 1} {
				for _, bit := range []byte{1 << 0, 1 << 6} {
					spoiled, flipped := statetest.CopyDir(t, dir), bytes.Clone(text)
					flipped[at] ^= bit
					file := filepath.Join(spoiled, "db", filepath.Base(name))
					if err := os.WriteFile(file, flipped, 0o600); err != nil {
						t.Fatal(err)
					}
					seen := checkTable(file, badger.DefaultOptions("").Compression) != nil || checkBlocks(file) != nil
					f(fmt.Sprintf("%s: bit %d of byte %d of block %d of %d", filepath.Base(name), bit, at-b[0], i, len(blocks)), spoiled, seen)
					if err := os.RemoveAll(spoiled); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// TestSalvageOfBlocks: whatever bit of whatever block of a table is flipped, a Salvage reads all that stands in other blocks, and says
// that the table is damaged; it is no error. A block whose lengths are wrong made Badger's iterators panic.
func TestSalvageOfBlocks(t *testing.T) {
	dir, opt := t.TempDir(), Options{MemTable: 8 << 20, ValueThreshold: 64 << 10}
	const n = 100
	db, err := OpenDB(dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	value := func(i int) []byte { return bytes.Repeat([]byte(fmt.Sprintf("%d %x,", i, i*i*i)), 30) }
	for i := range n {
		if err := db.Update(func(txn *badger.Txn) error { return txn.Set(fmt.Appendf(nil, "key%03d", i), value(i)) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	worst, damaged := n, 0
	flips(t, dir, func(what, dir string, seen bool) {
		s, err := OpenSalvage(dir, opt)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		defer s.Close()
		var have []int
		err = s.Each(func(key, v []byte) error {
			i := 0
			if _, err := fmt.Sscanf(string(key), "key%03d", &i); err != nil || !bytes.Equal(v, value(i)) {
				t.Errorf("%s: %q is %.20q", what, key, v)
			}
			have = append(have, i)
			return nil
		})
		slices.Sort(have)
		if len(slices.Compact(have)) != len(have) || err != nil || (len(s.Faults) > 0) != seen || !seen && len(have) != n {
			t.Errorf("%s: seen %v, %d entries, faults %v: %v", what, seen, len(have), s.Faults, err)
		}
		if seen {
			damaged++
		}
		if len(have) > 0 { // else it is the last block, without which Badger opens no table
			worst = min(worst, len(have))
		}
	})
	if damaged < 20 || worst < n*2/3 {
		t.Errorf("%d damaged; of %d entries %d are left", damaged, n, worst)
	}
	t.Logf("%d damaged; of %d entries at least %d are left", damaged, n, worst)
}

// TestExamineBlocks: the same with an Examination, and what it reads of each visit.
func TestExamineBlocks(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	const n = 60
	for seq := 1; seq <= n; seq++ {
		if err := s.Record(statetest.Visit(seq, 3)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	damaged, lost := 0, 0
	flips(t, dir, func(what, dir string, seen bool) {
		x, err := Examine(dir)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		defer x.Close()
		if (len(x.Faults) > 0) != seen || x.Committed != n {
			t.Errorf("%s: seen %v, %d visits, faults %v", what, seen, x.Committed, x.Faults)
		}
		missing := 0
		for seq := 1; seq <= n; seq++ {
			if r := x.Read(seq); r.Err != nil {
				missing++
			}
		}
		if !seen && missing > 0 {
			t.Errorf("%s: %d visits are lost", what, missing)
		}
		if seen {
			damaged++
		}
		if missing < n { // else it is the last block
			lost = max(lost, missing)
		}
	})
	if damaged < 20 || lost == 0 || lost > n*2/3 {
		t.Errorf("%d damaged; of %d visits at most %d are lost", damaged, n, lost)
	}
	t.Logf("%d damaged; of %d visits at most %d are lost", damaged, n, lost)
}
