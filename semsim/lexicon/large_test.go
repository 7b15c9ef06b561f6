package lexicon

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hugeTerms returns n labels in six languages, many of which hold others.
func hugeTerms(n int) []Term {
	base := manyTerms(200)
	langs := []string{"en", "zh", "es", "fr", "pt", "de"}
	terms := make([]Term, 0, n)
	for i := 0; len(terms) < n; i++ {
		b := base[i%len(base)]
		lang := langs[i%len(langs)]
		text := fmt.Sprintf("%s kind %d", b.Text, i)
		if lang == "zh" {
			text = fmt.Sprintf("%d号%s", i, base[1].Text+base[0].Text)
		}
		terms = append(terms, Term{text, lang, int32(i)})
	}
	return terms
}

// A hundred thousand labels are built in seconds and kept in some hundred bytes
// each.
func TestHundredThousandLabels(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a large lexicon")
	}
	terms := append(manyTerms(700), hugeTerms(100_000)...)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, start := heap(), processorTime(t)
	l := build(t, terms, Options{Segmenter: Trie})
	took := processorTime(t) - start
	grown := int(heap() - before)
	t.Logf("%d labels, %d parts: built in %v, %.0f MB, %d bytes each", len(terms), len(l.parts), took, float64(grown)/1e6, grown/len(terms))
	if took > 20*time.Second || grown > 150e6 {
		t.Errorf("built in %v, %d bytes", took, grown)
	}
	if n := len(l.Find("typhoon warning kind 7 and a typhoon", nil)); n < 2 {
		t.Errorf("%d matches", n)
	}
	runtime.KeepAlive(terms)
}

// Labels that are stop words, single characters or digits are found and do no
// harm; a million mentions are found in one pass.
func TestStopWordsAndMillions(t *testing.T) {
	terms := append(list("en", "the", "a", "of", "x", "7"), list("zh", "的", "一", "雨", "台风")...)
	terms = append(terms, list("es", "de", "la", "lluvia de la tarde", "lluvia")...)
	for i := range terms {
		terms[i].Entry = int32(i)
	}
	l := build(t, terms, Options{Dictionary: &shared})
	if got, want := shown(l, "the rain of a day; 7 x; lluvias de la tarde"), "the:; of:; a:; 7:; x:; lluvias de la tarde: lluvias de la"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	start := time.Now()
	if got := len(l.Find(strings.Repeat("of 雨，la ", n/3+1), nil)); got < n {
		t.Errorf("%d matches, want %d", got, n)
	}
	t.Logf("%d mentions in %v", n, time.Since(start))
}

// Three languages in one text, without a space between them.
func TestThreeLanguagesAtOnce(t *testing.T) {
	l := build(t, stemTerms(), Options{Dictionary: &shared})
	text := "台风hurricanes台风 huracanes、inundaciones台风的floods/Wirbelstürme"
	want := "台风:; hurricanes:; 台风:; huracanes:; inundaciones:; 台风:; floods:; Wirbelstürme:"
	if got := shown(l, text); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func BenchmarkNewLarge(b *testing.B) {
	terms := hugeTerms(100_000)
	b.ReportAllocs()
	for b.Loop() {
		build(b, terms, Options{Segmenter: Trie})
	}
}
