package semsim

import (
	"bufio"
	"bytes"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// IC is the information content of every concept of a graph: how much its name
// says, from 0 for the most general to 1. A concept never has more than a
// concept below it; synonyms have the same.
type IC struct {
	Name   string
	Values []float64 // by ID
}

// SecoIC is intrinsic: 1 - ln(hypo(c)+1) / ln(N), with hypo(c) concepts below c
// and N in all (Seco, Veale, Hayes, "An intrinsic information content metric
// for semantic similarity in WordNet", ECAI 2004, eq 3). Every leaf has 1.
func SecoIC(g Graph) (*IC, error) {
	a, err := newHierarchy(g)
	if err != nil {
		return nil, err
	}
	below := a.totals(slices.Repeat([]float64{1}, len(a.ids)))
	all := math.Log(float64(len(a.ids)))
	return a.content("seco", func(p int) float64 {
		if all == 0 {
			return 0 // one concept alone says nothing
		}
		return 1 - math.Log(below[p])/all
	}), nil
}

// SanchezIC is intrinsic: -ln((leaves(c)/subsumers(c) + 1) / (leaves + 1)),
// with subsumers(c) being c and its ancestors (Sánchez, Batet, Isern,
// "Ontology-based information content computation", Knowledge-Based Systems
// 24(2), 2011, eq 10), divided by its bound ln(leaves+1). A leaf counts as a
// leaf of itself, as in nxontology; so a leaf with many ancestors has more
// content than one with few.
func SanchezIC(g Graph) (*IC, error) {
	a, err := newHierarchy(g)
	if err != nil {
		return nil, err
	}
	leaf := make([]float64, len(a.ids))
	for p := int(a.inner); p < len(leaf); p++ {
		leaf[p] = 1
	}
	all := float64(len(leaf) - int(a.inner))
	leaves := a.totals(leaf)
	return a.content("sanchez", func(p int) float64 {
		return 1 - math.Log(leaves[p]/float64(a.ancestors[p])+1)/math.Log(all+1)
	}), nil
}

// CorpusIC is the content of concepts counted in texts: ln p(c) / ln p(once). p(c) is
// the share of all counts that falls to c and what is below it (Resnik, IJCAI 1995),
// p(once) the share of one count. 1 is added to every count (Laplace), so that a
// concept never seen has the content 1, not infinity. The counts are by ID; counts of
// synonyms are added.
func CorpusIC(g Graph, counts []float64) (*IC, error) {
	a, err := newHierarchy(g)
	if err != nil {
		return nil, err
	}
	if len(counts) != len(a.pos) {
		return nil, english.Errorf("semsim: %d counts for %d concepts", len(counts), len(a.pos))
	}
	seen := slices.Repeat([]float64{1}, len(a.ids))
	all := float64(len(seen))
	for i, n := range counts {
		if !(n >= 0) || math.IsInf(n, 1) {
			return nil, english.Errorf("semsim: the count of %s is %v, but it must be a number not below 0", g.Concept(ontology.ID(i)).IRI, n)
		}
		seen[a.pos[i]] += n
		all += n
	}
	below := a.totals(seen)
	return a.content("corpus", func(p int) float64 {
		if all <= 1 {
			return 0
		}
		return math.Log(below[p]/all) / math.Log(1/all)
	}), nil
}

// content makes an IC of the values of positions, limited to 0 .. 1 against
// rounding.
func (a *hierarchy) content(name string, of func(p int) float64) *IC {
	ic := &IC{Name: name, Values: make([]float64, len(a.pos))}
	for i, p := range a.pos {
		ic.Values[i] = max(0, min(1, of(int(p))))
	}
	return ic
}

// at returns the values by position.
func (c *IC) at(a *hierarchy) ([]float64, error) {
	if len(c.Values) != len(a.pos) {
		return nil, english.Errorf("semsim: information content of %d concepts for a graph of %d", len(c.Values), len(a.pos))
	}
	ic := make([]float64, len(a.ids))
	for p, id := range a.ids {
		if ic[p] = c.Values[id]; !(ic[p] >= 0 && ic[p] <= 1) {
			return nil, english.Errorf("semsim: the information content of the concept with ID %d is %v, but it must be from 0 to 1", id, ic[p])
		}
	}
	return ic, nil
}

// totals adds up each over a concept and all its descendants, each descendant
// once. A concept with one parent passes its sum to it; a concept with several
// parents adds its sum to each of its ancestors.
func (a *hierarchy) totals(each []float64) []float64 {
	chain := slices.Clone(each)
	extra := make([]float64, len(each))
	var up ancestorSet
	for p := int32(len(each)) - 1; p >= 0; p-- {
		switch q := a.soleParent[p]; {
		case q == a.stored:
		case q >= 0:
			chain[q] += chain[p]
		default:
			for _, x := range up.of(a, p) {
				if x != p {
					extra[x] += chain[p]
				}
			}
		}
	}
	for p := range chain {
		chain[p] += extra[p]
	}
	return chain
}

// CountsError reports a bad line of counts.
type CountsError struct {
	File string
	Line int
	Msg  english.Phrase
}

// Error returns "file:line: message".
func (e *CountsError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *CountsError) Message() english.Phrase {
	return english.Phrasef("%s:%d: %v", e.File, e.Line, e.Msg)
}

// maxLine is the longest line of counts.
const maxLine = 1 << 16

// ReadCounts reads how often each of n concepts was counted, for [CorpusIC]. A line is
// a name, a tab, and a number not below 0; empty lines and lines that begin with # are
// skipped. Counts of several lines add up. Find returns the concept of a name. File is
// for errors, which are [*CountsError] or come from r.
func ReadCounts(r io.Reader, file string, n int, find func(name string) (ontology.ID, error)) ([]float64, error) {
	counts := make([]float64, n)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	line := 0
	misread := func(format string, args ...any) error {
		return &CountsError{file, line, english.Phrasef(format, args...)}
	}
	for lines.Scan() {
		line++
		text := lines.Bytes()
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if !utf8.Valid(text) {
			return nil, misread("not UTF-8")
		}
		s := strings.TrimSpace(string(text))
		if s == "" || s[0] == '#' {
			continue
		}
		i := strings.LastIndexByte(s, '\t')
		if i < 0 {
			return nil, misread("%q has no tab; a line is a concept, a tab and its count", s)
		}
		name, number := strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+1:])
		count, err := strconv.ParseFloat(number, 64)
		if err != nil || !(count >= 0) || math.IsInf(count, 1) {
			return nil, misread("the count of %q is %q, but it must be a number not below 0", name, number)
		}
		id, err := find(name)
		if err != nil {
			return nil, misread("%v", err)
		}
		counts[id] += count
	}
	if err := lines.Err(); err != nil {
		if err == bufio.ErrTooLong {
			line++
			return nil, misread("a line of more than %d bytes", maxLine)
		}
		return nil, english.Errorf("%s: %w", file, err)
	}
	return counts, nil
}
