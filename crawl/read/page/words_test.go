package page

import (
	"strings"
	"testing"
	"unicode"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

// tallyOf counts character by character.
func tallyOf(s string) (t wordCount) {
	in := false
	for _, r := range s {
		switch {
		case script.Kana(r):
			t.kana++
			in = false
		case script.Han(r):
			t.han++
			in = false
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r):
			if !in {
				t.spaced++
				if r >= 0xAC00 && r < 0xD7B0 {
					t.hangul++
				}
			}
			in = true
		case r == '\'', r == '’':
		default:
			in = false
		}
	}
	return t
}

func TestTally(t *testing.T) {
	for _, x := range []struct {
		s    string
		want wordCount
	}{
		{"", wordCount{}},
		{"a", wordCount{spaced: 1}},
		{"It isn't 5 o’clock, 'tis ''late''.", wordCount{spaced: 6}},
		{"abcdefgh ijklmnopq r", wordCount{spaced: 3}},
		{"abcdefghijklmnopqrstuvwxyz", wordCount{spaced: 1}},
		{"台风Typhoon来了x", wordCount{spaced: 2, han: 4}},
		{"한국어 문서 and かな", wordCount{spaced: 3, hangul: 2, kana: 2}},
		{"naïve-é", wordCount{spaced: 2}},
	} {
		var got wordCount
		if got.add(x.s); got != x.want {
			t.Errorf("%q: %+v, want %+v", x.s, got, x.want)
		}
	}
	pieces := []string{
		"a", "Z", "0", "9", "@", "[", "`", "{", "/", ":", "word", "another", "'", "’", "''", " ", "  ", "\n", "\x00", "\x7f",
		"台", "风", "か", "ー", "한", "글", "é", "\u0301", "½", "—", "\U00020000", "�", "\u4DFF", "\uA000",
	}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(t, "s"), "")
		var got wordCount
		got.add(s)
		if want := tallyOf(s); got != want {
			t.Fatalf("%q: %+v, want %+v", s, got, want)
		}
	})
}

func TestCommonWords(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "the": 1, "The cat and OF in-to x": 5, "then 'the' the's for": 1, "is台to": 2, "th e": 0,
	} {
		if got := commonWords(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

// FuzzTally: any bytes, and a text in two halves at a space is its halves.
func FuzzTally(f *testing.F) {
	for _, s := range []string{"it's\xff台\xe5", "\xe5", "한's a 'quote'", "aaaaaaaa'bbbbbbb bbbb"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = strings.ToValidUTF8(a, "?"), strings.ToValidUTF8(b, "?")
		var whole, halves wordCount
		whole.add(a + " " + b)
		halves.add(a)
		halves.add(b)
		if whole != halves {
			t.Fatalf("%q, %q: %+v, %+v", a, b, whole, halves)
		}
	})
}

// TestPunctuates: the ranges say the same as the tables.
func TestPunctuates(t *testing.T) {
	n := 0
	for r := rune(0x80); r < 0x30000; r++ {
		if punctuates(r) {
			if n++; kindOfRune(r) != noWord {
				t.Errorf("%U is of kind %d", r, kindOfRune(r))
			}
		}
	}
	if n < 20 || !punctuates('，') || !punctuates('。') {
		t.Errorf("%d characters", n)
	}
}

// TestLangTagIsNoPart: a page's language may be kept longer than the document, whose
// memory it must not hold.
func TestLangTagIsNoPart(t *testing.T) {
	for _, s := range []string{"en", "zh-CN", "pt-BR"} {
		if got := langTag(s); got != s || unsafe.StringData(got) == unsafe.StringData(s) {
			t.Errorf("%q: %q is a part of the document", s, got)
		}
	}
}
