package relevance

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// verdict is how a page was judged.
type verdict struct {
	first  float64   // evidence of the labels
	title  float64   // what the title adds to it
	factor float64   // of the topic, and of the beginning of the text
	fit    float64   // factor of the learned words
	parts  []float64 // of the learned words, if there are any
	above  string    // name or address of the page above
	parent float64   // what it adds
}

func (v *verdict) evidence(r *rule) float64 {
	if v.first == 0 {
		return v.parent
	}
	return v.labels(r)*v.fit + v.parent
}

// labels is the evidence of the labels: the factor does not lower the title's evidence.
func (v *verdict) labels(r *rule) float64 {
	return v.factor*(v.first-v.title+r.floor) + v.title
}

func (v *verdict) relevance(r *rule) float64 { return relevanceOf(v.evidence(r), r.half) }

// verdictEvidence turns a verdict into reasons that add up to the relevance, greatest
// first.
func (j *Judge) verdictEvidence(b *bag, v *verdict) []crawl.Evidence {
	x := v.evidence(j.rule)
	if x == 0 {
		return nil
	}
	scale := v.relevance(j.rule) / x
	var out []crawl.Evidence
	if v.first > 0 {
		out = j.hitEvidence(b, scale*v.labels(j.rule)/v.first)
		if words := scale * v.labels(j.rule) * (v.fit - 1); words != 0 {
			label, n := j.model.heaviest(v.parts)
			out = append(out, crawl.Evidence{Label: label, Group: GroupWords, Count: n, Contribution: words})
		}
	}
	if v.parent > 0 {
		out = append(out, crawl.Evidence{Label: v.above, Group: groupParent, Count: 1, Contribution: scale * v.parent})
	}
	slices.SortStableFunc(out, byContribution)
	return out
}

// heaviest returns the words with the greatest parts, and how many have any.
func (m *Model) heaviest(parts []float64) (words string, n int) {
	var order []int
	for i, x := range parts {
		if x > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(parts[b], parts[a]) })
	var top []string
	for _, i := range order[:min(len(order), shownWords)] {
		top = append(top, m.Words[i].Word)
	}
	return strings.Join(top, ", "), len(order)
}
