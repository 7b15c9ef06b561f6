package lexicon

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

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
