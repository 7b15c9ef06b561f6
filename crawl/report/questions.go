package report

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// questionView is a question to a search source, or all questions to one, with the pages
// that its answers listed first.
type questionView struct {
	crawl.Via
	Pages, Relevant int
}

// questions counts pages by the question that found them.
type questions struct {
	list     []*questionView
	at       map[string]*questionView
	sources  []*questionView
	ofSource map[string]*questionView
}

// add counts a page that a question found; via is nil for another one.
func (q *questions) add(via *crawl.Via, relevant bool) {
	if via == nil {
		return
	}
	if q.at == nil {
		q.at, q.ofSource = map[string]*questionView{}, map[string]*questionView{}
	}
	key := via.Source + "\x00" + via.Op + "\x00" + via.Lang + "\x00" + via.Query
	v := q.at[key]
	if v == nil {
		v = &questionView{Via: *via}
		q.at[key], q.list = v, append(q.list, v)
	}
	s := q.ofSource[via.Source]
	if s == nil {
		s = &questionView{Via: crawl.Via{Source: via.Source}}
		q.ofSource[via.Source], q.sources = s, append(q.sources, s)
	}
	for _, one := range []*questionView{v, s} {
		one.Pages++
		if relevant {
			one.Relevant++
		}
	}
}

// top returns the questions that found most relevant pages.
func (q *questions) top() []*questionView {
	slices.SortStableFunc(q.list, func(a, b *questionView) int {
		return cmp.Or(cmp.Compare(b.Relevant, a.Relevant), cmp.Compare(b.Pages, a.Pages))
	})
	return q.list[:min(len(q.list), topRows)]
}
