package extract

import "unicode/utf8"

// phrases finds folded names in a folded text, the longest at each place. The zero value
// holds none.
type phrases[T any] struct {
	next map[rune]*phrases[T]
	val  T
	ok   bool
}

// add adds a name, unless it is there.
func (p *phrases[T]) add(name string, val T) {
	if name = fold(name).s; name == "" {
		return
	}
	for _, r := range name {
		if p.next == nil {
			p.next = make(map[rune]*phrases[T])
		}
		n := p.next[r]
		if n == nil {
			n = new(phrases[T])
			p.next[r] = n
		}
		p = n
	}
	if !p.ok {
		p.val, p.ok = val, true
	}
}

// longest returns the longest name that stands at the beginning of s[i:to], as whole words.
func (p *phrases[T]) longest(s string, i, to int) (val T, end int, ok bool) {
	for j := i; j < to; {
		r, n := utf8.DecodeRuneInString(s[j:])
		if p = p.next[r]; p == nil {
			break
		}
		if j += n; p.ok && wordAt(s, i, j) {
			val, end, ok = p.val, j, true
		}
	}
	return val, end, ok
}
