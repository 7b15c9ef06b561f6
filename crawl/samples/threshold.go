package samples

import (
	"cmp"
	"errors"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// How the threshold is taken from the samples: they are parted into folds, those
// of each are judged by the topic of the others, and a page is relevant if it
// reaches shareOfMedian of the median. Chosen with the constants of centroid.go.
const (
	folds         = 5
	shareOfMedian = .85
)

// fewest are the samples without which no threshold is taken from them.
const fewest = 3

// Threshold returns the threshold phi of a judgement (one of relevance.Names)
// for the topic of documents; 0, which stands for the judgement's own, if they
// are too few to tell. Topics differ in how much of their words a page has: one
// threshold for all loses a tenth of the F1.
func Threshold(judge string, docs []Document, dict *lexicon.Dictionary, topic func([]Document) (*semsim.TopicVector, error)) (float64, error) {
	if len(docs) < fewest {
		return 0, nil
	}
	docs = slices.SortedFunc(slices.Values(docs), func(a, b Document) int {
		return cmp.Or(cmp.Compare(a.Page.Hash, b.Page.Hash), cmp.Compare(a.Name, b.Name))
	})
	var all []float64
	for k := range min(folds, len(docs)) {
		some, err := left(judge, docs, k, dict, topic)
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

// left judges the documents of a fold by the topic of the others.
func left(judge string, docs []Document, fold int, dict *lexicon.Dictionary, topic func([]Document) (*semsim.TopicVector, error)) (out []float64, err error) {
	var others, own []Document
	for i, d := range docs {
		if i%folds == fold {
			own = append(own, d)
		} else {
			others = append(others, d)
		}
	}
	v, err := topic(others)
	if errors.Is(err, ErrNoWords) {
		return make([]float64, len(own)), nil // nothing of theirs is found in these
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
		p.Blocks = slices.Clone(p.Blocks) // marks are of this topic
		j.Mark(&p)
		out = append(out, j.Score(&p).Relevance)
	}
	return out, nil
}
