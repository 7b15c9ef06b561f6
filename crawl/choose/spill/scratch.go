package spill

import (
	"os"
	"path/filepath"
)

// Scratch is a file without a name for bytes that need not be in memory, and of which a checkpoint has all: a
// kill leaves nothing of it. It is made when something is written. One goroutine uses it.
type Scratch struct {
	store *Store
	file  *os.File // nil: not yet, or it cannot be made
	none  bool     // it cannot be made, or written
	size  int64
	buf   []byte
}

const scratchName = "scratch-*"

// Scratch returns an empty file beside the records. Closing the Store closes it.
func (s *Store) Scratch() *Scratch {
	x := &Scratch{store: s}
	s.scratch = append(s.scratch, x)
	return x
}

// Write appends data and returns where it is; ok is false if there is no room.
func (x *Scratch) Write(data []byte) (at int64, ok bool) {
	if x.file == nil && !x.none {
		x.open()
	}
	if x.none {
		return 0, false
	}
	if _, err := x.file.WriteAt(data, x.size); err != nil {
		x.none = true // what is there stays
		return 0, false
	}
	at = x.size
	x.size += int64(len(data))
	return at, true
}

// open makes the file. One that cannot be deleted while it is open is of no use.
func (x *Scratch) open() {
	x.none = true
	if os.MkdirAll(x.store.dir, 0o700) != nil {
		return
	}
	left, _ := filepath.Glob(filepath.Join(x.store.dir, scratchName)) // by a process that was killed just here
	for _, name := range left {
		os.Remove(name) //nolint:errcheck // it is empty
	}
	f, err := os.CreateTemp(x.store.dir, scratchName)
	if err != nil {
		return
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()           //nolint:errcheck // nothing was written
		os.Remove(f.Name()) //nolint:errcheck // it is empty
		return
	}
	x.file, x.none = f, false
}

// Read returns n bytes that Write wrote, which are valid until the next call; nil after a fault, which is
// the Store's.
func (x *Scratch) Read(at int64, n int) []byte {
	if x.file == nil {
		return nil
	}
	if n > cap(x.buf) {
		x.buf = make([]byte, n)
	}
	x.buf = x.buf[:n]
	if _, err := x.file.ReadAt(x.buf, at); err != nil {
		x.store.fail(err)
		return nil
	}
	return x.buf
}

// Size is how many bytes were written.
func (x *Scratch) Size() int64 { return x.size }

// Clear forgets all, and gives the room on the disk back.
func (x *Scratch) Clear() {
	if x.file != nil {
		x.file.Close() //nolint:errcheck // nothing of it is needed
	}
	x.file, x.none, x.size, x.buf = nil, false, 0, nil
}

// closeScratch closes the files.
func (s *Store) closeScratch() {
	for _, x := range s.scratch {
		x.Clear()
		x.none = true
	}
}
