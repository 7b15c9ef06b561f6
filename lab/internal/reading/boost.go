package reading

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
)

// Options of a training.
type Options struct {
	Trees, Leaves int
	Rate          float64 // how much of each tree counts
	Least         int     // rows of a leaf
	LeastHessian  float64
	L2            float64
	Features      float64 // share that each tree may use
	Rows          float64 // share that each tree sees
	Seed          uint64
}

// maxBins are the values of a binned feature.
const maxBins = 63

// Set is binned data.
type Set struct {
	width int
	bins  []uint8 // by row
	cuts  [][]float32
}

// newSet chooses the cuts of each feature by the quantiles of a sample of rows.
func newSet(sample [][]float32, width int) *Set {
	s := &Set{width: width, cuts: make([][]float32, width)}
	values := make([]float32, 0, len(sample))
	for f := range width {
		values = values[:0]
		for _, row := range sample {
			values = append(values, row[f])
		}
		slices.Sort(values)
		s.cuts[f] = cuts(values)
	}
	return s
}

// cuts are at most maxBins-1 values between distinct ones of a sorted list.
func cuts(sorted []float32) (c []float32) {
	distinct := slices.Compact(slices.Clone(sorted))
	if len(distinct) <= maxBins {
		for i := 1; i < len(distinct); i++ {
			c = append(c, (distinct[i-1]+distinct[i])/2)
		}
		return c
	}
	for k := 1; k < maxBins; k++ {
		i := k * len(sorted) / maxBins
		if v := (sorted[max(0, i-1)] + sorted[i]) / 2; len(c) == 0 || v > c[len(c)-1] {
			c = append(c, v)
		}
	}
	return c
}

// Add appends a row.
func (s *Set) Add(row []float32) {
	for f, v := range row {
		i, _ := slices.BinarySearch(s.cuts[f], v)
		s.bins = append(s.bins, uint8(i))
	}
}

// Len is the number of rows.
func (s *Set) Len() int { return len(s.bins) / s.width }

// train fits the log odds of y, each from 0 to 1, with weights, on the rows of use.
func train(s *Set, y, weight []float32, use []int32, o Options) maintext.Forest {
	t := boostTrainer{Set: s, o: o, y: y, rng: rand.New(rand.NewPCG(o.Seed, 17)), z: make([]float32, s.Len()), g: make([]float32, s.Len()), h: make([]float32, s.Len()), w: make([]float32, s.Len())}
	var sum, pos float64
	for _, i := range use {
		sum += float64(weight[i])
		pos += float64(weight[i] * y[i])
	}
	scale := float32(float64(len(use)) / sum)
	for _, i := range use {
		t.w[i] = weight[i] * scale
	}
	p := min(max(pos/sum, 1e-4), 1-1e-4)
	f := maintext.Forest{Base: float32(math.Log(p / (1 - p)))}
	for i := range t.z {
		t.z[i] = f.Base
	}
	for range o.Trees {
		f.Trees = append(f.Trees, t.tree(use))
	}
	return f
}

type boostTrainer struct {
	*Set
	o        Options
	rng      *rand.Rand
	y, z     []float32
	g, h, w  []float32
	features []int
}

type cell struct {
	g, h float64
	n    int32
}

type leaf struct {
	rows    []int32
	hist    []cell
	sum     cell
	gain    float64
	feature int
	bin     int
	parent  int // split, -1 of the first
	above   bool
}

// tree fits one tree to the gradients.
func (t *boostTrainer) tree(use []int32) maintext.Tree {
	rows := make([]int32, 0, len(use))
	for _, i := range use {
		if t.rng.Float64() >= t.o.Rows {
			continue
		}
		rows = append(rows, i)
		p := float32(1 / (1 + math.Exp(-float64(t.z[i]))))
		t.g[i], t.h[i] = (p-t.y[i])*t.w[i], max(p*(1-p), 1e-4)*t.w[i]
	}
	t.features = t.rng.Perm(t.width)[:max(1, int(t.o.Features*float64(t.width)))]
	slices.Sort(t.features)
	first := &leaf{rows: rows, parent: -1}
	t.fill(first)
	t.best(first)
	leaves := []*leaf{first}
	var tree maintext.Tree
	for len(leaves) < t.o.Leaves {
		k := 0
		for i, l := range leaves {
			if l.gain > leaves[k].gain {
				k = i
			}
		}
		if leaves[k].gain <= 1e-9 {
			break
		}
		below, above := t.split(leaves[k], &tree)
		leaves[k] = below
		leaves = append(leaves, above)
	}
	for i, l := range leaves {
		tree.Leaves = append(tree.Leaves, float32(-t.o.Rate*l.sum.g/(l.sum.h+t.o.L2)))
		if l.parent >= 0 {
			point(&tree.Splits[l.parent], l.above, ^int8(i))
		}
	}
	t.apply(&tree, use)
	return tree
}

func point(s *maintext.Split, above bool, to int8) {
	if above {
		s.Above = to
	} else {
		s.Below = to
	}
}

// split makes two leaves of one.
func (t *boostTrainer) split(l *leaf, tree *maintext.Tree) (below, above *leaf) {
	at := len(tree.Splits)
	tree.Splits = append(tree.Splits, maintext.Split{Feature: uint8(l.feature), At: t.cuts[l.feature][l.bin]})
	if l.parent >= 0 {
		point(&tree.Splits[l.parent], l.above, int8(at))
	}
	below, above = &leaf{parent: at}, &leaf{parent: at, above: true}
	for _, i := range l.rows {
		if int(t.bins[int(i)*t.width+l.feature]) <= l.bin {
			below.rows = append(below.rows, i)
		} else {
			above.rows = append(above.rows, i)
		}
	}
	small, large := below, above
	if len(small.rows) > len(large.rows) {
		small, large = large, small
	}
	t.fill(small)
	large.hist = l.hist // what the smaller one has not
	for k := range large.hist {
		large.hist[k].g -= small.hist[k].g
		large.hist[k].h -= small.hist[k].h
		large.hist[k].n -= small.hist[k].n
	}
	large.sum = cell{l.sum.g - small.sum.g, l.sum.h - small.sum.h, l.sum.n - small.sum.n}
	t.best(small)
	t.best(large)
	return below, above
}

// fill sums the gradients of a leaf by feature and bin.
func (t *boostTrainer) fill(l *leaf) {
	l.hist = make([]cell, t.width*(maxBins+1))
	for _, i := range l.rows {
		g, h := float64(t.g[i]), float64(t.h[i])
		row := t.bins[int(i)*t.width : int(i+1)*t.width]
		for _, f := range t.features {
			c := &l.hist[f*(maxBins+1)+int(row[f])]
			c.g += g
			c.h += h
			c.n++
		}
		l.sum.g += g
		l.sum.h += h
		l.sum.n++
	}
}

// best finds the split of a leaf that gains most.
func (t *boostTrainer) best(l *leaf) {
	l.gain = 0
	if int(l.sum.n) < 2*t.o.Least {
		return
	}
	whole := l.sum.g * l.sum.g / (l.sum.h + t.o.L2)
	for _, f := range t.features {
		var a cell
		for bin := range t.cuts[f] {
			c := &l.hist[f*(maxBins+1)+bin]
			a.g += c.g
			a.h += c.h
			a.n += c.n
			b := cell{l.sum.g - a.g, l.sum.h - a.h, l.sum.n - a.n}
			if int(a.n) < t.o.Least || a.h < t.o.LeastHessian || int(b.n) < t.o.Least || b.h < t.o.LeastHessian {
				continue
			}
			if gain := a.g*a.g/(a.h+t.o.L2) + b.g*b.g/(b.h+t.o.L2) - whole; gain > l.gain {
				l.gain, l.feature, l.bin = gain, f, bin
			}
		}
	}
}

// apply adds a tree to the sums of the rows.
func (t *boostTrainer) apply(tree *maintext.Tree, use []int32) {
	cut := make([]uint8, len(tree.Splits))
	for k, s := range tree.Splits {
		i, _ := slices.BinarySearch(t.cuts[s.Feature], s.At)
		cut[k] = uint8(i)
	}
	for _, i := range use {
		row, at := t.bins[int(i)*t.width:], int8(0)
		if len(tree.Splits) == 0 {
			at = -1
		}
		for at >= 0 {
			s := &tree.Splits[at]
			if row[s.Feature] <= cut[at] {
				at = s.Below
			} else {
				at = s.Above
			}
		}
		t.z[i] += tree.Leaves[^at]
	}
}
