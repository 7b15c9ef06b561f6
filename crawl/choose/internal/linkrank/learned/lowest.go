package learned

// standing is a link in the order of what is spilled.
type standing struct {
	score float64
	n     int32
}

// lowest returns the k links with the lowest scores of those whose evidence is in memory, the
// one that comes first among them at the end. Evidence is scored in the order in which it
// lies in memory.
func (r *Ranker) lowest(k int) []standing {
	all := make([]standing, 0, r.waiting.len())
	for from := 0; from < r.waiting.used; from += touchAtOnce {
		block := r.waiting.blocks[from/poolBlock][from%poolBlock:][:min(touchAtOnce, r.waiting.used-from)]
		for i := range block {
			r.clusters.touch(&block[i])
		}
		for i := range block {
			if e := &block[i]; e.owner > 0 {
				all = append(all, standing{r.score(e), e.owner - 1})
			}
		}
	}
	selectFirst(all, k)
	all = all[:k]
	last := 0
	for i := range all {
		if all[last].before(all[i]) {
			last = i
		}
	}
	all[last], all[k-1] = all[k-1], all[last]
	return all
}

// touchAtOnce is how much evidence is scored between two looks for its rates: they stay in a
// processor's cache meanwhile. It divides poolBlock.
const touchAtOnce = 64

// touch brings the rates of the clusters of a link into the processor's cache. They lie
// anywhere in a large memory; here the processor waits for many of them at a time, and
// where a score needs them, for each.
func (c *clusters) touch(e *evidence) {
	if e.owner == 0 || len(c.tried) == 0 {
		return
	}
	all := [...]int32{e.pattern, e.prefix1, e.prefix2, e.host, e.in[0].list, e.in[0].path, e.in[0].hub}
	var read uint32
	for _, i := range all {
		// Without a branch, which would be guessed wrong as often as not, and end the reading
		// ahead: what was not tried has the place 0, and the first rate is read for it.
		i &= -int32(c.some[i/64] >> (i % 64) & 1)
		read += c.tried[max(c.rates[i], 1)-1].when
	}
	c.touched += read // or the reading would be left out by the compiler
}

// Foresee is Foresee of [linkrank.Caps].
func (r *Ranker) Foresee(n []int32) {
	for _, n := range n {
		if t := r.at(n).evidence(); t > 0 {
			r.clusters.touch(r.waiting.at(t))
		}
	}
}

// before is the order of what is spilled: the lowest score first, and of equal ones what was
// found last.
func (a standing) before(b standing) bool {
	if a.score != b.score {
		return a.score < b.score
	}
	return a.n > b.n
}

// selectFirst brings the k first of all to the front, in no order (Hoare 1961, algorithm 65).
func selectFirst(all []standing, k int) {
	for len(all) > 1 && k > 0 && k < len(all) {
		pivot := median(all[0], all[len(all)/2], all[len(all)-1])
		i, j := 0, len(all)-1
		for i <= j {
			for all[i].before(pivot) {
				i++
			}
			for pivot.before(all[j]) {
				j--
			}
			if i <= j {
				all[i], all[j] = all[j], all[i]
				i++
				j--
			}
		}
		switch { // all[:j+1] come first, then what equals the pivot, then all[i:]
		case k <= j+1:
			all = all[:j+1]
		case k > i:
			all, k = all[i:], k-i
		default:
			return
		}
	}
}

func median(a, b, c standing) standing {
	if b.before(a) {
		a, b = b, a
	}
	if c.before(b) {
		b = c
		if c.before(a) {
			b = a
		}
	}
	return b
}
