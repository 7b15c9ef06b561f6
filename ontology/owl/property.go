package owl

import (
	"maps"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// properties holds the meaning of each property. The first source decides: the user's
// mapping, the vocabulary, the local name or a label. Without these, the property
// inherits from an inverse (with the inverse meaning), an equivalent or its nearest
// super-property.
type properties struct {
	*store
	mapping map[string]Meaning // by IRI, and by plain name
	matched map[string]bool    // the keys of the user's mapping that were of use
	keys    map[string]string  // plain name -> key as the user wrote it
	links   map[node][]link
	known   map[node]Meaning
}

// link leads from a property to a property whose meaning it inherits.
type link struct {
	to     node
	turned bool
}

func newProperties(s *store, mapping map[string]Meaning, prefixes map[string]string) *properties {
	p := &properties{
		store: s, mapping: make(map[string]Meaning, len(mapping)),
		matched: map[string]bool{}, keys: map[string]string{},
		links: map[node][]link{}, known: map[node]Meaning{},
	}
	p.mapAll(mapping, prefixes)
	for _, st := range s.all {
		if !st.o.isNode() {
			continue
		}
		to := node(st.o)
		switch st.p {
		case vSubPropertyOf:
			p.links[st.s] = append(p.links[st.s], link{to, false})
		case vEquivalentProperty:
			p.links[st.s] = append(p.links[st.s], link{to, false})
			p.links[to] = append(p.links[to], link{st.s, false})
		case vInverseOf:
			p.links[st.s] = append(p.links[st.s], link{to, true})
			p.links[to] = append(p.links[to], link{st.s, true})
		}
	}
	p.spread()
	return p
}

func (p *properties) set(name, key string, m Meaning) {
	if _, taken := p.mapping[name]; name != "" && !taken {
		p.mapping[name], p.keys[name] = m, key
	}
}

func (p *properties) meaning(n node) Meaning {
	m, ok := p.known[n]
	if !ok {
		m = p.own(n)
		p.known[n] = m
	}
	return m
}

// spread passes meanings on to inheriting properties, nearest first: one breadth-first
// search from all sources along reversed links.
func (p *properties) spread() {
	heirs := map[node][]link{}
	var queue []node
	for _, n := range slices.Sorted(maps.Keys(p.links)) {
		for _, l := range p.links[n] {
			heirs[l.to] = append(heirs[l.to], link{n, l.turned})
		}
	}
	for _, n := range slices.Sorted(maps.Keys(heirs)) {
		p.source(n, &queue)
	}
	for _, n := range slices.Sorted(maps.Keys(p.links)) {
		p.source(n, &queue)
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, heir := range heirs[n] {
			m := p.known[n]
			if heir.turned {
				m = m.turned()
			}
			if _, has := p.known[heir.to]; !has && m != unmapped {
				p.known[heir.to] = m
				queue = append(queue, heir.to)
			}
		}
	}
}

// source queues n if others may inherit its meaning. The meaning of owl:topObjectProperty
// is not inherited.
func (p *properties) source(n node, queue *[]node) {
	if _, has := p.known[n]; has {
		return
	}
	if m := p.own(n); m != unmapped && (m != ignore || !p.builtin(n)) {
		p.known[n] = m
		*queue = append(*queue, n)
	}
}

// own returns the meaning that a property does not inherit.
func (p *properties) own(n node) Meaning {
	if p.blank(n) {
		return unmapped
	}
	if m, ok := p.mapped(n); ok {
		return m
	}
	if m := p.ofVocabulary(n); m != unmapped {
		return m
	}
	for _, name := range p.namesOf(n) {
		if m := byName(name); m != unmapped {
			return m
		}
	}
	return unmapped
}

// mapped looks n up in the user's mapping.
func (p *properties) mapped(n node) (Meaning, bool) {
	if len(p.mapping) == 0 {
		return unmapped, false
	}
	names := append([]string{p.names[n]}, p.namesOf(n)...)
	for i, name := range names {
		if i > 0 {
			name = plain(name)
		}
		if m, ok := p.mapping[name]; ok {
			p.matched[p.keys[name]] = true
			return m, true
		}
	}
	return unmapped, false
}

// namesOf returns the local name and the labels of a property.
func (p *properties) namesOf(n node) []string {
	names := []string{unescaped(ontology.LocalName(p.names[n]))}
	for _, st := range p.about(n) {
		switch st.p {
		case vLabel, vPrefLabel, vAltLabel:
			if !st.o.isNode() {
				names = append(names, p.lit(st.o).text)
			}
		}
	}
	return names
}

// name returns the local name of a property for reports, with a label if that adds
// something, preferably Chinese or English.
func (p *properties) name(n node) string {
	local := ontology.LocalName(p.names[n])
	c := ontology.Concept{IRI: p.names[n], Labels: p.labelsOf(n)}
	label := c.Name("zh")
	if !slices.ContainsFunc(c.Labels, func(l ontology.Label) bool { return strings.HasPrefix(l.Lang, "zh") }) {
		label = c.Name("en")
	}
	if plain(label) == plain(unescaped(local)) {
		return ":" + local
	}
	return ":" + local + " (" + label + ")"
}

// labelsOf returns the labels of a property as written.
func (p *properties) labelsOf(n node) []ontology.Label {
	var labels []ontology.Label
	for _, st := range p.about(n) {
		if (st.p == vLabel || st.p == vPrefLabel) && !st.o.isNode() {
			l := p.lit(st.o)
			labels = append(labels, ontology.Label{Text: l.text, Lang: p.lang(l)})
		}
	}
	return labels
}

// unused returns the keys of the user's mapping that match no property.
func (p *properties) unused(mapping map[string]Meaning) []string {
	return slices.DeleteFunc(sortedKeys(mapping), func(k string) bool { return p.matched[k] })
}
