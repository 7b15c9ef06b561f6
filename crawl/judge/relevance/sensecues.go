package relevance

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/repeated"
	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// findCues searches where the page begins and around its mentions.
func (s *pageSense) findCues(h *repeated.Host) {
	lead, left := leadBytes, mostSearched
	for i := range s.p.Blocks {
		b := &s.p.Blocks[i]
		if left <= 0 {
			return
		}
		if b.Region != crawl.RegionMain && !b.Title || h.Boilerplate(b.Key) || b.Code {
			continue
		}
		until := 0 // searched so far
		if lead > 0 {
			until = cutAt(b.Text, min(len(b.Text), lead))
			lead -= until
			s.search(b, 0, until)
			left -= until
		}
		for k := range b.Mentions {
			m := &b.Mentions[k]
			if !s.j.knows(m.Entry) || !s.j.core[m.Entry] || left <= 0 {
				continue
			}
			from, to := cutAt(b.Text, max(until, int(m.Start)-besideBytes)), cutAt(b.Text, min(len(b.Text), int(m.End)+besideBytes))
			if from < to {
				s.search(b, from, to)
				left -= to - from
				until = to
			}
		}
	}
}

// cutAt moves i to the beginning of a character.
func cutAt(s string, i int) int {
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

// search adds the cues in b.Text[from:to] that are not part of a mention.
func (s *pageSense) search(b *crawl.Block, from, to int) {
	d := s.j.senseData()
	d.found = d.lex.Find(b.Text[from:to], d.found[:0])
	for _, m := range d.found {
		start, end := int(m.Start)+from, int(m.End)+from
		list := &s.cues
		if int(m.Entry) >= d.cues {
			list = &s.ours
		}
		if m.Inside || slices.Contains(*list, m.Entry) ||
			slices.ContainsFunc(b.Mentions, func(o crawl.Mention) bool { return int(o.Start) < end && start < int(o.End) }) {
			continue
		}
		*list = append(*list, m.Entry)
	}
}

// senseData returns what judging senses needs. Cues that stand in a label of the
// topic, or hold one, belong to the topic.
func (j *Judge) senseData() *sense {
	if j.senses != nil {
		return j.senses
	}
	s := &sense{labels: TermsOf(j.topic), words: cueWords()}
	s.cues = len(s.words)
	ours := make([]bool, s.cues)
	var found []lexicon.Match
	for _, t := range s.labels {
		found = senseCues().Find(t.Text, found[:0])
		for _, m := range found {
			ours[m.Entry] = true
		}
	}
	var terms []lexicon.Term
	for i, w := range s.words {
		found = j.lex.Find(w, found[:0])
		if !ours[i] && len(found) == 0 {
			terms = append(terms, lexicon.Term{Text: w, Lang: "en", Entry: int32(i)})
		}
	}
	for _, w := range supportOf(s.labels) {
		terms = append(terms, lexicon.Term{Text: w, Lang: "en", Entry: int32(len(s.words))})
		s.words = append(s.words, w)
	}
	lex, err := lexicon.New(terms, lexicon.Options{Segmenter: lexicon.Trie})
	if err != nil { // not with words of letters
		lex = senseCues()
	}
	s.lex, j.senses = lex, s
	return s
}

// leastSupport is the length of a word of support in letters, in Latin script.
const leastSupport = 4

// supportOf returns the words that labels of at least two entries are made of: in
// Chinese the pairs of characters of labels of even length. Labels of one word are
// concepts, no support.
func supportOf(labels []lexicon.Term) []string {
	entries := map[string]int32{} // -1: of several
	alone := map[string]bool{}
	for _, t := range labels {
		parts := partsOf(t.Text)
		if len(parts) < 2 {
			alone[lexicon.Fold(t.Text)] = true
		}
		for _, w := range parts {
			if e, ok := entries[w]; ok && e != t.Entry {
				entries[w] = -1
			} else if !ok {
				entries[w] = t.Entry
			}
		}
	}
	var out []string
	for w, e := range entries {
		if e == -1 && !alone[w] {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}

// partsOf cuts a label into words, or pairs of Chinese characters.
func partsOf(label string) (out []string) {
	folded := lexicon.Fold(label)
	if r := []rune(folded); len(r) > 0 && r[0] >= 0x2E80 {
		for i := 0; i+1 < len(r) && len(r)%2 == 0; i += 2 {
			if script.Han(r[i]) && script.Han(r[i+1]) {
				out = append(out, string(r[i:i+2]))
			}
		}
		return out
	}
	for _, w := range strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if utf8.RuneCountInString(w) >= leastSupport {
			out = append(out, w)
		}
	}
	return out
}
