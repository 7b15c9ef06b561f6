package learned

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
)

// One of several rankers has learned from the outcomes of all, so to unite them is not to
// add them up: of each success rate, and of the weights, the one that has seen most stands for all. What is
// known of URLs is each one's own. To divide a ranker is the same with one other: rates
// and weights go to each, the evidence to the one that has the host.

// Unite is Unite of [linkrank.Caps].
func (r *Ranker) Unite(others []linkrank.Other) (ok bool) {
	all := make([]*Ranker, len(others))
	for i, o := range others {
		if all[i], ok = o.Ranker.(*Ranker); !ok || all[i].shared == nil || r.shared == nil {
			return false
		}
	}
	for i, from := range all {
		r.takeRates(&from.clusters)
		r.takeNames(&from.names)
		if i == 0 || from.model.learned > r.model.learned {
			r.model = from.model.clone()
		}
		r.takePages(from)
		r.takeNodes(from, others[i].Of)
	}
	r.clusters.epoch++
	return true
}

// takeRates takes the success rates that have seen more than the own ones.
func (r *Ranker) takeRates(from *clusters) {
	c := &r.clusters
	for i := range int32(from.known()) {
		k := from.outcome(i)
		if k.n == 0 {
			continue
		}
		n := c.number(*from.keys.At(i))
		if own := c.outcome(n); k.n > own.n {
			*c.outcomes(n) = cluster{s: k.s, n: k.n}
		}
	}
	if from.count > c.count {
		c.sum, c.count = from.sum, from.count
	}
}

// number returns the number of the cluster with a key, which has one from now on.
func (c *clusters) number(key uint64) int32 {
	i, fresh := c.place(key)
	if fresh {
		c.addKey(key)
	}
	return i
}

// takeNames takes the words that stand on more pages than the own ones say.
func (r *Ranker) takeNames(from *names) {
	if from.slots == nil {
		return
	}
	if r.names.slots == nil {
		r.names.slots = make([]nameWord, nameSlots)
	}
	for i := range from.slots {
		word, own := from.slots[i], &r.names.slots[i]
		if word.word == "" || own.word != "" && cmp.Or(cmp.Compare(own.n, word.n), cmp.Compare(own.life, word.life)) >= 0 {
			continue
		}
		word.page, word.lift, word.latest = 0, 0, 0
		*own = word
	}
	r.names.page = max(r.names.page, from.page)
}

// takePages takes how many pages of each host were fetched: the owner of a host knows it best.
func (r *Ranker) takePages(from *Ranker) {
	for i, n := range from.pagesOn {
		if n == 0 {
			continue
		}
		c := r.clusters.number(*from.clusters.keys.At(int32(i)))
		for int(c) >= len(r.pagesOn) {
			r.pagesOn = append(r.pagesOn, 0)
		}
		r.pagesOn[c] = max(r.pagesOn[c], n)
	}
}

// takeNodes takes what is known of URLs.
func (r *Ranker) takeNodes(from *Ranker, of []int32) {
	number := func(n int32) int32 {
		if n < 0 || int(n) >= len(of) {
			return -1
		}
		return of[n]
	}
	for _, n := range sortedKeys(from.alias) {
		if a, b := number(n), number(from.alias[n]); a >= 0 && b >= 0 && r.at(a) == 0 {
			if r.alias == nil {
				r.alias = make(map[int32]int32)
			}
			r.alias[a] = b
		}
	}
	for n := range int32(from.nodes.Len()) {
		id, node := number(n), from.at(n)
		if id < 0 || node == 0 || r.at(id) != 0 {
			continue
		}
		r.nodes.Grow(int(id) + 1)
		switch {
		case node.done():
			r.addPage(id, *from.page(node))
		case node.evidence() != 0:
			t, e := r.waiting.take()
			*e = *from.peek(n)
			e.moveTo(&r.clusters, &from.clusters)
			if e.from >= 0 {
				e.from = number(e.from)
			}
			if e.hub >= 0 {
				e.hub = number(e.hub)
			}
			r.own(id, t)
		default:
			*r.nodes.At(id) = node
		}
	}
}

func sortedKeys(m map[int32]int32) (keys []int32) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// moveTo gives e the numbers that its clusters have among others.
func (e *evidence) moveTo(to, from *clusters) {
	for _, c := range []*int32{&e.home, &e.pattern, &e.prefix1, &e.prefix2, &e.host, &e.hostOut, &e.pageOut, &e.ending, &e.result} {
		if *c >= 0 {
			*c = to.number(*from.keys.At(*c))
		}
	}
	for i := range e.in[:e.ins] {
		for _, c := range []*int32{&e.in[i].list, &e.in[i].path, &e.in[i].hub} {
			*c = to.number(*from.keys.At(*c))
		}
	}
}

// clone is m as another ranker can go on with it.
func (m *regression) clone() regression {
	c := *m
	c.hashed, c.slopes, c.memory = slices.Clone(m.hashed), slices.Clone(m.slopes), slices.Clone(m.memory)
	c.rng = new(rand.PCG)
	*c.rng = *m.rng
	return c
}
