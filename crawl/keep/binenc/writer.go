package binenc

import (
	"encoding/binary"
	"io"
	"math"
)

// Writer appends values to a buffer. The zero Writer is ready.
type Writer struct {
	buf   []byte
	names func(string) (int32, bool)
	to    io.Writer
	n     int64 // bytes written to it
	err   error
}

// NewWriter returns a Writer whose Spill and Flush write the buffer to w, so that
// a memory of hundreds of megabytes is stored without being held twice.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// spillSize is the size of a buffer that Spill writes out.
const spillSize = 256 << 10

// Spill writes a full buffer out. Call it between two values.
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

// Write appends b as it is: it implements io.Writer.
func (w *Writer) Write(b []byte) (int, error) {
	w.buf = append(w.buf, b...)
	w.Spill()
	return len(b), w.err
}

// Fail records an error of the caller's own, unless an error came before.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// written is how many bytes were written so far.
func (w *Writer) written() int64 { return w.n + int64(len(w.buf)) }

// Flush writes the rest out. It returns how many bytes were written in all, and
// the first error.
func (w *Writer) Flush() (n int64, err error) {
	if w.to != nil {
		w.pass()
	}
	return w.n, w.err
}

// AppendTo returns a Writer that appends to b.
func AppendTo(b []byte) Writer { return Writer{buf: b} }

// Names sets the function that numbers the strings that were written before. Name
// writes such a number in place of the string.
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

// Header writes the name of what follows and the version of its form.
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

// Fixed32 writes four bytes.
func (w *Writer) Fixed32(v uint32) { w.buf = binary.LittleEndian.AppendUint32(w.buf, v) }

// Byte writes one byte.
func (w *Writer) Byte(b byte) { w.buf = append(w.buf, b) }

// Float writes v exactly.
func (w *Writer) Float(v float64) { w.Fixed(math.Float64bits(v)) }

// Float32 writes v exactly.
func (w *Writer) Float32(v float32) { w.Fixed32(math.Float32bits(v)) }

// Floats writes up to 64 numbers exactly; a zero takes no bytes.
func (w *Writer) Floats(v ...float64) { writeFloats(w, v, w.Float) }

// Floats32 is Floats for float32.
func (w *Writer) Floats32(v ...float32) { writeFloats(w, v, w.Float32) }

func writeFloats[T float32 | float64](w *Writer, v []T, write func(T)) {
	var mask uint64
	for i, x := range v {
		if x != 0 {
			mask |= 1 << i
		}
	}
	w.Uint(mask)
	for _, x := range v {
		if x != 0 {
			write(x)
		}
	}
}

// Bool writes one byte.
func (w *Writer) Bool(v bool) {
	b := byte(0)
	if v {
		b = 1
	}
	w.Byte(b)
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
