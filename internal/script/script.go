// Package script names the sets of characters that Chinese, Japanese and Korean are written
// in, for all who cut texts into words or guess languages. Each set holds the script of its
// name (Unicode Standard Annex 24), beyond the main block too.
package script

import (
	"strings"
	"unicode"
)

// Han reports a Chinese character.
func Han(r rune) bool {
	return r >= 0x2E80 && (0x4E00 <= r && r <= 0x9FFF || unicode.Is(unicode.Han, r))
}

// HasHan reports whether s has a Chinese character.
func HasHan(s string) bool { return strings.ContainsFunc(s, Han) }

// Kana reports a character of Hiragana or Katakana, and ー, which lengthens a vowel in both.
func Kana(r rune) bool {
	return r >= 0x3040 && (r == 'ー' || r == 'ｰ' || unicode.In(r, unicode.Hiragana, unicode.Katakana))
}

// Hangul reports a Korean character.
func Hangul(r rune) bool { return r >= 0x1100 && unicode.Is(unicode.Hangul, r) }

// Unspaced reports a character of the scripts that put no spaces between words and give
// each character a meaning or a sound: Chinese characters and kana.
func Unspaced(r rune) bool { return Han(r) || Kana(r) }
