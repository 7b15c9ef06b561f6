package strategy

import (
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
	"github.com/ontocrawl/ontocrawl/internal/paged"
)

// rescoreRate is how many links are scored anew for each visit only because time
// has passed. All scores change as the ranker learns, but scoring a whole frontier
// at each visit would cost more the longer a crawl runs. So a frontier of up to this
// many links is always exact; one of n links is scored every n/rescoreRate visits
// (20,000 links: every 200). In between, a link is scored when its evidence changes
// and before it is chosen.
const rescoreRate = 100

// ranked is a strategy whose frontier is in the order of a Ranker.
type ranked struct {
	base
	rank linkrank.Ranker
	// order turns a link's score into its score in the frontier; nil: the same. It
	// must give the same when it is asked again.
	order func(id int32, score float64) float64
	// held reports an item that order has put behind all others for a while, so
	// that its score does not matter now; nil: none is.
	held func(id int32) bool
	// shared are the frontier's numbers as the ranker sees them; nil: it has its own. Then
	// numbers holds those of the items, plus 1, which save looking up the URL at each
	// score; only of a ranker that numbers.
	shared   *known
	numbered linkrank.Numbered
	numbers  paged.Array[int32]
	spiller  linkrank.Spiller // nil: the ranker holds everything in memory
	hearer   linkrank.Hearer  // nil: it is not one of several, or the ranker cannot be
	ears     linkrank.Hearer  // the ranker, if it can hear of links later
	found    []foundLink      // by the visit that is learned: links of its page to waiting items
	age      int              // visits since the whole frontier was scored
}

func newRanked(p Params, r linkrank.Ranker) ranked {
	s := ranked{base: base{f: p.frontier()}, rank: r}
	s.numbered, _ = r.(linkrank.Numbered)
	if sharer, ok := r.(linkrank.Sharer); ok {
		s.shared = &known{Frontier: s.f}
		sharer.ShareNumbers(s.shared)
	}
	if s.ears, _ = r.(linkrank.Hearer); s.ears != nil && p.Joint {
		s.ears.Join()
		s.hearer = s.ears
	}
	if p.Spill != nil {
		s.fault = p.Spill.Err
		if spiller, ok := r.(linkrank.Spiller); ok {
			spiller.SpillTo(p.Spill.Evidence, p.Spill.Most)
			s.spiller = spiller
		}
	}
	return s
}

// linkScore asks the ranker.
func (s *ranked) linkScore(id int32) float64 {
	if n, ok := s.number(id); ok {
		return s.numbered.ScoreOf(n)
	}
	return s.rank.Score(s.f.URL(id))
}

// spilled reports whether the ranker would have to read what it knows of an item.
func (s *ranked) spilled(id int32) bool {
	if s.spiller == nil {
		return false
	}
	n, ok := s.number(id)
	return ok && s.spiller.Spilled(n)
}

// number is the ranker's number of an item.
func (s *ranked) number(id int32) (n int32, ok bool) {
	if s.shared != nil {
		return id, true
	}
	if s.numbered == nil {
		return 0, false
	}
	s.numbers.Grow(int(id) + 1)
	at := s.numbers.At(id)
	if *at == 0 {
		k, ok := s.numbered.Number(s.f.URL(id))
		if !ok {
			return 0, false
		}
		*at = k + 1
	}
	return *at - 1, true
}

// ordered is the score that an item should have in the frontier.
func (s *ranked) ordered(id int32) float64 {
	score := s.linkScore(id)
	if s.order != nil {
		score = s.order(id, score)
	}
	return score
}

// score scores an item anew.
func (s *ranked) score(id int32) { s.f.SetScore(id, s.ordered(id)) }

// best returns the best waiting item whose host is free, or frontier.None. The
// first item is scored anew until the first item has just been scored. If no host
// is free nothing is scored, so nothing changes.
func (s *ranked) best(busy func(string) bool) int32 {
	effort := 0
	for last := frontier.None; ; {
		id := s.f.Best(busy)
		if id < 0 || id == last || effort >= maxEffort || s.f.Item(id).Seed {
			return id
		}
		effort += s.effort(id)
		s.score(id)
		last = id
	}
}

// A page that names a hundred thousand hosts gives all of them one score, and each page
// that is off topic lowers it. Then scoring the first link anew makes the next one the
// first, until all are scored. So a choice makes an effort of maxEffort at most and
// then takes the first link as it stands; the next choice goes on from there.
const (
	maxEffort     = 500
	spilledEffort = 20 // reading evidence takes as long as scoring so many links
)

// effort is that of scoring an item.
func (s *ranked) effort(id int32) int {
	if s.spilled(id) {
		return spilledEffort
	}
	return 1
}

// finding returns what a frontier calls for each link that it finds: it notes the link in s.found,
// and tells found, if that is not nil.
func (s *ranked) finding(found func(id int32, l *crawl.Link, fresh bool)) func(id int32, l *crawl.Link, fresh bool) {
	s.found = s.found[:0]
	return func(id int32, l *crawl.Link, fresh bool) {
		if found != nil {
			found(id, l, fresh)
		}
		s.found = append(s.found, foundLink{l.URL, id})
	}
}

// learn observes a visit. The frontier comes first, because the ranker may use its numbers.
func (s *ranked) learn(v *crawl.Visit, found func(id int32, l *crawl.Link, fresh bool)) {
	frontier.Observe(s.f, v, s.finding(found))
	if s.shared != nil {
		s.shared.next = s.found
	}
	s.rank.Observe(v)
	s.scoreFound()
	if s.age++; s.age*rescoreRate >= s.f.Waiting() {
		s.age = 0
		s.f.Rescore(func(id int32, now float64) float64 {
			if s.held != nil && s.held(id) || s.spilled(id) {
				return now
			}
			return s.ordered(id)
		})
	}
}

// scoreFound scores the links that were found.
func (s *ranked) scoreFound() {
	if s.shared != nil {
		s.shared.next = nil
	}
	for some := range slices.Chunk(s.found, foreseen) {
		s.foresee(some)
		for _, l := range some {
			if !s.spilled(l.id) { // else this link has changed nothing
				s.score(l.id)
			}
		}
	}
	clear(s.found)
}

// foreseen is how many links the ranker hears of before their scores are asked for.
const foreseen = 64

func (s *ranked) foresee(links []foundLink) {
	f, ok := s.rank.(linkrank.Foreseer)
	if !ok || s.shared == nil {
		return
	}
	var ids [foreseen]int32
	for i, l := range links {
		ids[i] = l.id
	}
	f.Foresee(ids[:len(links)])
}

func (s *ranked) reset() {
	s.f.Clear()
	s.numbers, s.age = paged.Array[int32]{}, 0
}

func (s *ranked) save(w *binenc.Writer) error {
	s.f.Save(w)
	w.Uint(uint64(s.age))
	if saver, ok := s.rank.(linkrank.Saver); ok {
		w.Names(s.inOrder())
		saver.Save(w)
		w.Names(nil)
		return s.Err()
	}
	return writePart(w, s.rank)
}

// inOrder returns Number for URLs that are asked for in nearly the order of the
// frontier, as a ranker does: then hardly any needs to be looked up.
func (s *ranked) inOrder() func(url string) (int32, bool) {
	next := int32(0)
	return func(url string) (id int32, ok bool) {
		if id, ok = next, int(next) < s.f.Len() && s.f.URL(next) == url; !ok {
			id, ok = s.f.Number(url)
		}
		if ok {
			next = id + 1
		}
		return id, ok
	}
}

func (s *ranked) load(r *binenc.Reader) {
	finish := sync.OnceFunc(s.f.Load(r))
	defer finish()
	if s.shared != nil {
		s.shared.finish = finish
		defer func() { s.shared.finish = nil }()
	}
	s.age = readCount(r, maxCount32)
	if saver, ok := s.rank.(linkrank.Saver); ok {
		r.Names(s.name)
		saver.Load(r)
		r.Names(nil)
		return
	}
	readPart(r, s.rank)
}

// name is the URL of an item.
func (s *ranked) name(id uint64) (string, bool) {
	if id >= uint64(s.f.Len()) {
		return "", false
	}
	return s.f.URL(int32(id)), true
}

// Revise tells s again what a visited page says, after the topic was changed
// (linkrank.Reviser): waiting links are scored anew. first marks the first page of
// a revision. It reports whether s can do that. Strategies whose ranker is a
// linkrank.Reviser can, the default among them; the others keep the scores of
// waiting links and judge new links by the new topic. The deciding goroutine calls
// it.
func Revise(s crawl.Strategy, v *crawl.Visit, first bool) bool {
	switch s := s.(type) {
	case *Tabu:
		return s.revise(v, first)
	case *BestFirst:
		return s.revise(v, first, nil)
	case *Aside: // the words of links that are aside are those of the old topic
		if first {
			s.hearAll()
		}
		return Revise(s.inner, v, first)
	case interface{ Unwrap() crawl.Strategy }:
		return Revise(s.Unwrap(), v, first)
	}
	return false
}

// revise lets the ranker revise its evidence and scores the waiting links of the
// page anew. each is called for each of them, before.
func (s *ranked) revise(v *crawl.Visit, first bool, each func(id int32, l *crawl.Link)) bool {
	rank, ok := s.rank.(linkrank.Reviser)
	if !ok || v.Page == nil {
		return ok
	}
	rank.Revise(v, first)
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		id, ok := frontier.NumberWaiting(s.f, l.URL)
		if !ok {
			continue
		}
		if each != nil {
			each(id, l)
		}
		if !s.f.Item(id).Seed && (s.held == nil || !s.held(id)) {
			s.score(id)
		}
	}
	return true
}

// revise also renews what the page proves and the own evidence of links. A link that is
// held back stays so until what holds it back is free, and is scored then.
func (t *Tabu) revise(v *crawl.Visit, first bool) bool {
	t.prove(v)
	if first || t.revised == nil {
		t.revised = map[int32]bool{}
	}
	return t.ranked.revise(v, first, func(id int32, l *crawl.Link) {
		m := t.traits.of(id)
		if !t.revised[id] {
			t.revised[id] = true
			m.set(markOwn, false)
		}
		if ownEvidence(l) >= aspiresOwn {
			*m |= markOwn
		}
	})
}
