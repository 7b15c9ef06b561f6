package strategy

import (
	"maps"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
)

const sampleRate = shingle.Rate

// recent remembers hashes, each at the place that it gives itself or at one of the next
// (linear probing). It grows up to mostRecent places; from then on the latest hashes are
// known best, and a forgotten one counts as new, which favours honest sites.
type recent struct {
	places []uint32 // 0: free
	n      int      // that were put into free places
}

const (
	leastRecent = 64
	growth      = 4
	mostRecent  = leastRecent * growth * growth * growth * growth // or grow would step over it
	probes      = 8
)

// add remembers hashes and returns how many of them were not remembered.
func (m *recent) add(hashes []uint32) (fresh int) {
	for _, h := range hashes {
		h = max(h, 1)
		if m.n*2 >= len(m.places) && len(m.places) < mostRecent {
			m.grow()
		}
		if m.put(h) {
			fresh++
		}
	}
	return fresh
}

// put remembers a hash and reports whether it was not remembered. If no place is free it
// takes the first.
func (m *recent) put(h uint32) bool {
	size := uint32(len(m.places))
	for i := range uint32(probes) {
		switch at := &m.places[(h+i)%size]; *at {
		case h:
			return false
		case 0:
			*at = h
			m.n++
			return true
		}
	}
	m.places[h%size] = h
	return true
}

// has reports a hash that is remembered.
func (m *recent) has(h uint32) bool {
	h = max(h, 1)
	for i := range uint32(min(probes, len(m.places))) {
		if m.places[(h+i)%uint32(len(m.places))] == h {
			return true
		}
	}
	return false
}

func (m *recent) grow() {
	old := m.places
	m.places, m.n = make([]uint32, max(leastRecent, growth*len(old))), 0
	for _, h := range old {
		if h != 0 {
			m.put(h)
		}
	}
}

func (m *recent) save(w *binenc.Writer) {
	w.Uint(uint64(len(m.places)))
	w.Uint(uint64(m.n))
	last := -1
	for i, h := range m.places {
		if h != 0 {
			w.Uint(uint64(i - last))
			w.Fixed32(h)
			last = i
		}
	}
	w.Uint(0)
}

func (m *recent) load(r *binenc.Reader) {
	size, n := r.Uint(), r.Uint()
	if size > mostRecent || n > size {
		r.Fail("a trap guard remembers %d hashes in %d places", n, size)
		return
	}
	*m = recent{n: int(n)}
	if size > 0 {
		m.places = make([]uint32, size)
	}
	for at := uint64(0); r.Err() == nil; {
		step := r.Uint()
		if step == 0 {
			return
		}
		if step > size-at {
			r.Fail("a trap guard remembers a hash outside of its %d places", size)
			return
		}
		at += step
		m.places[at-1] = r.Fixed32()
	}
}

func (g *TrapGuard) save(w *binenc.Writer) {
	w.Uint(uint64(len(g.sites)))
	for _, name := range slices.Sorted(maps.Keys(g.sites)) {
		a := g.sites[name]
		w.Spill()
		w.Text(name)
		w.Int(int64(a.balance))
		w.Int(int64(a.earned))
		w.Uint(uint64(a.pages))
		w.Int(int64(a.drawn))
		a.series.save(w)
		w.Int(int64(a.figures))
		a.spelled.save(w)
		a.runs.save(w)
		a.words.save(w)
		a.told.save(w)
		w.Uint(uint64(a.left.n))
		for _, c := range a.left.all() {
			w.Text(c.URL)
			w.Text(c.Host)
			w.Text(c.Parent)
			w.Uint(uint64(c.Depth))
			w.Float(c.Priority)
		}
	}
	w.Uint(uint64(len(g.patterns)))
	for _, key := range slices.Sorted(maps.Keys(g.patterns)) {
		w.Spill()
		w.Fixed(key)
		w.Int(int64(g.patterns[key].balance))
		w.Uint(uint64(g.patterns[key].endless))
		g.patterns[key].series.save(w)
	}
	w.Uint(uint64(len(g.left)))
	for _, site := range g.left {
		w.Text(site)
	}
}

func (g *TrapGuard) load(r *binenc.Reader) {
	g.loadAccounts(r, (*siteAccount).load, func(r *binenc.Reader) (s series) { s.load(r); return s })
}

// loadFourth reads version 4, which knew no series.
func (g *TrapGuard) loadFourth(r *binenc.Reader) {
	g.loadAccounts(r, (*siteAccount).loadFourth, func(*binenc.Reader) series { return series{} })
}

// loadThird reads version 3, which did not know what a site had earned, nor its spare of runs, nor
// which numbers it had told.
func (g *TrapGuard) loadThird(r *binenc.Reader) {
	g.loadAccounts(r, (*siteAccount).loadThird, func(*binenc.Reader) series { return series{} })
}

// loadSecond reads version 2, which counted pages of URL patterns of hosts. They are forgotten:
// the accounts begin anew.
func (g *TrapGuard) loadSecond(r *binenc.Reader) { r.Rest() }

// loadAccounts reads a memory; account reads all but the links of a site, and of the series of a
// pattern reads one.
func (g *TrapGuard) loadAccounts(r *binenc.Reader, account func(a *siteAccount, r *binenc.Reader), of func(r *binenc.Reader) series) {
	leaves := 0 // sites with links that are left
	for n := r.Len(8); n > 0 && r.Err() == nil; n-- {
		name, a := r.Text(), new(siteAccount)
		account(a, r)
		for n := r.Len(12); n > 0 && r.Err() == nil; n-- {
			c := crawl.Choice{URL: r.Text(), Host: r.Text(), Parent: r.Text(), Depth: readCount(r, maxCount32), Priority: r.Float()}
			a.left.add(c, guardedPattern(name, c.URL), 0, true) // until recount
		}
		if g.sites[name] = a; a.left.n > 0 {
			leaves++
		}
		if a.pages > freePages {
			g.grown, g.first = g.grown+1, name
		}
	}
	for n := r.Len(10); n > 0 && r.Err() == nil; n-- {
		key := r.Fixed()
		g.patterns[key] = pattern{balanceOf(r), int32(readCount(r, maxCount32)), of(r)}
	}
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		site := r.Text()
		if a := g.sites[site]; a == nil || a.left.n == 0 || slices.Contains(g.left, site) {
			r.Fail("a trap guard has no links left of site %.80q", site)
			return
		}
		g.left = append(g.left, site)
	}
	if r.Err() == nil && leaves != len(g.left) {
		r.Fail("a trap guard has links left of %d sites and lists %d", leaves, len(g.left))
	}
	if r.Err() == nil {
		for _, site := range g.left {
			g.recount(site)
		}
	}
}

func (a *siteAccount) load(r *binenc.Reader) {
	a.loadWith(r, func(r *binenc.Reader) {
		a.series.load(r)
		a.figures = int32(r.IntIn(0, mostTold))
		a.spelled.load(r)
	})
}

func (a *siteAccount) loadFourth(r *binenc.Reader) { a.loadWith(r, func(*binenc.Reader) {}) }

func (a *siteAccount) loadWith(r *binenc.Reader, of func(r *binenc.Reader)) {
	a.balance, a.earned = balanceOf(r), balanceOf(r)
	a.pages, a.drawn = int32(readCount(r, maxCount32)), int32(r.IntIn(0, spareRuns))
	of(r)
	a.runs.load(r)
	a.words.load(r)
	a.told.load(r)
}

func (a *siteAccount) loadThird(r *binenc.Reader) {
	a.balance, a.pages = balanceOf(r), int32(readCount(r, maxCount32))
	a.runs.load(r)
	a.words.load(r)
}

func balanceOf(r *binenc.Reader) int32 { return int32(r.IntIn(math.MinInt32, math.MaxInt32)) }
