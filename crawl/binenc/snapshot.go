// Package binenc is the binary form of a checkpoint: a named, versioned
// header, then numbers and strings. A Reader never trusts a length: what a
// damaged checkpoint claims is checked against the bytes that are left, so it
// gives an error and neither a panic nor a huge allocation.
//
// What is written, and in which order, is left to the part whose memory it is
// (crawl/strategy, crawl/linkrank).
package binenc

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strings"
)

// ErrCorrupt is wrapped by every error of a Reader.
var ErrCorrupt = errors.New("snapshot: corrupt checkpoint")

// Writer appends values to a buffer. The zero Writer is ready.
type Writer struct {
	buf   []byte
	names func(string) (int32, bool)
	to    io.Writer
	n     int64 // bytes written to it
	err   error
}

// NewWriter returns a Writer that passes on to w what it has gathered whenever
// Spill finds enough of it: so a memory of hundreds of megabytes is stored
// without being held twice. What is left is written by Flush.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// spillSize is how much a Writer gathers before it passes it on.
const spillSize = 256 << 10

// Spill is called now and then, between two values.
func (w *Writer) Spill() {
	if w.to != nil && len(w.buf) >= spillSize {
		w.pass()
	}
}

func (w *Writer) pass() {
	if w.err == nil {
		var n int
		n, w.err = w.to.Write(w.buf)
		w.n += int64(n)
	}
	w.buf = w.buf[:0]
}

// Flush passes the rest on. It returns how many bytes were passed on in all, and
// the first error of doing so.
func (w *Writer) Flush() (n int64, err error) {
	if w.to != nil {
		w.pass()
	}
	return w.n, w.err
}

// Names says which strings stand in what was written already, and gives their
// numbers: Name writes those instead. nil: none do.
func (w *Writer) Names(number func(name string) (n int32, ok bool)) { w.names = number }

// Name writes s, or its number if it has one.
func (w *Writer) Name(s string) {
	if w.names != nil {
		if n, ok := w.names(s); ok {
			w.Uint(uint64(n) + 1)
			return
		}
	}
	w.Uint(0)
	w.Text(s)
}

// Header writes the name of the part and the version of its form.
func (w *Writer) Header(name string, version uint64) {
	w.Text(name)
	w.Uint(version)
}

// Uint writes an unsigned number, small ones in few bytes.
func (w *Writer) Uint(v uint64) { w.buf = binary.AppendUvarint(w.buf, v) }

// Int writes a signed number, small ones in few bytes.
func (w *Writer) Int(v int64) { w.buf = binary.AppendVarint(w.buf, v) }

// Fixed writes eight bytes: for hashes and random states.
func (w *Writer) Fixed(v uint64) { w.buf = binary.LittleEndian.AppendUint64(w.buf, v) }

// Float writes v exactly.
func (w *Writer) Float(v float64) { w.Fixed(math.Float64bits(v)) }

// Float32 writes v exactly.
func (w *Writer) Float32(v float32) {
	w.buf = binary.LittleEndian.AppendUint32(w.buf, math.Float32bits(v))
}

// Floats writes up to 64 numbers exactly; those that are 0 take no room.
func (w *Writer) Floats(v ...float64) {
	var mask uint64
	for i, x := range v {
		if x != 0 {
			mask |= 1 << i
		}
	}
	w.Uint(mask)
	for _, x := range v {
		if x != 0 {
			w.Float(x)
		}
	}
}

// Floats32 is Floats for shorter numbers.
func (w *Writer) Floats32(v ...float32) {
	var mask uint64
	for i, x := range v {
		if x != 0 {
			mask |= 1 << i
		}
	}
	w.Uint(mask)
	for _, x := range v {
		if x != 0 {
			w.Float32(x)
		}
	}
}

// Bool writes one byte.
func (w *Writer) Bool(v bool) {
	b := byte(0)
	if v {
		b = 1
	}
	w.buf = append(w.buf, b)
}

// Text writes the length and the bytes of s.
func (w *Writer) Text(s string) {
	w.Uint(uint64(len(s)))
	w.buf = append(w.buf, s...)
}

// Bytes writes the length of b and b.
func (w *Writer) Bytes(b []byte) {
	w.Uint(uint64(len(b)))
	w.buf = append(w.buf, b...)
}

// Data returns what was written.
func (w *Writer) Data() []byte { return w.buf }

// Reader reads what a Writer wrote, in the same order. After the first error
// every method returns zero, so a caller may check Err once at the end of a
// part, but must check it before it believes a value it acts on.
type Reader struct {
	buf   []byte
	err   error
	names func(n uint64) (string, bool)
	pool  bool
	block strings.Builder
}

// Pool lets String cut what it returns from blocks of some kilobytes: for many
// strings that live equally long, which are then few things for the collector.
func (r *Reader) Pool(on bool) { r.pool = on }

const (
	blockSize = 64 << 10
	maxPooled = blockSize / 8 // bytes of a string that is cut from a block
)

func (r *Reader) text(b []byte) string {
	if !r.pool || len(b) > maxPooled {
		return string(b)
	}
	if r.block.Cap()-r.block.Len() < len(b) {
		r.block = strings.Builder{}
		r.block.Grow(blockSize)
	}
	from := r.block.Len()
	r.block.Write(b)
	return r.block.String()[from:]
}

// Names says what the numbers of a Writer's Names stand for.
func (r *Reader) Names(name func(n uint64) (name string, ok bool)) { r.names = name }

// Name reads what Writer.Name wrote. A string that stands elsewhere is that one,
// not a copy.
func (r *Reader) Name() string {
	n := r.Uint()
	if n == 0 {
		return r.Text()
	}
	if r.names != nil && r.err == nil {
		if s, ok := r.names(n - 1); ok {
			return s
		}
	}
	r.Fail("no name has number %d", n-1)
	return ""
}

// NewReader returns a Reader of data, which it does not copy.
func NewReader(data []byte) *Reader { return &Reader{buf: data} }

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// Close returns the first error; bytes left over are one too.
func (r *Reader) Close() error {
	if r.err == nil && len(r.buf) > 0 {
		r.Fail("%d bytes too many", len(r.buf))
	}
	return r.err
}

// Fail records an error of the caller's own checks, unless there is one.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
	}
	r.buf = nil
}

// Header checks the name of the part and the version of its form.
func (r *Reader) Header(name string, version uint64) {
	if got := r.Text(); r.err == nil && got != name {
		r.Fail("a checkpoint of %.40q, not of %q", got, name)
	}
	if got := r.Uint(); r.err == nil && got != version {
		r.Fail("%s has version %d, this program reads %d", name, got, version)
	}
}

// Uint reads an unsigned number.
func (r *Reader) Uint() uint64 {
	v, n := binary.Uvarint(r.buf)
	if n <= 0 {
		r.Fail("no number where one is due")
		return 0
	}
	r.buf = r.buf[n:]
	return v
}

// Int reads a signed number.
func (r *Reader) Int() int64 {
	v, n := binary.Varint(r.buf)
	if n <= 0 {
		r.Fail("no number where one is due")
		return 0
	}
	r.buf = r.buf[n:]
	return v
}

// IntIn reads a signed number that must lie in [lo, hi].
func (r *Reader) IntIn(lo, hi int) int {
	v := r.Int()
	if r.err == nil && (v < int64(lo) || v > int64(hi)) {
		r.Fail("%d is not within %d and %d", v, lo, hi)
	}
	if r.err != nil {
		return 0
	}
	return int(v)
}

// Fixed reads eight bytes.
func (r *Reader) Fixed() uint64 {
	b := r.take(8)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}

// Float reads a number that is not NaN.
func (r *Reader) Float() float64 {
	v := math.Float64frombits(r.Fixed())
	if math.IsNaN(v) {
		r.Fail("not a number")
		return 0
	}
	return v
}

// Float32 reads a finite number.
func (r *Reader) Float32() float32 {
	b := r.take(4)
	if b == nil {
		return 0
	}
	v := math.Float32frombits(binary.LittleEndian.Uint32(b))
	if v-v != 0 {
		r.Fail("not a finite number")
		return 0
	}
	return v
}

// Floats reads what Writer.Floats wrote.
func (r *Reader) Floats(v ...*float64) {
	mask := r.Uint()
	for i, x := range v {
		if *x = 0; mask&(1<<i) != 0 {
			*x = r.Float()
		}
	}
	r.checkMask(mask, len(v))
}

// Floats32 reads what Writer.Floats32 wrote.
func (r *Reader) Floats32(v ...*float32) {
	mask := r.Uint()
	for i, x := range v {
		if *x = 0; mask&(1<<i) != 0 {
			*x = r.Float32()
		}
	}
	r.checkMask(mask, len(v))
}

func (r *Reader) checkMask(mask uint64, n int) {
	if n < 64 && mask>>n != 0 {
		r.Fail("%d numbers where at most %d are due", bits.OnesCount64(mask), n)
	}
}

// Bool reads one byte.
func (r *Reader) Bool() bool {
	b := r.take(1)
	if b == nil {
		return false
	}
	if b[0] > 1 {
		r.Fail("%d is neither 0 nor 1", b[0])
	}
	return b[0] == 1
}

// Text reads a string.
func (r *Reader) Text() string { return r.text(r.Bytes()) }

// Rest reads all that is left. It is part of the Reader's data.
func (r *Reader) Rest() []byte {
	rest := r.buf
	r.buf = nil
	return rest
}

// Bytes reads bytes. They are part of the Reader's data.
func (r *Reader) Bytes() []byte { return r.take(r.Len(1)) }

// Len reads the number of things that follow, each of at least size bytes.
func (r *Reader) Len(size int) int {
	v := r.Uint()
	if r.err == nil && v > uint64(len(r.buf)/size) {
		r.Fail("%d things of %d bytes in %d bytes", v, size, len(r.buf))
	}
	if r.err != nil {
		return 0
	}
	return int(v)
}

func (r *Reader) take(n int) []byte {
	if r.err != nil || n > len(r.buf) {
		r.Fail("%d bytes due, %d left", n, len(r.buf))
		return nil
	}
	b := r.buf[:n:n]
	r.buf = r.buf[n:]
	return b
}
