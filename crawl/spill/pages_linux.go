package spill

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

const canMap = true

// mapMore makes the file longer by a chunk and maps that; nil: it cannot be. Its room on disk is taken
// at once: a write to a mapped page without room would end the process (SIGBUS).
func mapMore(f *os.File, at int) []byte {
	if unix.Fallocate(int(f.Fd()), 0, int64(at), pagesChunk) != nil {
		return nil
	}
	b, err := unix.Mmap(int(f.Fd()), int64(at), pagesChunk, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil
	}
	return b
}

// giveBack takes the pages out of the process. What they hold stays in the kernel's cache
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
		for _, chunk := range p.mapped {
			unix.Munmap(chunk) //nolint:errcheck // nobody would know what to do
		}
	})
}
