package relevance

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// TestWords: runs of letters, pairs of characters, folded; a heading counts threefold.
func TestWords(t *testing.T) {
	p := &crawl.Page{Blocks: []crawl.Block{
		{Text: "Storm Über café", H1: true},
		{Text: "the storm: STORM; cafe\u0301 颱風來 no ﬁre"},
		{Text: "left out"},
	}}
	var w wordBag
	got := w.wordsOf(p, func(i int) bool { return i == 2 })
	want := []crawl.WordCount{{Word: "café", Count: 4}, {Word: "fire", Count: 1}, {Word: "storm", Count: 5}, {Word: "the", Count: 1}, {Word: "über", Count: 3}, {Word: "台风", Count: 1}, {Word: "风来", Count: 1}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	unpacked, ok := packWords(got).unpack(nil)
	if d := cmp.Diff(want, unpacked); d != "" || !ok {
		t.Error(ok, d)
	}
}

// TestMatcher: a matcher counts what a list of the words has, and finds the same
// language.
func TestMatcher(t *testing.T) {
	letters := []rune("abCDefghIJ éÉßİıſﬁＡΣςσ台颱臺風风登陆\u0301\u200b가ᄀ\u1161한")
	rapid.Check(t, func(t *rapid.T) {
		j := &Judge{memory: &memory{}}
		p := &crawl.Page{Lang: "de"}
		for range rapid.IntRange(1, 3).Draw(t, "blocks") {
			p.Blocks = append(p.Blocks, crawl.Block{
				Text: rapid.StringOfN(rapid.SampledFrom(letters), 0, 30, -1).Draw(t, "text"), H1: rapid.Bool().Draw(t, "h1"),
			})
		}
		var bag wordBag
		list := bag.wordsOf(p, func(int) bool { return false })
		m := &Model{}
		for _, w := range list {
			m.Words = append(m.Words, ModelWord{w.Word, 1})
		}
		m.Words = append(m.Words, ModelWord{"elsewhere", 1})
		got, language := j.matchOf(m).counts(j, p)
		want := m.countsIn(list, make([]uint16, len(m.Words)))
		if d := cmp.Diff(want, slices.Clone(got)); d != "" || language != languageOf(list, p.Lang) {
			t.Fatalf("%v: %s; language %s", list, d, language)
		}
	})
}

// TestHash: the hash of a word does not depend on what stands after it, nor on case.
func TestHash(t *testing.T) {
	seen := map[uint64]string{}
	for _, word := range []string{"sto", "storm", "hurrican", "hurricane", "thunderstorm", "Thunderstorms", "thunderstormsand", "überschwemmung", "ouragané"} {
		folded := lexicon.Fold(word)
		h := hashOf(folded)
		for _, after := range []string{"", " ", " and all that", "。", "台风"} {
			var w wordBag
			if w.add("x " + word + after); w.words[0].hash != h || !w.words[0].exact || int(w.words[0].size) != len(word) {
				t.Errorf("%q before %q: %+v, want %x", word, after, w.words[0], h)
			}
		}
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s", other, word)
		}
		seen[h] = folded
	}
}

// TestUnwanted: the words of pages that the learner does not want change nothing.
func TestUnwanted(t *testing.T) {
	a, b := stormJudge(t, Options{Judge: Fielded}), stormJudge(t, Options{Judge: Fielded})
	r := rand.New(rand.NewPCG(1, 2))
	vocabulary := []string{"leek", "butter", "soup", "bowl", "spoon"}
	unwanted := 0
	for i := range 4 * mostKept {
		p := synthetic(a, r, i, vocabulary)
		q := *p
		if !b.learner.wants(newSample(p, p.Features.First)) {
			q.Features = &crawl.Features{Topic: p.Features.Topic, First: p.Features.First, Length: p.Features.Length}
			unwanted++
		}
		a.Learn(p)
		b.Learn(&q)
	}
	x, _ := binenc.Marshal(a)
	y, _ := binenc.Marshal(b)
	if !bytes.Equal(x, y) || unwanted < mostKept || a.Model() == nil {
		t.Errorf("%d unwanted; memories of %d and %d bytes", unwanted, len(x), len(y))
	}
}

// FuzzPackedWords: what is read is packed as it was.
func FuzzPackedWords(f *testing.F) {
	f.Add(string(packWords([]crawl.WordCount{{Word: "soup", Count: 300}, {Word: "台风", Count: 1}})))
	f.Fuzz(func(t *testing.T, s string) {
		words, ok := packedWords(s).unpack(nil)
		if !ok {
			return
		}
		again, ok := packWords(words).unpack(nil)
		if d := cmp.Diff(words, again); d != "" || !ok {
			t.Error(ok, d)
		}
	})
}

// TestAgain: a page that is judged again has the same verdict, and nothing is gathered of it.
func TestAgain(t *testing.T) {
	j := stormJudge(t, Options{Judge: Fielded})
	stormWeb(t, j, 400, func(url, body string) *crawl.Page { return read(t, j, url, body) })
	if j.Model() == nil {
		t.Fatal("no model")
	}
	for _, body := range []string{"<title>Typhoon</title><p>typhoon storm surge wind", "<p>a typhoon of leek soup", "<p>leek soup"} {
		p, q := read(t, j, home, body), read(t, j, home, body)
		if d := cmp.Diff(j.Score(p), Again{j}.Score(q)); d != "" || q.Features != nil {
			t.Errorf("%s: features %v\n%s", body, q.Features, d)
		}
		if p.Features == nil && strings.Contains(body, "typhoon") {
			t.Errorf("%s: a page read for the first time has no features", body)
		}
	}
}
