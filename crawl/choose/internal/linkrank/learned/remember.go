package learned

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// What a crawl knows at its end is worth something to the next crawl of the same web:
// how the links of its hosts, folders, URL patterns and places of a layout turned out,
// and what words and places count. Clusters bear the names of their hosts, so what is
// known of one web says nothing of another. The weights do: another web's weights are
// worth no more than the ones a crawl begins with (docs/methods.md).

const (
	rememberVersion = 1
	mostRemembered  = 1 << 16 // clusters, those with the most outcomes
	leastOutcomes   = .5      // that a cluster must have
	mostBase        = 100     // pages that the remembered base rate counts for
)

var _ linkrank.Rememberer = (*Ranker)(nil)

// Remember implements [linkrank.Rememberer].
func (r *Ranker) Remember(w *binenc.Writer) {
	w.Header("learned ranker's memory", rememberVersion)
	w.Float(r.clusters.sum)
	w.Float(r.clusters.count)
	best := r.clusters.best(mostRemembered)
	w.Uint(uint64(len(best)))
	for _, i := range best {
		w.Fixed(*r.clusters.keys.At(i))
		k := r.clusters.outcome(i)
		w.Floats(k.s, k.n)
	}
	r.model.writeWeights(w)
}

// best returns the n clusters with the most outcomes, in the order of their keys.
func (c *clusters) best(n int) (best []int32) {
	for i := range int32(c.known()) {
		if c.outcome(i).n >= leastOutcomes {
			best = append(best, i)
		}
	}
	byKey := func(a, b int32) int { return cmp.Compare(*c.keys.At(a), *c.keys.At(b)) }
	slices.SortFunc(best, func(a, b int32) int {
		return cmp.Or(cmp.Compare(c.outcome(b).n, c.outcome(a).n), byKey(a, b))
	})
	best = best[:min(len(best), n)]
	slices.SortFunc(best, byKey)
	return best
}

// Recall implements [linkrank.Rememberer]. r must be new.
func (r *Ranker) Recall(in *binenc.Reader) {
	in.Header("learned ranker's memory", rememberVersion)
	sum, count := notNegative(in), notNegative(in)
	n := in.Len(9)
	if n > mostRemembered || sum > count {
		in.Fail("%d clusters, %v of %v pages", n, sum, count)
	}
	for ; n > 0 && in.Err() == nil; n-- {
		key, k := in.Fixed(), cluster{}
		if in.Floats(&k.s, &k.n); !(k.s >= 0 && k.n > 0 && k.s <= k.n && k.n <= 1/(1-keep)+1) {
			in.Fail("%v of %v is not within its range", k.s, k.n)
		}
		if m := r.clusters.known(); m > 0 && key <= *r.clusters.keys.At(int32(m) - 1) {
			in.Fail("a cluster is out of order")
		}
		r.clusters.put(key, k)
	}
	r.model.readWeights(in, 1, numFeatures)
	if in.Err() != nil {
		r.clear()
		return
	}
	if count > mostBase {
		sum, count = sum*mostBase/count, mostBase
	}
	r.clusters.sum, r.clusters.count = sum, count
	r.clusters.reindex()
}
