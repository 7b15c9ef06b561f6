package samples

import (
	"cmp"
	"errors"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// The samples give the threshold by cross-validation: each fold is judged by
// the topic of the others, and a page is relevant if it reaches shareOfMedian
// of the median. Chosen with the constants of centroid.go.
const (
	folds         = 5
	shareOfMedian = .85
)

// minSamples is the least number of samples that give a threshold.
const minSamples = 3

// Threshold returns the threshold phi of a judge (one of relevance.Names) for
// the topic of documents; 0, which means the judge's own, if there are too few
// documents. Topics differ in how many of their words a page has: one threshold
// for all loses a tenth of the F1.
func Threshold(judge string, docs []Document, dict *lexicon.Dictionary, topic func([]Document) (*semsim.TopicVector, error)) (float64, error) {
	if len(docs) < minSamples {
		return 0, nil
	}
	docs = sorts.Sorted(slices.Values(docs), func(a, b Document) int {
		return cmp.Or(cmp.Compare(a.Page.Hash, b.Page.Hash), cmp.Compare(a.Name, b.Name))
	})
	var all []float64
	for k := range min(folds, len(docs)) {
		some, err := scoreFold(judge, docs, k, dict, topic)
		if err != nil {
			return 0, err
		}
		all = append(all, some...)
	}
	slices.Sort(all)
	if len(all) == 0 {
		return 0, nil
	}
	return min(.99, shareOfMedian*all[(len(all)-1)/2]), nil
}

// scoreFold judges the documents of a fold by the topic of the others.
func scoreFold(judge string, docs []Document, fold int, dict *lexicon.Dictionary, topic func([]Document) (*semsim.TopicVector, error)) (out []float64, err error) {
	var others, own []Document
	for i, d := range docs {
		if i%folds == fold {
			own = append(own, d)
		} else {
			others = append(others, d)
		}
	}
	v, err := topic(others)
	if errors.Is(err, errNoWords) {
		return make([]float64, len(own)), nil // the topic of the others finds nothing in these
	}
	if err != nil {
		return nil, err
	}
	lex, err := lexicon.New(relevance.TermsOf(v), lexicon.Options{Dictionary: dict})
	if err != nil {
		return nil, err
	}
	j, err := relevance.New(v, lex, relevance.Options{Judge: judge})
	if err != nil {
		return nil, err
	}
	for _, d := range own {
		p := *d.Page
		p.Blocks = slices.Clone(p.Blocks) // marks belong to this topic
		j.Mark(&p)
		out = append(out, j.Score(&p).Relevance)
	}
	return out, nil
}
