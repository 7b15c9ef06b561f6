package samples

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/semsim"
)

// MixWeight is the factor of the weights of sample terms in a mixed topic. Of
// 0, 1/4, 1/2 and 1 it is the best on the labelled topics of
// TestSamplesOutside, for topics of a word or two; beside a whole ontology it
// hardly matters.
const MixWeight = .25

// Mix makes one topic of an ontology's and the samples' topics. The ontology
// determines the core concepts; the samples add words that occur with them,
// with [MixWeight] of their weight, none of them core.
func Mix(ontology, samples *semsim.TopicVector) *semsim.TopicVector {
	s := *samples
	s.Entries = slices.Clone(s.Entries)
	for i := range s.Entries {
		s.Entries[i].Weight *= MixWeight
		s.Entries[i].Core = false
	}
	return semsim.Join(ontology, &s)
}
