package state

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/dgraph-io/badger/v4"
	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

// replayed returns the numbers of the visits that a Resume of s applies, and of their links.
func replayed(t *testing.T, s *Store) (list []string, err error) {
	t.Helper()
	err = s.Resume(func(int, map[string]crawl.Part) error { return nil }, func(v *crawl.Visit) error {
		links := 0
		if v.Page != nil {
			links = len(v.Page.Links)
		}
		list = append(list, fmt.Sprint(v.Seq, ":", links))
		return nil
	})
	return list, err
}

func record(t *testing.T, s *Store, visits ...*crawl.Visit) {
	t.Helper()
	for _, v := range visits {
		if err := s.Record(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
}

// page is visit seq with that many links; of the seqs of statetest.Visit only those with a page are taken.
func page(seq, links int) *crawl.Visit {
	v := statetest.Visit(2, links)
	v.Seq, v.Choice.URL = seq, fmt.Sprint("http://h.example/", seq)
	v.Page.URL, v.Page.Final = v.Choice.URL, v.Choice.URL
	return v
}

// TestReplayFile: the links of visits since the last checkpoint are in a file of their own, which the
// next checkpoint replaces; also a record of several chunks.
func TestReplayFile(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	record(t, s, page(1, 3), page(2, 9000), page(3, 1))
	want := []string{"1:3", "2:9000", "3:1"}
	check := func(s *Store, files ...string) {
		t.Helper()
		got, err := replayed(t, s)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("replayed (-want +got): %v\n%s", err, d)
		}
		names, err := filepath.Glob(filepath.Join(dir, "replay-*"))
		for i := range names {
			names[i] = filepath.Base(names[i])
		}
		if d := cmp.Diff(files, names); err != nil || d != "" {
			t.Errorf("files (-want +got): %v\n%s", err, d)
		}
	}
	check(s, "replay-0")
	if n := len(s.replays.frames); n < 4 {
		t.Errorf("9,000 links are in %d chunks", n-2)
	}
	if err := s.scan([]byte{replayKey}, false, func(*badger.Item) error { return errors.New("a replay record in Badger") }); err != nil {
		t.Error(err)
	}
	if err := errors.Join(s.Close()); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	check(s, "replay-0")
	record(t, s, page(4, 2))
	want = append(want, "4:2")
	check(s, "replay-0")
	if err := s.Checkpoint(4, statetest.Parts(nil)); err != nil {
		t.Fatal(err)
	}
	want = nil
	check(s)
	record(t, s, page(5, 7))
	want = []string{"5:7"}
	check(s, "replay-1")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	check(s, "replay-1")
	if err := errors.Join(s.Close(), Remove(dir)); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("Remove left %v, %v", left, err)
	}
}

// TestReplayFileOfAKill: what a kill left after the last visit of the journal, whole frames and the beginning of
// one, is cut off by the next record, and is never taken for the record of a later visit.
func TestReplayFileOfAKill(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	record(t, s, page(1, 3), page(2, 4))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var ahead replays
	for seq, links := range map[int]int{3: 50} {
		ahead.add(seq, new(packer).pack(appendReplay(nil, page(seq, links).Page)))
	}
	name := filepath.Join(dir, "replay-0")
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(append(b, ahead.buf...), ahead.buf[:20]...), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // to open it changes nothing
		s = opened(t, dir)
		if got, err := replayed(t, s); err != nil || fmt.Sprint(got) != "[1:3 2:4]" {
			t.Errorf("replayed %v, %v", got, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s = opened(t, dir)
	record(t, s, page(3, 1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	if got, err := replayed(t, s); err != nil || fmt.Sprint(got) != "[1:3 2:4 3:1]" {
		t.Errorf("replayed %v, %v", got, err)
	}
	b, err = os.ReadFile(name)
	if err != nil || int64(len(b)) != s.replays.size {
		t.Errorf("%d bytes, %d of them frames: %v", len(b), s.replays.size, err)
	}
}

// TestReplayFileDamaged: of a file that is damaged anywhere, all records are found but those in which the damage is.
func TestReplayFileDamaged(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	for seq := 1; seq <= 20; seq++ {
		record(t, s, page(seq, 5))
	}
	frames := s.replays.frames
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "replay-0")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f := frames[9]
	for what, at := range map[string]int64{"length": f.at - 4, "seq": f.at, "chunk": f.at + int64(f.size)/2, "checksum": f.at + int64(f.size) - 1} {
		for how, bits := range map[string]byte{"a bit": 1, "all": 255} {
			b := bytes.Clone(whole)
			b[at] ^= bits
			if err := os.WriteFile(name, b, 0o600); err != nil {
				t.Fatal(err)
			}
			var r replays
			if err := r.find(name); err != nil || len(r.frames) != 19 {
				t.Errorf("%s, %s: %d frames, want 19: %v", what, how, len(r.frames), err)
			}
			if got, err := r.read(10); got != nil || err != nil {
				t.Errorf("%s, %s: a record of visit 10, %v", what, how, err)
			}
			r.close()
			s := opened(t, dir)
			var damage *DamagedError
			if got, err := replayed(t, s); !errors.As(err, &damage) || len(got) != 9 {
				t.Errorf("%s, %s: %d visits are replayed, %v", what, how, len(got), err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			x, err := Examine(dir)
			if err != nil {
				t.Fatal(err)
			}
			for seq := 1; seq <= 20; seq++ {
				if r := x.Read(seq); (r.LinkErr != nil) != (seq == 10) || r.Err != nil {
					t.Errorf("%s, %s: visit %d: %v, %v", what, how, seq, r.LinkErr, r.Err)
				}
			}
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestReplayInBadger: the records that an earlier version kept in Badger are replayed, those of later visits after
// them, and a checkpoint deletes both.
func TestReplayInBadger(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	record(t, s, page(1, 3), page(2, 9000))
	if err := asEarlier(s); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Close(), os.Remove(filepath.Join(dir, "replay-0"))); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	record(t, s, page(3, 2))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	if got, err := replayed(t, s); err != nil || fmt.Sprint(got) != "[1:3 2:9000 3:2]" {
		t.Errorf("replayed %v, %v", got, err)
	}
	if err := s.Checkpoint(3, statetest.Parts(nil)); err != nil {
		t.Fatal(err)
	}
	if err := s.scan([]byte{replayKey}, false, func(*badger.Item) error { return errors.New("a replay record in Badger") }); err != nil {
		t.Error(err)
	}
}

// asEarlier puts the records of the file into Badger, as earlier versions did.
func asEarlier(s *Store) error {
	return s.db.Update(func(txn *badger.Txn) error {
		return s.eachReplay(func(key, value []byte) error { return txn.Set(key, value) })
	})
}

// FuzzReplayFile: whatever a file holds, its frames are found without a panic, in order and inside of it.
func FuzzReplayFile(f *testing.F) {
	var r replays
	r.add(1, new(packer).pack([]byte("one")))
	r.add(2, new(packer).pack([]byte("two")))
	f.Add(r.buf)
	f.Add(binary.LittleEndian.AppendUint32(nil, mostFrame))
	name := filepath.Join(f.TempDir(), "replay-0")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		var r replays
		defer r.close()
		if err := r.find(name); err != nil {
			t.Fatal(err)
		}
		at, last := int64(0), 0
		for _, f := range r.frames {
			if f.at < at+4 || f.seq < last || f.at+int64(f.size) > int64(len(b)) {
				t.Fatalf("%+v", r.frames)
			}
			at, last = f.at+int64(f.size), f.seq
			_, _ = r.read(f.seq)
		}
	})
}
