package spill

import (
	"os"
	"path/filepath"
	"sync"
)

// slots is a file for tables by hash that are too large for memory: an
// [github.com/ontocrawl/ontocrawl/internal/hashindex.File]. It is read and written, not mapped: a table is looked at in
// places far from each other, and of a mapped file the kernel brings sixteen pages into the process for
// each. A checkpoint has what lies there, so the file is deleted as soon as it is open, and a
// kill leaves nothing. Until the store is opened there is none.
type slots struct {
	dir string

	mu   sync.Mutex
	open bool     // the store is
	file *os.File // nil: nothing was taken
	size int64
	err  error // the first fault
}

const slotsName = "slots-*"

// begin lets there be a file.
func (s *slots) begin() {
	left, _ := filepath.Glob(filepath.Join(s.dir, slotsName)) // by a process that was killed just here
	for _, name := range left {
		os.Remove(name) //nolint:errcheck // it is empty
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = canMap
}

// end lets nothing more be taken. What was taken can be read as long as anybody can.
func (s *slots) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = false
}

// Take gives so many bytes. Their room on disk is taken at once, so that no write fails for lack of it.
func (s *slots) Take(bytes int) (at int64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || s.file == nil && !s.create() || !takeRoom(s.file, s.size, bytes) {
		return 0, false
	}
	at = s.size
	s.size += int64(bytes)
	return at, true
}

// create makes the file, which has no name.
func (s *slots) create() bool {
	f, err := os.CreateTemp(s.dir, slotsName)
	if err != nil {
		return false
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return false
	}
	s.file = f
	return true
}

// ReadAt implements [io.ReaderAt] where something was taken.
func (s *slots) ReadAt(b []byte, at int64) (int, error) {
	n, err := s.file.ReadAt(b, at)
	s.note(err)
	return n, err
}

// WriteAt implements [io.WriterAt] where something was taken.
func (s *slots) WriteAt(b []byte, at int64) (int, error) {
	n, err := s.file.WriteAt(b, at)
	s.note(err)
	return n, err
}

func (s *slots) note(err error) {
	if err == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

// fault is the first error of the file.
func (s *slots) fault() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
