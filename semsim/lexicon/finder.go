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

// Suggestion is a concept with a name similar to the query.
type Suggestion struct {
	Concept ontology.ID
	Label   ontology.Label // the similar name; without language if it is the local name
	Score   float64        // similarity: 1 is the same
}

// minScore is the least score of a suggestion.
const minScore = 0.25

// longestQuery is the length up to which Nearest compares, in characters.
const longestQuery = 100

// Nearest returns up to n concepts with names similar to query, the most
// similar first, each synonym group once. The similarity of two folded names is
// the mean of 1 - edit distance / longer length and Dice's coefficient of their
// character pairs; if one contains the other, at least the mean of 1 and their
// ratio of lengths. Equal scores keep the order of the graph.
func (f *Finder) Nearest(query string, n int) []Suggestion {
	q := []rune(key(query))
	q = q[:min(len(q), longestQuery)]
	if len(q) == 0 || n <= 0 {
		return nil
	}
	var all []Suggestion
	for _, x := range f.names {
		if len(x.key) == 0 || len(x.key) > 2*longestQuery {
			continue
		}
		if s := similarity(q, x.key); s >= minScore {
			all = append(all, Suggestion{x.id, x.label, s})
		}
	}
	slices.SortStableFunc(all, func(a, b Suggestion) int { return cmp.Compare(b.Score, a.Score) })
	seen := make(map[ontology.ID]bool)
	all = slices.DeleteFunc(all, func(s Suggestion) bool {
		c := f.g.Canon(s.Concept)
		if seen[c] {
			return true
		}
		seen[c] = true
		return false
	})
	return all[:min(n, len(all))]
}

func similarity(a, b []rune) float64 {
	long, short := float64(max(len(a), len(b))), float64(min(len(a), len(b)))
	s := (1 - float64(distance(a, b))/long + dice(a, b)) / 2
	if contains(a, b) || contains(b, a) {
		s = max(s, (1+short/long)/2)
	}
	return s
}

// distance is the number of characters to insert, delete, change or swap with
// the next to get from a to b (optimal string alignment).
func distance(a, b []rune) int {
	prev, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		next[0] = i + 1
		for j := range b {
			change := row[j]
			if a[i] != b[j] {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], prev[j-1]+1)
			}
		}
		prev, row, next = row, next, prev
	}
	return row[len(b)]
}

// dice is twice the number of common character pairs divided by the number of
// all pairs; the beginning and the end count as characters.
func dice(a, b []rune) float64 {
	pa, pb := pairs(a), pairs(b)
	common := 0
	for i, j := 0, 0; i < len(pa) && j < len(pb); {
		switch c := cmp.Compare(pa[i], pb[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			common, i, j = common+1, i+1, j+1
		}
	}
	return 2 * float64(common) / float64(len(pa)+len(pb))
}

func pairs(s []rune) []uint64 {
	p := make([]uint64, 0, len(s)+1)
	last := uint64(0)
	for _, r := range s {
		p = append(p, last<<32|uint64(r))
		last = uint64(r)
	}
	p = append(p, last<<32)
	slices.Sort(p)
	return p
}

func contains(s, part []rune) bool {
	for i := 0; i+len(part) <= len(s); i++ {
		if slices.Equal(s[i:i+len(part)], part) {
			return true
		}
	}
	return false
}
