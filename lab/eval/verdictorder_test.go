package eval

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// VerdictOrder says how early the pages on topic come if every page of the web is known from the
// start and they are fetched in the order of a judge's relevance. What is lost there is lost by
// verdicts and labels, whatever finds the pages. The budget is times as many pages as are on
// topic; pages of equal relevance share their places, so that chance has no part in it. In free,
// pages whose labels say neither ([Labels].Ignore) cost nothing. The web must have been read with
// the judge's topic.
func (w *Web) VerdictOrder(s crawl.Scorer, times int) (all, free Found) {
	pages := w.verdicts(s)
	total := 0
	for _, v := range pages {
		if v.on {
			total++
		}
	}
	sorts.Func(pages, func(a, b verdict) int { return cmp.Compare(b.relevance, a.relevance) })
	counted := slices.DeleteFunc(slices.Clone(pages), func(v verdict) bool { return v.ignored })
	return inOrder(pages, total, times), inOrder(counted, total, times)
}

// verdict is a page as a judge and its labels see it.
type verdict struct {
	relevance   float64
	on, ignored bool
}

func (w *Web) verdicts(s crawl.Scorer) (list []verdict) {
	for i, p := range w.pages {
		if p == nil {
			continue
		}
		v := verdict{on: w.OnTopic[i], ignored: w.Ignored[i]}
		if mentions(p) { // else it is 0 by every judge
			own := *p // a judge may give it another title
			v.relevance = s.Score(&own).Relevance
		}
		list = append(list, v)
	}
	return list
}

// inOrder returns the figures of a crawl that fetches pages in their order, of which total are on
// topic.
func inOrder(pages []verdict, total, times int) (f Found) {
	budget := times * total
	if budget == 0 {
		return f
	}
	curve := make([]float64, 0, budget)
	found := 0
	for len(pages) > 0 && len(curve) < budget {
		n, on := equals(pages)
		for k := 1; k <= n && len(curve) < budget; k++ {
			curve = append(curve, (float64(found)+float64(on*k)/float64(n))/float64(total))
		}
		found += on
		pages = pages[n:]
	}
	for len(curve) < budget {
		curve = append(curve, 1) // all pages are fetched
	}
	best := slices.Repeat([]bool{true}, total)
	f.Recall, f.Area = curve[budget-1], area(curve)
	f.AreaRatio = f.Area / area(recall(best, total, budget))
	return f
}

// equals says how many pages are as relevant as the first one, and how many of these are on topic.
func equals(pages []verdict) (n, on int) {
	for _, v := range pages {
		if v.relevance != pages[0].relevance {
			break
		}
		if n++; v.on {
			on++
		}
	}
	return n, on
}
