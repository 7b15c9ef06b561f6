package maintext

import "github.com/ontocrawl/ontocrawl/crawl/keep/binenc"

// Forest is a sum of regression trees (Friedman, Greedy function approximation: a gradient
// boosting machine, 2001).
type Forest struct {
	Base  float32
	Trees []Tree
}

// Tree is a regression tree. It is walked from its first split; without one it is its only
// leaf.
type Tree struct {
	Splits []Split
	Leaves []float32
}

// Split sends a row to Below if its Feature is at most At, else to Above. A negative
// number n is the leaf ^n.
type Split struct {
	At           float32
	Feature      uint8
	Below, Above int8
}

// Sum is the sum of the trees for a row. After the first early ones it may end where the
// sum is beyond sure, as the others seldom change the side.
func (f *Forest) Sum(row []float32, early int, sure float32) float32 {
	z := f.Base
	for i := range f.Trees {
		if i == early && (z > sure || z < -sure) {
			return z
		}
		z += f.Trees[i].leaf(row)
	}
	return z
}

func (t *Tree) leaf(row []float32) float32 {
	at := int8(0)
	if len(t.Splits) == 0 {
		return t.Leaves[0]
	}
	for {
		s := &t.Splits[at]
		below := s.Below
		if at = s.Above; row[s.Feature] <= s.At { // a move, without a jump that nobody could foresee
			at = below
		}
		if at < 0 {
			return t.Leaves[^at]
		}
	}
}

// maxSplits is the most that a tree can have.
const maxSplits = 127

func (f *Forest) write(w *binenc.Writer) {
	w.Float32(f.Base)
	w.Uint(uint64(len(f.Trees)))
	for i := range f.Trees {
		t := &f.Trees[i]
		w.Uint(uint64(len(t.Splits)))
		for _, s := range t.Splits {
			w.Float32(s.At)
			w.Byte(s.Feature)
			w.Byte(byte(s.Below))
			w.Byte(byte(s.Above))
		}
		for _, v := range t.Leaves {
			w.Float32(v)
		}
	}
}

// read reads a forest over rows of some features. Every way through a tree ends in a leaf,
// as splits lead to later ones.
func (f *Forest) read(r *binenc.Reader, features int) {
	f.Base = r.Float32()
	f.Trees = make([]Tree, r.Len(5))
	for i := range f.Trees {
		n := int(min(r.Uint(), maxSplits+1))
		if n > maxSplits {
			r.Fail("%d splits", n)
			return
		}
		t := Tree{make([]Split, n), make([]float32, n+1)}
		for k := range t.Splits {
			s := Split{r.Float32(), r.Byte(), int8(r.Byte()), int8(r.Byte())}
			if int(s.Feature) >= features || !t.leads(k, s.Below) || !t.leads(k, s.Above) {
				r.Fail("split %d of tree %d", k, i)
			}
			t.Splits[k] = s
		}
		for k := range t.Leaves {
			t.Leaves[k] = r.Float32()
		}
		f.Trees[i] = t
	}
}

// leads reports whether split k may lead to n.
func (t *Tree) leads(k int, n int8) bool {
	return n < 0 && int(^n) < len(t.Leaves) || int(n) > k && int(n) < len(t.Splits)
}
