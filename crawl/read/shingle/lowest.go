package shingle

// lowest keeps the lowest of the sampled hashes, and no more than a few sentences beyond them.
type lowest struct {
	most int
	all  []uint32 // the first n count
	next []uint32 // of the same length
	n    int
}

func newLowest(most int) lowest {
	size := 8*most + 2*maxSentence
	return lowest{most: most, all: make([]uint32, size), next: make([]uint32, size)}
}

// add adds a hash if it is one of the sample. There must be room: bound makes it for a sentence.
func (l *lowest) add(h uint64) {
	l.all[l.n] = uint32(h >> 32)
	if h%Rate == 0 { // without a jump, which nobody could foresee
		l.n++
	}
}

// bound makes room for the next sentence.
func (l *lowest) bound() {
	if l.n >= 8*l.most {
		l.shrink()
	}
}

// shrink sorts the hashes and drops what is there twice, and the largest beyond the bound. Hashes
// lie evenly, so they are nearly in order once they are put into the places of their first byte.
func (l *lowest) shrink() {
	all, next := l.all[:l.n], l.next[:l.n]
	var places [257]int
	for _, h := range all {
		places[h>>24+1]++
	}
	for i := range 256 {
		places[i+1] += places[i]
	}
	for _, h := range all {
		next[places[h>>24]] = h
		places[h>>24]++
	}
	for i, h := range next {
		for ; i > 0 && next[i-1] > h; i-- {
			next[i] = next[i-1]
		}
		next[i] = h
	}
	l.n = 0
	for _, h := range next {
		if l.n == l.most {
			break
		}
		if l.n == 0 || all[l.n-1] != h {
			all[l.n] = h
			l.n++
		}
	}
}

// result returns the lowest, in order, and begins anew.
func (l *lowest) result() []uint32 {
	l.shrink()
	n := l.n
	if l.n = 0; n == 0 {
		return nil
	}
	out := make([]uint32, n)
	copy(out, l.all)
	return out
}
