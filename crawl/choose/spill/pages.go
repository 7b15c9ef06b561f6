package spill

import (
	"os"
	"path/filepath"
	"sync"
)

// pages are memory for arrays that grow with the number of URLs: what a frontier, a ranker
// and a strategy know of each. The collector does not see it. The first pagesPlain bytes are plain memory: a page of a
// file that the kernel has written out must be asked for again before each next write. Further ones lie in a file that nobody else sees,
// mapped into memory. What of it is not looked at is the kernel's to write out and take back; a process that has more than
// pagesMost of it gives it back. A checkpoint has what lies there, so the file is deleted
// as soon as it is open, and a kill leaves nothing. Until the store is opened there are none.
//
// A page stays valid while pages is reachable; every array that has one refers to it.
type pages struct {
	dir string

	mu     sync.Mutex
	file   *os.File // nil: not now
	most   int      // bytes of plain memory
	plain  [][]byte // chunks of it
	mapped [][]byte // chunks of the file; they follow each other there
	free   []byte   // of the last chunk
	bytes  int      // of the file
}

const (
	pagesName  = "pages-*"
	pagesChunk = 4 << 20
	pagesPlain = 384 << 20 // what is known of ten million URLs
	// pagesMost is how many bytes of the file may stay in a process.
	pagesMost = 64 << 20
)

// begin lets there be pages. If the file cannot be made, they lie in the heap.
func (p *pages) begin() {
	if !canMap {
		return
	}
	left, _ := filepath.Glob(filepath.Join(p.dir, pagesName)) // by a process that was killed just here
	for _, name := range left {
		os.Remove(name) //nolint:errcheck // it is empty
	}
	f, err := os.CreateTemp(p.dir, pagesName)
	if err != nil {
		return
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.file = f
}

// end closes the file. What is mapped stays.
func (p *pages) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.file != nil {
		p.file.Close()
		p.file, p.free = nil, nil
	}
}

// Page implements [paged.Source].
func (p *pages) Page(bytes int) []byte {
	bytes = (bytes + 7) &^ 7
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.file == nil || bytes > pagesChunk {
		return nil
	}
	if bytes > len(p.free) && !p.more() {
		return nil
	}
	b := p.free[:bytes:bytes]
	p.free = p.free[bytes:]
	if len(p.mapped) > 0 {
		p.bytes += bytes
	}
	return b
}

// more begins another chunk.
func (p *pages) more() bool {
	first := len(p.plain)+len(p.mapped) == 0
	var chunk []byte
	if len(p.mapped) == 0 && (len(p.plain)+1)*pagesChunk <= p.most {
		if chunk = mapPlain(); chunk != nil {
			p.plain = append(p.plain, chunk)
		}
	}
	if chunk == nil {
		if chunk = mapMore(p.file, len(p.mapped)*pagesChunk); chunk == nil {
			return false
		}
		p.mapped = append(p.mapped, chunk)
	}
	if first {
		p.freeAtEnd()
	}
	p.free = chunk
	return true
}

// size is how many bytes of the file are in use.
func (p *pages) size() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bytes
}
