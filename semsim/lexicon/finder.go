package lexicon

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Finder finds the concepts of a graph by their names. It does not change once
// built; any number of goroutines may use it.
type Finder struct {
	g     *ontology.Graph
	exact map[string][]hit
	names []name
}

// hit is a concept with a name; lower ranks are better.
type hit struct {
	id   ontology.ID
	rank int8
}

// The ranks of names. A local name is as good as the preferred label: both are
// the ontology's own name of the concept.
const (
	rankOwn = iota
	rankAlternative
	rankHidden
	rankLoose
)

func rankOf(k ontology.LabelKind) int8 {
	switch k {
	case ontology.Preferred:
		return rankOwn
	case ontology.Alternative:
		return rankAlternative
	case ontology.Hidden:
		return rankHidden
	}
	return rankLoose
}

// name is a label or local name, folded, for Nearest.
type name struct {
	id    ontology.ID
	label ontology.Label
	key   []rune
}

// NewFinder returns a Finder of the concepts of g.
func NewFinder(g *ontology.Graph) *Finder {
	f := &Finder{g: g, exact: make(map[string][]hit)}
	for id := range ontology.ID(g.Len()) {
		c := g.Concept(id)
		local := localName(c.IRI)
		f.add(key(local), hit{id, rankOwn})
		f.add(squeeze(local), hit{id, rankOwn})
		f.names = append(f.names, name{id, ontology.Label{Text: local}, []rune(key(local))})
		for _, l := range c.Labels {
			k := key(l.Text)
			f.add(k, hit{id, rankOf(l.Kind)})
			f.names = append(f.names, name{id, l, []rune(k)})
		}
	}
	return f
}

func (f *Finder) add(k string, h hit) {
	if k != "" && !slices.Contains(f.exact[k], h) {
		f.exact[k] = append(f.exact[k], h)
	}
}

// localName is the local name of an IRI, percent-decoded.
func localName(iri string) string {
	local := ontology.LocalName(iri)
	if s, err := url.PathUnescape(local); err == nil {
		return s
	}
	return local
}

// squeeze is key without spaces, as in #TropicalCyclone.
func squeeze(s string) string { return strings.ReplaceAll(key(s), " ", "") }

// Find returns the concepts that query names exactly: by full IRI (with or
// without angle brackets), else by label in any language, synonym or local
// name, all compared folded (see [Fold]). Only the best kind is returned:
// preferred labels and local names before synonyms, loose names last. Of a
// synonym group one concept is returned. Several results are candidates to
// choose from, in the order of the graph; nil means none.
func (f *Finder) Find(query string) []ontology.ID {
	query = strings.TrimSpace(query)
	iri := strings.TrimSuffix(strings.TrimPrefix(query, "<"), ">")
	if id, ok := f.g.ByIRI(iri); ok {
		return []ontology.ID{id}
	}
	hits := f.exact[key(query)]
	if len(hits) == 0 {
		hits = f.exact[squeeze(query)]
	}
	if len(hits) == 0 {
		return nil
	}
	best := slices.MinFunc(hits, func(a, b hit) int { return cmp.Compare(a.rank, b.rank) }).rank
	var ids, canon []ontology.ID
	for _, h := range hits {
		if c := f.g.Canon(h.id); h.rank == best && !slices.Contains(canon, c) {
			ids, canon = append(ids, h.id), append(canon, c)
		}
	}
	slices.Sort(ids)
	return ids
}
