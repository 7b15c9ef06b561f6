package relevance

import (
	"encoding/binary"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// packedWords are the words of a page and their counts in one text: a page's words are
// kept long after the page.
type packedWords string

func packWords(words []crawl.WordCount) packedWords {
	b := make([]byte, 0, 9*len(words))
	for _, x := range words {
		b = binary.AppendUvarint(b, uint64(x.Count))
		b = binary.AppendUvarint(b, uint64(len(x.Word)))
		b = append(b, x.Word...)
	}
	return packedWords(b)
}

// wordsOf unpacks the words of a page. The list is good until the next call.
func (l *learner) wordsOf(s *sample) []crawl.WordCount {
	l.unpacked, _ = s.words.unpack(l.unpacked[:0])
	return l.unpacked
}

// unpack appends the words to out. It reports whether packWords made them from a sorted
// list.
func (p packedWords) unpack(out []crawl.WordCount) (_ []crawl.WordCount, ok bool) {
	before := ""
	for len(p) > 0 {
		count, a := uvarint(string(p))
		size, b := uvarint(string(p[a:]))
		if a == 0 || b == 0 || count > maxCount || size > uint64(len(p)-a-b) {
			return out, false
		}
		p = p[a+b:]
		word := string(p[:size])
		if word <= before {
			return out, false
		}
		out = append(out, crawl.WordCount{Word: word, Count: uint16(count)})
		before, p = word, p[size:]
	}
	return out, true
}

// uvarint is binary.Uvarint of a text, for numbers of at most 21 bits; n is 0 if there
// is none.
func uvarint(s string) (v uint64, n int) {
	for n < len(s) && n < 3 {
		c := s[n]
		v |= uint64(c&0x7f) << (7 * n)
		if n++; c < 0x80 {
			return v, n
		}
	}
	return 0, 0
}
