package lexicon

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func cut(tb testing.TB, d *Dictionary, text string) (words []string) {
	tb.Helper()
	if err := d.Words(text, func(w Word) bool { words = append(words, w.Text); return true }); err != nil {
		tb.Fatal(err)
	}
	return words
}

func TestWords(t *testing.T) {
	d := &shared
	for text, want := range map[string]string{
		"":                     "",
		"  .,; ":               "",
		"The storm's eye-wall": "the storm's eye wall",
		"Ｔｙｐｈｏｏｎ 2024":         "typhoon 2024",
		"暴雨预警在广东":              "暴雨 预警 在 广东",
		"颶風登陸廣東":               "飓风 登陆 广东",
		"强热带风暴Mangkhut登陆":      "强 热带 风暴 mangkhut 登陆",
		"平台风险":                 "平台 风险",
		"don’t 'stop'":         "don’t stop",
		"Ærøskøbing été":       "ærøskøbing été",
	} {
		if got := strings.Join(cut(t, d, text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Rare words cost more bits; other scripts have none.
func TestWordBits(t *testing.T) {
	bits := map[string]float64{}
	if err := shared.Words("我们 气旋 storm", func(w Word) bool { bits[w.Text] = w.Bits; return true }); err != nil {
		t.Fatal(err)
	}
	if !(bits["我们"] > 5 && bits["我们"] < bits["气旋"]) || bits["storm"] != 0 {
		t.Error(bits)
	}
}

func TestWordsStop(t *testing.T) {
	d, n := &shared, 0
	for _, text := range []string{"one two three", "台风登陆广东"} {
		n = 0
		if err := d.Words(text, func(Word) bool { n++; return n < 2 }); err != nil || n != 2 {
			t.Errorf("%s: %d words after the second should have been the last, %v", text, n, err)
		}
	}
}

// Words are in order, do not overlap, and are of the text, whatever it is.
func FuzzWords(f *testing.F) {
	d := &shared
	for _, s := range []string{"台风 typhoon", "\xff\xfe台", "é台風’s", strings.Repeat("风", 900), "a\u200bb"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		var joined []string
		err := d.Words(s, func(w Word) bool {
			if w.Start < at || w.End <= w.Start || w.End > len(s) {
				t.Fatalf("%d:%d after %d", w.Start, w.End, at)
			}
			if w.Text != Fold(s[w.Start:w.End]) {
				t.Fatalf("%q is not %q", w.Text, s[w.Start:w.End])
			}
			at = w.End
			joined = append(joined, w.Text)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if utf8.ValidString(s) && slices.Contains(joined, "") && !strings.ContainsFunc(s, func(r rune) bool { return isIgnorable(r) }) {
			t.Fatalf("an empty word in %q", s)
		}
	})
}
