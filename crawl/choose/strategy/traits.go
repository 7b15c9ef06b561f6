package strategy

import (
	"math/rand/v2"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/hashindex"
)

// traits holds what a Tabu remembers of links, by item: five bytes each. The attributes of
// a link are one of relatively few pairs, which are numbered.
type traits struct {
	marks hashindex.Array[mark]
	pairs hashindex.Array[uint32] // by item: the number of its attributes plus 1; 0: it has none
	known hashindex.Array[pair]   // by number
	index hashindex.Index
	salt  uint64 // so that nobody can make up attributes that want the same slot
}

// newTraits are empty. Arrays of them lie where a strategy spills, if it does.
func newTraits(to *Spill) (t traits) {
	if to != nil {
		t.marks.From(to.Evidence.Pages())
		t.pairs.From(to.Evidence.Pages())
		t.known.From(to.Evidence.Pages())
	}
	return t
}

func (t *traits) emptied() traits {
	return traits{marks: t.marks.Emptied(), pairs: t.pairs.Emptied(), known: t.known.Emptied()}
}

// pair holds the attributes of a link: the URL pattern, the DOM path on the parent's host.
type pair struct{ pattern, place uint64 }

// mark is the rest.
type mark uint8

const (
	markHeldByPattern mark = 1 << iota // it is in Tabu.held, under its pattern,
	markHeldByPlace                    // or under its place
	markOwn                            // its own words name the topic: its own evidence is aspiresOwn or more
	markBalanced                       // was chosen on a balancing turn
	markHub                            // calls itself a list of pages
	markPager                          // is a further page of a list
	markNamed                          // is named by the topic, see namesTopic
	markEnd

	markHeld = markHeldByPattern | markHeldByPlace
)

// leads returns the bonus of a link on a balancing turn.
func (m mark) leads() int {
	switch {
	case m&(markHub|markNamed) != 0:
		return hubBonus
	case m&markPager != 0:
		return pagerBonus
	}
	return 0
}

// set sets or clears marks.
func (m *mark) set(of mark, to bool) {
	if *m &^= of; to {
		*m |= of
	}
}

// of returns the marks of an item, and makes room for all items up to it.
func (t *traits) of(id int32) *mark {
	t.marks.Grow(int(id) + 1)
	t.pairs.Grow(int(id) + 1)
	return t.marks.At(id)
}

// pair returns the attributes of an item; ok is false if it has none.
func (t *traits) pair(id int32) (p pair, ok bool) {
	if int(id) < t.pairs.Len() {
		if n := *t.pairs.At(id); n > 0 {
			return *t.known.At(int32(n - 1)), true
		}
	}
	return p, false
}

// setPair gives an item its attributes.
func (t *traits) setPair(id int32, p pair) {
	*t.pairs.At(id) = uint32(t.number(p)) + 1
}

func (t *traits) hash(p pair) uint32 {
	if t.salt == 0 {
		t.salt = rand.Uint64() | 1
	}
	return uint32(linkrank.Mix(linkrank.Mix(p.pattern^t.salt) + p.place))
}

func (t *traits) number(p pair) int32 {
	n, fresh := t.index.Add(t.hash(p), int32(t.known.Len()), func(n int32) bool { return *t.known.At(n) == p })
	if fresh {
		t.known.Add(p)
	}
	return n
}

// held is the attribute under which an item is in Tabu.held; 0: it is not held back.
func (t *traits) held(id int32) uint64 {
	m := *t.of(id)
	if m&markHeld == 0 {
		return 0
	}
	p, _ := t.pair(id)
	if m&markHeldByPattern != 0 {
		return p.pattern
	}
	return p.place
}

// hold notes it; false if by is no attribute of the item.
func (t *traits) hold(id int32, by uint64) bool {
	m := t.of(id)
	m.set(markHeld, false)
	p, ok := t.pair(id)
	switch {
	case ok && by == p.pattern:
		*m |= markHeldByPattern
	case ok && by == p.place:
		*m |= markHeldByPlace
	default:
		return false
	}
	return true
}

func (t *traits) save(w *binenc.Writer) {
	w.Uint(uint64(t.known.Len()))
	for n := range int32(t.known.Len()) {
		w.Spill()
		w.Fixed(t.known.At(n).pattern)
		w.Fixed(t.known.At(n).place)
	}
	w.Uint(uint64(t.marks.Len()))
	for id := range int32(t.marks.Len()) {
		w.Spill()
		w.Uint(uint64(*t.pairs.At(id)))
		w.Byte(byte(*t.marks.At(id)))
	}
}

// load reads what save stored, of at most so many items.
func (t *traits) load(r *binenc.Reader, items int) {
	*t = t.emptied()
	for n := r.Len(16); n > 0 && r.Err() == nil; n-- {
		t.known.Add(pair{r.Fixed(), r.Fixed()})
	}
	once := linkrank.Beside(t.reindex)
	t.loadItems(r, items)
	if !once() {
		r.Fail("attributes are stored twice")
	}
}

// reindex makes the known pairs findable. It is false if one is there twice.
func (t *traits) reindex() bool {
	return t.index.Fill(t.known.Len(), func(n int32) uint32 { return t.hash(*t.known.At(n)) },
		func(a, b int32) bool { return *t.known.At(a) == *t.known.At(b) })
}

func (t *traits) loadItems(r *binenc.Reader, items int) {
	n := r.Len(2)
	if n > items {
		r.Fail("traits of %d links, %d are known", n, items)
		return
	}
	for ; n > 0 && r.Err() == nil; n-- {
		p, m := r.Uint(), mark(r.Byte())
		if p > uint64(t.known.Len()) || m >= markEnd || p == 0 && m&markHeld != 0 || m&markHeld == markHeld {
			r.Fail("a link has attributes %d of %d, and marks %x", p, t.known.Len(), uint8(m))
			return
		}
		t.pairs.Add(uint32(p))
		t.marks.Add(m)
	}
}

// loadOld reads the traits of before version 6 of a Tabu.
func (t *traits) loadOld(r *binenc.Reader, items int) {
	*t = t.emptied()
	n := r.Len(20)
	if n > items {
		r.Fail("traits of %d links, %d are known", n, items)
		return
	}
	for ; n > 0 && r.Err() == nil; n-- {
		id := int32(t.marks.Len())
		m, p := t.of(id), pair{r.Fixed(), r.Fixed()}
		if p.pattern != 0 {
			t.setPair(id, p)
		}
		var own float32
		r.Floats32(&own)
		m.set(markOwn, own >= aspiresOwn)
		leads := r.Uint()
		m.set(markHub, leads >= hubBonus)
		m.set(markPager, leads == pagerBonus)
		m.set(markBalanced, r.Bool())
		if r.Bool() && !t.hold(id, r.Fixed()) {
			r.Fail("link %d is held back by no attribute of its own", id)
		}
	}
}
