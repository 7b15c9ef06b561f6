package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
)

// rescoreRate is how many links, for each visit, are scored anew merely
// because time has passed. All worths drift as the ranker learns, but scoring
// a whole frontier at each visit would cost more the longer a crawl runs. So
// a frontier of up to this many links is always exact; one of n is scored
// through every n/rescoreRate visits (20,000 links: every 200), and in between
// a link is scored when its evidence changes and when it is about to be
// chosen.
const rescoreRate = 100

// manyHeld items held back one after the other: the rest of their host is looked
// at in one go, which costs a tenth as much for each.
const manyHeld = 32

// ranked is a frontier in the order of a Ranker.
type ranked struct {
	frontier
	rank linkrank.Ranker
	// key turns a link's worth into its place in the order; nil: as it is. It
	// must not change anything that matters when it is asked again.
	key func(id int32, worth float64) float64
	// held reports an item that key has put behind all others for a while: until
	// it is free again its worth does not matter; nil: none is.
	held func(id int32) bool
	// hold does for an item what key would, by the key it has; true if that has
	// changed; nil: never.
	hold func(id int32) bool
	// holdSite does it for all items of a host.
	holdSite func(h int32)
	// The ranker's own numbers of the items, plus 1, so that it need not look
	// them up at each score; only of a ranker that numbers.
	numbered linkrank.Numbered
	numbers  []int32
	age      int // visits since the whole frontier was scored
}

func newRanked(r linkrank.Ranker) ranked {
	s := ranked{rank: r}
	s.numbered, _ = r.(linkrank.Numbered)
	return s
}

// worth asks the ranker.
func (s *ranked) worth(id int32) float64 {
	if s.numbered == nil {
		return s.rank.Score(s.urls.At(id))
	}
	for int(id) >= len(s.numbers) {
		s.numbers = append(s.numbers, 0)
	}
	n := &s.numbers[id]
	if *n == 0 {
		if k, ok := s.numbered.Number(s.urls.At(id)); ok {
			*n = k + 1
		} else {
			return s.rank.Score(s.urls.At(id))
		}
	}
	return s.numbered.ScoreOf(*n - 1)
}

// score reckons the key of an item anew.
func (s *ranked) score(id int32) float64 {
	w := s.worth(id)
	if s.key != nil {
		w = s.key(id, w)
	}
	s.setKey(id, w)
	return s.items[id].key
}

// pick returns the best waiting item whose host is free, or -1. What stands
// first is scored anew until what stands first has been. If nothing is free
// nothing is scored, so nothing changes.
func (s *ranked) pick(busy func(string) bool) int32 {
	last := int32(-1)
	for held := 1; ; {
		id := s.best(busy)
		if id < 0 || id == last || s.items[id].seed {
			return id
		}
		if s.hold != nil && s.hold(id) {
			if held++; held%manyHeld == 0 {
				s.holdSite(s.items[id].host)
			}
			continue
		}
		s.score(id)
		last = id
	}
}

// learn observes a visit.
func (s *ranked) learn(v *crawl.Visit, found func(id int32, l *crawl.Link, fresh bool)) {
	s.rank.Observe(v)
	s.observe(v, func(id int32, l *crawl.Link, fresh bool) {
		if found != nil {
			found(id, l, fresh)
		}
		s.score(id)
	})
	if s.age++; s.age*rescoreRate >= s.waiting {
		s.rescore()
	}
}

// rescore scores every waiting item that is not held back. As all may move, they
// are put in order once, at the end.
func (s *ranked) rescore() {
	s.age = 0
	for i := range s.items {
		id := int32(i)
		if s.items[id].status != waiting || s.held != nil && s.held(id) {
			continue
		}
		w := s.worth(id)
		if s.key != nil {
			w = s.key(id, w)
		}
		s.items[id].key = finite(w)
	}
	s.reorderAll()
}

func (s *ranked) write(w *binenc.Writer) error {
	s.frontier.write(w)
	w.Uint(uint64(s.age))
	if saver, ok := s.rank.(linkrank.Saver); ok {
		w.Names(s.inOrder())
		saver.Save(w)
		w.Names(nil)
		return nil
	}
	data, err := s.rank.MarshalBinary()
	w.Bytes(data)
	return err
}

// inOrder returns id for URLs that are asked for in nearly the order in which they
// stand here, as those of the ranker are: then none need be looked up.
func (s *ranked) inOrder() func(url string) (int32, bool) {
	next := int32(0)
	return func(url string) (id int32, ok bool) {
		if id, ok = next, int(next) < s.urls.Len() && s.urls.At(next) == url; !ok {
			id, ok = s.id(url)
		}
		if ok {
			next = id + 1
		}
		return id, ok
	}
}

func (s *ranked) read(r *binenc.Reader) {
	s.numbers = nil
	defer s.frontier.read(r)()
	s.age = int(r.Uint() & (1<<31 - 1))
	if saver, ok := s.rank.(linkrank.Saver); ok {
		r.Names(s.name)
		saver.Load(r)
		r.Names(nil)
		return
	}
	data := r.Bytes()
	if r.Err() != nil {
		return
	}
	if err := s.rank.UnmarshalBinary(data); err != nil {
		r.Fail("%v", err)
	}
}

// name is the URL of an item.
func (s *ranked) name(id uint64) (string, bool) {
	if id >= uint64(len(s.items)) {
		return "", false
	}
	return s.urls.At(int32(id)), true
}
