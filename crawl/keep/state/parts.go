package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// The parts of a checkpoint are in the file checkpoint-GENERATION, not in Badger.
// They may be hundreds of megabytes, written once, read once and replaced as a
// whole; in Badger's value log two generations would be mapped into memory.
//
// The file is a sequence of chunks, each after its length (four bytes,
// little-endian). The manifest says how many chunks belong to each part.

func (s *Store) partsName(gen int) string {
	return filepath.Join(s.dir, fmt.Sprint(checkpointPrefix, gen))
}

// CheckpointSize is the size of the last checkpoint in bytes, 0 if there is none in a file of
// its own.
func (s *Store) CheckpointSize() int64 {
	info, err := os.Stat(s.partsName(s.checkpoint.Gen))
	if err != nil {
		return 0
	}
	return info.Size()
}

// writeParts makes the parts durable.
func (s *Store) writeParts(gen int, parts map[string]io.WriterTo) ([]part, error) {
	f, err := os.OpenFile(s.partsName(gen), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	out := make([]part, 0, len(parts))
	free := make(chan *chunk, runtime.GOMAXPROCS(0)+1) // of all parts
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		w := partWriter{s: s, f: f, free: free}
		_, err = parts[name].WriteTo(&w)
		if err == nil {
			err = w.end()
		}
		if err != nil {
			break
		}
		out = append(out, part{Name: name, Length: w.length, Chunks: w.n})
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = atomicfile.SyncDir(nil, s.dir)
	}
	if errors.Is(err, syscall.ENOSPC) {
		if full := checkSpace(s.dir, floorSpace); full != nil {
			err = full
		}
	}
	return out, err
}

// partWriter splits a part into chunks. It compresses them while the next ones are
// made, and writes them in order.
type partWriter struct {
	s       *Store
	f       *os.File
	filling *chunk      // takes the next bytes; nil before them
	packing []*chunk    // being compressed, in order
	free    chan *chunk // to be used again
	n       int         // number of chunks
	length  int         // bytes in them
}

// chunk is a piece of a part and its compressed form. Chunks are used again, or a
// large checkpoint would leave twice its size as garbage.
type chunk struct {
	packer
	plain, sealed []byte
	done          chan struct{}
}

func (w *partWriter) newChunk() *chunk {
	select {
	case p := <-w.free:
		p.plain = p.plain[:0]
		return p
	default:
		return &chunk{plain: make([]byte, 0, chunkSize), done: make(chan struct{}, 1)}
	}
}

func (w *partWriter) Write(b []byte) (int, error) {
	taken := 0
	for len(b) > 0 {
		if w.filling == nil {
			w.filling = w.newChunk()
		}
		n := min(len(b), chunkSize-len(w.filling.plain))
		w.filling.plain, b = append(w.filling.plain, b[:n]...), b[n:]
		taken += n
		if len(w.filling.plain) == chunkSize {
			if err := w.compress(); err != nil {
				return taken, err
			}
		}
	}
	return taken, nil
}

// compress starts to compress the full chunk. If as many are being compressed as
// there are processors, it first writes the oldest.
func (w *partWriter) compress() error {
	p := w.filling
	w.filling = nil
	go func() {
		p.sealed = sealed(p.pack(p.plain))
		p.done <- struct{}{}
	}()
	w.packing = append(w.packing, p)
	w.n, w.length = w.n+1, w.length+len(p.plain)
	if len(w.packing) <= runtime.GOMAXPROCS(0) {
		return nil
	}
	return w.write()
}

// end writes all that is left.
func (w *partWriter) end() (err error) {
	if w.filling != nil && len(w.filling.plain) > 0 {
		err = w.compress()
	}
	for err == nil && len(w.packing) > 0 {
		err = w.write()
	}
	return err
}

func (w *partWriter) write() error {
	p := w.packing[0]
	w.packing = w.packing[1:]
	<-p.done
	if err := w.s.checkRoom(int64(len(p.sealed))); err != nil {
		return err
	}
	var size [4]byte
	binary.LittleEndian.PutUint32(size[:], uint32(len(p.sealed)))
	if _, err := w.f.Write(size[:]); err != nil {
		return err
	}
	_, err := w.f.Write(p.sealed)
	select {
	case w.free <- p:
	default:
	}
	return err
}

// sweepParts deletes the files of other generations.
func (s *Store) sweepParts() error {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	valid := ""
	if s.checkpoint.Parts != nil && !s.checkpoint.InDB {
		valid = filepath.Base(s.partsName(s.checkpoint.Gen))
	}
	replays := filepath.Base(s.replayName(s.checkpoint.Gen))
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, checkpointPrefix) && name != valid || strings.HasPrefix(name, replayPrefix) && name != replays {
			err = errors.Join(err, os.Remove(filepath.Join(s.dir, name)))
		}
	}
	return err
}
