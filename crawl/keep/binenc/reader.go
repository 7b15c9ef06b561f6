package binenc

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// errCorrupt is wrapped by every error of a Reader, but for faults of memories that lie in it
// ([Memory].Fault).
var errCorrupt = errors.New("binenc: corrupt data")

// Reader reads what a Writer wrote, in the same order. After the first error
// every method returns zero: a caller may check Err once, at the end, but must
// check it before it acts on a value.
type Reader struct {
	buf    []byte
	at     int // what comes before was read
	err    error
	from   stream // what follows buf; nothing, but of a NewStream
	names  func(n uint64) (string, bool)
	beside []func() // what goes on beside
	pool   bool
	block  strings.Builder
}

// Pool makes Text cut its strings from blocks of some kilobytes. It is for many
// strings that live equally long: the garbage collector then sees few objects.
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

// Names sets the function that returns the string of a number (Writer.Names).
func (r *Reader) Names(name func(n uint64) (name string, ok bool)) { r.names = name }

// Name reads what Writer.Name wrote. A numbered string is not copied.
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

// Close returns the first error; bytes that are left are an error.
func (r *Reader) Close() error {
	r.Wait()
	if r.err == nil && r.Left() > 0 {
		r.Fail("%d bytes too many", r.Left())
	}
	return r.err
}

// Fail records an error of the caller's own checks, unless an error came before.
func (r *Reader) Fail(format string, args ...any) {
	r.fail(english.Errorf("%w: %s", errCorrupt, fmt.Sprintf(format, args...)))
}

func (r *Reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.buf, r.at, r.from = nil, 0, stream{}
}

// Header reads and checks what Writer.Header wrote.
func (r *Reader) Header(name string, version uint64) {
	r.named(name)
	if got := r.Uint(); r.err == nil && got != version {
		r.Fail("%s has version %d, this program reads %d", name, got, version)
	}
}

func (r *Reader) named(name string) {
	if got := r.Text(); r.err == nil && got != name {
		r.Fail("a checkpoint of %.40q, not of %q", got, name)
	}
}

// Uint reads an unsigned number. Most numbers of a checkpoint take one byte or two, and it has
// some ten for each URL.
func (r *Reader) Uint() uint64 {
	if b := r.buf[r.at:]; len(b) > 1 {
		if b[0] < 0x80 {
			r.at++
			return uint64(b[0])
		}
		if b[1] < 0x80 {
			r.at += 2
			return uint64(b[0]&0x7f) | uint64(b[1])<<7
		}
	}
	return r.longUint()
}

func (r *Reader) longUint() uint64 {
	if len(r.buf)-r.at < binary.MaxVarintLen64 {
		r.need(binary.MaxVarintLen64)
	}
	v, n := binary.Uvarint(r.buf[r.at:])
	if n <= 0 {
		r.Fail("no number")
		return 0
	}
	r.at += n
	return v
}

// Int reads a signed number.
func (r *Reader) Int() int64 {
	u := r.Uint()
	v := int64(u >> 1)
	if u&1 != 0 {
		v = ^v
	}
	return v
}

// IntIn reads a signed number that must lie in [lo, hi].
func (r *Reader) IntIn(lo, hi int) int {
	if b := r.buf[r.at:]; len(b) > 0 && b[0] < 0x80 { // as most
		if v := int(b[0]>>1) ^ -int(b[0]&1); lo <= v && v <= hi {
			r.at++
			return v
		}
	}
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
	if b := r.buf[r.at:]; len(b) >= 8 {
		r.at += 8
		return binary.LittleEndian.Uint64(b)
	}
	b := r.take(8)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}

// Fixed32 reads four bytes.
func (r *Reader) Fixed32() uint32 {
	b := r.take(4)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}

// Byte reads one byte.
func (r *Reader) Byte() byte {
	if r.at < len(r.buf) {
		r.at++
		return r.buf[r.at-1]
	}
	b := r.take(1)
	if b == nil {
		return 0
	}
	return b[0]
}

// Left is how many bytes are left.
func (r *Reader) Left() int { return len(r.buf) - r.at + r.from.left }

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
	v := math.Float32frombits(r.Fixed32())
	if v-v != 0 {
		r.Fail("not a finite number")
		return 0
	}
	return v
}

// Floats reads what Writer.Floats wrote.
func (r *Reader) Floats(v ...*float64) { readFloats(r, v, r.Float) }

// Floats32 reads what Writer.Floats32 wrote.
func (r *Reader) Floats32(v ...*float32) { readFloats(r, v, r.Float32) }

func readFloats[T float32 | float64](r *Reader, v []*T, read func() T) {
	mask := r.Uint()
	for i, x := range v {
		if *x = 0; mask&(1<<i) != 0 {
			*x = read()
		}
	}
	if n := len(v); n < 64 && mask>>n != 0 {
		r.Fail("%d numbers, want at most %d", bits.OnesCount64(mask), n)
	}
}

// Bool reads one byte.
func (r *Reader) Bool() bool {
	b := r.Byte()
	if b > 1 {
		r.Fail("%d is neither 0 nor 1", b)
	}
	return b == 1
}

// Text reads a string.
func (r *Reader) Text() string { return r.text(r.Bytes()) }

// Rest reads all that is left. The result shares memory with the Reader's data, as the result of
// Bytes does.
func (r *Reader) Rest() []byte { return r.take(r.Left()) }

// Bytes reads bytes. The result shares memory with the Reader's data; of a NewStream it is valid
// until the next call.
func (r *Reader) Bytes() []byte { return r.take(r.Len(1)) }

// Len reads the number of items that follow, each of at least size bytes.
func (r *Reader) Len(size int) int {
	v := r.Uint()
	if r.err == nil && v > uint64(r.Left()/size) {
		r.Fail("%d items of %d bytes in %d bytes", v, size, r.Left())
	}
	if r.err != nil {
		return 0
	}
	return int(v)
}

// Take reads n bytes, as Bytes does; nil after an error.
func (r *Reader) Take(n int) []byte { return r.take(n) }

func (r *Reader) take(n int) []byte {
	if n > len(r.buf)-r.at {
		return r.takeMore(n)
	}
	b := r.buf[r.at : r.at+n : r.at+n]
	r.at += n
	return b
}

// takeMore is take of more than buf has.
func (r *Reader) takeMore(n int) []byte {
	if r.err != nil || n > r.Left() {
		r.Fail("%d bytes wanted, %d left", n, r.Left())
		return nil
	}
	if n > window {
		return r.takeLarge(n)
	}
	if r.need(n); r.err != nil {
		return nil
	}
	return r.take(n)
}
