package semsim

// A pass computes the likeness of one concept, the topic, with all others: a
// [meeting] says what they have in common above, a [funnel] what the best paths
// cost.
type pass struct {
	*meeting
	funnel *funnel
	flow   flow
	den    []float64 // by index in mine, 0 for the rest up to none: what IFDen adds
	deep   []int32   // and the depth
	heir   []float64 // by inner place, 0 for held: what common ancestors add for an only child
	known  [1 << memo]struct {
		toll toll
		sim  float64
	}
}

// memo is the number of bits of the table of tolls in which a pass remembers
// what they are worth. An ontology has a few dozen different ones.
const memo = 9

func newPass(a *ancestry, f *funnel) *pass {
	s := &pass{meeting: newMeeting(a, &a.deepest, nil), funnel: f, heir: make([]float64, a.held+1)}
	for i := range s.known {
		s.known[i].toll = -1
	}
	return s
}

// run writes eq 2 of place t with every concept to row, by ID.
func (s *pass) run(m *Measure, t int32, row []float64) {
	s.meet(t)
	w := m.p.Weights
	s.den, s.deep = append(s.den[:0], make([]float64, s.none+1)...), append(s.deep[:0], make([]int32, s.none+1)...)
	for j, r := range s.mine {
		p := s.order.ranked[r]
		s.den[j], s.deep[j] = float64(w.Den*s.ifden(p)), s.depth[p]
	}
	depth, size := s.depth[t], s.size[t]
	s.flow.from(s.funnel, s.funnel.slot[t])
	tolls, slot := s.flow.tolls, s.funnel.slot
	for p := range s.held {
		j, n := s.best[p], s.count[p]
		den, deep := s.den[j], s.deep[j]
		d, z := s.depth[p], s.size[p]
		above := den + float64(w.Dep*ifdep(deep, depth, d)) + float64(w.Coi*ifcoi(n, size, z))
		if p < s.inner {
			s.heir[p] = den + float64(w.Dep*ifdep(deep, depth, d+1)) + float64(w.Coi*ifcoi(n, size, z+1))
		}
		row[s.ids[p]] = atMost1(above + s.along(m, tolls[slot[p]]))
	}
	sole, slot := s.sole[s.held:], slot[s.held:]
	for i, id := range s.ids[s.held:] {
		row[id] = atMost1(s.heir[sole[i]] + s.along(m, tolls[slot[i]]))
	}
	row[s.ids[t]] = 1
	for _, id := range m.web.ids[len(s.ids):] {
		row[id] = row[s.ids[s.place[id]]]
	}
}

// along is [Measure.along], remembered.
func (s *pass) along(m *Measure, x toll) float64 {
	const golden = 0x9e3779b97f4a7c15 // Knuth's multiplicative hashing
	k := &s.known[uint64(x)*golden>>(64-memo)]
	if k.toll != x {
		k.toll, k.sim = x, m.along(x)
	}
	return k.sim
}
