package state

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// A checkpoint is read back in two goes. First all chunks are checked, so that a damaged
// checkpoint is refused before anything is made of it. Then each part is a stream of which some
// chunks are in memory: those that are read, checked again and unpacked while the reader is
// at the ones before.

// openParts are the parts of a checkpoint while they are read.
type openParts struct {
	file  *os.File // nil: they are in memory
	parts map[string]crawl.Part
}

// span is where a chunk lies in the file.
type span struct {
	at   int64
	size int
}

// openParts checks the checkpoint. Without one there are no parts.
func (s *Store) openParts() (*openParts, error) {
	switch {
	case s.checkpoint.Parts == nil:
		return &openParts{}, nil
	case s.checkpoint.InDB:
		return s.partsInDB()
	}
	f, err := os.Open(s.partsName(s.checkpoint.Gen))
	if err != nil {
		return nil, err
	}
	o := &openParts{f, make(map[string]crawl.Part, len(s.checkpoint.Parts))}
	at := int64(0)
	for _, p := range s.checkpoint.Parts {
		r := &partReader{file: f, length: p.Length}
		if r.chunks, err = findChunks(f, &at, p.Chunks); err == nil {
			err = checkChunks(f, r.chunks)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("part %q: %w", p.Name, err), f.Close())
		}
		o.parts[p.Name] = r
	}
	return o, nil
}

// close ends reading. Its error is a chunk that could not be read, although it was whole before.
func (o *openParts) close() (err error) {
	if o.file == nil {
		return nil
	}
	for name, p := range o.parts {
		if bad := p.(*partReader).end(); bad != nil {
			err = errors.Join(err, fmt.Errorf("part %q: %w", name, bad))
		}
	}
	o.file.Close() //nolint:errcheck // only read
	return err
}

// findChunks returns where so many chunks lie from at on, and moves at behind them.
func findChunks(f *os.File, at *int64, n int) ([]span, error) {
	chunks := make([]span, 0, min(n, 1<<16)) // not what a damaged note says
	for range n {
		var size [4]byte
		if _, err := f.ReadAt(size[:], *at); err != nil {
			return nil, cutShort(f, err)
		}
		c := span{*at + int64(len(size)), int(binary.LittleEndian.Uint32(size[:]))}
		if c.size > maxChunkBytes {
			return nil, errChecksum
		}
		chunks, *at = append(chunks, c), c.at+int64(c.size)
	}
	return chunks, nil
}

func cutShort(f *os.File, err error) error {
	return english.Errorf("%s is cut short: %w", filepath.Base(f.Name()), err)
}

// checkChunks reads chunks on all processors and compares their checksums.
func checkChunks(f *os.File, chunks []span) error {
	workers := min(runtime.GOMAXPROCS(0), len(chunks))
	failed := make(chan error, workers)
	for w := range workers {
		go func() {
			var buf []byte
			var err error
			for i := w; i < len(chunks) && err == nil; i += workers {
				if buf, err = chunks[i].read(f, buf); err == nil {
					_, err = unseal(buf)
				}
			}
			failed <- err
		}()
	}
	var err error
	for range workers {
		err = cmp.Or(err, <-failed)
	}
	return err
}

// read reads a chunk into buf, which may grow.
func (c span) read(f *os.File, buf []byte) ([]byte, error) {
	buf = slices.Grow(buf[:0], c.size)[:c.size]
	if _, err := f.ReadAt(buf, c.at); err != nil {
		return buf, cutShort(f, err)
	}
	return buf, nil
}

// partReader is a part of a checkpoint in a file.
type partReader struct {
	file   *os.File
	chunks []span // not begun
	length int    // bytes in them
	ahead  []*unpacking
	now    *unpacking
	free   []*unpacking // to be used again
	err    error
}

// unpacking is a chunk that is read.
type unpacking struct {
	packed, room []byte
	plain        []byte // the bytes that are left of it
	err          error
	done         chan struct{}
}

// Len implements [crawl.Part].
func (p *partReader) Len() int {
	n := p.length
	for _, u := range p.ahead {
		n += len(u.room)
	}
	if p.now != nil {
		n += len(p.now.plain)
	}
	return n
}

// Read implements io.Reader.
func (p *partReader) Read(b []byte) (int, error) {
	if p.now == nil || len(p.now.plain) == 0 {
		if err := p.next(); err != nil {
			return 0, err
		}
	}
	n := copy(b, p.now.plain)
	p.now.plain = p.now.plain[n:]
	return n, nil
}

// next waits for the next chunk. It begins as many as there are processors, and one more.
func (p *partReader) next() error {
	if p.now != nil {
		p.free, p.now = append(p.free, p.now), nil
	}
	for len(p.chunks) > 0 && len(p.ahead) <= runtime.GOMAXPROCS(0) && p.err == nil {
		p.begin()
	}
	if p.err == nil && len(p.ahead) == 0 {
		return io.EOF
	}
	if p.err == nil {
		u := p.ahead[0]
		<-u.done
		p.now, p.err = u, u.err
		p.ahead = p.ahead[1:]
	}
	return p.err
}

// begin reads the first chunk that was not begun.
func (p *partReader) begin() {
	var u *unpacking
	if n := len(p.free); n > 0 {
		u, p.free = p.free[n-1], p.free[:n-1]
	} else {
		u = &unpacking{room: make([]byte, min(chunkSize, p.length)), done: make(chan struct{}, 1)}
	}
	c := p.chunks[0]
	u.room = u.room[:min(chunkSize, p.length)]
	p.chunks, p.length = p.chunks[1:], p.length-len(u.room)
	p.ahead = append(p.ahead, u)
	go func() {
		u.plain = u.room
		if u.packed, u.err = c.read(p.file, u.packed); u.err == nil {
			u.err = unchunkTo(u.room, u.packed)
		}
		u.done <- struct{}{}
	}()
}

// end waits for what was begun. It returns the first fault.
func (p *partReader) end() error {
	for _, u := range p.ahead {
		<-u.done
	}
	p.ahead, p.chunks, p.length = nil, nil, 0
	return p.err
}

// unchunkTo fills b from the chunk c.
func unchunkTo(b, c []byte) error {
	got, err := unchunk(b[:0:len(b)], c)
	if err == nil && (len(got) != len(b) || &got[0] != &b[0]) {
		err = errChecksum
	}
	return err
}

// partsInDB reads a checkpoint of version 1.
func (s *Store) partsInDB() (*openParts, error) {
	o := &openParts{parts: make(map[string]crawl.Part, len(s.checkpoint.Parts))}
	for i, p := range s.checkpoint.Parts {
		b := make([]byte, 0, p.Length)
		for c := range p.Chunks {
			key := binary.BigEndian.AppendUint32(seqKey(chunkKey, s.checkpoint.Gen), uint32(i))
			packed, err := s.get(binary.BigEndian.AppendUint32(key, uint32(c)))
			if err == nil {
				b, err = unchunk(b, packed)
			}
			if err != nil {
				return nil, fmt.Errorf("part %q: %w", p.Name, err)
			}
		}
		if len(b) != p.Length {
			return nil, fmt.Errorf("part %q: %w", p.Name, errChecksum)
		}
		o.parts[p.Name] = bytes.NewReader(b)
	}
	return o, nil
}

// readParts returns all parts in memory; nil if there is no checkpoint.
func (s *Store) readParts() (map[string][]byte, error) {
	o, err := s.openParts()
	if err != nil || o.parts == nil {
		return nil, err
	}
	parts := make(map[string][]byte, len(o.parts))
	for name, p := range o.parts {
		if parts[name], err = crawl.PartBytes(p); err != nil {
			break
		}
	}
	if bad := o.close(); bad != nil {
		return nil, bad // names the part
	}
	return parts, err
}
