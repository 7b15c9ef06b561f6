package semsim

import (
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
	Ancestors(ontology.ID) []ontology.ID
	Depth(ontology.ID) int
	Roots() []ontology.ID
}

var _ Graph = (*ontology.Graph)(nil)

// Up to eager concepts all likenesses are computed by New (1,024 concepts:
// 8 MB). Of a larger ontology a crawl needs the few rows of its topics; they
// are computed when first asked for, and the oldest are forgotten when all
// rows together take more than hold bytes.
const (
	eager = 1024
	hold  = 32 << 20
)

// Measure is the likeness of the concepts of one graph. Any number of
// goroutines may use it.
type Measure struct {
	g     Graph
	p     Params
	web   *web
	anc   *ancestry
	canon []ontology.ID

	rows []atomic.Pointer[[]float64] // by canonical ID: Sim with every concept

	mu    sync.Mutex // guards what follows
	reach reach
	kin   kin
	held  []ontology.ID // rows held, oldest first, when not all can be
	most  int           // rows that may be held
}

// New returns the measure of g under p. It fails with a [*WeightsError] when
// the factors' weights do not add up to 1, and with a [*RangeError] when a
// parameter is out of range.
func New(g Graph, p Params) (*Measure, error) {
	p, err := p.fill()
	if err != nil {
		return nil, err
	}
	n := g.Len()
	m := &Measure{
		g: g, p: p, web: newWeb(g, p.V), anc: newAncestry(g),
		canon: make([]ontology.ID, n), rows: make([]atomic.Pointer[[]float64], n),
		most: max(1, hold/(8*max(n, 1))),
	}
	m.kin.ancestry = m.anc
	for i := range m.canon {
		m.canon[i] = g.Canon(ontology.ID(i))
	}
	if n <= eager {
		m.most = n
		for i, c := range m.canon {
			if c == ontology.ID(i) {
				m.compute(c)
			}
		}
	}
	return m, nil
}

// Params returns the parameters in force, defaults filled in.
func (m *Measure) Params() Params { return m.p }

// Sim is the likeness of a and b, 0 to 1 (eq 2). It is symmetric, 1 for a
// concept with itself and with its synonyms. Both must be concepts of the
// graph. It does not allocate, but for a graph of over a thousand concepts,
// where the first question about a concept computes all its likenesses.
func (m *Measure) Sim(a, b ontology.ID) float64 {
	a, b = m.canon[a], m.canon[b]
	if row := m.rows[a].Load(); row != nil {
		return (*row)[b]
	}
	if row := m.rows[b].Load(); row != nil {
		return (*row)[a]
	}
	return m.compute(a)[b]
}

// Topic is eq 3: the likeness of c with every concept of the graph, by ID. It
// is written to dst, which is grown if it is too short, and returned. It
// allocates only where Sim does, or to grow dst.
func (m *Measure) Topic(c ontology.ID, dst []float64) []float64 {
	c = m.canon[c]
	if row := m.rows[c].Load(); row != nil {
		return append(dst[:0], *row...)
	}
	return append(dst[:0], m.compute(c)...)
}

// compute returns the row of canonical concept c, and holds it.
func (m *Measure) compute(c ontology.ID) []float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if row := m.rows[c].Load(); row != nil {
		return *row
	}
	row := m.row(c)
	if len(m.held) == m.most {
		m.rows[m.held[0]].Store(nil)
		m.held = append(m.held[:0], m.held[1:]...)
	}
	m.held = append(m.held, c)
	m.rows[c].Store(&row)
	return row
}

// row computes the likenesses of canonical concept c.
func (m *Measure) row(c ontology.ID) []float64 {
	row := make([]float64, len(m.canon))
	m.reach.from(c, m.web)
	m.kin.at(c)
	for i := range row {
		if id := ontology.ID(i); m.canon[i] == id {
			f, _ := m.factors(&m.reach, &m.kin, id)
			row[i] = m.sim(f)
		}
	}
	for i, id := range m.canon {
		row[i] = row[id]
	}
	return row
}

// factors are the five factors of two concepts.
type factors struct{ dis, den, dep, coi, rel float64 }

// factors compares canonical concept b with the one r and k stand at. The
// common ancestor is None if there is none.
func (m *Measure) factors(r *reach, k *kin, b ontology.ID) (factors, ontology.ID) {
	if k.of == b {
		return factors{1, 1, 1, 1, 1}, b
	}
	lca, shared := k.with(b)
	return factors{
		dis: m.ifdis(r, b),
		den: m.anc.ifden(lca),
		dep: m.anc.ifdep(lca, k.of, b),
		coi: m.anc.ifcoi(shared, k.of, b),
		rel: m.ifrel(r, b),
	}, lca
}

// sim is eq 2, the weighted sum of the factors. It is cut at 1, which weights
// that add up to 1 only nearly could exceed.
func (m *Measure) sim(f factors) float64 {
	if f == (factors{1, 1, 1, 1, 1}) {
		return 1
	}
	w := m.p.Weights
	return min(1, w.Dis*f.dis+w.Den*f.den+w.Dep*f.dep+w.Coi*f.coi+w.Rel*f.rel)
}
