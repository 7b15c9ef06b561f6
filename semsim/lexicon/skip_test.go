package lexicon

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// findEverywhere is Find without what rules places out: it tries to match
// wherever a label may begin.
func (l *Lexicon) findEverywhere(text string) []Match {
	s := scan{Lexicon: l, text: text}
	defer s.done()
	for i := 0; i < len(text); {
		end := s.match(i, false)
		if end == 0 && isDigit(text[i]) {
			for end = i; end < len(text) && isDigit(text[end]); end++ {
			}
			if end < len(text) && isAlnum(text[end]) {
				if after := s.match(end, true); after > 0 {
					end = after
				} else {
					end = s.skip(end)
				}
			}
		}
		if end == 0 {
			end = s.skip(i)
		}
		i = end
	}
	return s.dst
}

// skip returns where the word that stands at i ends, or the character.
func (s *scan) skip(i int) int {
	if !isAlnum(s.text[i]) {
		_, size := utf8.DecodeRuneInString(s.text[i:])
		return i + size
	}
	for i < len(s.text) && isAlnum(s.text[i]) {
		i++
	}
	return i
}

// TestNothingIsSkipped: what rules out that a label begins somewhere never rules
// out one that does.
func TestNothingIsSkipped(t *testing.T) {
	labels := list("en", "a", "ab", "TC", "fog", "storm surge", "low pressure", "C++", "F.1", "a b c", "hPa", "gale 10", "typhoon", "5G", "é", "naïve", "o'er", "x-ray")
	labels = append(labels, list("zh", "台风", "A型", "风 a", "暴雨")...)
	l := build(t, labels, Options{Segmenter: Trie})
	pieces := []string{
		"a", "ab", "abc", "TC", "tc", "fog", "fogs", "Fog", "storm", " surge", "surge", "low", "pressure", "c", "C++", "F.1", "f", ".", "1", "b",
		"hPa", "980hPa", "12", "gale", "10", "typhoon", "typhoons", "5G", "5", "G", "e\u0301", "é", "nai\u0308ve", "o'er", "o’er", "'", "x", "ray",
		" ", "  ", "-", "_", "\n", "\t", ",", "(", "台风", "台", "A型", "风", "暴雨", "\u200b", "\u0301", "\xff", "\x00", "ＴＣ", "word", "another",
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "text"), "")
		got, want := l.Find(text, nil), l.findEverywhere(text)
		if !slices.Equal(got, want) {
			t.Fatalf("%q: %s, want %s", text, show(text, got), show(text, want))
		}
	})
}

// TestNoFormIsSkipped: the same with inflected labels, labels of several words that begin as other texts
// do, and a text that comes again, when it is known which words begin no form.
func TestNoFormIsSkipped(t *testing.T) {
	labels := list("en", "the calm before the storm", "in flood", "IN", "storm", "storm surge", "tropical storm", "temperature", "a b", "e-mail of the day")
	labels = append(labels, list("es", "huracán", "tormenta tropical", "temperatura", "inundación", "ciclón extratropical", "el niño", "el café")...)
	labels = append(labels, list("de", "Sturm", "Überschwemmung", "Sturmflut der Nordsee")...)
	labels = append(labels, list("fr", "tempête de neige", "abcdefgé", "inondation")...)
	labels = append(labels, list("pt", "furacão", "tempestade")...)
	l, all := build(t, labels, Options{Segmenter: Trie}), build(t, labels, Options{Segmenter: Trie})
	pieces := []string{
		"the", "calm", "before", "storm", "storms", "stormy", "stormier", "surge", "in", "IN", "In", "flood", "floods", "of", "a", "b", "e", "mail", "day",
		"temperature", "temperatures", "temperaturas", "temperamental", "tempestuous", "tempestades", "tempete", "tempêtes", "temp\u0302ete", "de", "neige",
		"huracan", "huracanes", "huracán", "hurricane", "inundaciones", "inundated", "inundation", "inondations", "ciclones", "extratropical", "extratropicales",
		"el", "El", "nino", "niño", "nin\u0303o", "cafe", "cafe\u0301", "cafeteria", "Sturm", "STURM", "Sturmflut", "Sturms", "der", "Nordsee", "Ueberschwemmung",
		"abcdefge", "abcdefge\u0301", "abcdefg", "tropical", "tormentas", "tropicales", "tormento", "tempestadesque", "furacoes", "furacões", "12",
		" ", " ", " ", " ", "  ", "-", "_", "\n", ",", ".", "(", "'", "\u200b", "\u0301", "\xff", "\x00", "台风", "word", "another",
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "text"), "")
		all.filter = new(filter) // which refuses nothing
		for i := range all.filter.heads {
			all.filter.stemmed, all.filter.heads[i] = true, ^uint64(0)
		}
		want := all.findEverywhere(text)
		for range 2 {
			got := l.Find(text, nil)
			if !slices.Equal(got, want) {
				t.Fatalf("%q: %s, want %s", text, show(text, got), show(text, want))
			}
		}
	})
}

func show(text string, ms []Match) (s string) {
	for _, m := range ms {
		s += fmt.Sprintf(" %d:%q", m.Start, text[m.Start:m.End])
	}
	return s
}
