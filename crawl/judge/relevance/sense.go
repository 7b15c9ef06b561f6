package relevance

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// The sense of an ambiguous word. "Typhoon" is a storm, a fighter, a film and a team.
// A word has one sense on a page (Gale, Church and Yarowsky 1992), so a label of one
// word of a core concept is doubted if the page speaks of another sense and of no
// other concept of the topic:
//
//	net = capitals + .7 cues - company - .5 support - names
//	factor = 10^-net, at least 0.05, if net > 0; else 1
//
// cues counts different words of other senses (sensewords.go) near the mentions and
// where the page begins, at most five, and 4 more for one of astrology. company counts the other concepts of the topic on
// the page, support (at most two) the words that several of the topic's labels are made
// of: winds, warning. capitals is 1 if the label, which the ontology writes in lower case, stands
// in capitals within sentences, 1.5 behind another name ("Hawker Hurricane"); names
// is 1 if a name or number makes it a thing of the topic ("Typhoon Haiyan", 第5号台风).
// A label of several words is doubted if it is written as a name within a sentence
// ("Heavy Rain developer announces"), and only beside words of other senses.
// Title case, the beginning of a sentence and a label that also stands in lower case say
// nothing. Titles of works (《飓风营救》), nicknames and metaphors ("a flood of complaints")
// add 1.5 for that mention alone.
const (
	cueGain     = 0.7
	mostCues    = 5
	supportGain = 0.5
	mostSupport = 2
	leastFactor = 0.05
	// One word of astrology speaks against as many other concepts.
	astrologyGain = 4
	otherSense    = 1.5 // a mention that by itself names something else
	// The text that is searched for cues: so many bytes where the page begins, and on
	// each side of a mention; at most mostSearched of all.
	leadBytes    = 1500
	besideBytes  = 200
	mostSearched = 6000
)

// sense holds what judging senses needs; it is made for the first page with a
// mention.
type sense struct {
	labels []lexicon.Term
	words  []string         // cues, then support
	cues   int              // how many of words are cues
	lex    *lexicon.Lexicon // of words, by their index; cues that belong to the topic are left out
	found  []lexicon.Match
}

// wordSense holds what a page says of a core concept found by single words.
type wordSense struct {
	entry    int32
	capitals float64
	common   bool // stands in lower case within a sentence
	named    bool
	long     bool // a label of several words, written as a name
	looked   int  // mentions looked at
	net      float64
}

const (
	mostLooked = 12 // mentions of a concept of which the capitals are looked at
	// So many other concepts overrule all doubts.
	muchCompany = 6
)

// pageSense holds what a page says of the senses of the topic's words.
type pageSense struct {
	j     *Judge
	p     *crawl.Page
	words []wordSense
	with  []int32 // entries that are no single words of core concepts
	cues  []int32 // words of other senses
	ours  []int32 // words of support
}

// sensesOf returns the weights of the mentions of a page by the senses of their words;
// nil if all count fully.
func (j *Judge) sensesOf(p *crawl.Page) func(block, mention int) float64 {
	if s := j.senseOf(p); s != nil {
		return s.factor
	}
	return nil
}

// senseOf judges the senses of a page's words, nil if none is in doubt.
func (j *Judge) senseOf(p *crawl.Page) *pageSense {
	h := j.hosts.Of(p.Host)
	s := pageSense{j: j, p: p}
	for i := range p.Blocks {
		if b := &p.Blocks[i]; len(b.Mentions) > 0 && !h.Boilerplate(b.Key) {
			s.collect(b)
		}
	}
	if len(s.words) == 0 || len(s.with) >= muchCompany {
		return nil
	}
	s.findCues(h)
	doubted := false
	for i := range s.words {
		w := &s.words[i]
		w.net = s.netOf(w)
		doubted = doubted || w.net > -otherSense
	}
	if !doubted {
		return nil
	}
	return &s
}

// collect takes the mentions of a block.
func (s *pageSense) collect(b *crawl.Block) {
	for i := range b.Mentions {
		m := &b.Mentions[i]
		switch {
		case !s.j.knows(m.Entry):
		case s.j.core[m.Entry] && isSingle(b.Text[m.Start:m.End]):
			s.look(b, m)
		case s.j.core[m.Entry] && longName(b.Text, int(m.Start), int(m.End)) && !s.j.writtenInCapitals(m.Term):
			s.addLong(m.Entry)
		default:
			if !slices.Contains(s.with, m.Entry) {
				s.with = append(s.with, m.Entry)
			}
		}
	}
}

// addLong notes a label of several words that is written as a name.
func (s *pageSense) addLong(entry int32) {
	if s.wordAt(entry, true) < 0 {
		s.words = append(s.words, wordSense{entry: entry, long: true, capitals: float64(isProper)})
	}
}

func (s *pageSense) wordAt(entry int32, long bool) int {
	return slices.IndexFunc(s.words, func(w wordSense) bool { return w.entry == entry && w.long == long })
}

// look notes what stands beside a single word.
func (s *pageSense) look(b *crawl.Block, m *crawl.Mention) {
	at := s.wordAt(m.Entry, false)
	if at < 0 {
		at = len(s.words)
		s.words = append(s.words, wordSense{entry: m.Entry})
	}
	w := &s.words[at]
	if w.looked++; w.looked > mostLooked {
		return
	}
	text, start, end := b.Text, int(m.Start), int(m.End)
	if namesOther(text, start, end) {
		return
	}
	if first, _ := utf8.DecodeRuneInString(text[start:]); first >= 0x2E80 {
		w.named = w.named || namedInChinese(text, start, end)
		return
	}
	w.named = w.named || isCause(text, start)
	if s.p.Lang == "de" || s.j.writtenInCapitals(m.Term) {
		return
	}
	switch c := capitalsOf(text, start, end); {
	case c == isCommon:
		w.common = true
	case c == isNamed:
		w.named = true
	default:
		w.capitals = max(w.capitals, float64(c))
	}
}

// writtenInCapitals reports whether the ontology writes a label with a capital.
func (j *Judge) writtenInCapitals(term int32) bool {
	s := j.senseData()
	return int(term) < len(s.labels) && strings.ContainsFunc(s.labels[term].Text, unicode.IsUpper)
}

// isSingle reports whether a label, as found, is one word: in Chinese, of four
// characters or fewer.
func isSingle(label string) bool {
	if first, _ := utf8.DecodeRuneInString(label); first >= 0x2E80 {
		return utf8.RuneCountInString(label) <= 4
	}
	return !strings.ContainsAny(label, " -\u00a0") && !acronym(label)
}

// astrology is how many words of astrology the page has, at most one.
func (s *pageSense) astrology() int {
	from := int32(len(cueWords()) - astrology())
	if slices.ContainsFunc(s.cues, func(c int32) bool { return c >= from }) {
		return 1
	}
	return 0
}

// netOf returns the evidence against the topic's sense of a word, less the evidence for it.
func (s *pageSense) netOf(w *wordSense) float64 {
	if w.long && len(s.cues) == 0 { // agencies and warnings are written so
		return -otherSense
	}
	net := astrologyGain*float64(s.astrology()) + cueGain*float64(min(mostCues, len(s.cues))) - supportGain*float64(min(mostSupport, len(s.ours)))
	if !w.common {
		net += w.capitals
	}
	if w.named {
		net--
	}
	for _, e := range s.with {
		if e == w.entry { // a longer label of the same concept
			net -= 0.5
		} else {
			net--
		}
	}
	for i := range s.words {
		switch o := &s.words[i]; {
		case o.entry == w.entry:
		case o.long && len(s.cues) == 0: // not doubted
			net--
		case o.common || o.capitals == 0:
			net -= 0.5
		}
	}
	return net
}

// factor returns the weight of a mention.
func (s *pageSense) factor(block, mention int) float64 {
	b := &s.p.Blocks[block]
	m := &b.Mentions[mention]
	single := isSingle(b.Text[m.Start:m.End])
	at := s.wordAt(m.Entry, !single)
	if at < 0 || !single && !longName(b.Text, int(m.Start), int(m.End)) {
		return 1
	}
	net := s.words[at].net
	if namesOther(b.Text, int(m.Start), int(m.End)) {
		net += otherSense
	}
	if net <= 0 {
		return 1
	}
	return max(leastFactor, math.Pow(10, -net))
}
