package lexicon

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s in the form in which labels and queries are compared: NFKC
// (Unicode Annex #15; ＴＹＰＨＯＯＮ is typhoon), lower case, simplified characters
// for traditional ones and variants (颱風, 臺風 and 台风 are one), without invisible
// characters (zero width space, soft hyphen). Invalid UTF-8 becomes U+FFFD.
// Folding twice changes nothing.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	t := folding()
	s = t.runes(norm.NFKC.String(s))
	// A lower-case letter may compose where the upper-case one does not (H̱,
	// ẖ), and a dropped character may have separated a mark from its letter.
	for range 3 {
		if norm.NFKC.IsNormalString(s) {
			break
		}
		s = t.runes(norm.NFKC.String(s))
	}
	return s
}

// FoldRune folds one rune. It reports whether the folded text has this rune, whatever
// stands beside r: not if r folds to none or to several, or may compose with the rune
// before it.
func FoldRune(r rune) (folded rune, ok bool) {
	if r >= 1<<16 {
		return r, false
	}
	t := folding()
	f := t.one[r]
	if f >= dropped || t.join[r/64]&(1<<(r%64)) != 0 {
		return r, false
	}
	return rune(f), true
}

// key is Fold with every run of separators (white space, hyphens, underscores)
// as one space and none at the ends: storm-surge is storm surge.
func key(s string) string {
	return strings.Join(strings.FieldsFunc(Fold(s), isSeparator), " ")
}

// isSeparator reports whether a folded rune separates the words of a label.
// NFKC has turned other spaces into spaces and the non-breaking hyphen into
// U+2010.
func isSeparator(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\v', '\f', '\r', '-', '_', 0x85, 0x2010, 0x2012, 0x2013, 0x2028, 0x2029:
		return true
	}
	return false
}

// Values of foldTable.one for runes that do not fold to one rune of the basic
// plane. Both are noncharacters, which valid text does not contain; as such
// they fold to U+FFFD.
const (
	multiRune = 0xFFFF // ask norm
	dropped   = 0xFFFE // folds to nothing
)

// foldTable folds the runes of the basic plane. It never changes once built.
type foldTable struct {
	one  [1 << 16]uint16      // folded rune, or multiRune or dropped
	join [1 << 16 / 64]uint64 // runes that may compose with the previous one
}

var folding = sync.OnceValue(newFoldTable)

func newFoldTable() *foldTable {
	t := new(foldTable)
	simp := simplified()
	var buf [64]byte
	for r := rune(0); r < 1<<16; r++ {
		if r >= utf8.RuneSelf {
			var enc [utf8.UTFMax]byte
			n := utf8.EncodeRune(enc[:], r)
			p := norm.NFKC.Properties(enc[:n])
			if !p.BoundaryBefore() {
				t.join[r/64] |= 1 << (r % 64)
			}
		}
		t.one[r] = foldOne(r, simp, buf[:0])
	}
	return t
}

func foldOne(r rune, simp map[rune]rune, buf []byte) uint16 {
	switch {
	case r < utf8.RuneSelf:
		return uint16(unicode.ToLower(r))
	case isIgnorable(r):
		return dropped
	case utf16Surrogate(r), r >= dropped:
		return utf8.RuneError
	}
	b := norm.NFKC.AppendString(buf, string(r))
	f, size := utf8.DecodeRune(b)
	if size != len(b) || f >= dropped {
		return multiRune
	}
	f = lower(f)
	if s, ok := simp[f]; ok {
		f = s
	}
	return uint16(f)
}

func utf16Surrogate(r rune) bool { return 0xD800 <= r && r <= 0xDFFF }

// lower is the simple case folding of r, by way of the upper case, so that the
// final sigma is a sigma.
func lower(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }

// isIgnorable reports invisible characters that separate nothing: soft hyphen,
// zero width spaces and joiners, word joiner, byte order mark, variation
// selectors and direction marks.
func isIgnorable(r rune) bool {
	switch {
	case r == 0xAD, r == 0x034F, r == 0x2060, r == 0xFEFF,
		0x200B <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E,
		0xFE00 <= r && r <= 0xFE0F:
		return true
	}
	return false
}

// runes folds every rune of s, which is in NFKC.
func (t *foldTable) runes(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if r >= 1<<16 {
			b.WriteRune(lower(r))
			continue
		}
		switch f := t.one[r]; f {
		case dropped:
		case multiRune: // impossible after NFKC
			b.WriteRune(r)
		default:
			b.WriteRune(rune(f))
		}
	}
	return b.String()
}

// maxFold bounds the runes that one step folds to. The longest, U+FDFA, folds
// to 18.
const maxFold = 24

// step is a rune of a text, or a letter with its marks, folded.
type step struct {
	size int // bytes of the text
	n    int // folded runes, 0 if dropped
	r    [maxFold]rune
}

// single folds the first rune of s, which is not empty, if it folds to one rune
// and nothing after it composes with it; else size is 0.
func (t *foldTable) single(s string) (r rune, size int) {
	if s[0] < utf8.RuneSelf {
		r, size = rune(s[0]), 1
		if len(s) > 1 && s[1] < utf8.RuneSelf {
			return rune(t.one[r]), 1
		}
	} else if r, size = utf8.DecodeRuneInString(s); r >= 1<<16 {
		return 0, 0
	}
	f := t.one[r]
	if f >= dropped || t.joins(s[size:]) {
		return 0, 0
	}
	return rune(f), size
}

// next folds the first step of s, which is not empty.
func (t *foldTable) next(s string, st *step) {
	c := s[0]
	if c < utf8.RuneSelf {
		st.size, st.n, st.r[0] = 1, 1, rune(t.one[c])
	} else {
		r, size := utf8.DecodeRuneInString(s)
		st.size = size
		if r >= 1<<16 || t.one[r] == multiRune {
			t.normalise(s, st)
			return
		}
		if f := t.one[r]; f == dropped {
			st.n = 0
		} else {
			st.n, st.r[0] = 1, rune(f)
		}
	}
	if t.joins(s[st.size:]) {
		t.normalise(s, st)
	}
}

// joins reports whether s begins with a rune that may compose with the previous
// one. The first such rune is U+0300, 0xCC 0x80.
func (t *foldTable) joins(s string) bool {
	if s == "" || s[0] < 0xCC || 0xE4 <= s[0] && s[0] <= 0xE9 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s)
	if r >= 1<<16 {
		return !norm.NFKC.PropertiesString(s).BoundaryBefore()
	}
	return t.join[r/64]&(1<<(r%64)) != 0
}

// normalise folds the whole segment (UAX #15) at the beginning of s.
func (t *foldTable) normalise(s string, st *step) {
	size := norm.NFKC.NextBoundaryInString(s, true)
	if size <= 0 {
		_, size = utf8.DecodeRuneInString(s)
	}
	st.size, st.n = size, 0
	var a, b [128]byte
	seg := norm.NFKC.AppendString(a[:0], s[:size])
	low := b[:0]
	for i := 0; i < len(seg); {
		r, n := utf8.DecodeRune(seg[i:])
		low = utf8.AppendRune(low, t.rune(r))
		i += n
	}
	seg = norm.NFKC.Append(a[:0], low...)
	for i := 0; i < len(seg) && st.n < maxFold; {
		r, n := utf8.DecodeRune(seg[i:])
		i += n
		if r < 1<<16 && t.one[r] == dropped {
			continue
		}
		st.r[st.n] = t.rune(r)
		st.n++
	}
}

// rune folds a rune that is in NFKC.
func (t *foldTable) rune(r rune) rune {
	if r >= 1<<16 {
		return lower(r)
	}
	if f := t.one[r]; f < dropped {
		return rune(f)
	}
	return r
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// firstOfNFD returns the base letter of r.
func firstOfNFD(r rune) rune {
	first, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	return first
}
