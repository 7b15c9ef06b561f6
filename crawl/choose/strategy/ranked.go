package strategy

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/hashindex"
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
	can  linkrank.Caps // of rank
	// ByCalibrate is the author of the marks that are answers to ontocrawl calibrate.
	// It must give the same when it is asked again.
	order func(id int32, score float64) float64
	// held reports an item that order has put behind all others for a while, so
	// that its score does not matter now; nil: none is.
	held func(id int32) bool
	// shared are the frontier's numbers as the ranker sees them; nil: it has its own. Then
	// numbers holds the ranker's number of each item, plus 1, which saves looking up the
	// URL at each score; only of a ranker that numbers.
	shared  *known
	numbers hashindex.Array[int32]
	spiller linkrank.Spiller // nil: the ranker holds everything in memory
	hearer  linkrank.Hearer  // nil: it is not one of several, or the ranker cannot be
	found   []foundLink      // by the visit that is learned: links of its page to waiting items
	age     int              // visits since the whole frontier was scored
}

func newRanked(p Params, r linkrank.Ranker) ranked {
	s := ranked{base: base{f: p.frontier()}, rank: r, can: r.Caps()}
	if s.can.Share != nil {
		s.shared = &known{Frontier: s.f}
		s.can.Share(s.shared)
	}
	if s.can.Hear != nil && p.Joint {
		s.can.Hear.Join()
		s.hearer = s.can.Hear
	}
	if p.Spill != nil {
		s.fault = p.Spill.Err
		if s.can.Spill != nil {
			s.can.Spill.SpillTo(p.Spill.Evidence, p.Spill.Most)
			s.spiller = s.can.Spill
		}
	}
	return s
}

// linkScore asks the ranker.
func (s *ranked) linkScore(id int32) float64 {
	if n, ok := s.number(id); ok {
		return s.can.Numbers.ScoreOf(n)
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
	if s.can.Numbers == nil {
		return 0, false
	}
	s.numbers.Grow(int(id) + 1)
	at := s.numbers.At(id)
	if *at == 0 {
		k, ok := s.can.Numbers.Number(s.f.URL(id))
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

// effort estimates the cost of scoring an item.
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
	if s.age++; s.age*rescoreRate >= s.f.Counts().Waiting {
		s.age = 0
		s.f.Rescore(frontier.None, func(id int32, now float64) float64 {
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
	if s.can.Foresee == nil || s.shared == nil {
		return
	}
	var ids [foreseen]int32
	for i, l := range links {
		ids[i] = l.id
	}
	s.can.Foresee(ids[:len(links)])
}

func (s *ranked) reset() {
	frontier.Clear(s.f)
	s.numbers, s.age = hashindex.Array[int32]{}, 0
}

func (s *ranked) save(w *binenc.Writer) {
	w.Next(s.f)
	w.Uint(uint64(s.age))
	w.Names(s.inOrder())
	w.Next(s.rank)
	w.Names(nil)
}

// inOrder returns Number for URLs that are asked for in nearly the order of the
// frontier, as a ranker does: then hardly any needs to be looked up.
func (s *ranked) inOrder() func(url string) (int32, bool) {
	next := int32(0)
	return func(url string) (id int32, ok bool) {
		if id, ok = next, int(next) < s.f.Counts().URLs && s.f.URL(next) == url; !ok {
			id, ok = s.f.Number(url)
		}
		if ok {
			next = id + 1
		}
		return id, ok
	}
}

func (s *ranked) load(r *binenc.Reader) {
	r.Next(s.f)
	defer r.Wait()
	if s.shared != nil {
		s.shared.finish = r.Wait
		defer func() { s.shared.finish = nil }()
	}
	s.age = readCount(r, maxCount32)
	r.Names(s.name)
	r.Next(s.rank)
	r.Names(nil)
}

// name is the URL of an item.
func (s *ranked) name(id uint64) (string, bool) {
	if id >= uint64(s.f.Counts().URLs) {
		return "", false
	}
	return s.f.URL(int32(id)), true
}

// revise lets the ranker revise its evidence and scores the waiting links of the
// page anew. each is called for each of them, before.
func (s *ranked) revise(v *crawl.Visit, first bool, each func(id int32, l *crawl.Link)) bool {
	if s.can.Revise == nil || v.Page == nil {
		return s.can.Revise != nil
	}
	s.can.Revise(v, first)
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
			m.set(markNamed, false)
		}
		if ownEvidence(l) >= aspiresOwn {
			*m |= markOwn
		}
		t.name(m, id, l)
	})
}
