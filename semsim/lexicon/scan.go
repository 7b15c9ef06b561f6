package lexicon

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/swar"
)

// Find appends the occurrences of terms in text to dst and returns it: from
// left to right, the longest label at each position, none overlapping. Each is
// followed by the labels of other entries that it holds at word borders, marked
// Inside. Text may be anything, invalid UTF-8 and NULs included. Of a text over
// 2 GiB only the beginning is searched.
func (l *Lexicon) Find(text string, dst []Match) []Match {
	if len(text) > math.MaxInt32 {
		text = text[:math.MaxInt32]
	}
	s := scan{Lexicon: l, text: text, dst: dst}
	defer s.done()
	inside := false // within a run of letters and digits that began before i
	for i := 0; i < len(text); {
		if x, ok := swar.Load(text, i); ok {
			i, inside = s.asciiWords(x, i, inside)
			continue
		}
		c := text[i]
		switch {
		case c >= utf8.RuneSelf:
			i, inside = s.wide(i), false
		case !isAlnum(c):
			i, inside = i+1, false
		case inside:
			i++
		default:
			i = s.word(i)
		}
	}
	return s.dst
}

// scan is one run over a text.
type scan struct {
	*Lexicon
	text       string
	dst        []Match
	boundaries *boundaries // nil until a label has a Chinese neighbour
	behind     int         // see parents.go; 0 as long as nothing was refused
}

func (s *scan) done() {
	if s.boundaries != nil {
		s.boundaries.reset("")
		s.free.Put(s.boundaries)
	}
}

// wide searches the characters beyond ASCII from i on, and returns where to
// continue.
func (s *scan) wide(i int) int {
	text := s.text
	for i < len(text) && text[i] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(text[i:])
		if s.trie.begins(r) && size > 1 {
			if end := s.match(i, false); end > 0 {
				i = end
				continue
			}
		}
		i += size
	}
	return i
}

// asciiWords searches the words that begin in x, the eight ASCII bytes at i,
// and in the following bytes as long as they are ASCII. It returns where to
// continue, and whether that is within a word already searched. It does for
// each word what [scan.word] does, but without a branch for each byte, which
// processors predict badly.
func (s *scan) asciiWords(x uint64, i int, inside bool) (next int, within bool) {
	in, before := swar.Alnums(x), uint64(0)
	if inside {
		before = 0x80
	}
	for {
		y, more := swar.Load(s.text, i+8)
		after := swar.Alnums(y)
		for starts := in &^ (in<<8 | before); starts != 0; starts &= starts - 1 {
			shift := bits.TrailingZeros64(starts) &^ 7
			at := i + shift/8
			// The word's first four characters and the next one are known if
			// they lie in x, or if y is ASCII too.
			if more || shift <= 24 {
				four, known := uint32(x>>shift|y<<(64-shift)), uint32(in>>shift|after<<(64-shift))
				if !s.trie.allows(four, known) && !isDigit(byte(four)) {
					continue
				}
				if more && !isDigit(byte(four)) && s.filter.refuses(s.text, at, x>>shift|y<<(64-shift), in>>shift|after<<(64-shift)) {
					continue
				}
			}
			if end, ok := s.wordAt(at); ok {
				return end, false
			}
		}
		i, before = i+8, in>>56&0x80
		if !more {
			return i, before != 0
		}
		x, in = y, after
	}
}

// wordAt searches the word that begins at i. If it is a label, or may contain
// one, ok is true and end is where to continue.
func (s *scan) wordAt(i int) (end int, ok bool) {
	if isDigit(s.text[i]) {
		return s.word(i), true
	}
	if !s.trie.mayContinue(s.text[i:]) || !s.trie.begins(rune(s.text[i])) {
		return 0, false
	}
	end = s.match(i, false)
	return end, end > 0
}

// word searches the run of ASCII letters and digits that begins at i. A label
// may begin there, or at the letters after a number. It returns where to
// continue.
func (s *scan) word(i int) int {
	text := s.text
	if s.trie.mayContinue(text[i:]) && s.trie.begins(rune(text[i])) {
		if end := s.match(i, false); end > 0 {
			return end
		}
	}
	digits := isDigit(text[i])
	i++
	if !digits {
		for i < len(text) && isAlnum(text[i]) {
			i++
		}
		return i
	}
	for ; i < len(text) && isAlnum(text[i]); i++ {
		if digits && !isDigit(text[i]) {
			digits = false
			if s.trie.begins(rune(text[i])) {
				if end := s.match(i, true); end > 0 {
					return end
				}
			}
		}
	}
	return i
}

// candidate is a label found at a position; its last boundary is not yet
// checked.
type candidate struct {
	pat int32
	end int
}

// match looks for a label that begins at i. It appends the longest that stands
// as whole words and returns its end, or 0. afterNumber says that a number
// precedes i directly.
func (s *scan) match(i int, afterNumber bool) int {
	var found [8]candidate
	n := s.candidates(i, &found)
	for k := n - 1; k >= max(0, n-len(found)); k-- {
		c := found[k%len(found)]
		p := &s.pats[c.pat]
		if !s.isWholeWord(p, i, c.end, afterNumber) {
			continue
		}
		ok := s.isChineseWord(p, i, c.end)
		if s.behind != 0 || !ok {
			ok = s.agrees(i, c.end, ok)
		}
		if !ok {
			continue
		}
		if end := s.form(i, c.end); end > 0 {
			return end
		}
		s.grow(i)
		s.dst = append(s.dst, Match{Term: p.term, Entry: p.entry, Start: int32(i), End: int32(c.end)})
		if p.bytes > 0 {
			s.inside(p, i, c.end)
		}
		return c.end
	}
	return s.form(i, i)
}

// manyMatches is from where on the list of matches is copied to a longer one as seldom as can be.
const manyMatches = 4096

// grow makes room in a full list for as many further matches as the text up to i lets expect: where a list doubles, a text of
// 8 MB that is nothing but labels costs five times the memory of its matches.
func (s *scan) grow(i int) {
	n := len(s.dst)
	if n < cap(s.dst) || n < manyMatches {
		return
	}
	s.dst = slices.Grow(s.dst, int(float64(n)/float64(i)*float64(len(s.text)-i))+manyMatches)
}

// candidates follows the trie from i on and notes the labels on the way, the
// longest last. It returns their number; found keeps the eight longest.
func (s *scan) candidates(i int, found *[8]candidate) int {
	n, at := 0, int32(0)
	for pos := i; pos < len(s.text); {
		r, size := s.fold.single(s.text[pos:])
		seen := true
		switch {
		case size == 0:
			at, size, seen = s.foldedStep(at, pos)
		case at != 0 && isSeparator(r):
			if at = s.trie.child(at, ' '); at != 0 {
				size = s.fold.skipSeparators(s.text[pos:])
				seen = false
			}
		default:
			at = s.trie.child(at, r)
		}
		if at == 0 || size == 0 {
			return n
		}
		pos += size
		if pat := s.trie.nodes[at].pat; pat >= 0 && seen {
			found[n%len(found)] = candidate{pat, pos}
			n++
		}
		if s.trie.nodes[at].n == 0 {
			return n
		}
	}
	return n
}

// foldedStep continues from node at with the text at pos, which does not fold
// to one rune. seen is false if it folds to none.
func (s *scan) foldedStep(at int32, pos int) (next int32, size int, seen bool) {
	var st step
	s.fold.next(s.text[pos:], &st)
	for i, r := range st.r[:st.n] {
		if i == 0 && at != 0 && isSeparator(r) {
			r = ' '
		}
		if at = s.trie.child(at, r); at == 0 {
			return 0, 0, false
		}
	}
	return at, st.size, st.n > 0
}

// isWholeWord reports whether text[i:end] is a whole word or several, as far as
// its script marks them.
func (s *scan) isWholeWord(p *pattern, i, end int, afterNumber bool) bool {
	if p.last == alphabet && classOf(after(s.text[end:])) == alphabet {
		return false
	}
	if p.first == alphabet && !s.mayBegin(p, i, afterNumber) {
		return false
	}
	return !p.upper || !hasLower(s.text[i:end])
}

func hasLower(s string) bool { return strings.ContainsFunc(s, unicode.IsLower) }

// isChineseWord reports whether text[i:end] stands between the word boundaries of
// Chinese, if it has Chinese neighbours.
func (s *scan) isChineseWord(p *pattern, i, end int) bool {
	if s.dict == nil ||
		(p.first != ideograph || classOf(before(s.text[:i])) != ideograph) &&
			(p.last != ideograph || classOf(after(s.text[end:])) != ideograph) {
		return true
	}
	if s.dict.Load() != nil {
		return true
	}
	if s.boundaries == nil {
		s.boundaries, _ = s.free.Get().(*boundaries)
		if s.boundaries == nil {
			s.boundaries = new(boundaries)
		}
		s.boundaries.reset(s.text)
	}
	return s.isWord(s.boundaries, i, end)
}

// mayBegin reports whether a word may begin at i. Directly after a number only
// a short label may begin, as units do: 980hPa.
func (s *scan) mayBegin(p *pattern, i int, afterNumber bool) bool {
	if i == 0 || classOf(before(s.text[:i])) != alphabet {
		return true
	}
	if !afterNumber || !p.unit {
		return false
	}
	for i > 0 && isDigit(s.text[i-1]) {
		i--
	}
	return i == 0 || classOf(before(s.text[:i])) != alphabet
}
