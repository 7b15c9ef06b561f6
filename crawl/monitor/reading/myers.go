package reading

// pair says that element A of one list is element B of another.
type pair struct{ a, b int }

// maxEdits bounds the work of a comparison: beyond it what stands between is taken as
// replaced.
const maxEdits = 4000

// common returns a longest common subsequence of a and b, by the algorithm of Myers (An
// O(ND) difference algorithm and its variations, Algorithmica 1, 1986) in linear space
// (section 4b).
func common(a, b []string) (all []pair) {
	var walk func(a0, a1, b0, b1 int)
	walk = func(a0, a1, b0, b1 int) {
		for a0 < a1 && b0 < b1 && a[a0] == b[b0] {
			all = append(all, pair{a0, b0})
			a0, b0 = a0+1, b0+1
		}
		var tail []pair
		for a0 < a1 && b0 < b1 && a[a1-1] == b[b1-1] {
			a1, b1 = a1-1, b1-1
			tail = append(tail, pair{a1, b1})
		}
		if a0 < a1 && b0 < b1 {
			if x, y, ok := middle(a[a0:a1], b[b0:b1]); ok {
				walk(a0, a0+x, b0, b0+y)
				walk(a0+x, a1, b0+y, b1)
			}
		}
		for i := len(tail) - 1; i >= 0; i-- {
			all = append(all, tail[i])
		}
	}
	walk(0, len(a), 0, len(b))
	return all
}

// middle returns a point of a shortest path of edits from a to b that is not its beginning
// or end; ok is false if they have nothing in common, or if the path is too long.
func middle(a, b []string) (x, y int, ok bool) {
	n, m := len(a), len(b)
	most := (n + m + 1) / 2
	delta := n - m
	forth, back := frontier(most), frontier(most)
	for d := range min(most, maxEdits) {
		if x, y, ok := step(forth, back, d, most, n, m, delta%2 != 0, delta, func(x, y int) bool { return a[x] == b[y] }); ok {
			return x, y, true
		}
		x, y, ok := step(back, forth, d, most, n, m, delta%2 == 0, delta, func(x, y int) bool { return a[n-1-x] == b[m-1-y] })
		if ok {
			return n - x, m - y, true
		}
	}
	return 0, 0, false
}

// frontier holds the farthest x of each diagonal, from -most to most.
func frontier(most int) []int {
	v := make([]int, 2*most+2)
	for i := range v {
		v[i] = -1
	}
	v[most+1] = 0
	return v
}

// step walks the paths of d edits one edit further. If one meets a path of the other side,
// and meets is set, it returns where it began to be equal there.
func step(v, other []int, d, most, n, m int, meets bool, delta int, equal func(x, y int) bool) (int, int, bool) {
	for k := -d; k <= d; k += 2 {
		var x int
		if k == -d || k != d && v[most+k-1] < v[most+k+1] {
			x = v[most+k+1]
		} else {
			x = v[most+k-1] + 1
		}
		y := x - k
		if x > n || y > m || y < 0 {
			v[most+k] = x
			continue
		}
		for x < n && y < m && equal(x, y) {
			x, y = x+1, y+1
		}
		v[most+k] = x
		if at := most + delta - k; meets && at >= 0 && at < len(other) && other[at] >= 0 && x+other[at] >= n {
			if inside := x+y > 0 && x+y < n+m; inside {
				return x, y, true
			}
		}
	}
	return 0, 0, false
}
