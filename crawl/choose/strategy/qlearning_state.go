package strategy

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// unitOf is the value of each word of a link.
func unitOf(a *action) float32 { return float32(1 / math.Sqrt(float64(len(a.words)))) }

func (s *QLearning) save(w *binenc.Writer) {
	w.Next(s.f)
	w.Uint(s.moves)
	s.links.save(w)
	n := 0
	for _, a := range s.leads {
		if a != nil {
			n++
		}
	}
	w.Uint(uint64(n))
	for id, a := range s.leads {
		if a != nil {
			w.Spill()
			w.Uint(uint64(id))
			a.save(w)
		}
	}
	w.Uint(uint64(len(s.memory)))
	for i := range s.memory {
		w.Spill()
		s.memory[i].save(w)
	}
	s.q.save(w)
}

func (s *QLearning) load(r *binenc.Reader) {
	r.Next(s.f)
	r.Wait()
	s.moves = r.Uint()
	s.links.load(r, s.f, s.f.Hosts().Len())
	s.loadLeads(r)
	n := r.Len(6)
	if n > mostExperiences {
		r.Fail("%d experiences", n)
	}
	for ; n > 0 && r.Err() == nil; n-- {
		s.memory = append(s.memory, loadExperience(r))
	}
	s.q.load(r)
	s.check(r)
}

func (s *QLearning) loadLeads(r *binenc.Reader) {
	last := -1
	for n := r.Len(3); n > 0 && r.Err() == nil; n-- {
		id := r.Uint()
		if id >= uint64(s.f.Counts().URLs) || int(id) <= last || s.f.Item(int32(id)).State == frontier.Done {
			r.Fail("item %d does not wait", id)
			return
		}
		for len(s.leads) <= int(id) {
			s.leads = append(s.leads, nil)
		}
		a := loadAction(r)
		s.leads[id], last = &a, int(id)
	}
}

// check: every waiting item but seeds stands with its host.
func (s *QLearning) check(r *binenc.Reader) {
	for id := range int32(s.f.Counts().URLs) {
		if r.Err() != nil {
			return
		}
		it := s.f.Item(id)
		if host, ok := s.links.groupOf(id); ok != (it.State == frontier.Waiting && !it.Seed) || ok && host != it.Host {
			r.Fail("item %d of host %d stands with host %d", id, it.Host, host)
		}
	}
}

func (a *action) save(w *binenc.Writer) {
	w.Bool(a.dense[qSameHost] != 0)
	w.Float32(a.dense[qPage])
	w.Uint(uint64(len(a.words)))
	for _, h := range a.words {
		w.Uint(uint64(h))
	}
}

func loadAction(r *binenc.Reader) (a action) {
	a.dense[qBias] = 1
	if r.Bool() {
		a.dense[qSameHost] = 1
	}
	if a.dense[qPage] = r.Float32(); !(a.dense[qPage] >= 0 && a.dense[qPage] <= 1) {
		r.Fail("a page of relevance %v", a.dense[qPage])
	}
	n := r.Len(1)
	if n > mostQWords {
		r.Fail("%d words of a link", n)
	}
	for ; n > 0 && r.Err() == nil; n-- {
		h := r.Uint()
		if h >= 1<<qWordBits {
			r.Fail("word %d", h)
		}
		a.words = append(a.words, uint16(h))
	}
	return a
}

func (e *experience) save(w *binenc.Writer) {
	w.Float32(e.reward)
	e.taken.save(w)
	w.Uint(uint64(len(e.next)))
	for i := range e.next {
		e.next[i].save(w)
	}
}

func loadExperience(r *binenc.Reader) experience {
	e := experience{reward: r.Float32(), taken: loadAction(r)}
	n := r.Len(2)
	if n > mostActions || !(e.reward >= 0 && e.reward <= 1) {
		r.Fail("%d links after a reward of %v", n, e.reward)
	}
	for ; n > 0 && r.Err() == nil; n-- {
		e.next = append(e.next, loadAction(r))
	}
	return e
}

func (q *qFunction) save(w *binenc.Writer) {
	w.Uint(uint64(q.steps))
	for _, l := range []*linear{&q.online, &q.target} {
		w.Floats32(l.dense[:]...)
		w.Bool(l.words != nil)
		if l.words != nil {
			saveSparse(w, l.words)
		}
	}
}

func (q *qFunction) load(r *binenc.Reader) {
	q.steps = readCount(r, maxCount40)
	for _, l := range []*linear{&q.online, &q.target} {
		r.Floats32(&l.dense[qBias], &l.dense[qSameHost], &l.dense[qPage])
		for _, w := range l.dense {
			if !(math.Abs(float64(w)) < 1e9) {
				r.Fail("a weight of %v", w)
			}
		}
		if r.Bool() {
			l.words = loadSparse(r, 1<<qWordBits)
		}
	}
}
