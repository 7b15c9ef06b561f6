package lexicon

import (
	"slices"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/swar"
)

// Labels inside labels: "hurricane landfall" holds hurricane, 台风登陆 holds 台风.
// They are found when the lexicon is built, so a text pays for its hits only.

// mostParts bounds the parts of a label.
const mostParts = 16

// part is a label of another entry inside a longer label, at word borders.
type part struct {
	pat      int32
	from, to uint16 // bytes of the folded label
	cut      bool   // a label that ends the longer one begins within it
}

// unsure is a pattern with parts whose Chinese borders are not yet checked.
type unsure struct {
	pat int32
	key string
}

// findParts notes for each pattern the labels that it holds. Borders in Chinese
// need the dictionary, so they are checked at the first hit.
func (l *Lexicon) findParts(set []labelKey) {
	var found []part
	for i, k := range set {
		p := &l.pats[i]
		if found = l.partsOf(found[:0], k.runes, p.entry); len(found) == 0 {
			continue
		}
		l.markCut(found, k.runes)
		key := string(k.runes)
		p.bytes, p.parts, p.nparts = uint16(len(key)), int32(len(l.parts)), int32(len(found))
		l.parts = append(l.parts, found...)
		if l.dict != nil && slices.ContainsFunc(found, func(p part) bool { return p.hasChineseBorder(key) }) {
			p.unsure = true
			l.unsure = append(l.unsure, unsure{int32(i), key})
		}
	}
}

// partsOf appends the labels of other entries inside key, from left to right,
// the longer first. Those of one entry do not overlap.
func (l *Lexicon) partsOf(found []part, key []rune, entry int32) []part {
	from := 0
	for i, r := range key {
		if i == 0 || classOf(key[i-1]) != alphabet || classOf(r) != alphabet {
			found = l.partsAt(found, key, i, from, entry)
		}
		from += utf8.RuneLen(r)
	}
	return found
}

// markCut marks the parts of key that a label at its end cuts, whatever entry that belongs to.
func (l *Lexicon) markCut(found []part, key []rune) {
	from, size := 0, len(string(key))
	for i, r := range key {
		if i > 0 && (classOf(key[i-1]) != alphabet || classOf(r) != alphabet) && l.isLabel(key[i:]) {
			for k := range found {
				p := &found[k]
				p.cut = p.cut || int(p.from) < from && from < int(p.to) && int(p.to) < size
			}
		}
		from += utf8.RuneLen(r)
	}
}

// isLabel reports whether key is a label.
func (l *Lexicon) isLabel(key []rune) bool {
	at := int32(0)
	for _, r := range key {
		if at = l.trie.child(at, r); at == 0 {
			return false
		}
	}
	return l.trie.nodes[at].pat >= 0
}

// partsAt appends the labels at rune i, which is byte from, of key.
func (l *Lexicon) partsAt(found []part, key []rune, i, from int, entry int32) []part {
	at, to, first := int32(0), from, len(found)
	for n := i; n < len(key); n++ {
		if at = l.trie.child(at, key[n]); at == 0 {
			break
		}
		to += utf8.RuneLen(key[n])
		pat := l.trie.nodes[at].pat
		whole := i == 0 && n+1 == len(key)
		if pat < 0 || whole || l.pats[pat].entry == entry ||
			n+1 < len(key) && classOf(key[n]) == alphabet && classOf(key[n+1]) == alphabet {
			continue
		}
		found = slices.Insert(found, first, part{pat: pat, from: uint16(from), to: uint16(to)}) // the longer first
	}
	if l.stems != nil {
		text := string(key)
		end, pat, _ := l.stems.find(l.fold, text, from, len(text))
		if end > 0 && end-from < len(text) && l.pats[pat].entry != entry {
			found = slices.Insert(found, first, part{pat: pat, from: uint16(from), to: uint16(end)})
		}
	}
	kept := found[:first]
	for _, p := range found[first:] {
		taken := slices.ContainsFunc(kept, func(q part) bool {
			return l.pats[q.pat].entry == l.pats[p.pat].entry && p.from < q.to && q.from < p.to
		})
		if !taken && len(kept) < mostParts {
			kept = append(kept, p)
		}
	}
	return kept
}

// hasChineseBorder reports whether Chinese characters stand on both sides of an
// end of the part.
func (p part) hasChineseBorder(key string) bool {
	between := func(i uint16) bool {
		return classOf(before(key[:i])) == ideograph && classOf(after(key[i:])) == ideograph
	}
	return between(p.from) || between(p.to)
}

// checkParts drops the parts that do not stand between the word borders of their
// label.
func (l *Lexicon) checkParts() {
	if l.dict.Load() != nil {
		return
	}
	b := &boundaries{whole: true}
	for _, u := range l.unsure {
		b.reset(u.key)
		p := &l.pats[u.pat]
		parts := l.parts[p.parts : p.parts+p.nparts]
		kept := parts[:0]
		for _, x := range parts {
			if l.isWord(b, int(x.from), int(x.to)) {
				kept = append(kept, x)
			}
		}
		p.nparts = int32(len(kept))
	}
}

// inside appends the labels inside the match of p at text[start:end].
func (s *scan) inside(p *pattern, start, end int) {
	if p.unsure {
		s.checked.Do(s.checkParts)
	}
	parts := s.parts[p.parts : p.parts+p.nparts]
	plain := end-start == int(p.bytes) && isPlain(s.text[start:end])
	for _, x := range parts {
		from, to := start+int(x.from), start+int(x.to)
		if !plain {
			from, to = s.offset(start, end, int(x.from), false), s.offset(start, end, int(x.to), true)
		}
		q := &s.pats[x.pat]
		if from < 0 || to <= from || q.upper && hasLower(s.text[from:to]) {
			continue
		}
		s.dst = append(s.dst, Match{Term: q.term, Entry: q.entry, Start: int32(from), End: int32(to), Inside: true, Cut: x.cut})
	}
}

// insideForm appends the labels of other entries inside a form of a stemmed label,
// text[start:end], which has words where its label has others.
func (s *scan) insideForm(entry int32, start, end int) {
	for i, n := start, 0; i < end && n < mostParts; {
		limit := end
		if i == start {
			limit--
		}
		at, pat, _ := s.stems.find(s.fold, s.text, i, limit)
		var found [8]candidate
		for k := s.candidates(i, &found) - 1; k >= 0 && k < len(found); k-- {
			if c := found[k]; c.end <= end && c.end-i < end-start && c.end > at && s.isWholeWord(&s.pats[c.pat], i, c.end, false) {
				at, pat = c.end, c.pat
				break
			}
		}
		if q := &s.pats[pat]; at > 0 && q.entry != entry {
			s.dst = append(s.dst, Match{Term: q.term, Entry: q.entry, Start: int32(i), End: int32(at), Inside: true})
			n++
		}
		i = wordEndAt(s.text, i)
		for i < end && classOf(after(s.text[i:])) != alphabet {
			_, size := utf8.DecodeRuneInString(s.text[i:])
			i += size
		}
	}
}

// isPlain reports whether each character of s folds to one of the same length:
// s is ASCII, or all of it is in the main Han block.
func isPlain(s string) bool {
	if s[0] < utf8.RuneSelf {
		i := 0
		for ; i+8 <= len(s); i += 8 {
			if _, ok := swar.Load(s, i); !ok {
				return false
			}
		}
		return isASCII(s[i:])
	}
	if len(s)%3 != 0 {
		return false
	}
	for i := 0; i < len(s); i += 3 {
		if s[i] < 0xE4 || s[i] > 0xE9 {
			return false
		}
	}
	return true
}

// offset is the byte of the text that stands at byte at of the folded label
// text[start:end]; -1 if that is within what one character folds to. Separators
// and invisible characters belong to what precedes them, or, at the end of a
// part, to what follows.
func (s *scan) offset(start, end, at int, isEnd bool) int {
	var st step
	folded, pos := 0, start
	for pos < end {
		if folded == at && isEnd {
			return pos
		}
		size, n := 0, 0
		r, one := s.fold.single(s.text[pos:])
		switch {
		case one > 0 && isSeparator(r):
			size, n = s.fold.skipSeparators(s.text[pos:]), 1
		case one > 0:
			size, n = one, utf8.RuneLen(r)
		default:
			s.fold.next(s.text[pos:], &st)
			size = st.size
			for _, r := range st.r[:st.n] {
				n += utf8.RuneLen(r)
			}
		}
		if folded == at && n > 0 {
			return pos
		}
		if folded > at || size == 0 {
			return -1
		}
		folded, pos = folded+n, pos+size
	}
	if folded == at {
		return pos
	}
	return -1
}
