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
	Weight   float64 `json:"weight"`             // V of eq 1
}

// Common is what two concepts share in the hierarchy.
type Common struct {
	Ref
	Depth    int `json:"depth"`    // 1 is a root
	Children int `json:"children"` // synonyms not counted
}

// Explanation says why two concepts are as alike as they are.
type Explanation struct {
	A       Ref      `json:"a"`
	B       Ref      `json:"b"`
	Sim     float64  `json:"sim"`
	Synonym bool     `json:"synonym"` // one concept by two names, or the same: all factors are 1
	Factors []Factor `json:"factors"` // in the order of the formula; their contributions add up to Sim
	// Path leads from A to B; where one of them is folded into a synonym,
	// from or to that. It is empty if Connected is false or A is B.
	Path      []Step  `json:"path"`
	Connected bool    `json:"connected"`
	Distance  int     `json:"distance"` // edges of the path but for Synonym edges; 0 if not connected
	Ancestor  *Common `json:"ancestor"` // nil if they have none in common
	Shared    int     `json:"shared"`   // common ancestors, each concept counted among its own
	Ancestors int     `json:"ancestors"`
	DepthA    int     `json:"depth_a"`
	DepthB    int     `json:"depth_b"`
}

// Explain says why a and b, concepts of the graph, are as alike as they are.
func (m *Measure) Explain(a, b ontology.ID) Explanation {
	ca, cb := m.canon[a], m.canon[b]
	var r reach
	r.from(ca, m.web)
	k := kin{ancestry: m.anc}
	k.at(ca)
	f, lca := m.factors(&r, &k, cb)
	_, shared := k.with(cb)
	e := Explanation{
		A: m.ref(a), B: m.ref(b), Sim: m.sim(f), Synonym: ca == cb,
		Factors: m.weigh(f), Connected: r.edges[cb] >= 0,
		Distance: max(0, int(r.edges[cb]-r.same[cb])),
		Shared:   shared, Ancestors: len(m.anc.up[ca]) + len(m.anc.up[cb]) - shared,
		DepthA: int(m.anc.depth[ca]), DepthB: int(m.anc.depth[cb]),
	}
	if ca == cb { // how the two names hang together is all there is to show
		e.Path = m.steps(a, m.web.trace(a, b))
	} else {
		e.Path = m.steps(ca, m.web.trace(ca, cb))
	}
	if lca != ontology.None {
		e.Ancestor = &Common{m.ref(lca), int(m.anc.depth[lca]), int(m.anc.children[lca])}
	}
	return e
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

func (m *Measure) steps(from ontology.ID, links []link) []Step {
	steps := make([]Step, 0, len(links))
	for _, l := range links {
		steps = append(steps, Step{
			From: m.ref(from), To: m.ref(l.to),
			Relation: l.rel.String(), Property: m.property(from, l),
			Forward: l.forward, Weight: float64(l.worth) / unit,
		})
		from = l.to
	}
	return steps
}

// property is the IRI of the property by which the ontology says l.
func (m *Measure) property(from ontology.ID, l link) string {
	for _, a := range m.g.Arcs(from) {
		if a.To == l.to && a.Rel == l.rel && a.Forward == l.forward {
			return a.Property
		}
	}
	return ""
}

func (m *Measure) ref(id ontology.ID) Ref {
	c := m.g.Concept(id)
	return Ref{ID: id, IRI: c.IRI, Zh: c.Name("zh"), En: c.Name("en")}
}
