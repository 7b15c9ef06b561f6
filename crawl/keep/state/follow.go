package state

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/dgraph-io/badger/v4"
	"github.com/klauspost/compress/s2"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Follower makes a Store of its copy, or brings a folder up to the end of it. One goroutine
// uses it.
type Follower struct {
	s     *Store
	mark  mark
	fresh bool // nothing was there and nothing was taken

	frame   []byte // pieces of a frame that is not whole
	kind    pieceKind
	open    bool  // a group has begun and is not over
	size    int64 // of the pieces of the group
	dumping *badger.WriteBatch
	file    *atomicfile.File // of the checkpoint being taken
	saved   manifest
}

// Follow opens the state in folder dir to take pieces of its copy. The errors are Open's.
func Follow(dir string, opt Options) (*Follower, error) {
	s, err := Open(dir, opt)
	if err != nil {
		return nil, err
	}
	f := &Follower{s: s}
	if f.mark, err = s.readMark(); err != nil {
		return nil, errors.Join(err, s.release())
	}
	f.fresh = f.mark.number == 0 && s.seq == 0
	return f, nil
}

// Number returns the number of the last piece that the folder has; 0: none.
func (f *Follower) Number() int64 { return f.mark.number }

// Usable reports whether the pieces after Number can be taken. Else the folder has what no
// copy had, or lost what one has: a power cut, or the end of a process that took a dump.
func (f *Follower) Usable() bool {
	return f.fresh || f.mark.number > 0 && f.mark.seq == f.s.seq
}

// Take takes a piece by its number, in order. What no writer has ended does not count.
func (f *Follower) Take(number int64, piece []byte) error {
	if number <= f.mark.number {
		return nil
	}
	if err := f.take(number, piece); err != nil {
		return english.Errorf("crawl/keep/state: piece %d of the copy of %s: %w", number, f.s.dir, err)
	}
	return nil
}

func (f *Follower) take(number int64, piece []byte) error {
	if len(piece) < 3 || piece[0] != pieceVersion {
		return english.Errorf("it is of another version than %d", pieceVersion)
	}
	kind, flags, body := pieceKind(piece[1]), piece[2], piece[3:]
	if flags&pieceFirst != 0 && flags&pieceGoesOn == 0 {
		f.kind, f.open, f.size = kind, true, 0
		f.frame = f.frame[:0]
	}
	if !f.open || f.kind != kind {
		return nil // of a group whose beginning was not there
	}
	if flags&pieceGoesOn == 0 {
		f.frame = f.frame[:0]
	}
	f.frame, f.size = append(f.frame, body...), f.size+int64(len(piece))
	if flags&pieceMore != 0 {
		return nil
	}
	seq, ops, err := openFrame(f.frame)
	if err != nil {
		return err
	}
	if flags&pieceLast != 0 {
		f.open = false
	}
	switch kind {
	case pieceBatch:
		return f.batch(number, seq, ops)
	case pieceCheckpoint:
		return f.checkpoint(number, flags, ops)
	case pieceDump:
		return f.dump(number, seq, flags, ops)
	}
	return english.Errorf("no group is of the kind %q", byte(kind))
}

func openFrame(b []byte) (seq int, body []byte, err error) {
	if b, err = unseal(b); err != nil {
		return 0, nil, err
	}
	if b, err = s2.Decode(nil, b); err != nil {
		return 0, nil, err
	}
	n, size := binary.Uvarint(b)
	if size <= 0 {
		return 0, nil, errChecksum
	}
	return int(n), b[size:], nil
}

// batch does what a transaction did, in one.
func (f *Follower) batch(number int64, seq int, ops []byte) error {
	m := f.mark
	m.number, m.seq, m.since, m.replay = number, seq, m.since+f.size, m.replay+f.size
	if err := f.s.checkRoom(2 * int64(len(ops))); err != nil {
		return err
	}
	err := f.s.db.Update(func(txn *badger.Txn) error {
		err := eachOp(ops, func(key, value []byte) error {
			if value == nil {
				return txn.Delete(key)
			}
			return txn.Set(key, value)
		})
		return errors.Join(err, txn.Set(markOfCopy, m.append(nil)))
	})
	if err != nil {
		return err
	}
	f.mark, f.fresh = m, false
	return nil
}

// dump takes all records, if the folder is empty: else it has them.
func (f *Follower) dump(number int64, seq int, flags byte, ops []byte) error {
	if flags&pieceFirst != 0 && f.fresh {
		// Until it is whole, the folder is good for nothing.
		begun := mark{number: -1}
		if err := f.s.put(markOfCopy, begun.append(nil)); err != nil {
			return err
		}
		f.dumping, f.fresh = f.s.db.NewWriteBatch(), false
	}
	if f.dumping == nil {
		return nil
	}
	if err := f.s.checkRoom(2 * int64(len(ops))); err != nil {
		return err
	}
	if err := eachOp(ops, func(key, value []byte) error { return f.dumping.Set(key, value) }); err != nil {
		return err
	}
	if flags&pieceLast == 0 {
		return nil
	}
	err := f.dumping.Flush()
	f.dumping = nil
	if err != nil {
		return err
	}
	f.mark = mark{number: number, seq: seq, dump: f.size}
	return errors.Join(f.s.db.Sync(), f.s.put(markOfCopy, f.mark.append(nil)))
}

// checkpoint takes a checkpoint: the manifest, then the file of its parts.
func (f *Follower) checkpoint(number int64, flags byte, body []byte) (err error) {
	if flags&pieceFirst != 0 {
		if f.saved, err = decodeManifest(body); err != nil {
			return err
		}
		if f.file != nil {
			f.file.Discard() // it was not whole
		}
		f.file, err = atomicfile.Create(f.s.partsName(f.saved.Gen), atomicfile.Options{})
		return err
	}
	if err := f.s.checkRoom(int64(len(body))); err != nil {
		return err
	}
	if _, err := f.file.Write(body); err != nil {
		return err
	}
	if flags&pieceLast == 0 {
		return nil
	}
	err = f.file.Commit()
	f.file = nil
	if err != nil {
		return err
	}
	m := f.mark
	m.number, m.replay = number, 0
	err = f.s.db.Update(func(txn *badger.Txn) error {
		return errors.Join(txn.Set([]byte{manifestKey}, sealed(f.saved.append(nil))), txn.Set(markOfCopy, m.append(nil)))
	})
	if err != nil {
		return err
	}
	f.mark = m
	return f.s.db.Sync()
}

// Close makes what was taken durable, and releases the folder.
func (f *Follower) Close() error {
	if f.dumping != nil {
		f.dumping.Cancel()
	}
	if f.file != nil {
		f.file.Discard()
	}
	err := f.s.db.Sync()
	if err == nil && f.mark.seq > f.s.head.committed {
		err = f.s.head.write(f.mark.seq)
	}
	if err != nil {
		err = fmt.Errorf("crawl/keep/state: %s: %w", f.s.dir, err)
	}
	return joinClose(err, f.s.release())
}
