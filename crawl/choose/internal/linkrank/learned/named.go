package learned

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// Where every anchor is a name, as in an encyclopedia, no word of the topic tells
// Velociraptor from Mongolia. What tells is which pages say the name: a word that
// stands in the titles and anchors of relevant pages and on few others is named like a
// find. Its lift is kept by word, so that a link whose score was computed before the word
// was learned gains as soon as it is scored again.

const (
	nameSlots  = 1 << 15 // words that are known at a time
	nameWords  = 4       // of an anchor that a link remembers
	namePrior  = 2       // pages a word begins with, at the base rate
	mostNames  = 1 << 12 // words of one page that count
	longestOne = 48      // bytes; a longer word is none
	endLetters = 4       // the ending of a name: Megalo-saurus
)

// nameWord is a word of names: on how many pages it stands, and how relevant these are.
type nameWord struct {
	word   string // in lower case, "" if the slot is free
	hash   uint32
	r, n   float32 // sum of the relevance of the pages with the word; how many
	life   uint8   // falls with each other word that wants the slot, which is given away at 0
	page   uint32  // counted last
	lift   float32 // computed last,
	latest uint32  // at this epoch of the clusters
}

// names keeps the words of names. The zero names are empty. Each word has one slot; of
// two that want it the one that more pages say stays (Misra and Gries 1982, slot by slot).
type names struct {
	slots []nameWord // nil or nameSlots
	page  uint32     // number of the page that is being counted
}

// at returns the slot of the word with that hash, nil if it is not known.
func (t *names) at(hash uint32) *nameWord {
	if t.slots == nil {
		return nil
	}
	if s := &t.slots[hash%nameSlots]; s.word != "" && s.hash == hash {
		return s
	}
	return nil
}

// count counts the words of the title and the anchors of a page of relevance r, each once.
func (t *names) count(p *crawl.Page, r float64) {
	if t.slots == nil {
		t.slots = make([]nameWord, nameSlots)
	}
	t.page++
	left := mostNames
	say := func(hash uint32, word string) bool {
		t.say(hash, word, float32(r))
		left--
		return left > 0
	}
	eachName(p.Title, say)
	for i := range p.Links {
		if l := &p.Links[i]; l.Kind == crawl.LinkPage && left > 0 {
			eachName(l.Text, say)
		}
	}
}

func (t *names) say(hash uint32, word string, r float32) {
	s := &t.slots[hash%nameSlots]
	switch {
	case s.word != "" && s.hash == hash:
		if s.page == t.page {
			return
		}
	case s.life > 0:
		s.life--
		return
	default:
		*s = nameWord{word: strings.Clone(strings.ToLower(word)), hash: hash} // it is a part of a whole page
	}
	s.r, s.n, s.page, s.latest = s.r+r, s.n+1, t.page, 0
	s.life = min(s.life, math.MaxUint8-1) + 1
}

// liftOf says how much more relevant the pages are that say a word than all are, as a
// logarithm: log((r + prior base)/((n + prior) base)). It lies between log(1/50) and
// log(50). An unknown word has 0.
func (r *Ranker) liftOf(hash uint32) float64 {
	s, c := r.names.at(hash), &r.clusters
	if s == nil {
		return 0
	}
	if s.latest != c.epoch {
		s.lift, s.latest = float32(ratio(float64(s.r), float64(s.n), c.base())), c.epoch
	}
	return float64(s.lift)
}

// ratio is the logarithm of the mean of n relevances with the sum s by the base rate,
// namePrior of that added.
func ratio(s, n, base float64) float64 {
	return math.Log((s + namePrior*base) / ((n + namePrior) * base))
}

// mergeName lets e remember the words of the first anchor that has any, and its ending.
func (r *Ranker) mergeName(e *evidence, l *crawl.Link) {
	if e.nnamed > 0 {
		return
	}
	last := ""
	eachName(l.Text, func(hash uint32, word string) bool {
		if e.nnamed < nameWords {
			e.named[e.nnamed] = hash
			e.nnamed++
		}
		last = word
		return true
	})
	if end := ending(last); end != "" {
		e.ending = r.clusters.of(kindEnding, linkrank.Hash(end))
	}
}

// named sets the features of a link's name.
func (r *Ranker) named(e *evidence, x *vector) {
	if e.pages > 0 {
		x[fParentLift] = float32(ratio(e.sumR, float64(e.pages), r.clusters.base()))
	}
	if e.nnamed == 0 {
		return
	}
	sum := 0.0
	for _, hash := range e.named[:e.nnamed] {
		sum += r.liftOf(hash)
	}
	x[fNamed] = float32(sum / float64(e.nnamed))
	if e.ending >= 0 {
		x[fEnding] = float32(r.clusters.lift(e.ending, linkPrior))
	}
}

// saying explains the feature fNamed: the word that speaks most for the link or most
// against it, and the pages that say it.
func (r *Ranker) saying(e *evidence) (word string, pages float64) {
	most := -1.0
	for _, hash := range e.named[:e.nnamed] {
		if l := math.Abs(r.liftOf(hash)); l > most {
			if s := r.names.at(hash); s != nil {
				most, word, pages = l, s.word, float64(s.n)
			}
		}
	}
	return word, pages
}

// eachName yields the words of a name until yield is false: runs of letters and digits
// without the s of a plural, and of Chinese each two characters. hash does not depend on
// the case. A single letter is no word.
func eachName(text string, yield func(hash uint32, word string) bool) {
	w := wordHash{start: -1}
	var last rune // if it is Chinese
	lastAt := 0
	for i, c := range text {
		letter := unicode.IsLetter(c) || unicode.IsDigit(c)
		han := letter && script.Han(c)
		if (han || !letter) && !w.end(text, i, yield) {
			return
		}
		switch {
		case han && last != 0:
			if !yield(w.pair(last, c), text[lastAt:i+utf8.RuneLen(c)]) {
				return
			}
		case letter && !han:
			w.add(i, unicode.ToLower(c))
		}
		if last = 0; han {
			last, lastAt = c, i
		}
	}
	w.end(text, len(text), yield)
}

// wordHash hashes a word letter by letter (FNV-1a over runes).
type wordHash struct {
	start, letters int // start is -1 between words
	hash, before   uint32
	last           rune
}

const fnvStart, fnvPrime = 2166136261, 16777619

func (w *wordHash) add(at int, c rune) {
	if w.start < 0 {
		*w = wordHash{start: at, hash: fnvStart}
	}
	w.before, w.last = w.hash, c
	w.hash = (w.hash ^ uint32(c)) * fnvPrime
	w.letters++
}

func (w *wordHash) pair(a, b rune) uint32 {
	return (((fnvStart ^ uint32(a)) * fnvPrime) ^ uint32(b)) * fnvPrime
}

// end ends the word that began, if one did.
func (w *wordHash) end(text string, at int, yield func(uint32, string) bool) bool {
	start := w.start
	if w.start = -1; start < 0 || w.letters < 2 || at-start > longestOne {
		return true
	}
	if w.letters > 3 && w.last == 's' && text[at-1]|0x20 == 's' {
		return yield(w.before, text[start:at-1])
	}
	return yield(w.hash, text[start:at])
}

// ending is the last letters of a longer word in lower case, "" of a shorter one.
func ending(word string) string {
	at := len(word)
	for range endLetters {
		c, n := utf8.DecodeLastRuneInString(word[:at])
		if at -= n; n == 0 || script.Han(c) {
			return ""
		}
	}
	if at == 0 {
		return ""
	}
	return strings.ToLower(word[at:])
}

// writeNamed writes what a link remembers of its name.
func (e *evidence) writeNamed(w *binenc.Writer) {
	w.Uint(uint64(e.nnamed))
	for _, hash := range e.named[:e.nnamed] {
		w.Fixed32(hash)
	}
	w.Int(int64(e.ending))
}

func (e *evidence) readNamed(r *binenc.Reader, clusters int) {
	n := r.Len(4)
	if n > nameWords {
		r.Fail("%d words of a name", n)
		n = 0
	}
	e.nnamed = uint8(n)
	for i := range e.named[:n] {
		e.named[i] = r.Fixed32()
	}
	e.ending = int32(r.IntIn(-1, clusters-1))
}

func (t *names) write(w *binenc.Writer) {
	used := 0
	for i := range t.slots {
		if t.slots[i].word != "" {
			used++
		}
	}
	w.Bool(t.slots != nil)
	w.Uint(uint64(used))
	for i := range t.slots {
		if s := &t.slots[i]; s.word != "" {
			w.Spill()
			w.Fixed32(s.hash)
			w.Text(s.word)
			w.Float32(s.r)
			w.Float32(s.n)
			w.Byte(s.life)
		}
	}
}

func (t *names) read(r *binenc.Reader) {
	*t = names{}
	any, used := r.Bool(), r.Len(14)
	if !any && used > 0 {
		r.Fail("%d words of names, and no room for them", used)
	}
	if !any || r.Err() != nil {
		return
	}
	t.slots = make([]nameWord, nameSlots)
	for ; used > 0 && r.Err() == nil; used-- {
		s := nameWord{hash: r.Fixed32(), word: r.Text(), r: r.Float32(), n: r.Float32(), life: r.Byte()}
		into := &t.slots[s.hash%nameSlots]
		switch {
		case s.word == "" || len(s.word) > 2*longestOne || into.word != "":
			r.Fail("%.60q is no word of names, or its place is taken", s.word)
		case !(s.r >= 0 && s.n > 0 && s.r <= s.n && s.n <= math.MaxInt32):
			r.Fail("relevance %v of %v pages", s.r, s.n)
		default:
			*into = s
		}
	}
}
