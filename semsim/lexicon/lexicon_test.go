package lexicon

import (
	"errors"
	"strings"
	"testing"
)

// found is a match as a test writes it: the text matched and the term.
type found struct{ text, term string }

func find(t testing.TB, l *Lexicon, terms []Term, text string) []found {
	t.Helper()
	var out []found
	last := int32(0)
	for _, m := range l.Find(text, nil) {
		if m.Inside {
			continue // parts_test.go
		}
		if m.Start < last || m.End <= m.Start || int(m.End) > len(text) {
			t.Fatalf("Find(%q): match %+v out of order or range", text, m)
		}
		if m.Entry != terms[m.Term].Entry {
			t.Fatalf("Find(%q): entry %d of term %d", text, m.Entry, m.Term)
		}
		last = m.End
		out = append(out, found{text[m.Start:m.End], terms[m.Term].Text})
	}
	return out
}

func build(t testing.TB, terms []Term, opt Options) *Lexicon {
	t.Helper()
	l, err := New(terms, opt)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func list(lang string, labels ...string) []Term {
	var terms []Term
	for i, s := range labels {
		terms = append(terms, Term{s, lang, int32(100 + i)})
	}
	return terms
}

func TestFindChinese(t *testing.T) {
	terms := list("zh", "台风", "超强台风", "暴雨", "暴雨红色预警", "暴雨红色预警信号", "24小时雨量", "Ⅳ级应急响应", "风暴潮")
	l := build(t, terms, Options{Segmenter: Trie})
	for _, c := range []struct {
		text string
		want []found
	}{
		{"", nil},
		{"晴天", nil},
		{"台风", []found{{"台风", "台风"}}},
		{"颱風和臺風都是台風", []found{{"颱風", "台风"}, {"臺風", "台风"}, {"台風", "台风"}}},
		{"超强台风台风", []found{{"超强台风", "超强台风"}, {"台风", "台风"}}},
		{"超强台", nil},
		{"发布暴雨红色预警信号", []found{{"暴雨红色预警信号", "暴雨红色预警信号"}}},
		{"发布暴雨红色预警。", []found{{"暴雨红色预警", "暴雨红色预警"}}},
		{"发布暴雨红色预备", []found{{"暴雨", "暴雨"}}},
		{"２４小時雨量", []found{{"２４小時雨量", "24小时雨量"}}},
		{"启动IV级应急响应", []found{{"IV级应急响应", "Ⅳ级应急响应"}}},
		{"啟動ⅳ級應急響應", []found{{"ⅳ級應急響應", "Ⅳ级应急响应"}}},
		{"台\u200b风", []found{{"台\u200b风", "台风"}}},
		{"台\xff风", nil},
		{"\x00台风\x00", []found{{"台风", "台风"}}},
		{"\xe5\x8f台风\xe9", []found{{"台风", "台风"}}},
		{"風暴潮", []found{{"風暴潮", "风暴潮"}}},
	} {
		check(t, l, terms, c.text, c.want)
	}
}

func check(t *testing.T, l *Lexicon, terms []Term, text string, want []found) {
	t.Helper()
	got := find(t, l, terms, text)
	if len(got) != len(want) {
		t.Errorf("Find(%q) = %q, want %q", text, got, want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("Find(%q) = %q, want %q", text, got, want)
			return
		}
	}
}

func TestFindEnglish(t *testing.T) {
	terms := list("en", "typhoon", "wind", "storm surge", "heavy rain", "casualty", "TD", "STS",
		"hPa", "short-duration heavy rain", "El Niño", "gust", "tornado", "marsh", "losses", "Beaufort")
	l := build(t, terms, Options{Segmenter: Trie})
	for _, c := range []struct {
		text string
		want []found
	}{
		{"Typhoon", []found{{"Typhoon", "typhoon"}}},
		{"ＴＹＰＨＯＯＮＳ!", []found{{"ＴＹＰＨＯＯＮＳ", "typhoon"}}},
		{"the typhoon's eye", []found{{"typhoon", "typhoon"}}},
		{"typhoons’ eyes", []found{{"typhoons", "typhoon"}}},
		{"typhoonish", nil},
		{"supertyphoon", nil},
		{"super-typhoon", []found{{"typhoon", "typhoon"}}},
		{"window rewind winds wind", []found{{"winds", "wind"}, {"wind", "wind"}}},
		{"naïvewind", nil},
		{"ïwind windï", nil},
		{"wind2 2wind x2wind", nil},
		{"storm surge", []found{{"storm surge", "storm surge"}}},
		{"storm-surge storm_surge", []found{{"storm-surge", "storm surge"}, {"storm_surge", "storm surge"}}},
		{"storm  surges", []found{{"storm  surges", "storm surge"}}},
		{"storm\n   surge", []found{{"storm\n   surge", "storm surge"}}},
		{"storm-\n  surge", []found{{"storm-\n  surge", "storm surge"}}},
		{"storm\u00a0surge storm\u2011surge", []found{{"storm\u00a0surge", "storm surge"}, {"storm\u2011surge", "storm surge"}}},
		{"storm - surge", nil},
		{"storm -surge, storm--surge", nil},
		{"storm\n\nsurge", nil},
		{"storm, surge", nil},
		{"storm" + strings.Repeat(" ", 500) + "surge", nil},
		{"storm ", nil},
		{"short duration heavy rain; short-duration heavy rains",
			[]found{{"short duration heavy rain", "short-duration heavy rain"}, {"short-duration heavy rains", "short-duration heavy rain"}}},
		{"heavy raincoat", nil},
		{"casualties", []found{{"casualties", "casualty"}}},
		{"tornadoes tornados", []found{{"tornadoes", "tornado"}, {"tornados", "tornado"}}},
		{"marshes", []found{{"marshes", "marsh"}}},
		{"losseses", nil},
		{"a TD and TDs, a <td>", []found{{"TD", "TD"}}},
		{"ＴＤ", []found{{"ＴＤ", "TD"}}},
		{"今天TD生成", []found{{"TD", "TD"}}},
		{"sts STS-115", []found{{"STS", "STS"}}},
		{"980hPa 980 HPA", []found{{"hPa", "hPa"}, {"HPA", "hPa"}}},
		{"x980hPa", nil},
		{"El Nin\u0303o, EL NIÑO", []found{{"El Nin\u0303o", "El Niño"}, {"EL NIÑO", "El Niño"}}},
		{"El Nino", nil},
		{"gu\u00adst", []found{{"gu\u00adst", "gust"}}},
		{"ﬁne wind", []found{{"wind", "wind"}}},
		{"beaufort", []found{{"beaufort", "Beaufort"}}},
	} {
		check(t, l, terms, c.text, c.want)
	}
}

func TestFindPrefersTheFirstTerm(t *testing.T) {
	terms := []Term{{"洪水", "zh", 1}, {"洪水", "zh-Hant", 2}, {"floods", "en", 3}, {"flood", "en", 4}}
	l := build(t, terms, Options{Segmenter: Trie})
	var got []int32
	for _, m := range l.Find("洪水 floods flood", nil) {
		got = append(got, m.Term)
	}
	if len(got) != 3 || got[0] != 0 || got[1] != 2 || got[2] != 3 {
		t.Errorf("terms %v, want [0 2 3]", got)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		terms []Term
		opt   Options
		want  string
	}{
		{[]Term{{"ok", "en", 0}, {" - ", "en", 0}}, Options{}, "term 1"},
		{[]Term{{strings.Repeat("长", 201), "zh", 0}}, Options{}, "201 characters"},
		{nil, Options{Segmenter: "jieba"}, `unknown segmenter "jieba"`},
	} {
		_, err := New(c.terms, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New(%v, %v) = %v, want %q in it", c.terms, c.opt, err, c.want)
		}
		if te := (*TermError)(nil); c.terms != nil && !errors.As(err, &te) {
			t.Errorf("%v is not a TermError", err)
		}
	}
}

func TestFindAppends(t *testing.T) {
	l := build(t, list("en", "rain"), Options{})
	dst := []Match{{Start: -1}}
	if dst = l.Find("rain", dst); len(dst) != 2 || dst[0].Start != -1 {
		t.Errorf("Find dropped what was in dst: %v", dst)
	}
	if got := build(t, nil, Options{}).Find("rain 雨", nil); got != nil {
		t.Errorf("no terms, but %v", got)
	}
}
