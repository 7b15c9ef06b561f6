package binenc

import (
	"math/bits"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// outcomeVersion is the version of the form of an outcome.
//
//	1
const outcomeVersion = 1

// AppendOutcome appends o to b.
func AppendOutcome(b []byte, o *crawl.Outcome) []byte {
	w := AppendTo(b)
	writeOutcome(&w, o)
	return w.Data()
}

// DecodeOutcome reads what AppendOutcome wrote. An error wraps binenc.ErrCorrupt.
func DecodeOutcome(b []byte) (*crawl.Outcome, error) {
	r := NewReader(b)
	o := readOutcome(r)
	return o, r.Close()
}

func writeOutcome(w *Writer, o *crawl.Outcome) {
	w.Byte(outcomeVersion)
	w.Byte(flags(o.Failed, o.Features != nil, o.Hashed != nil))
	w.Floats(o.Relevance, o.Weight)
	w.Uint(uint64(len(o.Groups)))
	for _, g := range o.Groups {
		w.Fixed(g)
	}
	if o.Features != nil {
		writeFeatures(w, o.Features)
	}
	if o.Hashed != nil {
		w.Uint(uint64(len(o.Hashed)))
		for _, h := range o.Hashed {
			w.Byte(byte(h))
			w.Byte(byte(h >> 8))
		}
	}
}

func readOutcome(r *Reader) *crawl.Outcome {
	if v := r.Byte(); r.Err() == nil && v != outcomeVersion {
		r.Fail("an outcome of version %d; this program reads %d", v, outcomeVersion)
	}
	o := new(crawl.Outcome)
	var features, hashed bool
	readFlags(r, &o.Failed, &features, &hashed)
	readNumbers(r, &o.Relevance, &o.Weight)
	if n := r.Len(8); n > 0 {
		o.Groups = make([]uint64, n)
	}
	for i := range o.Groups {
		o.Groups[i] = r.Fixed()
	}
	if features {
		o.Features = readFeatures(r)
	}
	if hashed {
		o.Hashed = make([]uint16, r.Len(2))
		for i := range o.Hashed {
			o.Hashed[i] = uint16(r.Byte()) | uint16(r.Byte())<<8
		}
	}
	return o
}

// writeFeatures writes the numbers that are not 0, and a bit for each number.
func writeFeatures(w *Writer, f []float32) {
	w.Uint(uint64(len(f)))
	for from := 0; from < len(f); from += 8 {
		eight := f[from:min(from+8, len(f))]
		var mask byte
		for i, x := range eight {
			if x != 0 {
				mask |= 1 << i
			}
		}
		w.Byte(mask)
		for _, x := range eight {
			if x != 0 {
				w.Float32(x)
			}
		}
	}
}

// mostFeatures bounds what is read: a byte stands for eight features.
const mostFeatures = 1 << 12

func readFeatures(r *Reader) []float32 {
	n := r.Uint()
	if n > mostFeatures {
		r.Fail("%d features, at most %d", n, mostFeatures)
		return nil
	}
	f := make([]float32, n)
	for from := 0; from < len(f) && r.Err() == nil; from += 8 {
		eight := f[from:min(from+8, len(f))]
		mask := r.Byte()
		if bits.Len8(mask) > len(eight) {
			r.Fail("feature %d of %d", from+bits.Len8(mask), len(f))
		}
		for i := range eight {
			if mask&(1<<i) != 0 {
				eight[i] = r.Float32()
			}
		}
	}
	return f
}
