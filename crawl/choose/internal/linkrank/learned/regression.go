package learned

import (
	"math"
	"math/rand/v2"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

const (
	hashBits   = 16
	maxHashed  = 24     // hashed features of a link
	biasRate   = 1.0    // AdaGrad's rate for the bias,
	denseRate  = 0.1    // the other dense weights,
	hashedRate = 0.15   // and the hashed ones
	firstSlope = 1.0    // what every sum of squared gradients starts with
	pull       = 0.0005 // how far each step pulls a weight back to where it started
	replays    = 2      // random earlier examples learned again at each step
	maxMemory  = 1 << 13
)

// example is a link that was fetched: what was known of it, what came of it.
type example struct {
	dense  vector
	hashed []uint16
	target float64
}

// regression is a logistic regression learned on line: one AdaGrad step
// (Duchi, Hazan, Singer 2011) for each page fetched and two for random earlier
// ones, because one page after the other comes from the same corner of the
// web. It starts at weights set by hand and is pulled back to them, so that
// it ranks from the first link on and little data cannot carry it far.
type regression struct {
	dense   weights
	grad    weights   // sums of squared gradients
	hashed  []float32 // by feature; nil until something is learned
	slopes  []float32 // sums of squared gradients of those
	memory  []example // a uniform sample of all earlier examples
	learned int       // how many there were
	rng     *rand.PCG
}

func newRegression(seed uint64) regression {
	return regression{dense: prior, rng: rand.NewPCG(seed, 0x6c696e6b72616e6b)}
}

// z is the log-odds that the link brings something.
func (m *regression) z(x *vector, hashed []uint16) float64 {
	// Four sums at a time: one would make each addition wait for the last.
	var z [4]float64
	for i := 0; i < room; i += 4 {
		z[0] += m.dense[i] * float64(x[i])
		z[1] += m.dense[i+1] * float64(x[i+1])
		z[2] += m.dense[i+2] * float64(x[i+2])
		z[3] += m.dense[i+3] * float64(x[i+3])
	}
	if m.hashed != nil {
		for _, h := range hashed {
			z[0] += float64(m.hashed[h])
		}
	}
	return z[0] + z[1] + z[2] + z[3]
}

// learn takes a step for e, and one for each replayed example.
func (m *regression) learn(e example) {
	m.step(e, 1)
	if len(m.memory) > 0 {
		rng := rand.New(m.rng)
		for range replays {
			m.step(m.memory[rng.IntN(len(m.memory))], 1)
		}
	}
	m.keep(e)
}

// keep puts e into the memory: reservoir sampling (Vitter 1985, algorithm R).
func (m *regression) keep(e example) {
	m.learned++
	if len(m.memory) < maxMemory {
		m.memory = append(m.memory, e)
	} else if k := rand.New(m.rng).IntN(m.learned); k < maxMemory {
		m.memory[k] = e
	}
}

// step moves the weights towards the target of e. weight is how much e counts.
func (m *regression) step(e example, weight float64) {
	g := weight * (stats.Logistic(m.z(&e.dense, e.hashed)) - e.target)
	for i, x := range e.dense {
		if x == 0 {
			continue
		}
		x := float64(x)
		rate := denseRate
		if i == fBias {
			rate = biasRate
		}
		m.grad[i] += g * x * g * x
		m.dense[i] -= rate*g*x/math.Sqrt(firstSlope+m.grad[i]) + pull*(m.dense[i]-prior[i])
	}
	if m.hashed == nil {
		m.hashed, m.slopes = make([]float32, 1<<hashBits), make([]float32, 1<<hashBits)
	}
	for _, h := range e.hashed {
		w, slope := &m.hashed[h], &m.slopes[h]
		*slope += float32(g * g)
		*w -= float32(hashedRate*g/math.Sqrt(firstSlope+float64(*slope))) + pull**w
	}
}

// writeWeights writes the weights and how far they were learned.
func (m *regression) writeWeights(w *binenc.Writer) {
	w.Uint(numFeatures)
	for i := range numFeatures {
		w.Float(m.dense[i])
		w.Float(m.grad[i])
	}
	used := 0
	for h, v := range m.hashed {
		if v != 0 || m.slopes[h] != 0 {
			used++
		}
	}
	w.Uint(uint64(used))
	for h, v := range m.hashed {
		if v != 0 || m.slopes[h] != 0 {
			w.Uint(uint64(h))
			w.Float32(v)
			w.Float32(m.slopes[h])
		}
	}
}

func (m *regression) write(w *binenc.Writer) {
	m.writeWeights(w)
	w.Uint(uint64(m.learned))
	w.Uint(uint64(len(m.memory)))
	for i := range m.memory {
		e := &m.memory[i]
		for _, x := range e.dense[:numFeatures] {
			w.Float32(x)
		}
		writeHashed(w, e.hashed)
		w.Float(e.target)
	}
	state, _ := m.rng.MarshalBinary() // never fails
	w.Bytes(state)
}

// read reads what write wrote. A feature that the writer did not know yet starts as
// in a new ranker.
func (m *regression) read(r *binenc.Reader, known int) {
	*m = newRegression(0)
	m.readWeights(r, known, known)
	m.learned = int(r.Uint() & (1<<40 - 1))
	for n := r.Len(4*known + 9); n > 0 && r.Err() == nil; n-- {
		var e example
		for i := range known {
			e.dense[i] = r.Float32()
		}
		e.hashed = readHashed(r, nil)
		e.target = bounded(r)
		m.memory = append(m.memory, e)
	}
	if len(m.memory) > min(m.learned, maxMemory) {
		r.Fail("%d examples of %d learned", len(m.memory), m.learned)
	}
	if err := m.rng.UnmarshalBinary(r.Bytes()); err != nil {
		r.Fail("random state: %v", err)
	}
}

// readWeights reads what writeWeights wrote, with so many dense features.
func (m *regression) readWeights(r *binenc.Reader, least, most int) {
	known := r.Uint()
	if known < uint64(least) || known > uint64(most) {
		r.Fail("%d features, it should have %d to %d", known, least, most)
		return
	}
	for i := range known {
		m.dense[i], m.grad[i] = bounded(r), notNegative(r)
	}
	if n := r.Len(9); n > 0 {
		m.hashed, m.slopes = make([]float32, 1<<hashBits), make([]float32, 1<<hashBits)
		for ; n > 0 && r.Err() == nil; n-- {
			h := r.Uint() & (1<<hashBits - 1)
			m.hashed[h], m.slopes[h] = r.Float32(), max(0, r.Float32())
		}
	}
}

// edgesAt adds the words that begin at character k: words of the dictionary, the labels, and the
// character alone.
func bounded(r *binenc.Reader) float64 {
	v := r.Float()
	if math.Abs(v) > 1e9 {
		r.Fail("%v is not within its range", v)
		return 0
	}
	return v
}
