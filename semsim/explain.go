package semsim

import "github.com/ontocrawl/ontocrawl/ontology"

// Ref names a concept.
type Ref struct {
	ID  ontology.ID `json:"-"`
	IRI string      `json:"iri"`
	Zh  string      `json:"zh"` // display name in Chinese
	En  string      `json:"en"` // display name in English

	// Lang is the language of both names, if it is neither Chinese nor English.
	Lang string `json:"lang,omitempty"`
}

// Factor is one of the five summands of a similarity.
type Factor struct {
	Name         string  `json:"name"`         // IFDis, IFDen, IFDep, IFCoi or IFRel
	Value        float64 `json:"value"`        // 0 to 1
	Weight       float64 `json:"weight"`       // alpha to epsilon
	Contribution float64 `json:"contribution"` // Value * Weight
}

// Step is one edge of a path.
type Step struct {
	From     Ref     `json:"from"`
	To       Ref     `json:"to"`
	Relation string  `json:"relation"`           // Synonym, Is-a or Includes
	Property string  `json:"property,omitempty"` // IRI, where a property says it
	Forward  bool    `json:"forward"`            // the ontology says it of From; false: of To
	Weight   float64 `json:"weight,omitempty"`   // V of eq 1; for the five factors only
}

// Common is a common ancestor.
type Common struct {
	Ref
	Depth    int     `json:"depth"`        // 1 is a root
	Children int     `json:"children"`     // synonyms not counted
	IC       float64 `json:"ic,omitempty"` // information content, where it is used
}

// Term is a number that a formula works with.
type Term struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Explanation says how a similarity was computed: for the five factors with
// Factors, for another method with Measure and the fields that follow it.
type Explanation struct {
	A       Ref      `json:"a"`
	B       Ref      `json:"b"`
	Sim     float64  `json:"sim"`
	Synonym bool     `json:"synonym"`           // A and B are one concept, by one name or two: all factors are 1
	Factors []Factor `json:"factors,omitempty"` // in the order of the formula; their contributions add up to Sim
	Measure string   `json:"measure,omitempty"` // Method.Name
	Formula string   `json:"formula,omitempty"` // Method.Formula
	IC      string   `json:"ic,omitempty"`      // IC.Name, where it is used
	Terms   []Term   `json:"terms,omitempty"`   // inputs of the formula; none if Synonym, or nothing is common
	Common  []Common `json:"common,omitempty"`  // all common ancestors, the preferred ones first
	// Path leads from A to B, or between the concepts they are folded into. It
	// is empty if Connected is false or A is B. For other methods than the five
	// factors it leads over a common ancestor: the nearest one where the
	// distance counts, else Ancestor.
	Path      []Step  `json:"path"`
	Connected bool    `json:"connected"`
	Distance  int     `json:"distance"` // edges of the path, Synonym edges not counted; 0 if not connected
	Ancestor  *Common `json:"ancestor"` // nil if there is no common one
	Shared    int     `json:"shared"`   // common ancestors, A and B counted among their own
	Ancestors int     `json:"ancestors"`
	DepthA    int     `json:"depth_a"`
	DepthB    int     `json:"depth_b"`
}

// factors are the values of the five factors.
type factors struct{ dis, den, dep, coi, rel float64 }

// Explain explains the similarity of a and b, concepts of the graph.
// [Measure.ExplainAll] is faster for one concept with many.
func (m *Measure) Explain(a, b ontology.ID) Explanation {
	pa, pb := m.hierarchy.pos[a], m.hierarchy.pos[b]
	var k lcaFinder
	k.setSource(m.hierarchy, pa)
	e := m.explain(a, b, m.paths.distances(pa)[pb], &k)
	if pa == pb { // only the path between the two names is to show
		pa, pb = m.paths.node[a], m.paths.node[b]
	}
	e.Path = m.steps(m.paths.path(pa, pb))
	return e
}

// explain fills in all but the path, whose distance is x. k has a as its
// source.
func (m *Measure) explain(a, b ontology.ID, x distance, k *lcaFinder) Explanation {
	pa, pb := m.hierarchy.pos[a], m.hierarchy.pos[b]
	lca, shared := k.lca(m.hierarchy, pb)
	e := Explanation{
		A: RefOf(m.g, a), B: RefOf(m.g, b), Sim: 1, Synonym: pa == pb, Connected: x < unreachable,
		Shared: shared, Ancestors: int(m.hierarchy.ancestors[pa]+m.hierarchy.ancestors[pb]) - shared,
		DepthA: int(m.hierarchy.depth[pa]), DepthB: int(m.hierarchy.depth[pb]),
	}
	f := factors{1, 1, 1, 1, 1}
	if pa != pb {
		f = m.factors(x, lca, pa, pb, shared)
		e.Sim = m.sim(f)
	}
	e.Factors = m.weigh(f)
	if e.Connected {
		edges, _, same := m.paths.unpack(x)
		e.Distance = int(edges - same)
	}
	if lca >= 0 {
		e.Ancestor = m.hierarchy.common(m.g, lca)
	}
	return e
}

// factors are the factors of two different concepts, with a path of distance x.
func (m *Measure) factors(x distance, lca, a, b int32, shared int) factors {
	var f factors
	if x < unreachable {
		edges, weight, same := m.paths.unpack(x)
		f.dis, f.rel = ifdis(m.p.Tau, edges-same), ifrel(weight, edges)
	}
	if lca >= 0 {
		f.den = m.hierarchy.ifden(lca)
		f.dep = ifdep(m.hierarchy.depth[lca], m.hierarchy.depth[a], m.hierarchy.depth[b])
		f.coi = ifcoi(int32(shared), m.hierarchy.ancestors[a], m.hierarchy.ancestors[b])
	}
	return f
}

// sim is eq 2, the weighted sum of the factors, added as [rowSolver.run] does.
func (m *Measure) sim(f factors) float64 {
	w := m.p.Weights
	along := float64(w.Dis*f.dis) + float64(w.Rel*f.rel)
	above := float64(w.Den*f.den) + float64(w.Dep*f.dep) + float64(w.Coi*f.coi)
	return atMost1(above + along)
}

func (m *Measure) weigh(f factors) []Factor {
	w := m.p.Weights
	return []Factor{
		{"IFDis", f.dis, w.Dis, f.dis * w.Dis},
		{"IFDen", f.den, w.Den, f.den * w.Den},
		{"IFDep", f.dep, w.Dep, f.dep * w.Dep},
		{"IFCoi", f.coi, w.Coi, f.coi * w.Coi},
		{"IFRel", f.rel, w.Rel, f.rel * w.Rel},
	}
}

func (m *Measure) steps(trace []step) []Step {
	steps := make([]Step, 0, len(trace))
	for _, s := range trace {
		steps = append(steps, m.step(s))
	}
	return steps
}

func (m *Measure) step(s step) Step {
	from, to := m.paths.ids[s.from], m.paths.ids[s.to]
	return Step{
		From: RefOf(m.g, from), To: RefOf(m.g, to),
		Relation: s.rel.String(), Property: m.property(from, to, s.link),
		Forward: s.forward, Weight: float64(m.paths.v[s.rel]) / unit,
	}
}

// property returns the IRI of the first property that states l. It searches the
// end with fewer edges.
func (m *Measure) property(from, to ontology.ID, l link) string {
	arcs, forward := m.g.Arcs(from), l.forward
	if back := m.g.Arcs(to); len(back) < len(arcs) {
		arcs, to, forward = back, from, !forward
	}
	for _, a := range arcs {
		if a.To == to && a.Rel == l.rel && a.Forward == forward {
			return a.Property
		}
	}
	return ""
}

func (a *hierarchy) common(g Graph, p int32) *Common {
	return &Common{Ref: RefOf(g, a.ids[p]), Depth: int(a.depth[p]), Children: int(a.children[p])}
}

// RefOf names a concept of g.
func RefOf(g Graph, id ontology.ID) Ref {
	c := g.Concept(id)
	return Ref{ID: id, IRI: c.IRI, Zh: c.Name("zh"), En: c.Name("en"), Lang: c.Foreign()}
}
