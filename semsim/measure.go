package semsim

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Graph is a concept graph, as far as a measure needs it. It must not change, and
// Parents must have no cycle.
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

// New computes all similarities of up to eagerConcepts concepts (1,024: 8 MB).
// Of a larger ontology a crawl needs only the rows of its topics: Sim computes
// the row it needs, and drops the oldest when all rows exceed rowCacheBytes.
// Who needs more than rowsBeforeIndex rows compares pairs, not topics; then a
// [pairIndex] is built, which takes as long as some hundred rows. It has at
// most maxEntries for each concept; ENVO needs about 30.
const (
	eagerConcepts   = 1024
	rowCacheBytes   = 32 << 20
	rowsBeforeIndex = 16
	maxEntries      = 96
)

// Measure is the similarity of the concepts of one graph by the five factors.
// Any number of goroutines may use it.
type Measure struct {
	g          Graph
	p          Params
	hierarchy  *hierarchy
	paths      *pathGraph
	canon      []ontology.ID
	rowSolvers sync.Pool // of *rowSolver

	pairs atomic.Pointer[pairIndex] // nil at first, and if it would be too large
	asked atomic.Int64              // rows computed for Sim

	rows []atomic.Pointer[[]float64] // by canonical ID: Sim with every concept

	mu      sync.Mutex    // guards held
	held    []ontology.ID // concepts with a cached row, oldest first
	maxHeld int           // rows that may be cached
}

// New returns the measure of g under p. It fails with a [*WeightsError] when
// the factors' weights do not add up to 1, with a [*RangeError] when a
// parameter is out of range, and when the hierarchy of g has a cycle, which an
// [ontology.Graph] never has.
func New(g Graph, p Params) (*Measure, error) {
	p, err := p.fill()
	if err != nil {
		return nil, err
	}
	anc, err := newHierarchy(g)
	if err != nil {
		return nil, err
	}
	n := g.Len()
	m := &Measure{
		g: g, p: p, hierarchy: anc, paths: newPathGraph(g, p.V, anc),
		canon: make([]ontology.ID, n), rows: make([]atomic.Pointer[[]float64], n),
		maxHeld: max(1, rowCacheBytes/(8*max(n, 1))),
	}
	ch := sync.OnceValue(func() *contractionHierarchy { return newContractionHierarchy(m.paths, degreeForSweeps) })
	m.rowSolvers.New = func() any { return newRowSolver(m.hierarchy, ch()) }
	for i := range m.canon {
		m.canon[i] = g.Canon(ontology.ID(i))
	}
	if n <= eagerConcepts {
		m.maxHeld = n
		for _, c := range anc.ids {
			m.compute(c)
		}
	}
	return m, nil
}

// Params returns the parameters in use, defaults filled in.
func (m *Measure) Params() Params { return m.p }

// Sim is the similarity of a and b, 0 to 1 (eq 2). It is symmetric, and 1 for a
// concept with itself and with its synonyms. Both must be concepts of the
// graph. It does not allocate, except in the first few hundred calls on a graph
// of over a thousand concepts.
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
	if m.asked.Add(1) == rowsBeforeIndex {
		m.indexPairs()
	}
	return m.compute(a)[b]
}

// indexPairs builds the pair index. Other goroutines use rows meanwhile.
func (m *Measure) indexPairs() {
	if x := newPairIndex(m, maxEntries*len(m.canon)); x != nil {
		m.pairs.Store(x)
	}
}

// Topic is eq 3: the similarity of c with every concept of the graph, by ID.
// The result is written to dst, which is grown if it is too short, and
// returned. Topic allocates only to grow dst.
func (m *Measure) Topic(c ontology.ID, dst []float64) []float64 {
	c = m.canon[c]
	if row := m.rows[c].Load(); row != nil {
		return append(dst[:0], *row...)
	}
	dst = slices.Grow(dst[:0], len(m.canon))[:len(m.canon)]
	m.row(m.hierarchy.pos[c], dst)
	return dst
}

// row writes the similarities of position t to row, by ID.
func (m *Measure) row(t int32, row []float64) {
	s := m.rowSolvers.Get().(*rowSolver)
	s.run(m, t, row)
	m.rowSolvers.Put(s)
}

// compute returns the row of canonical concept c, and caches it.
func (m *Measure) compute(c ontology.ID) []float64 {
	row := make([]float64, len(m.canon))
	m.row(m.hierarchy.pos[c], row)
	m.mu.Lock()
	defer m.mu.Unlock()
	if row := m.rows[c].Load(); row != nil {
		return *row
	}
	if len(m.held) == m.maxHeld {
		m.rows[m.held[0]].Store(nil)
		m.held = append(m.held[:0], m.held[1:]...)
	}
	m.held = append(m.held, c)
	m.rows[c].Store(&row)
	return row
}

// The weighted factors are added up in two halves: pathPart, and what the
// common ancestors add. Every similarity is the sum of these halves, so it is
// the same to the last bit whichever function computes it. (The conversions
// keep a compiler from fusing a product with a sum, which rounds once less.)

// pathPart is the part of the path with distance x.
func (m *Measure) pathPart(x distance) float64 {
	if x >= unreachable {
		return 0
	}
	edges, weight, same := m.paths.unpack(x)
	return float64(m.p.Weights.Dis*ifdis(m.p.Tau, edges-same)) + float64(m.p.Weights.Rel*ifrel(weight, edges))
}

// atMost1 limits a similarity to 1, which weights that add up to 1 only nearly
// could exceed.
func atMost1(x float64) float64 {
	if x > 1 {
		return 1
	}
	return x
}
