package binenc

import (
	"bytes"
	"encoding/binary"
	"io"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Memory is the one form in which a part of a crawl keeps what it knows in a checkpoint: its
// name, a version, and what Write writes. It is a [crawl.Checkpointer].
//
// A Memory may lie within another one. Then it is given the Writer or the Reader of the outer one
// ([Reader.Within]), shares its names, and leaves what follows.
type Memory struct {
	Name    string // "": the version stands alone
	Version uint64 // that Write writes
	Write   func(w *Writer)
	Read    map[uint64]func(r *Reader) // one for each version that is read
	Reset   func()                     // makes the part empty, before it reads and after an error; nil: Read does
	Fault   func() error               // of where the part keeps what is not in memory; nil: there can be none
}

// WriteTo implements [crawl.Checkpointer].
func (m *Memory) WriteTo(to io.Writer) (int64, error) {
	w, within := to.(*Writer)
	if !within {
		w = NewWriter(to)
	}
	begin := w.written()
	if m.Name != "" {
		w.Text(m.Name)
	}
	w.Uint(m.Version)
	m.Write(w)
	if m.Fault != nil {
		w.Fail(m.Fault())
	}
	if !within {
		return w.Flush()
	}
	return w.written() - begin, w.err
}

// ReadFrom implements [crawl.Checkpointer]. After an error the part is empty.
func (m *Memory) ReadFrom(p crawl.Part) error {
	if m.Reset != nil {
		m.Reset()
	}
	r, inside := ReaderOf(p)
	m.read(r)
	if !inside {
		r.Close() //nolint:errcheck // Err has it
	}
	err := r.Err()
	if m.Fault != nil && m.Fault() != nil {
		err = m.Fault() // says more
	}
	if err != nil {
		r.Wait()
	}
	if err != nil && m.Reset != nil {
		m.Reset()
	}
	return err
}

func (m *Memory) read(r *Reader) {
	if m.Name != "" {
		r.named(m.Name)
	}
	version := r.Uint()
	if read := m.Read[version]; r.err == nil && read == nil {
		r.Fail("%s has version %d, this program reads %v", m.Name, version, slices.Sorted(maps.Keys(m.Read)))
	} else if r.err == nil {
		read(r)
	}
}

// within is the rest of a Reader, as a part.
type within struct{ *Reader }

// Len implements [crawl.Part].
func (w within) Len() int { return w.Left() }

// Within returns the rest of r, for a memory that lies there.
func (r *Reader) Within() crawl.Part { return within{r} }

// ReaderOf returns a Reader of p. inside reports that p lies within what another reads, which
// checks that nothing is left.
func ReaderOf(p crawl.Part) (r *Reader, inside bool) {
	if in, ok := p.(within); ok {
		return in.Reader, true
	}
	return NewStream(p, p.Len()), false
}

// Next lets m read what comes next, and Wait is to be called before m is used.
func (r *Reader) Next(m crawl.Checkpointer) {
	if r.err != nil {
		return
	}
	if err := m.ReadFrom(r.Within()); err != nil {
		r.fail(err)
	}
}

// Beside calls f beside what is read next. fault is the error if f is false.
func (r *Reader) Beside(fault string, f func() bool) {
	if r.err != nil {
		return
	}
	done := make(chan bool, 1)
	go func() { done <- f() }()
	r.beside = append(r.beside, func() {
		if !<-done {
			r.Fail("%s", fault)
		}
	})
}

// Wait waits for what goes on beside. Close does so, too.
func (r *Reader) Wait() {
	all := r.beside
	r.beside = nil
	for _, wait := range all {
		wait()
	}
}

// Begins reports whether a memory with that name comes next, or one that Writer.Part wrote.
func (r *Reader) Begins(name string) bool {
	var w Writer
	w.Text(name)
	begin := r.peek(binary.MaxVarintLen64 + len(w.buf))
	_, n := binary.Uvarint(begin)
	return bytes.HasPrefix(begin, w.buf) || n > 0 && bytes.HasPrefix(begin[n:], w.buf)
}

// Marshal returns what a memory writes.
func Marshal(m io.WriterTo) ([]byte, error) {
	var w Writer
	_, err := m.WriteTo(&w)
	return w.buf, err
}

// Next writes a memory.
func (w *Writer) Next(m io.WriterTo) {
	_, err := m.WriteTo(w)
	w.Fail(err)
}

// Part writes a memory with its length. The memory is written twice, to know its length first,
// rather than held as bytes.
func (w *Writer) Part(m io.WriterTo) {
	size, err := m.WriteTo(io.Discard)
	if err != nil {
		w.Fail(err)
		return
	}
	w.Uint(uint64(size))
	if n, err := m.WriteTo(w); err != nil {
		w.Fail(err)
	} else if n != size {
		w.Fail(english.Errorf("a memory has %d bytes, and had %d", n, size))
	}
}

// Part lets m read what Writer.Part wrote.
func (r *Reader) Part(m crawl.Checkpointer) {
	data := r.Bytes()
	if r.Err() != nil {
		return
	}
	in := NewReader(data)
	err := m.ReadFrom(in.Within())
	if err == nil {
		err = in.Close()
	}
	if err != nil {
		r.fail(err)
	}
}
