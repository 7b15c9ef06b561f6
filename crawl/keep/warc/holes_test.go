package warc

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var fixedTime = time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)

// A filler has the size of its hole, for each size from the least, and a strict reader
// takes it for one record. With ONTOCRAWL_LONG=1 there are more sizes.
func TestFiller(t *testing.T) {
	sizes, step, wide := []int64{}, int64(13), int64(233)
	if os.Getenv("ONTOCRAWL_LONG") == "1" {
		step, wide = 7, 97
	}
	for n := int64(300); n < 1200; n += step {
		sizes = append(sizes, n)
	}
	for _, around := range []int64{65_000, 131_400, 1_000_000} {
		for n := around; n < around+700; n += wide {
			sizes = append(sizes, n)
		}
	}
	small := 0
	for _, n := range sizes {
		for _, offset := range []int64{0, 4711} {
			b, err := filler(Hole{Offset: offset, Length: n})
			if err != nil && n < 450 {
				small++
				continue
			}
			if err != nil || int64(len(b)) != n {
				t.Fatalf("hole of %d bytes: %d, %v", n, len(b), err)
			}
			r := NewStrictReader(bytes.NewReader(b))
			if _, err := r.Next(); err != nil {
				t.Fatal(n, err)
			}
			if _, err := r.Next(); err != io.EOF {
				t.Fatal(n, err)
			}
		}
	}
	if int64(small) > 40*7/step {
		t.Errorf("%d holes are too small", small)
	}
}

// One flipped bit anywhere in a file is found, its record alone is lost, and after Fill a
// strict reader reads the file, with all other records in their places.
func TestHoles(t *testing.T) {
	dir := t.TempDir()
	name := fileName(fixedTime, 1, "0a1b2c3d")
	var whole bytes.Buffer
	w := NewWriter(&whole)
	var starts []int64
	for i := range 8 {
		kind := TypeMetadata
		if i == 0 {
			kind = TypeWarcinfo
		}
		starts = append(starts, int64(whole.Len()))
		body := make([]byte, 600+100*i) // cannot be compressed
		for k := range body {
			body[k] = byte(rand.Uint32())
		}
		if _, err := w.Write(Header{{FieldType, kind}, {FieldRecordID, NewID()}, {FieldDate, date(fixedTime)}, {FieldContentType, "text/plain"}}, body); err != nil {
			t.Fatal(err)
		}
	}
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	path := filepath.Join(dir, name)
	need := int64(whole.Len())
	for range 60 {
		bad := bytes.Clone(whole.Bytes())
		at := rand.IntN(len(bad))
		bad[at] ^= 1 << rand.IntN(8)
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := f.Check(name, need, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Holes) == 0 { // a bit of the gzip header that says nothing, such as the system
			continue
		}
		h := c.Holes[0]
		if len(c.Holes) != 1 || int64(at) < h.Offset || int64(at) >= h.Offset+h.Length {
			t.Fatalf("byte %d is damaged, holes %+v", at, c.Holes)
		}
		var kept bytes.Buffer
		if err := Fill(path, h, &kept); err != nil || !bytes.Equal(kept.Bytes(), bad[h.Offset:h.Offset+h.Length]) {
			t.Fatalf("%v, %d bytes kept", err, kept.Len())
		}
		c, err = f.Check(name, need, nil)
		if err != nil || len(c.Holes) != 0 {
			t.Fatalf("after Fill: %+v, %v", c, err)
		}
		for _, s := range starts {
			if !c.At(s) {
				t.Errorf("byte %d was damaged: no record at byte %d", at, s)
			}
		}
	}
	// A file that ends too early, and the tail that a kill leaves.
	cut := starts[6] + 40
	if err := os.WriteFile(path, whole.Bytes()[:cut], 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := f.Check(name, starts[6], nil); err != nil || len(c.Holes) != 0 || c.End != starts[6] {
		t.Errorf("a torn tail: %+v, %v", c, err)
	}
	c, err := f.Check(name, need, nil)
	if err != nil || len(c.Holes) != 1 || c.Holes[0].Offset != starts[6] || c.Holes[0].Length != need-starts[6] {
		t.Fatalf("cut short: %+v, %v", c, err)
	}
	if err := Fill(path, c.Holes[0], io.Discard); err != nil {
		t.Fatal(err)
	}
	if c, err = f.Check(name, need, nil); err != nil || len(c.Holes) != 0 {
		t.Errorf("after Fill: %+v, %v", c, err)
	}
}
