package strategy

import (
	"math"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// arms are clusters of tag paths, made as links are found: the actions of a
// [sleepingBandit]. A path is a vector of how often each pair of its steps follow each
// other, begin and end included, hashed to 4,096 dimensions. It joins the arm with the
// nearest centroid by cosine, if that is at least .75, and else begins an arm. The
// numbers are the authors'.
type arms []arm

type arm struct {
	sum    []float32 // of the paths' vectors: as good as their mean, for a cosine
	square float64   // length of sum, squared
	pulls  int       // links fetched
	mean   float64   // reward of those
}

const (
	armBits  = 12  // dimensions: 1 << armBits
	armAlike = .75 // theta
	mostArms = 256
)

// step is one dimension of a path's vector.
type step struct {
	at    int
	value float32
}

// pathVector returns the vector of a path, without what is 0, in the order of its
// dimensions, and the square of its length.
func pathVector(path string) (v []step, square float64) {
	steps := append(append([]string{"\x02"}, strings.Fields(path)...), "\x03")
	share := 1 / float32(len(steps)-1)
	for i := range len(steps) - 1 {
		at := int(linkrank.Mix(linkrank.Hash(steps[i], steps[i+1])) >> (64 - armBits))
		if k := slices.IndexFunc(v, func(s step) bool { return s.at == at }); k >= 0 {
			v[k].value += share
		} else {
			v = append(v, step{at, share})
		}
	}
	slices.SortFunc(v, func(a, b step) int { return a.at - b.at })
	for _, s := range v {
		square += float64(s.value) * float64(s.value)
	}
	return v, square
}

// of returns the arm that a link with this path joins.
func (a *arms) of(path string) int32 {
	v, square := pathVector(path)
	nearest, most := int32(-1), -1.0
	for i := range *a {
		if c := (*a)[i].dot(v) / math.Sqrt((*a)[i].square*square); c > most {
			nearest, most = int32(i), c
		}
	}
	if most < armAlike && len(*a) < mostArms {
		nearest = int32(len(*a))
		*a = append(*a, arm{sum: make([]float32, 1<<armBits)})
	}
	(*a)[nearest].join(v)
	return nearest
}

func (m *arm) dot(v []step) (sum float64) {
	for _, s := range v {
		sum += float64(m.sum[s.at]) * float64(s.value)
	}
	return sum
}

// join adds the vector of one more link.
func (m *arm) join(v []step) {
	for _, s := range v {
		was := float64(m.sum[s.at])
		m.sum[s.at] += s.value
		now := float64(m.sum[s.at])
		m.square += now*now - was*was
	}
}

// bring notes the reward of a pull.
func (m *arm) bring(reward float64) {
	m.pulls++
	m.mean += (reward - m.mean) / float64(m.pulls)
}

func (a arms) save(w *binenc.Writer) {
	w.Uint(uint64(len(a)))
	for i := range a {
		w.Spill()
		m := &a[i]
		w.Uint(uint64(m.pulls))
		w.Floats(m.mean, m.square)
		saveSparse(w, m.sum)
	}
}

func (a *arms) load(r *binenc.Reader) {
	n := r.Len(4)
	if n > mostArms {
		r.Fail("%d arms", n)
	}
	for ; n > 0 && r.Err() == nil; n-- {
		m := arm{pulls: readCount(r, maxCount40)}
		r.Floats(&m.mean, &m.square)
		m.sum = loadSparse(r, 1<<armBits)
		if !(m.mean >= 0 && m.mean < 1e9 && m.square > 0 && m.square < 1e30) {
			r.Fail("an arm of reward %v and length %v", m.mean, m.square)
		}
		*a = append(*a, m)
	}
}

// saveSparse writes a vector without what is 0.
func saveSparse(w *binenc.Writer, v []float32) {
	n := 0
	for _, x := range v {
		if x != 0 {
			n++
		}
	}
	w.Uint(uint64(n))
	for at, x := range v {
		if x != 0 {
			w.Uint(uint64(at))
			w.Float32(x)
		}
	}
}

// loadSparse reads a vector of so many dimensions.
func loadSparse(r *binenc.Reader, dimensions int) []float32 {
	v := make([]float32, dimensions)
	last := -1
	for n := r.Len(5); n > 0 && r.Err() == nil; n-- {
		at, x := r.Uint(), r.Float32()
		if at >= uint64(dimensions) || int(at) <= last || !(math.Abs(float64(x)) < 1e9) || x == 0 {
			r.Fail("dimension %d is %v", at, x)
			break
		}
		v[at], last = x, int(at)
	}
	return v
}
