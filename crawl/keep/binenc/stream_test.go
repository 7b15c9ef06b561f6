package binenc

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// ways are how a stream may come.
var ways = map[string]func(io.Reader) io.Reader{
	"whole":        func(r io.Reader) io.Reader { return r },
	"in halves":    iotest.HalfReader,
	"byte by byte": iotest.OneByteReader,
	"and its end":  iotest.DataErrReader,
}

// TestStream: a stream gives what memory would, however it comes, also values larger than what of it is
// in memory.
func TestStream(t *testing.T) {
	var w Writer
	long := strings.Repeat("台风", window/3)
	for i := range 3000 {
		w.Uint(uint64(i) << (i % 60))
		w.Int(-int64(i))
		w.Bytes(sample())
		if i == 1000 {
			w.Text(long)
		}
	}
	w.Fixed(7)
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			r := NewStream(way(bytes.NewReader(w.Data())), len(w.Data()))
			for i := range 3000 {
				if left := r.Left(); i == 0 && left != len(w.Data()) {
					t.Fatalf("%d bytes are left of %d", left, len(w.Data()))
				}
				if peeked := r.peek(1); i < 128 && peeked[0] != byte(i) && i%60 == 0 {
					t.Fatalf("before number %d: %d", i, peeked[0])
				}
				if u, n := r.Uint(), r.Int(); u != uint64(i)<<(i%60) || n != -int64(i) {
					t.Fatalf("numbers %d are %d and %d, %v", i, u, n, r.Err())
				}
				if b := r.Bytes(); !read(NewReader(b)) {
					t.Fatalf("bytes %d came back changed, %v", i, r.Err())
				}
				if i == 1000 && r.Text() != long {
					t.Fatalf("a long text came back changed, %v", r.Err())
				}
			}
			if r.Left() != 8 || len(r.peek(100)) != 8 || len(r.Rest()) != 8 || r.Left() != 0 || len(r.Rest()) != 0 {
				t.Errorf("%d bytes are left", r.Left())
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRead: what is left of a Reader is a stream, too.
func TestRead(t *testing.T) {
	data := bytes.Repeat(sample(), 20000)
	for name, way := range ways {
		r := NewStream(way(bytes.NewReader(data)), len(data))
		if !read(r) {
			t.Fatal(r.Err())
		}
		again := NewStream(r, r.Left())
		for range 19999 {
			if !read(again) {
				t.Fatalf("%s: %v", name, again.Err())
			}
		}
		if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF || again.Close() != nil || r.Close() != nil {
			t.Errorf("%s: at the end %d, %v, %v, %v", name, n, err, again.Err(), r.Err())
		}
	}
	r := NewStream(iotest.ErrReader(errors.New("broken")), 1)
	if n, err := r.Read(make([]byte, 1)); n != 0 || !errors.Is(err, errCorrupt) {
		t.Errorf("of a broken one: %d, %v", n, err)
	}
}

// TestStreamFails: a stream that is shorter than was said, or fails, is an error at every place of it; nothing
// that was said of its length makes room for more than it has.
func TestStreamFails(t *testing.T) {
	data := sample()
	broken := errors.New("broken")
	for n := range data {
		for what, rest := range map[string]io.Reader{"ends": new(bytes.Reader), "fails": iotest.ErrReader(broken)} {
			r := NewStream(io.MultiReader(bytes.NewReader(data[:n]), rest), len(data))
			if read(r) || !errors.Is(r.Close(), errCorrupt) {
				t.Errorf("it %s after %d bytes: %v", what, n, r.Close())
			}
			if what == "fails" && !strings.Contains(r.Err().Error(), "broken") {
				t.Errorf("the error does not say why: %v", r.Err())
			}
			if r.Left() != 0 || r.Uint() != 0 || r.Take(1) != nil || len(r.peek(1)) != 0 {
				t.Error("something is read after an error")
			}
		}
	}
	r := NewStream(bytes.NewReader(make([]byte, 9)), 2*window)
	if r.Take(window+1) != nil || !errors.Is(r.Err(), errCorrupt) {
		t.Errorf("more than there is was read: %v", r.Err())
	}
}

// TestStreamMemory: a stream of many windows takes the memory of one.
func TestStreamMemory(t *testing.T) {
	data := make([]byte, 16*window)
	n := testing.AllocsPerRun(3, func() {
		r := NewStream(bytes.NewReader(data), len(data))
		for r.Left() > 0 {
			r.Fixed()
		}
		if r.Err() != nil {
			t.Error(r.Err())
		}
	})
	if n > 4 {
		t.Errorf("%v allocations", n)
	}
}
