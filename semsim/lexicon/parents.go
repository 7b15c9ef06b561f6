package lexicon

import "math"

// What the segmenters "trie" and "gse" both find, "hybrid" finds too, unless an
// extra word (extrawords.go) stands across it. Its cheap function characters and
// the labels, which compete with each other, must not overrule both: they cut
// 强台风登陆 into 强 and the label 台风登陆.
//
// "trie" takes the longest label at each position and goes on behind it. Where
// "hybrid" refuses one, it goes on earlier, and might take a label that reaches
// into one that both others find. scan.behind is where "trie" went on; until then
// a label is refused that would do so. It is [lost] if "hybrid" has passed it.

// lost means that it is not known where "trie" would go on.
const lost = math.MaxInt

// agrees follows where "trie" goes on, and returns the final verdict on the label
// text[i:end], of which the borders are right if ok.
func (s *scan) agrees(i, end int, ok bool) bool {
	if s.mode != Hybrid {
		return ok
	}
	if i >= s.behind { // both are here
		s.behind = 0
		if !ok {
			s.behind = end
		}
		return ok
	}
	if !ok || s.crosses(s.boundaries, i, end) {
		return false
	}
	if end > s.behind {
		s.behind = lost
	}
	return true
}

// certain reports whether gse's path has the label at [from, to) of the context
// as a word, and no extra word stands across it.
func (l *Lexicon) certain(b *boundaries, from, to int) bool {
	if b.whole || !l.onPath(b, from, to) {
		return false
	}
	for _, e := range b.edges {
		f, t := int(e.from), int(e.to)
		if e.kind == extra && f < to && from < t && (f < from || to < t) {
			return false
		}
	}
	return true
}

// crosses reports whether a certain label begins within text[i:end], behind i,
// or ends there, behind its beginning.
func (l *Lexicon) crosses(b *boundaries, i, end int) bool {
	if isASCII(b.text[i:end]) {
		return false
	}
	from, to, ok := b.include(l, i, end)
	if !ok || l.onPath(b, from, to) {
		return false
	}
	for _, e := range b.edges {
		f, t := int(e.from), int(e.to)
		if e.kind == label && f > from && f < to && l.certain(b, f, t) {
			return true
		}
	}
	return false
}

// onPath reports whether gse's path through the context has [from, to) as a word.
func (l *Lexicon) onPath(b *boundaries, from, to int) bool {
	if !b.walked {
		l.walk(b)
	}
	return int(b.path[from]) == to
}

// walk finds gse's path: the shortest through the words of its dictionary, the
// labels and single characters. Of equal ways to a position gse takes the one
// with the longest last word.
func (l *Lexicon) walk(b *boundaries) {
	n := len(b.runes)
	b.walked = true
	b.dist = infinite(b.dist, n+1)
	b.via, b.path = append(b.via[:0], make([]int32, n+1)...), append(b.path[:0], make([]int32, n+1)...)
	b.dist[0] = 0
	for _, e := range b.edges {
		cost := e.cost
		switch e.kind {
		case extra:
			continue
		case single:
			cost = unknownCost
			if r := b.runes[e.from]; r != 0 {
				cost = l.dict.gse.single[r-hanFirst]
			}
		}
		if d := b.dist[e.from] + cost; d < b.dist[e.to] {
			b.dist[e.to], b.via[e.to] = d, e.from
		}
	}
	for to := int32(n); to > 0; to = b.via[to] {
		b.path[b.via[to]] = to
	}
}
