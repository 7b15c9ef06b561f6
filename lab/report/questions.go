package report

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// askedForm says in which answer a page was found: source, operator and language, words and concepts, place.
const askedForm = "asked %s (%s) for %s: result %d"

func asked(v *crawl.Via) english.Phrase {
	return english.Phrasef(askedForm, v.Source, howAsked(v), askedFor(v), v.Rank)
}

// howAsked is the operator with its language.
func howAsked(v *crawl.Via) string {
	if v.Lang == "" {
		return v.Op
	}
	return v.Op + ", " + v.Lang
}

// askedFor are the words with the concepts that they stand for.
func askedFor(v *crawl.Via) string {
	return strings.Join(append([]string{v.Query}, v.Concepts...), ", ")
}

// questionView is a question to a search source, or all questions to one, with the pages
// that its answers listed first.
type questionView struct {
	crawl.Via
	rated
}

// questions counts pages by the question that found them.
type questions struct {
	list     []*questionView
	at       map[string]int // numbers in list
	sources  []*questionView
	ofSource map[string]*questionView
}

// add counts a page that a question found, and returns the number of the question; via is nil
// for another page.
func (q *questions) add(via *crawl.Via, relevant bool) int {
	if via == nil {
		return 0
	}
	if q.at == nil {
		q.at, q.ofSource = map[string]int{}, map[string]*questionView{}
	}
	key := via.Source + "\x00" + via.Op + "\x00" + via.Lang + "\x00" + via.Query
	n, known := q.at[key]
	if !known {
		n = len(q.list)
		q.at[key], q.list = n, append(q.list, &questionView{Via: *via})
	}
	s := q.ofSource[via.Source]
	if s == nil {
		s = &questionView{Via: crawl.Via{Source: via.Source}}
		q.ofSource[via.Source], q.sources = s, append(q.sources, s)
	}
	q.list[n].count(relevant)
	s.count(relevant)
	return n
}

// sorted returns the questions, first those that found most relevant pages.
func (q *questions) sorted() []*questionView {
	list := slices.Clone(q.list)
	slices.SortStableFunc(list, func(a, b *questionView) int { return mostRelevant(a.rated, b.rated) })
	return list
}
