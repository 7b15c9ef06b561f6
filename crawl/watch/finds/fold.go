package finds

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// item is a find: a page that stands for all with its text.
type item struct {
	*record
	all []*record // in the order found, the one that stands for them among them
}

// fold makes pages with the same text one item each. A page says which it repeats; that
// one may repeat another.
func (f *folder) fold() []*item {
	var items []*item
	byRoot := map[*record]*item{}
	at := make(map[string]*record, len(f.records))
	for _, r := range f.records {
		at[r.url] = r
	}
	for _, r := range f.records {
		root := rootOf(r, at)
		i := byRoot[root]
		if i == nil {
			i = &item{record: root}
			byRoot[root] = i
			items = append(items, i)
		}
		i.all = append(i.all, r)
	}
	for _, i := range items {
		i.record = i.standing()
	}
	return items
}

// maxChain bounds how far copies of copies are followed. A circle ends there.
const maxChain = 8

func rootOf(r *record, at map[string]*record) *record {
	for range maxChain {
		up := at[r.of]
		if r.of == "" || up == nil || up == r || up.seq > r.seq {
			break
		}
		r = up
	}
	return r
}

// standing returns the page that stands for the item: the one that the others repeat, or
// the first that is still relevant.
func (i *item) standing() *record {
	if i.relevant {
		return i.record
	}
	if n := slices.IndexFunc(i.all, func(r *record) bool { return r.relevant }); n >= 0 {
		return i.all[n]
	}
	return i.record
}

// place is where an item stands in a list: the larger first, then by job, then the page
// found last.
type place struct {
	First, Second float64
	Job           string
	Seq           int
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(q.First, p.First), cmp.Compare(q.Second, p.Second), strings.Compare(p.Job, q.Job), cmp.Compare(q.Seq, p.Seq))
}

func (i *item) place(by Order) place {
	at := seconds(i.at)
	if by == MostRelevant {
		return place{i.relevance, at, i.job, i.seq}
	}
	return place{at, i.relevance, i.job, i.seq}
}

// seconds is a time as a number that keeps milliseconds.
func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
