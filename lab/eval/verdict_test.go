package eval

import (
	"io"
	"math"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// titles gives pages a relevance by their title.
type titles map[string]float64

func (titles) Beside(*crawl.Page, bool) bool      { return false }
func (titles) Learn(*crawl.Page)                  {}
func (titles) WriteTo(io.Writer) (int64, error)   { return 0, nil }
func (titles) ReadFrom(crawl.Part) error          { return nil }
func (of titles) Score(p *crawl.Page) crawl.Score { return crawl.Score{Relevance: of[p.Title]} }

// TestVerdictOrder: two pages are on topic, a and c; b is ignored; c and d are equally relevant; e
// says nothing of the topic, and f cannot be read. With twice as many pages as are on topic the
// recall is 1/2, 1/2, 3/4, 1, and if b costs nothing 1/2, 3/4, 1, 1; the best is 1/2, 1, 1, 1.
func TestVerdictOrder(t *testing.T) {
	w := &Web{Graph: Graph{OnTopic: []bool{false, false, true, false, true, true}}, Ignored: []bool{false, false, false, true, false, false}}
	for _, title := range []string{"e", "d", "c", "b", "a"} {
		p := &crawl.Page{Title: title}
		if title != "e" {
			p.Blocks = []crawl.Block{{Mentions: make([]crawl.Mention, 1)}}
		}
		w.pages = append(w.pages, p)
	}
	w.pages = append(w.pages, nil)
	all, free := w.VerdictOrder(titles{"a": .9, "b": .8, "c": .5, "d": .5, "e": 1}, 2)
	for _, x := range []struct {
		name string
		got  Found
		area float64
	}{{"all", all, 2.75 / 4}, {"ignored for nothing", free, 3.25 / 4}} {
		if math.Abs(x.got.Area-x.area) > 1e-12 || math.Abs(x.got.AreaRatio-x.area/(3.5/4)) > 1e-12 || x.got.Recall != 1 {
			t.Errorf("%s: %+v, want an area of %v", x.name, x.got, x.area)
		}
	}
	// Five pages, and ten that may be fetched.
	if all, _ := w.VerdictOrder(titles{}, 5); all.Recall != 1 || all.Area > 1 {
		t.Errorf("with a large budget: %+v", all)
	}
	if all, free := (&Web{}).VerdictOrder(titles{}, 4); all != (Found{}) || free != (Found{}) {
		t.Errorf("of no pages: %+v, %+v", all, free)
	}
}

func (titles) Learner() crawl.Learner { return nil }
