package node

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/dedup"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// repeats finds pages that repeat one of another part. While parts fetch, two of them may
// record the same text at the same moment, and parts on different machines do not look. Here
// visits come in the order of (time, part, seq), so the first one stands: as in a crawl that
// is not divided (engine), unless the two say otherwise.
type repeats struct {
	index dedup.Index
	part  []int                      // by visit of the merged run
	found map[string]crawl.Duplicate // by URL
	n     int
}

// settle numbers v, and marks it if it repeats a page of another part. yields is not nil if
// that page is a copy of v: it is the new verdict that says so, and comes before v.
func (r *repeats) settle(to *state.Store, v *crawl.Visit, part int) (yields *crawl.Visit, err error) {
	v.Seq = len(r.part) + 1
	if d, ok := r.found[v.Choice.URL]; v.Rejudged && ok && v.Same.Of == "" {
		r.mark(v, d)
		v.Was.Relevant = v.Was.Relevant && !v.Copy()
		return nil, nil
	}
	if !v.Adds() || v.Same.Of != "" {
		return nil, nil
	}
	of, ok := r.index.Exact(v.Page)
	if !ok && v.Score.Relevant {
		of, ok = r.index.NearKept(v.Page)
	}
	if !ok || of.Seq < 1 || r.part[of.Seq-1] == part {
		return nil, nil // what a part has decided of its own pages stands
	}
	r.n++
	if of.Yields && v.Score.Relevant {
		was, err := to.Visit(of.Seq)
		if err != nil {
			return nil, err
		}
		was.Score.Relevance, was.Score.Relevant = of.Relevance, of.Relevant
		d := of.Duplicate
		d.Of = v.Page.Final
		yields = was.Copied(v.Seq, d)
		v.Seq++
		return yields, nil
	}
	if r.found == nil {
		r.found = map[string]crawl.Duplicate{}
	}
	r.found[v.Choice.URL] = of.Duplicate
	r.mark(v, of.Duplicate)
	if of.Exact {
		v.Score = v.Score.Scaled(of.Relevance)
	}
	return nil, nil
}

func (r *repeats) mark(v *crawl.Visit, d crawl.Duplicate) {
	if v.Same = d; v.Copy() {
		v.Score.Relevant = false
	}
}

// learn notes a visit of the merged run, before it is recorded.
func (r *repeats) learn(v *crawl.Visit, part int) {
	r.part = append(r.part, part)
	r.index.Learn(v)
}
