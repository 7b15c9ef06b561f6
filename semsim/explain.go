package semsim

import "github.com/ontocrawl/ontocrawl/ontology"

// Ref names a concept.
type Ref struct {
	ID  ontology.ID `json:"-"`
	IRI string      `json:"iri"`
	Zh  string      `json:"zh"` // name for a reader of Chinese
	En  string      `json:"en"` // name for a reader of English
}

// Factor is one of the five summands of a likeness.
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
	Forward  bool    `json:"forward"`            // the ontology says it of From; else of To
	Weight   float64 `json:"weight,omitempty"`   // V of eq 1; of the five factors only
}

// Common is what two concepts share in the hierarchy.
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

// Explanation says why two concepts are as alike as they are: that of the five
// factors with Factors, that of another measure with Measure and what follows it.
type Explanation struct {
	A       Ref      `json:"a"`
	B       Ref      `json:"b"`
	Sim     float64  `json:"sim"`
	Synonym bool     `json:"synonym"`           // one concept by two names, or the same: all factors are 1
	Factors []Factor `json:"factors,omitempty"` // in the order of the formula; their contributions add up to Sim
	Measure string   `json:"measure,omitempty"` // Method.Name
	Formula string   `json:"formula,omitempty"` // Method.Formula
	IC      string   `json:"ic,omitempty"`      // IC.Name, where it is used
	Terms   []Term   `json:"terms,omitempty"`   // what the formula worked with; none if Synonym, or nothing is common
	Common  []Common `json:"common,omitempty"`  // all common ancestors, those preferred first
	// Path leads from A to B; where one of them is folded into a synonym,
	// from or to that. It is empty if Connected is false or A is B. That of
	// another method than the five factors leads over a common ancestor: that
	// of least distance where distance counts, else Ancestor.
	Path      []Step  `json:"path"`
	Connected bool    `json:"connected"`
	Distance  int     `json:"distance"` // edges of the path but for Synonym edges; 0 if not connected
	Ancestor  *Common `json:"ancestor"` // nil if they have none in common
	Shared    int     `json:"shared"`   // common ancestors, each concept counted among its own
	Ancestors int     `json:"ancestors"`
	DepthA    int     `json:"depth_a"`
	DepthB    int     `json:"depth_b"`
}

// factors are the five factors of two concepts.
type factors struct{ dis, den, dep, coi, rel float64 }

// Explain says why a and b, concepts of the graph, are as alike as they are.
// Who asks this of one concept and many others is served faster by
// [Measure.ExplainAll].
func (m *Measure) Explain(a, b ontology.ID) Explanation {
	pa, pb := m.anc.place[a], m.anc.place[b]
	var k kin
	k.at(m.anc, pa)
	e := m.explain(a, b, m.web.tolls(pa)[pb], &k)
	if pa == pb { // how the two names hang together is all there is to show
		pa, pb = m.web.node[a], m.web.node[b]
	}
	e.Path = m.steps(m.web.trace(pa, pb))
	return e
}

// explain says all but the path, which has toll x. k compares a.
func (m *Measure) explain(a, b ontology.ID, x toll, k *kin) Explanation {
	pa, pb := m.anc.place[a], m.anc.place[b]
	lca, shared := k.with(m.anc, pb)
	e := Explanation{
		A: ref(m.g, a), B: ref(m.g, b), Sim: 1, Synonym: pa == pb, Connected: x < blocked,
		Shared: shared, Ancestors: int(m.anc.size[pa]+m.anc.size[pb]) - shared,
		DepthA: int(m.anc.depth[pa]), DepthB: int(m.anc.depth[pb]),
	}
	f := factors{1, 1, 1, 1, 1}
	if pa != pb {
		f = m.factors(x, lca, pa, pb, shared)
		e.Sim = m.sim(f)
	}
	e.Factors = m.weigh(f)
	if e.Connected {
		edges, _, same := m.web.read(x)
		e.Distance = int(edges - same)
	}
	if lca >= 0 {
		e.Ancestor = m.anc.common(m.g, lca)
	}
	return e
}

// factors are those of two concepts, not one, with a path of toll x.
func (m *Measure) factors(x toll, lca, a, b int32, shared int) factors {
	var f factors
	if x < blocked {
		edges, worth, same := m.web.read(x)
		f.dis, f.rel = ifdis(m.p.Tau, edges-same), ifrel(worth, edges)
	}
	if lca >= 0 {
		f.den = m.anc.ifden(lca)
		f.dep = ifdep(m.anc.depth[lca], m.anc.depth[a], m.anc.depth[b])
		f.coi = ifcoi(int32(shared), m.anc.size[a], m.anc.size[b])
	}
	return f
}

// sim is eq 2, the weighted sum of the factors, added as [pass.run] does.
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
	from, to := m.web.ids[s.from], m.web.ids[s.to]
	return Step{
		From: ref(m.g, from), To: ref(m.g, to),
		Relation: s.rel.String(), Property: m.property(from, to, s.link),
		Forward: s.forward, Weight: float64(m.web.v[s.rel]) / unit,
	}
}

// property is the IRI of the property by which the ontology says l: that of
// the first edge that does. It is looked for at the end with fewer edges.
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

func (a *ancestry) common(g Graph, p int32) *Common {
	return &Common{Ref: ref(g, a.ids[p]), Depth: int(a.depth[p]), Children: int(a.children[p])}
}

func ref(g Graph, id ontology.ID) Ref {
	c := g.Concept(id)
	return Ref{ID: id, IRI: c.IRI, Zh: c.Name("zh"), En: c.Name("en")}
}
