package ablate

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
)

// The kinds of parts that are left out, one at a time.
const (
	Similarity = "similarity"
	TagGroups  = "tag groups"
	Priority   = "priority"
	Search     = "search"
)

// never is a number of misses that no crawl reaches.
const never = math.MaxInt32

// Variant is a method without one part.
type Variant struct {
	Part    string // the kind of part
	Without string // the part that is left out
	Whole   string // the strategy that has the part
	eval.Settings
}

// Variants returns what can be left out of a method, and of the priority by
// which best-first crawls.
func Variants(s eval.Settings) []Variant {
	whole := s.Strategy
	variant := func(part, without string) Variant { return Variant{part, without, whole, s} }
	var all []Variant
	for i, name := range []string{"IFDis", "IFDen", "IFDep", "IFCoi", "IFRel"} {
		if v := variant(Similarity, name); leaveOut(v.Factors[:], i) {
			all = append(all, v)
		}
	}
	// The words of a tag group count as those of the body. This changes the
	// judgement of pages, not what is read of them.
	for g := range crawl.GroupBody {
		v := variant(TagGroups, g.String())
		v.Groups[g] = v.Groups[crawl.GroupBody]
		all = append(all, v)
	}
	for i, name := range []string{"PageRank", "containing pages", "anchor"} {
		v := variant(Priority, name)
		v.Whole, v.Strategy = "best-first", "best-first"
		if leaveOut(v.Terms[:], i) {
			all = append(all, v)
		}
	}
	if whole != "tabu" {
		return all
	}
	ranker, balance, list := variant(Search, "learned ranker"), variant(Search, "balance over hosts"), variant(Search, "tabu list")
	ranker.Strategy, balance.Balance, list.Tries = "tabu/"+strategy.ByPriority, 0, never
	return append(all, ranker, balance, list)
}

// leaveOut sets weight i to 0 and raises the others in proportion, so that they
// still add up to 1. It reports false if the weight is 0 already or is the only
// one.
func leaveOut(weights []float64, i int) bool {
	if weights[i] <= 0 || weights[i] >= 1 {
		return false
	}
	rest := 1 - weights[i]
	weights[i] = 0
	for j := range weights {
		weights[j] /= rest
	}
	return true
}
