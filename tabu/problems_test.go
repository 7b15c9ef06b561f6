package tabu

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A problem is searched by swapping; both classical problems here are.
type problem interface {
	cost() float64            // to be made small
	delta(i, j int) float64   // what swapping i and j adds to it
	swap(i, j int)            //
	needs(i, j int) [][2]int  // attributes a swap would bring back
	leaves(i, j int) [][2]int // attributes a swap takes away
	size() int                //
	solution() []int          //
	restore(solution []int) problem
}

// search is a tabu search one step of which can be interrupted.
type search struct {
	p    problem
	s    *Selector[[2]int]
	best float64
}

func newSearch(p problem, seed uint64) *search {
	s := NewSelector[[2]int](seed)
	s.Tenure = Uniform(p.size()/2, p.size()*3/2)
	s.Reached(-p.cost())
	return &search{p, s, p.cost()}
}

// step makes the best move that is not tabu, though it may be for the worse.
func (r *search) step() {
	type pair struct{ i, j int }
	var pairs []pair
	var moves []Move[[2]int]
	now := r.p.cost()
	for i := range r.p.size() {
		for j := i + 1; j < r.p.size(); j++ {
			pairs = append(pairs, pair{i, j})
			moves = append(moves, Move[[2]int]{
				Value: -(now + r.p.delta(i, j)), Needs: r.p.needs(i, j),
			})
		}
	}
	list := NewMoves(moves)
	m, _, _ := r.s.Choose(list)
	k := pairs[list.Chosen()]
	leaves := r.p.leaves(k.i, k.j)
	r.p.swap(k.i, k.j)
	r.s.Made(m)
	for _, a := range leaves {
		r.s.Forbid(a)
	}
	r.best = min(r.best, r.p.cost())
}

// qap is the quadratic assignment problem of Koopmans and Beckmann (1957):
// facilities with flows between them are put on places with distances.
type qap struct {
	flow, dist [][]int
	at         []int // place of each facility
}

func newQAP(n int, seed uint64) *qap {
	rng := rand.New(rand.NewPCG(seed, 1))
	q := &qap{at: rng.Perm(n)}
	for i := range n {
		q.flow = append(q.flow, make([]int, n))
		q.dist = append(q.dist, make([]int, n))
		for j := range i {
			// Places on a grid three wide, distances by streets, as in the
			// instances of Nugent, Vollmann and Ruml (1968).
			d := abs(i/3-j/3) + abs(i%3-j%3)
			f := rng.IntN(7)
			q.dist[i][j], q.dist[j][i] = d, d
			q.flow[i][j], q.flow[j][i] = f, f
		}
	}
	return q
}

func abs(x int) int { return max(x, -x) }

func (q *qap) of(at []int) int {
	c := 0
	for i := range at {
		for j := range i {
			c += q.flow[i][j] * q.dist[at[i]][at[j]]
		}
	}
	return c
}

func (q *qap) cost() float64 { return float64(q.of(q.at)) }
func (q *qap) delta(i, j int) float64 {
	before := q.of(q.at)
	q.swap(i, j)
	after := q.of(q.at)
	q.swap(i, j)
	return float64(after - before)
}
func (q *qap) swap(i, j int)            { q.at[i], q.at[j] = q.at[j], q.at[i] }
func (q *qap) needs(i, j int) [][2]int  { return [][2]int{{i, q.at[j]}, {j, q.at[i]}} }
func (q *qap) leaves(i, j int) [][2]int { return [][2]int{{i, q.at[i]}, {j, q.at[j]}} }
func (q *qap) size() int                { return len(q.at) }
func (q *qap) solution() []int          { return slices.Clone(q.at) }
func (q *qap) restore(at []int) problem { return &qap{q.flow, q.dist, slices.Clone(at)} }

// optimum tries all assignments (Heap's algorithm).
func (q *qap) optimum() int {
	best := math.MaxInt
	at := make([]int, len(q.at))
	for i := range at {
		at[i] = i
	}
	var all func(k int)
	all = func(k int) {
		if k == 1 {
			best = min(best, q.of(at))
			return
		}
		for i := range k {
			all(k - 1)
			if k%2 == 0 {
				at[i], at[k-1] = at[k-1], at[i]
			} else {
				at[0], at[k-1] = at[k-1], at[0]
			}
		}
	}
	all(len(at))
	return best
}

// TestQAP: the optimum of instances small enough to try everything.
func TestQAP(t *testing.T) {
	for seed := range uint64(5) {
		q := newQAP(8, seed)
		want := float64(q.optimum())
		r := newSearch(q, seed)
		start := r.best
		for range 400 {
			r.step()
		}
		if r.best != want {
			t.Errorf("instance %d: from %v to %v, the optimum is %v", seed, start, r.best, want)
		}
	}
}

// tour is the travelling salesman problem with cities on a circle, whose
// shortest tour is the regular polygon: 2 n sin(pi/n) for radius 1.
type tour struct {
	x, y  []float64
	order []int
}

func newTour(n int, seed uint64) *tour {
	rng := rand.New(rand.NewPCG(seed, 2))
	t := &tour{order: rng.Perm(n)}
	for i := range n {
		a := 2 * math.Pi * float64(i) / float64(n)
		t.x, t.y = append(t.x, math.Cos(a)), append(t.y, math.Sin(a))
	}
	return t
}

func (t *tour) edge(i int) float64 {
	a, b := t.order[i], t.order[(i+1)%len(t.order)]
	return math.Hypot(t.x[a]-t.x[b], t.y[a]-t.y[b])
}

func (t *tour) cost() float64 {
	c := 0.0
	for i := range t.order {
		c += t.edge(i)
	}
	return c
}

// swap is a 2-opt move: it turns the part after i up to j round.
func (t *tour) swap(i, j int) { slices.Reverse(t.order[i+1 : j+1]) }
func (t *tour) delta(i, j int) float64 {
	before := t.edge(i) + t.edge(j)
	t.swap(i, j)
	after := t.edge(i) + t.edge(j)
	t.swap(i, j)
	return after - before
}

func (t *tour) link(i, j int) [2]int {
	a, b := t.order[i], t.order[j%len(t.order)]
	return [2]int{min(a, b), max(a, b)}
}

// A 2-opt move brings two edges and takes two away.
func (t *tour) needs(i, j int) [][2]int  { return [][2]int{t.link(i, j), t.link(i+1, j+1)} }
func (t *tour) leaves(i, j int) [][2]int { return [][2]int{t.link(i, i+1), t.link(j, j+1)} }
func (t *tour) size() int                { return len(t.order) }
func (t *tour) solution() []int          { return slices.Clone(t.order) }
func (t *tour) restore(order []int) problem {
	return &tour{t.x, t.y, slices.Clone(order)}
}

func TestTour(t *testing.T) {
	const n = 18
	want := 2 * n * math.Sin(math.Pi/n)
	for seed := range uint64(5) {
		r := newSearch(newTour(n, seed), seed)
		for range 150 {
			r.step()
		}
		if math.Abs(r.best-want) > 1e-9 {
			t.Errorf("seed %d: %.6f, the optimum is %.6f", seed, r.best, want)
		}
	}
}

// TestResume stops a search at every step, stores its state, and goes on from
// what was stored.
func TestResume(t *testing.T) {
	for name, p := range map[string]problem{"qap": newQAP(6, 7), "tour": newTour(8, 7)} {
		t.Run(name, func(t *testing.T) {
			const steps = 40
			r := newSearch(p.restore(p.solution()), 3)
			var trail [][]int
			for range steps {
				r.step()
				trail = append(trail, r.p.solution())
			}
			again := newSearch(p.restore(p.solution()), 3)
			for k := range steps {
				data, err := again.s.MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				resumed := newSearch(again.p.restore(again.p.solution()), 99)
				if err := resumed.s.UnmarshalJSON(data); err != nil {
					t.Fatal(err)
				}
				if same, _ := resumed.s.MarshalJSON(); !bytes.Equal(data, same) {
					t.Fatalf("step %d: the state changed by being read", k)
				}
				for i := k; i < steps; i++ {
					if resumed.step(); !slices.Equal(resumed.p.solution(), trail[i]) {
						t.Fatalf("resumed at step %d, step %d differs", k, i)
					}
				}
				again.step()
			}
		})
	}
}

// TestSameSeed: the same seed makes the same search, another one another.
func TestSameSeed(t *testing.T) {
	run := func(seed uint64) string {
		r := newSearch(newTour(12, 1), seed)
		out := ""
		for range 60 {
			r.step()
			out += fmt.Sprint(r.p.solution())
		}
		return out
	}
	if first, second := run(1), run(1); first != second {
		t.Error("the same seed made two searches")
	}
	if run(1) == run(2) {
		t.Error("two seeds made the same search")
	}
}
