package semsim

import (
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// Combine says how the similarities of the members of two groups make one of
// the groups.
type Combine string

// The ways to combine.
const (
	// BestMatch is the best-match average: for each group the mean, over its
	// members, of the greatest similarity with a member of the other group;
	// then the mean of both (Pesquita et al., "Metrics for GO based protein
	// semantic similarity", BMC Bioinformatics 9(S5), 2008, after Azuaje, Wang,
	// Bodenreider, ISMB 2005).
	BestMatch Combine = "best-match"
	// Average is the mean of all pairs (Lord, Stevens, Brass, Goble,
	// Bioinformatics 19(10), 2003).
	Average Combine = "average"
	// Maximum is the best pair (Sevilla et al., IEEE/ACM TCBB 2(4), 2005).
	Maximum Combine = "maximum"
	// Union compares the groups as wholes; only a SetComparer can.
	Union Combine = "union"
)

// Match is a member of one group and the most similar member of the other.
type Match struct {
	Of   Ref     `json:"of"`
	Best Ref     `json:"best"`
	Sim  float64 `json:"sim"`
}

// Groups is the similarity of two groups, with its parts.
type Groups struct {
	Sim     float64 `json:"sim"`
	Combine Combine `json:"combine"`
	A       []Match `json:"a"`
	B       []Match `json:"b"`
}

// CompareGroups compares two groups of concepts of g. A group is a set:
// synonyms count once. The similarity with an empty group is 0.
func CompareGroups(g Graph, c Comparer, a, b []ontology.ID, how Combine) (Groups, error) {
	a, b = distinct(g, a), distinct(g, b)
	r := Groups{Combine: how, A: matches(g, c, a, b), B: matches(g, c, b, a)}
	if len(a) == 0 || len(b) == 0 {
		return r, nil
	}
	switch how {
	case BestMatch:
		r.Sim = (meanMatch(r.A) + meanMatch(r.B)) / 2
	case Average:
		for _, x := range a {
			for _, y := range b {
				r.Sim += c.Sim(x, y)
			}
		}
		r.Sim = atMost1(r.Sim / float64(len(a)*len(b)))
	case Maximum:
		for _, m := range r.A {
			r.Sim = max(r.Sim, m.Sim)
		}
	case Union:
		s, ok := c.(SetComparer)
		if !ok {
			return Groups{}, english.Errorf("semsim: this measure cannot compare groups as wholes; jaccard and simgic can, and %s, %s and %s work with every measure", BestMatch, Average, Maximum)
		}
		r.Sim = s.SimSets(a, b)
	default:
		return Groups{}, english.Errorf("semsim: unknown way to combine %q: choose %s, %s, %s or %s", how, BestMatch, Average, Maximum, Union)
	}
	return r, nil
}

// distinct folds synonyms and keeps the first name of each.
func distinct(g Graph, group []ontology.ID) []ontology.ID {
	seen := map[ontology.ID]bool{}
	var out []ontology.ID
	for _, id := range group {
		if c := g.Canon(id); !seen[c] {
			seen[c] = true
			out = append(out, id)
		}
	}
	return out
}

// matches finds for each of group the most similar one of others, the first of
// equals.
func matches(g Graph, c Comparer, group, others []ontology.ID) []Match {
	found := make([]Match, 0, len(group))
	for _, x := range group {
		m := Match{Of: RefOf(g, x), Sim: -1}
		for _, y := range others {
			if sim := c.Sim(x, y); sim > m.Sim {
				m.Best, m.Sim = RefOf(g, y), sim
			}
		}
		if len(others) > 0 {
			found = append(found, m)
		}
	}
	return found
}

func meanMatch(all []Match) float64 {
	sum := 0.0
	for _, m := range all {
		sum += m.Sim
	}
	return atMost1(sum / float64(len(all)))
}
