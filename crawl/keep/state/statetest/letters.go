package statetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Heard makes the entry of a letter that was heard.
func Heard(seq, from int, number uint64) *crawl.Visit {
	return &crawl.Visit{Seq: seq, Heard: &crawl.Letter{
		From: from, Number: number, Page: "https://p.example/", Host: "p.example", Depth: 2, Relevance: .5, Fetched: 3,
		Links: []crawl.Link{{URL: "https://h.example/a", Host: "h.example", Text: "台风", Terms: crawl.LinkTerms{AnchorCore: 1}}},
	}}
}

// letters: a letter that was heard has its place among the visits. A replay gets it whole,
// in that place; nobody else gets it; and after a checkpoint it is not replayed.
func (x suite) letters(t *testing.T) {
	dir := t.TempDir()
	s := x.must(t, dir)
	all := []*crawl.Visit{Visit(1, 2), Heard(2, 3, 1), Visit(3, 2), Heard(4, 3, 2), Heard(5, 0, 1)}
	for _, v := range all {
		ok(t, s.Record(v))
	}
	ok(t, s.Close())
	s = x.must(t, dir)
	var visits, replayed []*crawl.Visit
	ok(t, s.Visits(func(v *crawl.Visit) error { visits = append(visits, v); return nil }))
	if len(visits) != 2 || visits[1].Seq != 3 || s.Committed() != 5 {
		t.Errorf("%d visits of %d entries", len(visits), s.Committed())
	}
	load := func(int, map[string]crawl.Part) error { return nil }
	ok(t, s.Resume(load, func(v *crawl.Visit) error { replayed = append(replayed, v); return nil }))
	for i, v := range replayed {
		if d := cmp.Diff(bare(all[i], true), v); d != "" {
			t.Errorf("entry %d differs (-want +got):\n%s", i+1, d)
		}
		if v.Heard != nil && (v.OK() || v.Failed() || v.Source() || v.Unchanged()) {
			t.Errorf("letter %d counts as a page or a failure", v.Seq)
		}
	}
	ok(t, s.Checkpoint(5, Parts(map[string][]byte{"a": {1}})))
	ok(t, s.Record(Heard(6, 3, 3)))
	ok(t, s.Close())
	replayed = nil
	ok(t, x.must(t, dir).Resume(load, func(v *crawl.Visit) error { replayed = append(replayed, v); return nil }))
	if len(replayed) != 1 || replayed[0].Seq != 6 || replayed[0].Heard.Links == nil {
		t.Errorf("after the checkpoint %d entries are replayed", len(replayed))
	}
}
