package semsim

import (
	"context"
	"sync"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// A rowSolver computes the similarity of one concept, the topic, with every
// other: [commonAncestors] gives what they share above, a
// [contractionHierarchy] the best paths.
type rowSolver struct {
	*commonAncestors
	ch        *contractionHierarchy
	search    contractionSearch
	den       []float64 // by index in ranks, then 0 up to none: the weighted IFDen
	lcaDepth  []int32   // the same for the depth
	inherited []float64 // by inner position, 0 at stored: what common ancestors add for a leaf below it
	memo      [1 << memoBits]struct {
		dist distance
		sim  float64
	}
}

// memoBits is the size, in bits, of the table of distances whose part in the
// similarity is remembered. An ontology has a few dozen different distances.
const memoBits = 9

func newRowSolver(a *hierarchy, f *contractionHierarchy) *rowSolver {
	s := &rowSolver{commonAncestors: newCommonAncestors(a, &a.byDepth, nil), ch: f, inherited: make([]float64, a.stored+1)}
	for i := range s.memo {
		s.memo[i].dist = -1
	}
	return s
}

// run writes eq 2 of position t with every concept to row, by ID.
func (s *rowSolver) run(m *Measure, t int32, row []float64) {
	s.find(t)
	w := m.p.Weights
	s.den, s.lcaDepth = append(s.den[:0], make([]float64, s.none+1)...), append(s.lcaDepth[:0], make([]int32, s.none+1)...)
	for j, r := range s.ranks {
		p := s.order.byRank[r]
		s.den[j], s.lcaDepth[j] = float64(w.Den*s.ifden(p)), s.depth[p]
	}
	depth, size := s.depth[t], s.ancestors[t]
	s.search.from(s.ch, s.ch.slot[t])
	dist, slot := s.search.dist, s.ch.slot
	for p := range s.stored {
		j, n := s.best[p], s.count[p]
		den, deep := s.den[j], s.lcaDepth[j]
		d, z := s.depth[p], s.ancestors[p]
		above := den + float64(w.Dep*ifdep(deep, depth, d)) + float64(w.Coi*ifcoi(n, size, z))
		if p < s.inner {
			s.inherited[p] = den + float64(w.Dep*ifdep(deep, depth, d+1)) + float64(w.Coi*ifcoi(n, size, z+1))
		}
		row[s.ids[p]] = atMost1(above + s.pathPart(m, dist[slot[p]]))
	}
	sole, slot := s.soleParent[s.stored:], slot[s.stored:]
	for i, id := range s.ids[s.stored:] {
		row[id] = atMost1(s.inherited[sole[i]] + s.pathPart(m, dist[slot[i]]))
	}
	row[s.ids[t]] = 1
	for _, id := range m.paths.ids[len(s.ids):] {
		row[id] = row[s.ids[s.pos[id]]]
	}
}

// pathPart is [Measure.pathPart], memoized.
func (s *rowSolver) pathPart(m *Measure, x distance) float64 {
	const golden = 0x9e3779b97f4a7c15 // Knuth's multiplicative hashing
	k := &s.memo[uint64(x)*golden>>(64-memoBits)]
	if k.dist != x {
		k.dist, k.sim = x, m.pathPart(x)
	}
	return k.sim
}

// Rows computes the similarities of every concept of a graph of n with all
// others, on workers goroutines. It calls yield on the caller's goroutine, row
// by row, by ID. It holds a few rows for each worker. Yield may use the row
// only during the call. When yield fails or ctx is done, Rows stops and returns
// the error.
func Rows(ctx context.Context, c Comparer, n, workers int, yield func(a ontology.ID, row []float64) error) error {
	if workers <= 1 {
		var row []float64
		for a := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			row = c.Topic(ontology.ID(a), row)
			if err := yield(ontology.ID(a), row); err != nil {
				return err
			}
		}
		return nil
	}
	workers = min(workers, n)
	ctx, stop := context.WithCancel(ctx)
	var done sync.WaitGroup
	defer done.Wait()
	defer stop()
	// Worker w computes the rows w, w+workers, ..., so taking rows from the
	// workers in turn gives their order. Two rows circulate between each worker
	// and the caller.
	full, empty := make([]chan []float64, workers), make([]chan []float64, workers)
	for w := range workers {
		full[w], empty[w] = make(chan []float64, 2), make(chan []float64, 2)
		empty[w] <- nil
		empty[w] <- nil
		done.Go(func() {
			for a := w; a < n; a += workers {
				select {
				case row := <-empty[w]:
					full[w] <- c.Topic(ontology.ID(a), row)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	for a := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		select {
		case row := <-full[a%workers]:
			if err := yield(ontology.ID(a), row); err != nil {
				return err
			}
			empty[a%workers] <- row
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
