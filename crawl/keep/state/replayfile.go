package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"

	"github.com/klauspost/compress/s2"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// The replay records since the last checkpoint are in the file replay-GENERATION, not in
// Badger: all of them die at once, with the next checkpoint, and in a value log that they
// share with the texts their space would stay. A folder of an earlier version, and one that
// follows a copy, has some in Badger; those are read there.
//
// The file is a sequence of frames, each after its length (four bytes, little-endian): the
// seq of the visit (eight bytes), a compressed chunk of its record, a checksum of both. Seqs
// rise; the chunks of a record follow one another. What a commit writes there is durable
// before HEAD says so. Frames after the last visit of the journal were never durable; the
// first frame that is written after Open cuts them off.

const replayPrefix = "replay-"

func (s *Store) replayName(gen int) string {
	return filepath.Join(s.dir, fmt.Sprint(replayPrefix, gen))
}

// maxReplays is how many bytes of frames a batch holds.
const maxReplays = 1 << 20

// The bounds of a frame after its length.
const (
	leastFrame = 8 + crc32.Size
	mostFrame  = leastFrame + chunkSize + chunkSize/4
)

// replays is the file of the replay records.
type replays struct {
	f       *os.File // nil: it was not opened
	writing bool     // f is open for writing, and nothing follows size in it
	size    int64
	buf     []byte // frames of the open batch, which follow
	frames  []frame
}

// frame is where the frame of a visit stands, without its length.
type frame struct {
	seq  int
	at   int64
	size int
}

// add appends a chunk of the record of visit seq to the open batch.
func (r *replays) add(seq int, packed []byte) {
	size := leastFrame + len(packed)
	r.buf = binary.LittleEndian.AppendUint32(r.buf, uint32(size))
	from := len(r.buf)
	r.frames = append(r.frames, frame{seq, r.size + int64(from), size})
	r.buf = append(binary.LittleEndian.AppendUint64(r.buf, uint64(seq)), packed...)
	r.buf = binary.LittleEndian.AppendUint32(r.buf, crc32.Checksum(r.buf[from:], castagnoli))
}

// write writes the open batch to the file called name. It is durable after sync.
func (r *replays) write(name string) error {
	if len(r.buf) == 0 {
		return nil
	}
	if !r.writing {
		if err := r.open(name); err != nil {
			return err
		}
	}
	if _, err := r.f.WriteAt(r.buf, r.size); err != nil {
		return err
	}
	r.size, r.buf = r.size+int64(len(r.buf)), r.buf[:0]
	return nil
}

// open opens the file for writing, and cuts off what follows its frames.
func (r *replays) open(name string) error {
	r.close()
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	r.f, r.writing = f, true
	return errors.Join(f.Truncate(r.size), atomicfile.SyncDir(nil, filepath.Dir(name)))
}

func (r *replays) sync() error {
	if !r.writing {
		return nil
	}
	return r.f.Sync()
}

// read returns the record of visit seq; nil if the file has none.
func (r *replays) read(seq int) (record []byte, err error) {
	first := sort.Search(len(r.frames), func(i int) bool { return r.frames[i].seq >= seq })
	for _, f := range r.frames[first:] {
		if f.seq != seq {
			break
		}
		packed, err := r.chunk(f)
		if err == nil {
			record, err = unpackChunk(record, packed)
		}
		if err != nil {
			return nil, err
		}
	}
	return record, nil
}

// chunk returns the compressed chunk in a frame that is written.
func (r *replays) chunk(f frame) ([]byte, error) {
	b := make([]byte, f.size)
	if _, err := r.f.ReadAt(b, f.at); err != nil {
		return nil, err
	}
	body, err := unseal(b)
	if err != nil {
		return nil, err
	}
	return body[8:], nil
}

// find opens the file called name, if there is one, and finds its frames.
func (r *replays) find(name string) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	r.f = f
	info, err := f.Stat()
	if err != nil {
		return err
	}
	w := window{f: f, size: info.Size()}
	last := 0
	for at := int64(0); at < w.size; {
		seq, size, err := w.frame(at)
		if err != nil {
			return err
		}
		if size == 0 || seq < last { // damage: the next frame begins somewhere after it
			at++
			continue
		}
		r.frames = append(r.frames, frame{seq, at + 4, size})
		at, last = at+4+int64(size), seq
		r.size = at
	}
	return nil
}

// cut forgets the records of visits after seq.
func (r *replays) cut(seq int) {
	n := sort.Search(len(r.frames), func(i int) bool { return r.frames[i].seq > seq })
	if n < len(r.frames) {
		r.size, r.writing = r.frames[n].at-4, false
		r.frames = r.frames[:n]
	}
}

// reset forgets all: a checkpoint covers them, and the next record begins another file.
func (r *replays) reset() {
	r.close()
	*r = replays{buf: r.buf[:0]}
}

func (r *replays) close() {
	if r.f != nil {
		r.f.Close() //nolint:errcheck // what counts was synced
		r.f, r.writing = nil, false
	}
}

// window reads a file from front to back.
type window struct {
	f    *os.File
	size int64
	at   int64 // of b
	b    []byte
}

const windowSize = 1 << 20

// bytes returns n bytes of the file, which has them.
func (w *window) bytes(at int64, n int) ([]byte, error) {
	if at < w.at || at+int64(n) > w.at+int64(len(w.b)) {
		size := int(min(w.size-at, windowSize))
		if cap(w.b) < size {
			w.b = make([]byte, size)
		}
		w.at, w.b = at, w.b[:size]
		if _, err := w.f.ReadAt(w.b, at); err != nil {
			return nil, err
		}
	}
	return w.b[at-w.at:][:n], nil
}

// frame returns the seq in the frame after its length at a place of the file, and its size; 0 if none is there.
func (w *window) frame(at int64) (seq, size int, err error) {
	if at+4+leastFrame > w.size {
		return 0, 0, nil
	}
	b, err := w.bytes(at, 4)
	if err != nil {
		return 0, 0, err
	}
	size = int(binary.LittleEndian.Uint32(b))
	if size < leastFrame || size > mostFrame || at+4+int64(size) > w.size {
		return 0, 0, nil
	}
	if b, err = w.bytes(at+4, size); err != nil {
		return 0, 0, err
	}
	body, err := unseal(b)
	if err != nil {
		return 0, 0, nil
	}
	return int(binary.LittleEndian.Uint64(body)), size, nil
}

// keepReplay keeps the replay record of visit seq in the open batch, and for the copy.
func (s *Store) keepReplay(seq int, record []byte) {
	for i := 0; len(record) > 0; i++ {
		n := min(len(record), chunkSize)
		packed := s.pack.pack(record[:n])
		s.replays.add(seq, packed)
		if s.copying != nil {
			s.copying.ops = appendOp(s.copying.ops, replayChunkKey(seq, i), sealed(append([]byte{}, packed...)))
		}
		record = record[n:]
	}
}

// replayChunkKey is the key of a chunk in a copy, and in Badger.
func replayChunkKey(seq, chunk int) []byte {
	return append(seqKey(replayKey, seq), byte(chunk>>8), byte(chunk))
}

// eachReplay calls f with all chunks of the file as a copy has them.
func (s *Store) eachReplay(f func(key, value []byte) error) error {
	last, n := 0, 0
	for _, at := range s.replays.frames {
		if n++; at.seq != last {
			last, n = at.seq, 0
		}
		packed, err := s.replays.chunk(at)
		if err == nil {
			err = f(replayChunkKey(at.seq, n), sealed(packed))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unpackChunk appends to dst what a compressed chunk holds.
func unpackChunk(dst, packed []byte) ([]byte, error) {
	n, err := s2.DecodedLen(packed)
	if err != nil || n > chunkSize {
		return dst, errChecksum
	}
	dst = slices.Grow(dst, n)
	piece, err := s2.Decode(dst[len(dst):len(dst)+n], packed)
	if err != nil || len(piece) != n {
		return dst, errChecksum
	}
	return dst[:len(dst)+n], nil
}
