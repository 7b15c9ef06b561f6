package state

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

// memoryCopy is a Copy in memory.
type memoryCopy struct {
	first  int64
	pieces [][]byte
	err    error
	deaf   bool // what comes is kept, and not answered
}

func (c *memoryCopy) Append(piece []byte) (int64, error) {
	if c.err != nil {
		return 0, c.err
	}
	c.pieces = append(c.pieces, append([]byte{}, piece...))
	if c.deaf {
		return 0, errSilent
	}
	return c.first + int64(len(c.pieces)), nil
}

func (c *memoryCopy) Cut(below int64) error {
	n := below - 1 - c.first
	c.first, c.pieces = c.first+n, c.pieces[n:]
	return nil
}

var errSilent = errors.New("no answer")

// follow brings the folder up to the copy, and returns whether it was usable before.
func (c *memoryCopy) follow(t *testing.T, dir string) bool {
	t.Helper()
	f, err := Follow(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	usable := f.Usable()
	for i, p := range c.pieces {
		if err := f.Take(c.first+int64(i)+1, p); err != nil {
			t.Error(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return usable
}

// records are all that a store holds, but for the mark and what a checkpoint covers.
func records(t *testing.T, s *Store) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := s.scan(nil, true, func(item *badger.Item) error {
		if string(item.Key()) == string(markOfCopy) {
			return nil
		}
		return item.Value(func(value []byte) error {
			all[string(item.Key())] = string(value)
			return nil
		})
	})
	if err == nil {
		err = s.eachReplay(func(key, value []byte) error {
			all[string(key)] = string(value)
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// copied opens a store with a copy.
func copied(t *testing.T, dir string, c *memoryCopy) *Store {
	t.Helper()
	s := opened(t, dir)
	if err := s.CopyTo(c, false); err != nil {
		t.Fatal(err)
	}
	return s
}

// recordCopied records visits with all that a visit can have, as numbers from first to last.
func recordCopied(t *testing.T, s *Store, first, last int) {
	t.Helper()
	for seq := first; seq <= last; seq++ {
		v := statetest.Visit(seq, 3)
		switch {
		case seq%6 == 3:
			v = statetest.Heard(seq, 2, uint64(seq))
		case v.Page != nil:
			v.Text = &crawl.Text{Packed: fmt.Append(nil, "text ", seq)}
			v.Written = wrote(seq, uint64(seq), 1).Written
		}
		if err := s.Record(v); err != nil {
			t.Fatal(err)
		}
		if seq%4 == 0 {
			if err := s.Commit(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
}

// same compares what a store holds with what one holds that was made of its copy.
func same(t *testing.T, s *Store, c *memoryCopy, dir string) {
	t.Helper()
	c.follow(t, dir)
	r := opened(t, dir)
	ours, theirs := records(t, s), records(t, r)
	for key, value := range ours {
		if theirs[key] != value {
			t.Errorf("record %q of the copy has %d bytes, want %d", key, len(theirs[key]), len(value))
		}
	}
	if len(ours) != len(theirs) {
		t.Errorf("%d records, %d in the copy", len(ours), len(theirs))
	}
	if r.Committed() != s.Committed() || r.ReceivedUpTo(2) != s.ReceivedUpTo(2) || r.PostedUpTo(1) != s.PostedUpTo(1) {
		t.Errorf("visits %d and %d, heard %d and %d, posted %d and %d", s.Committed(), r.Committed(), s.ReceivedUpTo(2), r.ReceivedUpTo(2), s.PostedUpTo(1), r.PostedUpTo(1))
	}
	want, err := s.readParts()
	if err != nil {
		t.Fatal(err)
	}
	have, err := r.readParts()
	if !maps.EqualFunc(want, have, bytes.Equal) || err != nil {
		t.Errorf("the checkpoint of the copy is another one: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestCopy: a store that is made of a copy, at whatever point, holds what the first one
// does: after batches, after a checkpoint, after a dump that has replaced all that was
// before it; and a folder that is behind comes up to it.
func TestCopy(t *testing.T) {
	c := &memoryCopy{}
	s := copied(t, t.TempDir(), c)
	s.copying.leastDump, s.copying.leastSave = 1<<40, 1
	if err := s.SetMeta("params", []byte("topic: typhoon\n")); err != nil {
		t.Fatal(err)
	}
	behind := filepath.Join(t.TempDir(), "behind")
	recordCopied(t, s, 1, 30)
	older := t.TempDir()
	same(t, s, c, older)
	same(t, s, c, behind)
	large := make([]byte, 2*maxPiece) // of several frames
	for i := range large {
		large[i] = byte(i * i >> 3)
	}
	if err := s.Checkpoint(30, statetest.Parts(map[string][]byte{"a": large, "b": nil})); err != nil {
		t.Fatal(err)
	}
	same(t, s, c, t.TempDir())
	recordCopied(t, s, 31, 50)
	same(t, s, c, t.TempDir())
	same(t, s, c, behind)
	s.copying.leastDump = 1
	if err := s.Checkpoint(50, statetest.Parts(map[string][]byte{"a": large[:10]})); err != nil {
		t.Fatal(err)
	}
	if c.first == 0 {
		t.Error("nothing was cut")
	}
	recordCopied(t, s, 51, 55)
	same(t, s, c, t.TempDir())
	same(t, s, c, behind) // it needs nothing that was cut
	f, err := Follow(older, Options{})
	if err != nil || f.Number() >= c.first || !f.Usable() {
		t.Errorf("a folder of before the cut: %v, at %d of %d", err, f.Number(), c.first)
	}
	f.Close()
}

// TestCopyLargeBatch: a batch of several pieces is taken whole or not at all.
func TestCopyLargeBatch(t *testing.T) {
	c := &memoryCopy{}
	s := copied(t, t.TempDir(), c)
	recordCopied(t, s, 1, 4)
	v := statetest.Visit(6, 1)
	v.Seq = 5
	v.Text = &crawl.Text{Packed: make([]byte, 2*maxPiece)}
	for i, x := 0, uint32(1); i < len(v.Text.Packed); i++ { // which nothing makes smaller
		x = x*1664525 + 1013904223
		v.Text.Packed[i] = byte(x >> 24)
	}
	before := len(c.pieces)
	if err := errors.Join(s.Record(v), s.Commit()); err != nil {
		t.Fatal(err)
	}
	if n := len(c.pieces) - before; n < 3 {
		t.Fatalf("%d pieces", n)
	}
	same(t, s, c, t.TempDir())
	cut := &memoryCopy{pieces: c.pieces[:len(c.pieces)-1]}
	dir := t.TempDir()
	cut.follow(t, dir)
	r := opened(t, dir)
	if r.Committed() != 4 {
		t.Errorf("%d visits of a batch that is not whole", r.Committed())
	}
	// Another writer goes on; what the first one did not end does not count.
	if err := r.CopyTo(cut, false); err != nil {
		t.Fatal(err)
	}
	recordCopied(t, r, 5, 9)
	same(t, r, cut, t.TempDir())
}

// TestCopyFails: what the copy does not take is not in the folder; what it took without an
// answer is had by following it.
func TestCopyFails(t *testing.T) {
	for _, deaf := range []bool{false, true} {
		c, dir := &memoryCopy{}, t.TempDir()
		s := copied(t, dir, c)
		recordCopied(t, s, 1, 4)
		if c.deaf = deaf; !deaf {
			c.err = errSilent
		}
		if err := errors.Join(s.Record(statetest.Visit(6-1, 2)), s.Commit()); !errors.Is(err, errSilent) {
			t.Fatalf("no copy: %v", err)
		}
		s.Close()
		c.deaf, c.err = false, nil
		if r := opened(t, dir); r.Committed() != 4 {
			t.Errorf("%d visits in the folder", r.Committed())
		} else {
			r.Close()
		}
		if !c.follow(t, dir) {
			t.Error("the folder cannot be used")
		}
		want := map[bool]int{false: 4, true: 5}[deaf]
		if r := opened(t, dir); r.Committed() != want {
			t.Errorf("answer lost: %v: %d visits, want %d", deaf, r.Committed(), want)
		}
	}
}

// TestCopyAll: a folder that never had a copy, or whose copy was lost, is copied whole; and one that
// has what no copy had is not taken for a part of it.
func TestCopyAll(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	recordCopied(t, s, 1, 12)
	if err := s.Checkpoint(12, statetest.Parts(map[string][]byte{"a": []byte("memory")})); err != nil {
		t.Fatal(err)
	}
	recordCopied(t, s, 13, 15)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if f, err := Follow(dir, Options{}); err != nil || f.Usable() {
		t.Errorf("a folder without a copy: %v", err)
	} else {
		f.Close()
	}
	c := &memoryCopy{}
	s = copied(t, dir, c)
	same(t, s, c, t.TempDir())
	recordCopied(t, s, 16, 20)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	lost := &memoryCopy{}
	s = opened(t, dir)
	if err := s.CopyTo(lost, true); err != nil {
		t.Fatal(err)
	}
	recordCopied(t, s, 21, 22)
	same(t, s, lost, t.TempDir())
	// A process that dies while it takes a dump leaves a folder that says so.
	half := t.TempDir()
	f, err := Follow(half, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Take(1, append([]byte{pieceVersion, byte(pieceDump), pieceFirst}, framed(0, nil)...)); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if f, err = Follow(half, Options{}); err != nil || f.Usable() {
		t.Errorf("half a dump: %v", err)
	}
	f.Close()
}

// framed is the body of a piece of one frame.
func framed(seq int, ops []byte) []byte {
	var got memoryCopy
	c := copying{to: &got}
	var n int64
	if _, err := c.frame(pieceBatch, 0, seq, ops, &n); err != nil {
		panic(err)
	}
	return got.pieces[0][3:]
}

// TestPieceGolden: the bytes of a piece and of a mark, as they are written now.
func TestPieceGolden(t *testing.T) {
	ops := appendOp(appendOp(nil, []byte("v1"), []byte("value")), []byte("x1"), nil)
	if got := fmt.Sprintf("%x", ops); got != "047631"+"05"+"76616c7565"+"057831" {
		t.Errorf("operations %s", got)
	}
	m := mark{number: 300, seq: 7, since: 5, dump: 6, replay: 1}
	if got := fmt.Sprintf("%x", m.append(nil)[:7]); got != "01"+"d804"+"0e"+"0a"+"0c"+"02" {
		t.Errorf("mark %s", got)
	}
	seq, body, err := openFrame(framed(9, ops))
	if err != nil || seq != 9 || string(body) != string(ops) {
		t.Errorf("frame: %d, %x, %v", seq, body, err)
	}
	have := map[string]string{}
	err = eachOp(body, func(key, value []byte) error {
		have[string(key)] = fmt.Sprint(value == nil, " ", string(value))
		return nil
	})
	if !maps.Equal(have, map[string]string{"v1": "false value", "x1": "true "}) || err != nil {
		t.Errorf("%v, %v", have, err)
	}
}

// FuzzOps: whatever comes is read or refused.
func FuzzOps(f *testing.F) {
	f.Add(appendOp(appendOp(nil, []byte("v1"), []byte("value")), []byte("x1"), nil))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		n := 0
		_ = eachOp(b, func(key, value []byte) error { n += len(key) + len(value); return nil })
		if n > len(b) {
			t.Errorf("%d bytes of %d", n, len(b))
		}
	})
}
