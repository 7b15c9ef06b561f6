package coverage

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Word is a learned word of the topic that no label has.
type Word struct {
	Word   string  `json:"word"`
	Weight float64 `json:"weight"` // the heaviest word of the model has 1
}

// mostWords are offered.
const mostWords = 20

// words returns the heaviest words of a model that no label has.
func words(m *relevance.Model, topic *semsim.TopicVector) []Word {
	out := []Word{}
	if m == nil || len(m.Words) == 0 {
		return out
	}
	labelled := calibrate.Labelled(topic)
	said, grammar := map[string]bool{}, functionwords.New()
	for _, w := range m.Words {
		if len(out) == mostWords {
			break
		}
		if grammar.Has(w.Word) { // in models of older programs
			continue
		}
		if stem := strings.TrimSuffix(w.Word, "s"); !labelled(w.Word) && !said[stem] {
			said[stem] = true
			out = append(out, Word{w.Word, w.Weight / m.Words[0].Weight})
		}
	}
	return out
}

// fit counts pages whose relevance learned words raise.
type fit struct{ pages, raised int }

func (f *fit) add(raised bool) {
	f.pages++
	f.raised += stats.Bit(raised)
}

// raisedByWords reports whether learned words raise a page's relevance; known is false if
// none judged it.
func raisedByWords(evidence []crawl.Evidence) (raised, known bool) {
	i := slices.IndexFunc(evidence, func(e crawl.Evidence) bool { return e.Group == relevance.GroupWords })
	return i >= 0 && evidence[i].Contribution > 0, i >= 0
}

// A fit is told from fitPages pages on. It offers and doubts core marks beyond these bounds,
// taken from the design's q_e: guesses, so it is advice and changes no verdict.
const (
	fitPages  = 10
	offerFit  = 0.8
	doubtFit  = 0.4
	fewRaised = 10 // pages of core concepts that words raise: with fewer nothing is told
)

// marks says how far learned words go with the pages of a concept.
func (c *counter) marks(x *Concept, f *fit) {
	if f.pages < fitPages || c.core.raised < fewRaised {
		return
	}
	share := float64(f.raised) / float64(f.pages) / (float64(c.core.raised) / float64(c.core.pages))
	x.Fit = &share
	switch {
	case x.Core && share < doubtFit:
		x.Mark = "doubt"
	case !x.Core && share > offerFit:
		x.Mark = "offer"
	}
}
