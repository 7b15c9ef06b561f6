package script

import (
	"testing"
	"unicode"
)

// TestSets holds the quick tests for the first code points of a script to its table.
func TestSets(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if Han(r) != unicode.Is(unicode.Han, r) || Hangul(r) != unicode.Is(unicode.Hangul, r) ||
			Kana(r) != (unicode.In(r, unicode.Hiragana, unicode.Katakana) || r == 'ー' || r == 'ｰ') || Unspaced(r) != (Han(r) || Kana(r)) {
			t.Fatalf("%U is in the wrong set", r)
		}
	}
}

func TestExamples(t *testing.T) {
	for r, want := range map[rune]string{
		'台': "han", '颱': "han", '〇': "han", '々': "han", '𠮷': "han", // beyond the main block, and the basic plane
		'た': "kana", 'フ': "kana", 'ﾌ': "kana", 'ー': "kana", '풍': "hangul", 'ᄑ': "hangul",
		'。': "", 'ㄊ': "", 'e': "", 'é': "", '9': "", '１': "", unicode.ReplacementChar: "",
	} {
		got := ""
		switch {
		case Han(r):
			got = "han"
		case Kana(r):
			got = "kana"
		case Hangul(r):
			got = "hangul"
		}
		if got != want {
			t.Errorf("%c (%U) is %q, want %q", r, r, got, want)
		}
	}
	if !HasHan("GPS 台") || HasHan("typhoon") || HasHan("") {
		t.Error("HasHan")
	}
}
