package learned

import (
	"math"
	"math/rand/v2"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
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
// whole crawl, so on a web where everything is on topic no cluster is special.
type clusters struct {
	all   []cluster
	keys  []uint64 // of all
	slots []int32  // the index of all by key: places plus 1; a power of two of them, 0 is free
	salt  uint64   // so that nobody can make up keys that want the same slot
	sum   float64  // relevance of all pages fetched
	count float64  // how many
	epoch uint32   // moves whenever a rate changes
	rate  float64  // the base rate at this epoch,
	odds  float64  // and its log-odds,
	since uint32   // if computed at this epoch
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
	// keep is what an outcome leaves of those before it: rates are of the last
	// twenty pages or so, because a list or a host that was good runs dry
	// (discounted rates, Kocsis and Szepesvari 2006). .9 and .98 did no better.
	keep = 0.95
)

// of returns the cluster with the given key.
func (c *clusters) of(k kind, key uint64) int32 {
	key = linkrank.Mix(key ^ uint64(k)<<56)
	c.grow(len(c.all) + 1)
	s := c.find(key)
	if *s == 0 {
		c.all, c.keys = append(c.all, cluster{}), append(c.keys, key)
		*s = int32(len(c.all))
	}
	return *s - 1
}

// find returns the slot of the cluster with the given key, or the free one where it
// belongs.
func (c *clusters) find(key uint64) *int32 {
	mask := uint64(len(c.slots) - 1)
	for i := linkrank.Mix(key^c.salt) & mask; ; i = (i + 1) & mask {
		if s := &c.slots[i]; *s == 0 || c.keys[*s-1] == key {
			return s
		}
	}
}

// grow makes room for n clusters; half of the slots stay free. It is false if one
// is there twice.
func (c *clusters) grow(n int) bool {
	if 2*n <= len(c.slots) {
		return true
	}
	size := max(64, len(c.slots))
	for 2*n > size {
		size *= 2
	}
	c.slots = make([]int32, size)
	for i, key := range c.keys {
		s := c.find(key)
		if *s != 0 {
			return false
		}
		*s = int32(i) + 1
	}
	return true
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
	k := &c.all[i]
	left := 1 - (1-keep)*min(weight, 1)
	k.s = left*k.s + relevance*weight
	k.n = left*k.n + weight
	k.when = 0
}

// lift says how much better the cluster i does than the base rate, in log-odds; an
// unknown cluster has 0.
func (c *clusters) lift(i int32, prior float64) float64 {
	if k := &c.all[i]; k.when == c.epoch {
		return k.lift
	}
	return c.compute(i, prior)
}

// compute computes the lift of the cluster i and keeps it for this epoch.
func (c *clusters) compute(i int32, prior float64) float64 {
	k := &c.all[i]
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
func (c *clusters) novelty(i int32) float64 { return 1 / math.Sqrt(1+c.all[i].n) }

func logit(p float64) float64 {
	p = min(max(p, 1e-4), 1-1e-4)
	return math.Log(p / (1 - p))
}

func (c *clusters) write(w *binenc.Writer) {
	w.Float(c.sum)
	w.Float(c.count)
	w.Uint(uint64(len(c.all)))
	for i := range c.all {
		w.Spill()
		w.Fixed(c.keys[i])
		w.Floats(c.all[i].s, c.all[i].n)
	}
}

// read reads what write wrote. check must be called before any use, and may run
// beside other reading.
func (c *clusters) read(r *binenc.Reader) (check func() bool) {
	*c = newClusters()
	c.sum, c.count = notNegative(r), notNegative(r)
	n := r.Len(9)
	c.all, c.keys = make([]cluster, 0, n), make([]uint64, 0, n)
	for ; n > 0 && r.Err() == nil; n-- {
		key, k := r.Fixed(), cluster{}
		if r.Floats(&k.s, &k.n); !(k.s >= 0 && k.n >= 0 && k.s <= math.MaxFloat32 && k.n <= math.MaxFloat32) {
			r.Fail("%v of %v is not within its range", k.s, k.n)
		}
		c.all, c.keys = append(c.all, k), append(c.keys, key)
	}
	return func() bool { return c.grow(len(c.all)) }
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
