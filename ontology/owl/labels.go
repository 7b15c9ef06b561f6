package owl

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// name gives concept n its labels and definitions.
func (r *reader) name(n node) {
	id := r.ids[n]
	clear(r.named)
	for _, st := range r.about(n) {
		text, ok := r.labelText(st)
		if !ok {
			continue
		}
		l := ontology.Label{Text: text.text, Lang: r.lang(text)}
		switch st.p {
		case vLabel, vPrefLabel, vXLPrefLabel:
			// One name in each language; further ones are synonyms. 7 % of ontologies
			// write synonyms so.
			lang := strings.ToLower(l.Lang)
			if r.named[lang] {
				l.Kind = ontology.Alternative
			}
			r.named[lang] = true
		case vComment, vDefinition, vOBODefinition, vDCDescription, vDCTDescription:
			r.b.Define(id, l)
			continue
		case vHiddenLabel, vXLHiddenLabel:
			l.Kind = ontology.Hidden
		case vNarrowSynonym, vBroadSynonym, vRelatedSynonym:
			l.Kind = ontology.Loose
		default:
			l.Kind = ontology.Alternative
		}
		if loose, ok := r.scopes[scoped{n, st.p, text.text, l.Lang}]; ok {
			l.Kind = loose
		}
		r.b.Label(id, l)
	}
}

// labelText returns the text of a statement that names or defines its subject.
func (r *reader) labelText(st statement) (literal, bool) {
	switch st.p {
	case vXLPrefLabel, vXLAltLabel, vXLHiddenLabel: // SKOS-XL: a label is a node
		if !st.o.isNode() {
			return literal{}, false
		}
		for _, form := range r.about(node(st.o)) {
			if form.p == vXLLiteralForm && !form.o.isNode() {
				return r.lit(form.o), true
			}
		}
		return literal{}, false
	case vLabel, vPrefLabel, vAltLabel, vHiddenLabel,
		vExactSynonym, vNarrowSynonym, vBroadSynonym, vRelatedSynonym,
		vEditorTerm, vAlternativeTerm,
		vComment, vDefinition, vOBODefinition, vDCDescription, vDCTDescription:
		if !st.o.isNode() {
			return r.lit(st.o), true
		}
	}
	return literal{}, false
}

// value reads a text property of concept n: a core mark, labels, or the name of another
// concept.
func (r *reader) value(n, p node, m Meaning, l literal) {
	id := r.ids[n]
	switch m {
	case core:
		if yes(l.text) {
			r.b.Core(id)
		}
	case synonym:
		for _, text := range parts(l.text) {
			if to := r.conceptNamed(text); to != none && to != n {
				r.relate(n, to, p, synonym)
				continue
			}
			r.b.Label(id, ontology.Label{Text: text, Lang: r.lang(l), Kind: ontology.Alternative})
		}
	case isA, hasKind, includes, includedBy:
		for _, text := range parts(l.text) {
			to := r.conceptNamed(text)
			if to == none {
				r.unknown(p, text)
				continue
			}
			r.used[p] = true
			r.relate(n, to, p, m)
		}
	}
}

// parts splits a text that lists several names: 台风、飓风; 热带气旋. It does not split at a
// comma, which may be part of a name.
func parts(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(";；、|｜\n", r)
	})
}

// conceptNamed returns the one concept with this IRI, name or local name.
func (r *reader) conceptNamed(text string) node {
	text = strings.TrimSpace(text)
	if n, ok := r.numbers[text]; ok && r.ids[n] != ontology.None {
		return n
	}
	if r.labels == nil {
		r.labelIndex()
	}
	key := spaced(text)
	if n, ok := r.labels[key]; ok {
		return n
	}
	if n, ok := r.locals[key]; ok {
		return n
	}
	return none
}

// labelIndex maps names and local names to concepts, and ambiguous ones to none. Names
// take precedence over local names, which users often do not see.
func (r *reader) labelIndex() {
	r.labels, r.locals = make(map[string]node, r.b.Len()), make(map[string]node, r.b.Len())
	add := func(index map[string]node, key string, n node) {
		if old, taken := index[key]; taken && old != n {
			n = none
		}
		index[key] = n
	}
	for i, id := range r.ids {
		n := node(i)
		if id == ontology.None {
			continue
		}
		add(r.locals, spaced(unescaped(ontology.LocalName(r.names[n]))), n)
		for _, st := range r.about(n) {
			if st.p != vLabel && st.p != vPrefLabel && st.p != vXLPrefLabel {
				continue
			}
			if text, ok := r.labelText(st); ok {
				if key := spaced(text.text); key != "" {
					add(r.labels, key, n)
				}
			}
		}
	}
}

// spaced returns s in lower case with single spaces.
func spaced(s string) string { return strings.ToLower(ontology.Collapse(s)) }
