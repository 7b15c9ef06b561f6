package semsim

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Graph is what the measure asks of a concept graph. It must not change, and
// Parents must not run in a circle.
type Graph interface {
	Len() int
	Concept(ontology.ID) *ontology.Concept
	Canon(ontology.ID) ontology.ID
	Synonyms(ontology.ID) []ontology.ID
	Arcs(ontology.ID) []ontology.Arc
	Parents(ontology.ID) []ontology.ID
	Children(ontology.ID) []ontology.ID
	Roots() []ontology.ID
}

var _ Graph = (*ontology.Graph)(nil)

// Up to eager concepts all likenesses are computed by New (1,024 concepts:
// 8 MB). Of a larger ontology a crawl needs the few rows of its topics; Sim
// computes the row of a concept it is asked for, and forgets the oldest when
// all rows together take more than hold bytes. Who asks for more than patience
// rows is not after a few topics but after pairs: for them it is worth while
// to bind the ontology up into pieces (see [pairs]), which takes as long as
// some hundred rows. Up to plenty entries for each concept are made; ENVO needs
// about 30.
const (
	eager    = 1024
	hold     = 32 << 20
	patience = 256
	plenty   = 96
)

// Measure is the likeness of the concepts of one graph by the five factors.
// Any number of goroutines may use it.
type Measure struct {
	g     Graph
	p     Params
	anc   *ancestry
	web   *web
	canon []ontology.ID
	spare sync.Pool // of *pass

	pairs atomic.Pointer[pairs] // nil at first, and if it would be too large
	asked atomic.Int64          // rows computed for Sim

	rows []atomic.Pointer[[]float64] // by canonical ID: Sim with every concept

	mu   sync.Mutex    // guards held
	held []ontology.ID // rows held, oldest first, when not all can be
	most int           // rows that may be held
}

// New returns the measure of g under p. It fails with a [*WeightsError] when
// the factors' weights do not add up to 1, with a [*RangeError] when a
// parameter is out of range, and when the hierarchy of g runs in a circle,
// which that of an [ontology.Graph] does not.
func New(g Graph, p Params) (*Measure, error) {
	p, err := p.fill()
	if err != nil {
		return nil, err
	}
	anc, err := newAncestry(g)
	if err != nil {
		return nil, err
	}
	n := g.Len()
	m := &Measure{
		g: g, p: p, anc: anc, web: newWeb(g, p.V, anc),
		canon: make([]ontology.ID, n), rows: make([]atomic.Pointer[[]float64], n),
		most: max(1, hold/(8*max(n, 1))),
	}
	funnel := sync.OnceValue(func() *funnel { return newFunnel(m.web, fewForWalks) })
	m.spare.New = func() any { return newPass(m.anc, funnel()) }
	for i := range m.canon {
		m.canon[i] = g.Canon(ontology.ID(i))
	}
	if n <= eager {
		m.most = n
		for _, c := range anc.ids {
			m.compute(c)
		}
	}
	return m, nil
}

// Params returns the parameters in force, defaults filled in.
func (m *Measure) Params() Params { return m.p }

// Sim is the likeness of a and b, 0 to 1 (eq 2). It is symmetric, 1 for a
// concept with itself and with its synonyms. Both must be concepts of the
// graph. It does not allocate, but for the first few hundred questions about a
// graph of over a thousand concepts, when it learns what it is asked for.
func (m *Measure) Sim(a, b ontology.ID) float64 {
	if x := m.pairs.Load(); x != nil {
		return x.sim(m, a, b)
	}
	a, b = m.canon[a], m.canon[b]
	if row := m.rows[a].Load(); row != nil {
		return (*row)[b]
	}
	if row := m.rows[b].Load(); row != nil {
		return (*row)[a]
	}
	if m.asked.Add(1) == patience {
		m.bind()
	}
	return m.compute(a)[b]
}

// bind prepares for pairs. Others go on with rows meanwhile.
func (m *Measure) bind() {
	if x := newPairs(m, plenty*len(m.canon)); x != nil {
		m.pairs.Store(x)
	}
}

// Topic is eq 3: the likeness of c with every concept of the graph, by ID. It
// is written to dst, which is grown if it is too short, and returned. It
// allocates only to grow dst.
func (m *Measure) Topic(c ontology.ID, dst []float64) []float64 {
	c = m.canon[c]
	if row := m.rows[c].Load(); row != nil {
		return append(dst[:0], *row...)
	}
	dst = slices.Grow(dst[:0], len(m.canon))[:len(m.canon)]
	m.row(m.anc.place[c], dst)
	return dst
}

// row writes the likenesses of place t to row, by ID.
func (m *Measure) row(t int32, row []float64) {
	s := m.spare.Get().(*pass)
	s.run(m, t, row)
	m.spare.Put(s)
}

// compute returns the row of canonical concept c, and holds it.
func (m *Measure) compute(c ontology.ID) []float64 {
	row := make([]float64, len(m.canon))
	m.row(m.anc.place[c], row)
	m.mu.Lock()
	defer m.mu.Unlock()
	if row := m.rows[c].Load(); row != nil {
		return *row
	}
	if len(m.held) == m.most {
		m.rows[m.held[0]].Store(nil)
		m.held = append(m.held[:0], m.held[1:]...)
	}
	m.held = append(m.held, c)
	m.rows[c].Store(&row)
	return row
}

// The five factors, weighted, are added up in two halves: what the path says
// and what the common ancestors say. Every likeness is made of these two
// functions and their sum, so that it is the same to the last bit however it
// was asked for. (The conversions keep a compiler from fusing a product with a
// sum, which rounds once less.)

// along is the half of the path with toll x.
func (m *Measure) along(x toll) float64 {
	if x >= blocked {
		return 0
	}
	edges, worth, same := m.web.read(x)
	return float64(m.p.Weights.Dis*ifdis(m.p.Tau, edges-same)) + float64(m.p.Weights.Rel*ifrel(worth, edges))
}

// atMost1 cuts a likeness at 1, which weights that add up to 1 only nearly
// could exceed.
func atMost1(x float64) float64 {
	if x > 1 {
		return 1
	}
	return x
}
