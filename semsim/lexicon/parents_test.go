package lexicon

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// trio is a lexicon of each segmenter.
type trio struct{ trie, gse, hybrid *Lexicon }

func newTrio(tb rapid.TB, terms []Term) trio {
	of := func(mode string) *Lexicon {
		l, err := New(terms, Options{Segmenter: mode, Dictionary: &shared})
		if err != nil {
			tb.Fatal(err)
		}
		return l
	}
	return trio{of(Trie), of(GSE), of(Hybrid)}
}

// lost returns a label that trie and gse find in text at the same place and
// hybrid does not, though no extra word stands across it.
func (x trio) lost(text string) (label string, lost bool) {
	ours, gse := x.hybrid.Find(text, nil), x.gse.Find(text, nil)
	extra := strings.Fields(ownWords + idioms)
	for _, m := range x.trie.Find(text, nil) {
		has := func(list []Match) bool {
			return slices.ContainsFunc(list, func(n Match) bool { return n.Start == m.Start && n.End == m.End && n.Term == m.Term })
		}
		if !m.Inside && slices.ContainsFunc(gse, func(n Match) bool { return !n.Inside && n.Start == m.Start && n.End == m.End }) &&
			!has(ours) && !across(text, m, extra) {
			return text[m.Start:m.End], true
		}
	}
	return "", false
}

// across reports whether a word of the list shares a character with m and
// reaches beyond it.
func across(text string, m Match, list []string) bool {
	for i := max(0, int(m.Start)-40); i < int(m.End); i++ {
		for _, w := range list {
			if end := i + len(w); i < int(m.End) && int(m.Start) < end && (i < int(m.Start) || end > int(m.End)) && strings.HasPrefix(text[i:], w) {
				return true
			}
		}
	}
	return false
}

// parentSeeds are texts in which labels, words and characters compete.
var parentSeeds = []string{
	"强台风登陆浙江", "台风登陆广东阳江", "今年第5号台风生成", "省里刚刚出台风暴潮防御方案", "强台风暴雨", "超强台风登陆台风眼壁",
	"上台风雨强台风暴雨大风登陆", "防台风暴潮", "水库提前泄水迎战台风暴雨洪水位", "强降雨量水位大雨雪崩塌方", "高温低温度大雾",
}

func TestHybridKeepsWhatBothFind(t *testing.T) {
	x := newTrio(t, trapTerms())
	for _, s := range slices.Concat(parentSeeds, lines(trapSentences), lines(truthSentences)) {
		if label, lost := x.lost(Fold(s)); lost {
			t.Errorf("%s is lost in %s", label, s)
		}
	}
	if got, want := shown(x.hybrid, "强台风登陆浙江"), "强台风: 台风; 登陆:"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, s := range []string{"平台风险管理办法", "后台风控系统", "舞台风采"} {
		if got := x.hybrid.Find(s, nil); len(got) > 0 {
			t.Errorf("%s: %v", s, got)
		}
	}
}

// Mixtures of labels, of words of the dictionary, of characters and of text.
func TestHybridKeepsWhatBothFindInMixtures(t *testing.T) {
	terms := trapTerms()
	x := newTrio(t, terms)
	if err := shared.Load(); err != nil {
		t.Fatal(err)
	}
	words := &shared.gse
	word := func(i int) string {
		var out strings.Builder
		for _, r := range words.text[words.off[i]:words.off[i+1]] {
			out.WriteRune(rune(r))
		}
		return out.String()
	}
	text := []rune(strings.Join(append(lines(trapSentences), lines(truthSentences)...), ""))
	chars := []rune(functionChars + "，。 5眼潮雨水大风台暴强")
	piece := rapid.OneOf(
		rapid.Custom(func(t *rapid.T) string { return Fold(rapid.SampledFrom(terms[:100]).Draw(t, "label").Text) }),
		rapid.Custom(func(t *rapid.T) string { return word(rapid.IntRange(0, len(words.cost)-1).Draw(t, "word")) }),
		rapid.Custom(func(t *rapid.T) string { return string(rapid.SampledFrom(chars).Draw(t, "char")) }),
		rapid.Custom(func(t *rapid.T) string {
			i := rapid.IntRange(0, len(text)-8).Draw(t, "from")
			return Fold(string(text[i : i+rapid.IntRange(1, 8).Draw(t, "n")]))
		}),
	)
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(piece, 1, 60).Draw(t, "pieces"), "")
		if label, lost := x.lost(s); lost {
			t.Fatalf("%s is lost in %s", label, s)
		}
	})
}

// Labels cut out of a text at random, which overlap in every way.
func TestHybridKeepsWhatBothFindOfAnyLabels(t *testing.T) {
	piece := rapid.OneOf(
		rapid.SampledFrom(strings.Fields(ownWords)),
		rapid.SampledFrom(strings.Split(functionChars, "")),
		rapid.SampledFrom(strings.Fields(trapLabelsZh)),
	)
	rapid.Check(t, func(t *rapid.T) {
		text := []rune(strings.Join(rapid.SliceOfN(piece, 3, 8).Draw(t, "text"), ""))
		var labels []string
		for _, from := range rapid.SliceOfN(rapid.IntRange(0, len(text)-2), 2, 8).Draw(t, "from") {
			labels = append(labels, string(text[from:min(len(text), from+rapid.IntRange(2, 4).Draw(t, "n"))]))
		}
		labels = slices.DeleteFunc(labels, func(s string) bool { return strings.TrimSpace(s) == "" })
		if label, lost := newTrio(t, list("zh", labels...)).lost(string(text)); lost {
			t.Fatalf("%s is lost in %s", label, string(text))
		}
	})
}

func FuzzHybridKeepsWhatBothFind(f *testing.F) {
	x := newTrio(f, trapTerms())
	for _, s := range slices.Concat(parentSeeds, lines(trapSentences)) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = Fold(strings.ToValidUTF8(s, ""))
		if label, lost := x.lost(s); lost {
			t.Fatalf("%s is lost in %s", label, s)
		}
	})
}
