package frontier

import "github.com/ontocrawl/ontocrawl/internal/hashindex"

// item is a URL. Its index in Memory.items is its number. There is one for each URL ever
// heard of, so it takes 16 bytes: where it was found is kept by page (origins).
type item struct {
	score float64
	host  uint32 // number of its host, and seedBit
	pos   int32  // in its host's heap if it waits, else one of those below
}

const (
	nowhere  int32 = -1 - iota // waits, and is in no heap
	inFlight                   // State InFlight
	done                       // State Done
)

const seedBit = 1 << 31

func (it *item) seed() bool    { return it.host&seedBit != 0 }
func (it *item) at() int32     { return int32(it.host &^ seedBit) }
func (it *item) waiting() bool { return it.pos >= nowhere }

func (it *item) state() State {
	switch it.pos {
	case inFlight:
		return InFlight
	case done:
		return Done
	}
	return Waiting
}

// newItem is it as Memory keeps it.
func newItem(it Item) item {
	kept := item{score: it.Score, host: uint32(it.Host), pos: nowhere}
	if it.Seed {
		kept.host |= seedBit
	}
	switch it.State {
	case InFlight:
		kept.pos = inFlight
	case Done:
		kept.pos = done
	}
	return kept
}

// origins says where items were found. Those that one page made known are neighbours, and
// share an origin.
type origins struct {
	all hashindex.Array[origin]
	of  hashindex.Array[int32] // the origin of each originBlock-th item
	n   int32                  // items
}

// origin gives parent and depth of the items from first on.
type origin struct{ first, parent, depth int32 }

const originBlock = 32

// add notes the origin of the next item.
func (o *origins) add(parent, depth int32) {
	last := int32(o.all.Len()) - 1
	if last < 0 || o.all.At(last).parent != parent || o.all.At(last).depth != depth {
		o.all.Add(origin{o.n, parent, depth})
		last++
	}
	if o.n%originBlock == 0 {
		o.of.Add(last)
	}
	o.n++
}

// at is the origin of an item.
func (o *origins) at(id int32) *origin {
	i := *o.of.At(id / originBlock)
	for int(i)+1 < o.all.Len() && o.all.At(i+1).first <= id {
		i++
	}
	return o.all.At(i)
}
