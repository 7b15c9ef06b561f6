package ensemble

import "math"

// PageRank is eq 1 and 7 over the links among the pages of the set:
//
//	R(w) = c sum_{v links to w} R(v)/N_v + c E(w)
//
// The paper gives neither c nor E. As in Page et al. 1998, c is such that the ranks add up to
// 1; E is the same for all pages and adds up to 1/.85 - 1, so that c is .85 where every page
// has links. N_v is the number of links of v to other pages of the set, each once.
func PageRank(s *Set, _ Examples) []float64 {
	const damping, steps, near = .85, 200, 1e-10
	n := s.Len()
	links := make([][]int32, n)
	for p := range links {
		seen := map[int32]bool{int32(p): true}
		for _, to := range s.pages[p].Links {
			if to >= 0 && int(to) < n && !seen[to] {
				seen[to] = true
				links[p] = append(links[p], to)
			}
		}
	}
	rank, next := make([]float64, n), make([]float64, n)
	e := (1/damping - 1) / float64(max(n, 1))
	for i := range rank {
		rank[i] = 1 / float64(n)
	}
	for range steps {
		sum, moved := 0., 0.
		for i := range next {
			next[i] = e
		}
		for v, out := range links {
			for _, w := range out {
				next[w] += rank[v] / float64(len(out))
			}
		}
		for _, r := range next {
			sum += r
		}
		for i := range next {
			next[i] /= sum
			moved += math.Abs(next[i] - rank[i])
		}
		rank, next = next, rank
		if moved < near {
			break
		}
	}
	return rank
}
