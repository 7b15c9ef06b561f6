package diff

import (
	"cmp"
	"maps"
	"math"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Weighted is an entry of a topic vector: a concept together with its synonyms.
type Weighted struct {
	Ref
	Members []string // IRIs of all that are folded into it, its own included
	Weight  float64
	Terms   []Term
}

// Term is a label that a crawl looks for.
type Term struct {
	Text    string `json:"text"`
	Lang    string `json:"lang"`
	Concept Ref    `json:"concept"`
}

// Effect is the effect of a change on a topic.
type Effect struct {
	Weights []WeightChange `json:"weights"` // changed weights, the greatest change first
	Lost    []Term         `json:"lost"`    // terms that find nothing any more
	Gained  []Term         `json:"gained"`
}

// WeightChange is a concept whose weight changed. The weight is nil in a graph without
// the concept.
type WeightChange struct {
	Concept Ref      `json:"concept"` // as it is named now, if it still is
	Before  *float64 `json:"before"`
	After   *float64 `json:"after"`
}

// Change returns the increase of the weight.
func (w WeightChange) Change() float64 { return value(w.After) - value(w.Before) }

func value(p *float64) float64 {
	if p == nil {
		return 0
	}
	return *p
}

// Vectors compares the topic vectors before and after the change d. Terms with equal fold
// are equal.
func (d *Diff) Vectors(before, after []Weighted, fold func(string) string) Effect {
	now := map[string]string{} // old IRI -> new IRI
	for _, r := range d.Renamed {
		now[r.Old.IRI] = r.New.IRI
	}
	key := func(iri string) string { return cmp.Or(now[iri], iri) }
	same := func(iri string) string { return iri }
	olds, oldHeads := weightsOf(before, key)
	news, newHeads := weightsOf(after, same)
	var e Effect
	maps.Copy(oldHeads, newHeads) // named as now, if it still is
	for k, ref := range oldHeads {
		w := WeightChange{Concept: ref}
		if x, ok := olds[k]; ok {
			w.Before = &x
		}
		if x, ok := news[k]; ok {
			w.After = &x
		}
		if w.Before == nil || w.After == nil || *w.Before != *w.After {
			e.Weights = append(e.Weights, w)
		}
	}
	sorts.Func(e.Weights, func(a, b WeightChange) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Change()), math.Abs(a.Change())), byRef(a.Concept, b.Concept))
	})
	e.Lost = without(before, after, fold)
	e.Gained = without(after, before, fold)
	return e
}

// weightsOf returns the weights of all members by key, and the heads.
func weightsOf(vector []Weighted, key func(string) string) (weights map[string]float64, heads map[string]Ref) {
	weights, heads = map[string]float64{}, map[string]Ref{}
	for _, w := range vector {
		heads[key(w.IRI)] = w.Ref
		for _, iri := range append([]string{w.IRI}, w.Members...) {
			weights[key(iri)] = w.Weight
		}
	}
	return weights, heads
}

// without returns each term of a that b lacks, once.
func without(a, b []Weighted, fold func(string) string) []Term {
	have := map[string]bool{}
	for _, w := range b {
		for _, t := range w.Terms {
			have[fold(t.Text)] = true
		}
	}
	var all []Term
	for _, w := range a {
		for _, t := range w.Terms {
			if k := fold(t.Text); !have[k] {
				have[k] = true
				t.Concept = w.Ref
				all = append(all, t)
			}
		}
	}
	sorts.Func(all, func(x, y Term) int {
		return cmp.Or(byRef(x.Concept, y.Concept), cmp.Compare(x.Lang, y.Lang), cmp.Compare(x.Text, y.Text))
	})
	return all
}
