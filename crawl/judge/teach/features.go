package teach

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Kind says what a weight of a [Model] belongs to.
type Kind string

// The kinds.
const (
	concept Kind = "concept" // a concept of the topic, by IRI
	field   Kind = "field"   // a place of a page: title, heading, address, ...
	word    Kind = "word"    // a folded word of the text; of Chinese a pair of characters
	Host    Kind = "host"
)

// feature is something that a page has, with how much of it: from 0 to 1.
type feature struct {
	kind  Kind
	name  string
	value float64
}

// logit takes a relevance from .01 to .99.
func logit(r float64) float64 { return stats.Logit(r, .01) }

// features describes a page. Concepts and fields have their shares of the evidence; words their
// ln(1+n), scaled so that the squares of a page add up to 1; the host has 1.
func features(evidence []crawl.Evidence, words []crawl.WordCount, host string, skip func(word string) bool) []feature {
	out := ofEvidence(evidence)
	at, squares := len(out), 0.0
	for _, w := range words {
		if !skip(w.Word) {
			x := math.Log1p(float64(w.Count))
			squares += x * x
			out = append(out, feature{word, w.Word, x})
		}
	}
	for i := at; i < len(out); i++ {
		out[i].value /= math.Sqrt(squares)
	}
	if host != "" {
		out = append(out, feature{Host, host, 1})
	}
	return out
}

// ofEvidence are the concepts and fields of a page, sorted.
func ofEvidence(evidence []crawl.Evidence) (out []feature) {
	sum := 0.0
	for i := range evidence {
		sum += max(0, evidence[i].Contribution)
	}
	add := func(kind Kind, name string, value float64) {
		at := slices.IndexFunc(out, func(f feature) bool { return f.kind == kind && f.name == name })
		if at < 0 {
			at = len(out)
			out = append(out, feature{kind, name, 0})
		}
		out[at].value += value
	}
	for i := range evidence {
		e := &evidence[i]
		if !(e.Contribution > 0) {
			continue
		}
		add(field, e.Group, e.Contribution/sum)
		if e.Concept != "" {
			add(concept, e.Concept, e.Contribution/sum)
		}
	}
	sorts.Func(out, func(a, b feature) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name)) })
	return out
}

// SkipsBlock reports the blocks of a page whose words are not learned: code, meta keywords and
// descriptions, and menus.
func SkipsBlock(p *crawl.Page, block int) bool {
	b := &p.Blocks[block]
	meta := !b.Title && len(b.Spans) == 1 && b.Spans[0].Group == crawl.GroupTitle
	return meta || b.Code || b.Region == crawl.RegionNav || b.Region == crawl.RegionFooter
}
