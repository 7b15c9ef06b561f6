package extract

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// phrases finds folded names in a folded text, the longest at each place. They are a sorted list, not
// a trie: a gazetteer has millions of names. The zero value holds none; after the last add it
// must be sealed.
type phrases[T any] struct {
	all   []phrase[T]
	first map[rune][2]int // of each first rune, the part of all that begins with it
}

type phrase[T any] struct {
	name string
	val  T
}

// add adds a name. Of names that are equal when folded the first counts.
func (p *phrases[T]) add(name string, val T) {
	if name = fold(name).s; name != "" {
		p.all = append(p.all, phrase[T]{name, val})
	}
}

// seal sorts the names.
func (p *phrases[T]) seal() {
	slices.SortStableFunc(p.all, func(a, b phrase[T]) int { return cmp.Compare(a.name, b.name) })
	p.all = slices.CompactFunc(p.all, func(a, b phrase[T]) bool { return a.name == b.name })
	p.first = make(map[rune][2]int)
	for i := range p.all {
		r := firstRune(p.all[i].name)
		at, ok := p.first[r]
		if !ok {
			at[0] = i
		}
		at[1] = i + 1
		p.first[r] = at
	}
}

// whole returns the value of a name; the zero value if there is no such name.
func (p *phrases[T]) whole(name string) (val T) {
	s := fold(name).s
	if v, end, ok := p.longest(s, 0, len(s)); ok && end == len(s) {
		return v
	}
	return val
}

// longest returns the longest name that stands at the beginning of s[i:to], as whole words.
func (p *phrases[T]) longest(s string, i, to int) (val T, end int, ok bool) {
	r, n := utf8.DecodeRuneInString(s[i:to])
	at, found := p.first[r]
	if !found || i > 0 && s[i] != '_' && s[i-1] != '_' && isWord(s[i]) && isWord(s[i-1]) { // inside a word
		return val, end, false
	}
	part := p.all[at[0]:at[1]]
	for j := i + n; len(part) > 0; j += n {
		prefix := s[i:j]
		if part[0].name == prefix && wordAt(s, i, j) {
			val, end, ok = part[0].val, j, true
		}
		if j >= to {
			break
		}
		_, n = utf8.DecodeRuneInString(s[j:to])
		prefix = s[i : j+n]
		part = part[sort.Search(len(part), func(k int) bool { return part[k].name >= prefix }):]
		part = part[:sort.Search(len(part), func(k int) bool { return !strings.HasPrefix(part[k].name, prefix) })]
	}
	return val, end, ok
}
