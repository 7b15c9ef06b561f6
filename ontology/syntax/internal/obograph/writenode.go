package obograph

import (
	"strings"

	"github.com/knakk/rdf"
)

// node writes a declaration and the annotations of its subject.
func (w *writer) node(s, kind string) {
	id, _ := iri(s)
	n := node{ID: id, Type: kind, Property: w.props[s]}
	var m meta
	for _, i := range w.by[s] {
		if w.done[i] {
			continue
		}
		t := w.triples[i]
		if t.Pred.String() == nsRDFS+"label" && n.Label == "" && t.Obj.Type() == rdf.TermLiteral && t.Obj.String() != "" && !w.noted(s, i) {
			n.Label = w.text(i)
			w.take(i)
			continue
		}
		w.annotation(&m, s, i)
	}
	if !m.empty() {
		n.Meta = &m
	}
	w.g.Nodes = append(w.g.Nodes, n)
}

// noted reports whether a triple is annotated.
func (w *writer) noted(s string, i int) bool { return len(w.axioms[w.tripleKey(s, i)]) > 0 }

func (w *writer) tripleKey(s string, i int) string {
	return s + " " + key(w.triples[i].Pred) + " " + key(w.triples[i].Obj)
}

// text returns the object of a triple as a value, and reports losses.
func (w *writer) text(i int) string {
	l, ok := w.triples[i].Obj.(rdf.Literal)
	if !ok {
		s := w.triples[i].Obj.String()
		if !isPage(s) {
			w.lose(i, "that this is an IRI")
		}
		return s
	}
	switch {
	case l.Lang() != "":
		w.lose(i, "the language")
	case l.DataType.String() != nsXSD+"string" && l.DataType.String() != "":
		w.lose(i, "the datatype")
	case isPage(l.String()):
		w.lose(i, "that this is a text")
	}
	return l.String()
}

// sayable reports whether a property may be an annotation property, outside the
// language's own vocabulary.
func sayable(pred string) bool {
	switch pred {
	case nsOWL + "versionInfo", nsOWL + "deprecated", nsOWL + "priorVersion", nsOWL + "backwardCompatibleWith",
		nsOWL + "incompatibleWith", nsRDFS + "label", nsRDFS + "comment", nsRDFS + "seeAlso", nsRDFS + "isDefinedBy":
		return true
	}
	return !strings.HasPrefix(pred, nsOWL) && !strings.HasPrefix(pred, nsRDFS) && !strings.HasPrefix(pred, nsRDF)
}

// annotation writes a triple as an annotation if possible.
func (w *writer) annotation(m *meta, s string, i int) {
	t := w.triples[i]
	pred := t.Pred.String()
	if !sayable(pred) || t.Obj.Type() == rdf.TermBlank {
		return
	}
	w.take(i)
	literal := t.Obj.Type() == rdf.TermLiteral
	notes := w.notes(s, i)
	plain := literal && notes == nil
	local := strings.TrimPrefix(pred, nsInOwl)
	switch {
	case pred == nsOWL+"deprecated" && plain && t.Obj.String() == "true" && !m.Deprecated && t.Obj.(rdf.Literal).DataType.String() == nsXSD+"boolean":
		m.Deprecated = true
	case pred == defIRI && literal && m.Definition == nil:
		v := w.value("", i, notes)
		m.Definition = &v
	case pred == nsRDFS+"comment" && plain:
		m.Comments = append(m.Comments, w.plainText(i))
	case local == "inSubset" && notes == nil:
		m.Subsets = append(m.Subsets, w.text(i))
	case pred == xrefIRI && literal:
		m.Xrefs = append(m.Xrefs, w.xref(i, notes))
	case literal && (local == "hasExactSynonym" || local == "hasNarrowSynonym" || local == "hasBroadSynonym" || local == "hasRelatedSynonym"):
		v := w.value(local, i, notes)
		if n := v.Meta; n != nil { // the type of a synonym has a place of its own
			for j, p := range n.Values {
				if p.Pred == nsInOwl+"hasSynonymType" && p.Meta == nil {
					v.Type = p.Val
					n.Values = append(n.Values[:j:j], n.Values[j+1:]...)
					break
				}
			}
			if n.empty() {
				v.Meta = nil
			}
		}
		m.Synonyms = append(m.Synonyms, v)
	default:
		v := value{Pred: pred, Val: w.text(i), Meta: notes}
		if literal && pred != xrefIRI {
			v.split()
		}
		m.Values = append(m.Values, v)
	}
}

// plainText returns a text that is read back as text even if it looks like an IRI.
func (w *writer) plainText(i int) string {
	n := len(w.lost)
	s := w.text(i)
	if l, ok := w.triples[i].Obj.(rdf.Literal); ok && isPage(s) && l.Lang() == "" {
		w.lost = w.lost[:n]
	}
	return s
}

func (w *writer) xref(i int, notes *meta) value {
	return value{Val: w.plainText(i), Meta: notes}
}

// value returns a text with its annotations.
func (w *writer) value(pred string, i int, notes *meta) value {
	v := value{Pred: pred, Val: w.plainText(i), Meta: notes}
	v.split()
	return v
}

// split moves the sources to their own field.
func (v *value) split() {
	if v.Meta == nil {
		return
	}
	n := *v.Meta
	var rest []value
	for _, x := range n.Xrefs {
		if x.Meta == nil && len(x.Xrefs) == 0 && len(rest) == 0 {
			v.Xrefs = append(v.Xrefs, x.Val)
		} else {
			rest = append(rest, x)
		}
	}
	n.Xrefs = rest
	v.Meta = &n
	if n.empty() {
		v.Meta = nil
	}
}

// notes takes and returns the annotations of a triple's axiom.
func (w *writer) notes(s string, i int) *meta {
	var m meta
	for _, x := range w.axioms[w.tripleKey(s, i)] {
		whole := true
		for _, j := range w.by[x] {
			switch w.triples[j].Pred.String() {
			case nsRDF + "type", nsOWL + "annotatedSource", nsOWL + "annotatedProperty", nsOWL + "annotatedTarget":
			default:
				if !w.done[j] {
					w.annotation(&m, x, j)
				}
				whole = whole && w.done[j]
			}
		}
		if whole {
			w.takeAll(x)
		}
	}
	if m.empty() {
		return nil
	}
	return &m
}
