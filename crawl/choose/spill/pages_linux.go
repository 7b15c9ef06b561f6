package spill

import (
	"os"
	"runtime"
	"slices"

	"golang.org/x/sys/unix"
)

const canMap = true

// mapMore makes the file longer by a chunk and maps that; nil: it cannot be. Its room on disk is taken
// at once: a write to a mapped page without room would end the process (SIGBUS).
func mapMore(f *os.File, at int) []byte {
	if !takeRoom(f, int64(at), pagesChunk) {
		return nil
	}
	b, err := unix.Mmap(int(f.Fd()), int64(at), pagesChunk, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil
	}
	return b
}

// takeRoom makes the file longer, and reports whether the disk has room for that.
func takeRoom(f *os.File, at int64, bytes int) bool {
	return unix.Fallocate(int(f.Fd()), 0, at, int64(bytes)) == nil
}

// mapPlain is a chunk of memory of no file; nil: there is none. Large pages of the system need
// fewer of the processor's notes where each lies, and what is asked for here lies anywhere.
func mapPlain() []byte {
	b, err := unix.Mmap(-1, 0, pagesChunk, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil
	}
	unix.Madvise(b, unix.MADV_HUGEPAGE) //nolint:errcheck // advice
	return b
}

// giveBack takes the pages of the file out of the process. What they hold stays in the kernel's cache
// and in the file, and is mapped again when it is read.
func (p *pages) giveBack() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, chunk := range p.mapped {
		unix.Madvise(chunk, unix.MADV_DONTNEED) //nolint:errcheck // advice
	}
}

// freeAtEnd unmaps the chunks when nothing refers to p any more.
func (p *pages) freeAtEnd() {
	runtime.SetFinalizer(p, func(p *pages) {
		for _, chunk := range slices.Concat(p.plain, p.mapped) {
			unix.Munmap(chunk) //nolint:errcheck // nobody would know what to do
		}
	})
}
