package relevance

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// only pages of at least this relevance
func (j *Judge) softWeights(m *Model) []float64 {
	if j.softOf == m {
		return j.soft
	}
	if len(m.Purity) == 0 {
		j.soft = j.weight
	} else {
		j.soft = make([]float64, len(j.weight))
		for e, w := range j.weight {
			j.soft[e] = w * max(j.rule.leastPurity, m.purity(j.topic.Entries[e].IRI))
		}
	}
	j.softOf = m
	return j.soft
}

// featuresOf returns what may be learned from the page, nil if nothing: one in
// eachPlain pages without a mention that counts is learned. It has words and concepts
// only if the learner wants them.
func (j *Judge) featuresOf(b *bag, p *crawl.Page, first float64, length int) *crawl.Features {
	if j.learner == nil {
		return nil
	}
	if first == 0 && randomOf(p)%eachPlain != 0 {
		return nil
	}
	f := &crawl.Features{Topic: j.topicNumber(), First: first, Length: length}
	if !j.learner.wants(newSample(p, first)) {
		return f
	}
	for i := range b.hits {
		h := &b.hits[i]
		at, ok := slices.BinarySearchFunc(f.Concepts, h.entry, func(c crawl.ConceptCount, e int32) int { return int(c.Entry) - int(e) })
		if !ok {
			f.Concepts = slices.Insert(f.Concepts, at, crawl.ConceptCount{Entry: h.entry})
		}
		f.Concepts[at].Count += float32(h.mass)
	}
	if had := p.Features; had != nil && had.Words != nil {
		f.Words = had.Words
		return f
	}
	j.countWords(p)
	f.Words = j.words.list(p)
	return f
}

// countWords counts the words of p, if they are not yet counted.
func (j *Judge) countWords(p *crawl.Page) {
	if j.words.of != p {
		j.words.countPage(p, j.skipsWords(p))
	}
}

// skipsWords tells which blocks of a page have no words to learn: what the host
// repeats, code and meta.
func (j *Judge) skipsWords(p *crawl.Page) func(block int) bool {
	host := j.hosts.Of(p.Host)
	return func(i int) bool {
		b := &p.Blocks[i]
		meta := !b.Title && len(b.Spans) == 1 && b.Spans[0].Group == crawl.GroupTitle
		return meta || b.Code || host.Boilerplate(b.Key)
	}
}
