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

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// ErrNoWords says that documents have no words that would make a topic.
var ErrNoWords = errors.New("the samples have no words in common that would make a topic")

// Chosen on twenty labelled topics of four stored webs, with ten samples each, by
// the F1 of the judge (TestSamplesOutside prints it): of mostTerms 24 to 128 and of
// leastDocs .15 to .3 the mean is the same within a hundredth. What is core matters
// to links only: a coreShare of .5 or .7 crawls alike.
const (
	mostTerms = 40 // terms of a topic
	leastDocs = .2 // share of the samples that a term stands in, but two at least
	coreDocs  = .5 // share of the samples from which a term may be core,
	coreShare = .3 // of the heaviest term's weight,
)

// Shares of pages on which words stand, by common.go. TestSharesOutside measures
// them on three webs: .27, .17 and .05 for the first list, .15, .07 and .02 for the
// second. Only their order matters: twice as large, and rare a quarter of it, they
// move the mean F1 by less than a hundredth.
const (
	shareMany = .15
	shareSome = .04
	shareRare = .004
)

// termsInName are enough to know a topic by.
const termsInName = 3

// pageWords is the length of the page for which a share of the words of Chinese
// is turned into a share of pages.
const pageWords = 300

// Topic returns the centroid of documents as a topic, called by its heaviest
// terms: with n documents, of which document d has term t f_td times,
//
//	w_td = (1 + ln f_td) idf_t,  idf_t = -ln(share of all pages with t)
//	c_t  = 1/n SUM_d w_td / |w_d|
//
// and the heaviest terms are its entries, with c_t in shares of the largest. The
// thesis takes idf from the collection; of ten samples that all have it, the
// topic's own word would get 0, so here it comes from a language at large. Core
// are the terms that stand in half of the documents and weigh enough.
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
		return nil, ErrNoWords
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

// idf is the weight of a word by how many pages have it.
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

// weighed is a term with its part in the centroid.
type weighed struct {
	*term
	weight float64
}

// heaviest returns the terms that make the topic, heaviest first.
func heaviest(terms map[string]*term, docs int) []weighed {
	least := max(min(2, docs), int(math.Ceil(leastDocs*float64(docs))))
	var list []weighed
	norm := make([]float64, docs)
	for _, text := range slices.Sorted(maps.Keys(terms)) { // sums of floats in one order
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
	slices.SortFunc(list, func(a, b weighed) int {
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
