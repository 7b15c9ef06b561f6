package binenc

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/iotest"
)

func sample() []byte {
	var w Writer
	w.Header("part", 3)
	w.Uint(300)
	w.Int(-7)
	w.Fixed(math.MaxUint64)
	w.Float(math.Inf(-1))
	w.Float32(1.5)
	w.Bool(true)
	w.Text("台风")
	w.Bytes([]byte{1, 2})
	return w.Data()
}

func read(r *Reader) (ok bool) {
	r.Header("part", 3)
	return r.Uint() == 300 && r.Int() == -7 && r.Fixed() == math.MaxUint64 &&
		r.Float() == math.Inf(-1) && r.Float32() == 1.5 && r.Bool() &&
		r.Text() == "台风" && bytes.Equal(r.Bytes(), []byte{1, 2})
}

func TestRoundTrip(t *testing.T) {
	r := NewReader(sample())
	if !read(r) {
		t.Error("a value came back changed")
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestPool: strings from a block are those written, also where it is full.
func TestPool(t *testing.T) {
	var w Writer
	text := strings.Repeat("http://a.example/", 1000)
	for i := range 20000 {
		w.Text(text[i%300 : i%300+i%97])
	}
	w.Text(text)
	r := NewReader(w.Data())
	r.Pool(true)
	var got []string
	for range 20000 {
		got = append(got, r.Text())
	}
	for i, s := range got {
		if want := text[i%300 : i%300+i%97]; s != want {
			t.Fatalf("string %d is %q, want %q", i, s, want)
		}
	}
	if r.Text() != text || r.Close() != nil {
		t.Error("a long string came back changed")
	}
}

func TestEveryCutIsAnError(t *testing.T) {
	data := sample()
	for n := range data {
		r := NewReader(data[:n])
		read(r)
		if err := r.Close(); !errors.Is(err, errCorrupt) {
			t.Errorf("cut at %d of %d: error %v", n, len(data), err)
		}
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct {
		name  string
		write func(*Writer)
		read  func(*Reader)
	}{
		{"other part", func(w *Writer) { w.Header("a", 1) }, func(r *Reader) { r.Header("b", 1) }},
		{"other version", func(w *Writer) { w.Header("a", 1) }, func(r *Reader) { r.Header("a", 2) }},
		{"length beyond the data", func(w *Writer) { w.Uint(1 << 60) }, func(r *Reader) { _ = r.Text() }},
		{"out of range", func(w *Writer) { w.Int(9) }, func(r *Reader) { r.IntIn(0, 8) }},
		{"NaN", func(w *Writer) { w.Float(math.NaN()) }, func(r *Reader) { r.Float() }},
		{"infinite float32", func(w *Writer) { w.Float32(float32(math.Inf(1))) }, func(r *Reader) { r.Float32() }},
		{"no bool", func(w *Writer) { w.Uint(2) }, func(r *Reader) { r.Bool() }},
		{"left over", func(w *Writer) { w.Uint(2) }, func(*Reader) {}},
		{"caller's check", func(*Writer) {}, func(r *Reader) { r.Fail("bad id %d", 4) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var w Writer
			tt.write(&w)
			r := NewReader(w.Data())
			tt.read(r)
			if err := r.Close(); !errors.Is(err, errCorrupt) {
				t.Errorf("error = %v, want ErrCorrupt", err)
			}
		})
	}
}

func FuzzReader(f *testing.F) {
	f.Add(sample())
	f.Add([]byte{4, 'p', 'a', 'r', 't', 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(data)
		if read(r) && r.Close() == nil && !bytes.Equal(data, sample()) {
			// Uvarints have longer spellings; everything else is exact.
			if len(data) == len(sample()) {
				t.Error("two forms of equal length of one sample")
			}
		}
		memory, stream := NewReader(data), NewStream(iotest.OneByteReader(bytes.NewReader(data)), len(data))
		if a, b := read(memory), read(stream); a != b || (memory.Close() == nil) != (stream.Close() == nil) || memory.Left() != stream.Left() {
			t.Errorf("of memory %v, %v; of a stream %v, %v", a, memory.Err(), b, stream.Err())
		}
	})
}
