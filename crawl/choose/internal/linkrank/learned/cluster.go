package learned

import (
	"math"
	"math/rand/v2"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/hashindex"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// kind tells clusters of different sorts apart.
type kind uint64

const (
	kindList    kind = iota // same list or table of one page
	kindPath                // same DOM path on one host
	kindHub                 // links of one page
	kindPattern             // URLs of one pattern
	kindPrefix              // URLs below one folder
	kindHost
	kindHostOut // links from the pages of one host to other hosts
	kindPageOut // links of one page to other hosts
	kindEnding  // names with one ending
	kindResult  // results of search engines of one class, for one operator
)

// cluster is a set of links that may have similar outcomes: how many of them were
// fetched, and what they brought. It takes half a cache line, because hundreds are asked
// for at each visit.
type cluster struct {
	s, n float64 // sum of relevance, number fetched, both fading; a link to a known page is half a fetch
	lift float64 // computed last,
	when uint32  // at this epoch
}

// clusters keeps the success rates. Rates are compared with the base rate of the
// whole crawl, so on a web where everything is on topic no cluster is special. Most
// clusters are lists and folders of which nothing was fetched: they have a key and no more.
type clusters struct {
	keys  hashindex.Array[uint64]
	rates []int32  // by number: the place in tried plus 1; 0: nothing was fetched
	some  []uint64 // by number, a bit: rates is not 0. Most questions end here, and millions of bits fit into a processor's cache
	tried []cluster
	index hashindex.Index // of keys, by hash
	salt  uint64          // so that nobody can make up keys that want the same slot
	sum   float64         // relevance of all pages fetched
	count float64         // how many
	epoch uint32          // moves whenever a rate changes
	rate  float64         // the base rate at this epoch,
	odds  float64         // and its log-odds,
	since uint32          // if computed at this epoch

	touched uint32 // see touch
}

// newClusters returns an empty set. Epoch 0 is for lifts never computed.
func newClusters() clusters { return clusters{epoch: 1, salt: rand.Uint64()} }

const (
	startBase  = 0.2 // the base rate before anything is known,
	startCount = 5   // counts as this many pages
	linkPrior  = 2   // pages a cluster of links begins with, at the base rate
	hostPrior  = 5   // the same for a host, which is less alike within itself,
	outPrior   = 4   // and for links to other hosts, so that a page full of them has to show more
	maxLift    = 4
	minLift    = -5
	// keep is the weight that an outcome leaves to the outcomes before it: rates cover
	// the last twenty pages or so, because a list or a host that was good runs dry
	// (discounted rates, Kocsis and Szepesvari 2006). .9 and .98 did no better.
	keep = 0.95
)

// of returns the cluster with the given key.
func (c *clusters) of(k kind, key uint64) int32 {
	key = linkrank.Mix(key ^ uint64(k)<<56)
	i, fresh := c.place(key)
	if fresh {
		c.addKey(key)
	}
	return i
}

// addKey adds a cluster of which nothing was fetched.
func (c *clusters) addKey(key uint64) {
	if n := c.keys.Len(); n%64 == 0 {
		c.some = append(c.some, 0)
	}
	c.keys.Add(key)
	c.rates = append(c.rates, 0)
}

// has reports whether something was fetched of the cluster i.
func (c *clusters) has(i int32) bool { return c.some[i/64]>>(i%64)&1 != 0 }

// place returns the number of a key, the next one if it has none.
func (c *clusters) place(key uint64) (i int32, fresh bool) {
	return c.index.Add(uint32(linkrank.Mix(key^c.salt)), int32(c.keys.Len()), func(i int32) bool { return *c.keys.At(i) == key })
}

// find returns the number of a key, if it has one.
func (c *clusters) find(key uint64) (i int32, ok bool) {
	return c.index.Find(uint32(linkrank.Mix(key^c.salt)), func(i int32) bool { return *c.keys.At(i) == key })
}

// known is how many clusters there are.
func (c *clusters) known() int { return c.keys.Len() }

// outcomes of the cluster i, which has some from now on.
func (c *clusters) outcomes(i int32) *cluster {
	if !c.has(i) {
		c.some[i/64] |= 1 << (i % 64)
		c.tried = append(c.tried, cluster{})
		c.rates[i] = int32(len(c.tried))
	}
	return &c.tried[c.rates[i]-1]
}

// outcome returns what is known of the cluster i.
func (c *clusters) outcome(i int32) (k cluster) {
	if c.has(i) {
		k = c.tried[c.rates[i]-1]
	}
	return k
}

// put adds a cluster as a checkpoint holds it; it is found after reindex.
func (c *clusters) put(key uint64, k cluster) {
	c.addKey(key)
	if k != (cluster{}) {
		*c.outcomes(int32(c.keys.Len()) - 1) = k
	}
}

// reindex makes what was put findable. It is false if a key is there twice.
func (c *clusters) reindex() bool {
	c.index = c.index.Emptied()
	return c.index.Fill(c.keys.Len(), func(n int32) uint32 { return uint32(linkrank.Mix(*c.keys.At(n) ^ c.salt)) },
		func(a, b int32) bool { return *c.keys.At(a) == *c.keys.At(b) })
}

// base is the running mean of the relevance of what was fetched.
func (c *clusters) base() float64 {
	b := (startBase*startCount + c.sum) / (startCount + c.count)
	return min(max(b, 0.02), 0.9)
}

// fetched adds a page to the base rate.
func (c *clusters) fetched(relevance float64) {
	c.sum += relevance
	c.count++
	c.epoch++
}

// add counts an outcome for the cluster i.
func (c *clusters) add(i int32, relevance, weight float64) {
	k := c.outcomes(i)
	left := 1 - (1-keep)*min(weight, 1)
	k.s = left*k.s + relevance*weight
	k.n = left*k.n + weight
	k.when = 0
}

// lift says how much better the cluster i does than the base rate, in log-odds; an
// unknown cluster has 0.
func (c *clusters) lift(i int32, prior float64) float64 {
	if !c.has(i) {
		return 0
	}
	k := &c.tried[c.rates[i]-1]
	if k.when == c.epoch {
		return k.lift
	}
	return c.compute(k, prior)
}

// compute computes the lift of a cluster and keeps it for this epoch.
func (c *clusters) compute(k *cluster, prior float64) float64 {
	if c.since != c.epoch {
		c.rate, c.since = c.base(), c.epoch
		c.odds = logit(c.rate)
	}
	k.lift, k.when = 0, c.epoch
	if k.n > 0 {
		k.lift = min(max(logit((k.s+prior*c.rate)/(k.n+prior))-c.odds, minLift), maxLift)
	}
	return k.lift
}

// novelty falls from 1 with every recent page from the cluster i.
func (c *clusters) novelty(i int32) float64 { return 1 / math.Sqrt(1+c.outcome(i).n) }

func logit(p float64) float64 { return stats.Logit(p, 1e-4) }

func (c *clusters) write(w *binenc.Writer) {
	w.Float(c.sum)
	w.Float(c.count)
	w.Uint(uint64(c.known()))
	for i := range int32(c.known()) {
		w.Spill()
		w.Fixed(*c.keys.At(i))
		k := c.outcome(i)
		w.Floats(k.s, k.n)
	}
}

// read reads what write wrote. check must be called before any use, and may run
// beside other reading.
func (c *clusters) read(r *binenc.Reader) (check func() bool) {
	keys, index := c.keys.Emptied(), c.index.Emptied()
	*c = newClusters()
	c.keys, c.index = keys, index
	c.sum, c.count = notNegative(r), notNegative(r)
	n := r.Len(9)
	c.rates, c.some = make([]int32, 0, n), make([]uint64, 0, n/64+1)
	for ; n > 0 && r.Err() == nil; n-- {
		key, k := r.Fixed(), cluster{}
		if r.Floats(&k.s, &k.n); !(k.s >= 0 && k.n >= 0 && k.s <= math.MaxFloat32 && k.n <= math.MaxFloat32) {
			r.Fail("%v of %v is not within its range", k.s, k.n)
		}
		c.put(key, k)
	}
	return c.reindex
}

// notNegative reads a finite number that is at least 0.
func notNegative(r *binenc.Reader) float64 {
	v := r.Float()
	if v < 0 || v > math.MaxFloat32 {
		r.Fail("%v is not within its range", v)
		return 0
	}
	return v
}
