package binenc

import (
	"errors"
	"testing"
)

func TestFloats(t *testing.T) {
	var w Writer
	w.Floats(0, 1.5, 0, -2)
	w.Floats32(0, 0, 3)
	r := NewReader(w.Data())
	a, b := [4]float64{9, 9, 9, 9}, [3]float32{9, 9, 9}
	r.Floats(&a[0], &a[1], &a[2], &a[3])
	r.Floats32(&b[0], &b[1], &b[2])
	if err := r.Close(); err != nil || a != [4]float64{0, 1.5, 0, -2} || b != [3]float32{0, 0, 3} {
		t.Errorf("%v, %v, %v", a, b, err)
	}
	r = NewReader(w.Data())
	if r.Floats(&a[0], &a[1]); !errors.Is(r.Err(), errCorrupt) {
		t.Errorf("more numbers than wanted: %v", r.Err())
	}
}

// Numbers of a checkpoint are written and read without garbage: a frontier has
// millions of them.
func TestFloatsAllocate(t *testing.T) {
	w := AppendTo(make([]byte, 0, 1<<16))
	if n := testing.AllocsPerRun(100, func() { w.buf = w.buf[:0]; w.Floats32(1, 0, 2, 3) }); n > 0 {
		t.Errorf("Floats32 of a Writer allocates %v times", n)
	}
	data := append([]byte{}, w.Data()...)
	var r Reader
	var a, b, c, d float32
	if n := testing.AllocsPerRun(100, func() { r = Reader{buf: data}; r.Floats32(&a, &b, &c, &d) }); n > 0 {
		t.Errorf("Floats32 of a Reader allocates %v times", n)
	}
}
