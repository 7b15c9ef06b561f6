package samples

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// errNoWords says that documents have no words that could make a topic.
var errNoWords = errors.New("the samples have no common words that could make a topic")

// Chosen on twenty labelled topics of four stored webs, with ten samples each, by
// the F1 of the judge (TestSamplesOutside). For mostTerms from 24 to 128 and
// leastDocs from .15 to .3 the mean is the same within a hundredth. Core terms
// matter for links only.
const (
	mostTerms = 40 // terms of a topic
	leastDocs = .2 // share of the samples that must contain a term; at least two samples
	coreDocs  = .5 // share of the samples that must contain a core term,
	coreShare = .3 // and its least weight, as a share of the heaviest term's
)

// Shares of pages that contain the words of frequency.go. TestSharesOutside
// measures them on three webs: .27, .17 and .05 for the first list, .15, .07
// and .02 for the second. Only their order matters: doubled, and with rare at a
// quarter, they change the mean F1 by less than a hundredth.
const (
	shareMany = .15
	shareSome = .04
	shareRare = .004
)

// termsInName is the number of terms that name a topic.
const termsInName = 3

// pageWords is the page length for which a word's share of Chinese text becomes
// a share of pages.
const pageWords = 300

// Topic returns the centroid of documents as a topic, named by its heaviest
// terms. With n documents, where document d has term t f_td times,
//
//	w_td = (1 + ln f_td) idf_t,  idf_t = -ln(share of all pages with t)
//	c_t  = 1/n SUM_d w_td / |w_d|
//
// The heaviest terms are its entries, with c_t relative to the largest. The
// thesis takes idf from the collection. If all of ten samples contained the
// topic's own word it would get 0, so here idf comes from the language at
// large. Core are the terms in half of the documents with enough weight.
func Topic(docs []Document, dict *lexicon.Dictionary) (*semsim.TopicVector, error) {
	r := &reader{dict: dict, known: wordClasses()}
	all := make([][]stretch, len(docs))
	for i, d := range docs {
		var err error
		if all[i], err = r.stretches(d.Page); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name, err)
		}
	}
	dropBoilerplate(all)
	terms := heaviest(countTerms(all, r.idf), len(docs))
	if len(terms) == 0 {
		return nil, errNoWords
	}
	v := &semsim.TopicVector{}
	var names []string
	for i, t := range terms {
		v.Entries = append(v.Entries, t.entry(i, terms[0].weight, len(docs)))
		if i < termsInName {
			names = append(names, t.text)
		}
	}
	v.Name = strings.Join(names, ", ")
	return v, nil
}

// idf is the weight of a word by the share of pages that have it.
func (r *reader) idf(w *word) float64 {
	share := shareRare
	switch {
	case w.singleChar(): // the dictionary does not know
	case w.han:
		share = -math.Expm1(pageWords * math.Log1p(-math.Exp2(-w.bits)))
	case r.known[w.text] == inMany:
		share = shareMany
	case r.known[w.text] == inSome:
		share = shareSome
	}
	return -math.Log(share)
}

// weighed is a term with its weight in the centroid.
type weighed struct {
	*term
	weight float64
}

// heaviest returns the terms that make the topic, heaviest first.
func heaviest(terms map[string]*term, docs int) []weighed {
	least := max(min(2, docs), int(math.Ceil(leastDocs*float64(docs))))
	var list []weighed
	norm := make([]float64, docs)
	for _, text := range slices.Sorted(maps.Keys(terms)) { // a fixed order, since sums of floats depend on it
		t := terms[text]
		if len(t.in) < least {
			continue
		}
		list = append(list, weighed{term: t})
		for d, f := range t.in {
			norm[d] += t.part(f) * t.part(f)
		}
	}
	for i := range list {
		t := &list[i]
		for _, d := range slices.Sorted(maps.Keys(t.in)) {
			t.weight += t.part(t.in[d]) / math.Sqrt(norm[d]) / float64(docs)
		}
	}
	sorts.Func(list, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.text, b.text))
	})
	return list[:min(len(list), mostTerms)]
}

// part is w_td.
func (t *term) part(f float64) float64 { return (1 + math.Log(f)) * t.idf }

func (t *weighed) entry(i int, largest float64, docs int) semsim.Entry {
	lang := ""
	if t.han {
		lang = "zh"
	}
	w := t.weight / largest
	return semsim.Entry{
		Concept: ontology.ID(i), IRI: "urn:term:" + url.PathEscape(t.text), Zh: t.text, En: t.text,
		Weight: w, Core: i == 0 || w >= coreShare && float64(len(t.in)) >= coreDocs*float64(docs),
		Labels: []ontology.Label{{Text: t.text, Lang: lang}},
	}
}

// mixWeight is the factor of the weights of sample terms in a mixed topic. Of 0,
// 1/4, 1/2 and 1 it is the best for topics of a word or two (TestSamplesOutside).
const mixWeight = .25

// Mix makes one topic of an ontology's and the samples' topics. The ontology
// determines the core concepts; the samples add words that occur with them,
// with [mixWeight] of their weight, none of them core.
func Mix(ontology, samples *semsim.TopicVector) *semsim.TopicVector {
	s := *samples
	s.Entries = slices.Clone(s.Entries)
	for i := range s.Entries {
		s.Entries[i].Weight *= mixWeight
		s.Entries[i].Core = false
	}
	return semsim.Join(ontology, &s)
}
