package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// resultClass says where a result names a core concept. Checkpoints hold the numbers.
type resultClass uint8

const (
	inTitle resultClass = iota
	inSnippet
	inNeither
	numResultClasses
)

// firstOfClass are the priors, relevant:not, of results of a class. They were measured on
// labelled webs.
var firstOfClass = [numResultClasses][2]float64{inTitle: {6, 2}, inSnippet: {3, 3}, inNeither: {1, 12}}

// outcome says what an answer brings, and remembers its new results.
func (s *Searching) outcome(v *crawl.Visit) (o search.Outcome) {
	op := operator(&v.Choice)
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		if l.Kind != crawl.LinkPage {
			o.More = o.More || l.Kind == crawl.LinkSearch
			continue
		}
		o.Links++
		r := result{rank: o.Links, class: classOf(l), op: op}
		if r.class != inNeither {
			o.Core++
		}
		if !s.knows(l.URL) {
			s.results[l.URL] = r
			o.New++
			o.Expected += s.chance(r)
		}
	}
	return o
}

// operator is the operator of a question.
func operator(c *crawl.Choice) search.Op {
	for op := range search.Op(search.NumOps) {
		if op.String() == c.Operator() {
			return op
		}
	}
	return search.Keyword
}

func classOf(l *crawl.Link) resultClass {
	switch {
	case l.Terms.AnchorCore > 0:
		return inTitle
	case l.Terms.ContextCore > 0:
		return inSnippet
	}
	return inNeither
}

// chance is the chance that a result is relevant, before it is fetched: what results of its
// class and operator were.
func (s *Searching) chance(r result) float64 {
	a, first := &s.classes[r.class][r.op], firstOfClass[r.class]
	return (float64(a.brought) + first[0]) / (float64(a.asked) + first[0] + first[1])
}

// fetched counts what became of a result.
func (s *Searching) fetched(v *crawl.Visit) {
	r, ok := s.results[v.Choice.URL]
	if !ok {
		return
	}
	delete(s.results, v.Choice.URL)
	a := &s.classes[r.class][r.op]
	if a.asked++; v.Adds() && v.Score.Relevant && !v.Repeats() {
		a.brought++
	}
}
