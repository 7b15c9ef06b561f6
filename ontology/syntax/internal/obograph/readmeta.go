package obograph

import (
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// meta reads the annotations of a node.
func (r *reader) meta(n *rdfio.Node, m *meta) {
	if m == nil {
		return
	}
	if m.Definition != nil {
		r.value(n, r.word(defIRI), m.Definition)
	}
	for _, text := range m.Comments {
		r.say(n, r.word(nsRDFS+"comment"), r.terms.String(text))
	}
	for _, id := range m.Subsets {
		r.say(n, r.word(nsInOwl+"inSubset"), r.iriOrText(id))
	}
	for i := range m.Synonyms {
		r.value(n, r.scope(m.Synonyms[i].Pred), &m.Synonyms[i])
	}
	for i := range m.Xrefs {
		r.value(n, r.word(xrefIRI), &m.Xrefs[i])
	}
	for i := range m.Values {
		v := &m.Values[i]
		p, ok := r.id(v.Pred)
		if !ok {
			continue
		}
		if !isPage(v.Val) {
			r.value(n, p, v)
		} else {
			r.noted(n, p, r.iriOrText(v.Val), v.notes())
		}
	}
	if m.Deprecated {
		yes, _ := r.terms.Typed("true", nsXSD+"boolean")
		r.say(n, r.word(nsOWL+"deprecated"), yes)
	}
}

// scope returns the property of a synonym: "hasExactSynonym", or its IRI.
func (r *reader) scope(pred string) *rdfio.Node {
	switch pred {
	case "hasExactSynonym", "hasNarrowSynonym", "hasBroadSynonym", "hasRelatedSynonym":
		return r.word(nsInOwl + pred)
	case "":
		return r.word(nsInOwl + "hasRelatedSynonym")
	}
	if n, ok := r.id(pred); ok && !n.IsBlank() {
		return n
	}
	return r.word(nsInOwl + "hasRelatedSynonym")
}

// value reads a text with its annotations.
func (r *reader) value(n, p *rdfio.Node, v *value) {
	r.noted(n, p, r.terms.String(v.Val), v.notes())
}

// notes merges the annotations of a value.
func (v *value) notes() *meta {
	if v.Type == "" && len(v.Xrefs) == 0 {
		return v.Meta
	}
	m := meta{}
	if v.Meta != nil {
		m = *v.Meta
	}
	var xrefs []value
	for _, x := range v.Xrefs {
		xrefs = append(xrefs, value{Val: x})
	}
	m.Xrefs = append(xrefs, m.Xrefs...)
	if v.Type != "" {
		m.Values = append([]value{{Pred: nsInOwl + "hasSynonymType", Val: v.Type}}, m.Values...)
	}
	return &m
}

// iriOrText returns the term for a value.
func (r *reader) iriOrText(s string) rdf.Object {
	if isPage(s) {
		if n, ok := r.id(s); ok {
			return n.Object()
		}
	}
	return r.terms.String(s)
}

// isPage reports whether a value is an IRI; the format does not mark IRIs.
func isPage(s string) bool {
	return (strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")) && !strings.ContainsAny(s, " \t\n<>\"{}|\\^`")
}

// noted yields a triple and the annotations of its axiom.
func (r *reader) noted(s, p *rdfio.Node, o rdf.Object, m *meta) {
	r.say(s, p, o)
	if m == nil || m.empty() {
		return
	}
	x := r.terms.Fresh()
	r.isOneOf(x, "Axiom")
	r.say(x, r.word(nsOWL+"annotatedSource"), s.Object())
	r.say(x, r.word(nsOWL+"annotatedProperty"), p.Object())
	r.say(x, r.word(nsOWL+"annotatedTarget"), o)
	r.meta(x, m)
}
