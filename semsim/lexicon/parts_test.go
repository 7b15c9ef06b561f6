package lexicon

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestLabelsInsideLabels(t *testing.T) {
	terms := append(list("en", "hurricane", "hurricane landfall", "landfall", "typhoon warning", "super typhoon", "typhoon",
		"storm surge barrier", "storm surge", "storm", "ET cetera rule", "ET", "wind", "windfall tax", "El Niño storm"),
		list("zh", "台风", "台风登陆", "登陆", "强台风", "平台风险", "风险", "防台风预警", "台风眼", "风眼", "24小时台风预报")...)
	for i := range terms {
		terms[i].Entry = int32(i)
	}
	for _, mode := range []string{Trie, Hybrid} {
		l := build(t, terms, Options{Segmenter: mode, Dictionary: &shared})
		for text, want := range map[string]string{
			"Hurricane landfall in Florida": "Hurricane landfall: Hurricane landfall",
			"two hurricane landfalls":       "hurricane landfalls: hurricane landfalls",
			"SUPER-TYPHOON":                 "SUPER-TYPHOON: TYPHOON",
			"storm \n surge\tbarriers":      "storm \n surge\tbarriers: storm \n surge storm",
			"et cetera rule":                "et cetera rule:",
			"ET cetera rule":                "ET cetera rule: ET",
			"the windfall tax":              "windfall tax:",
			"El Nin\u0303o storms":          "El Nin\u0303o storms: storms",
			"台风登陆广东阳江":                      "台风登陆: 台风 登陆",
			"颱\u200b風登陸":                    "颱\u200b風登陸: 颱\u200b風 登陸",
			"２４小时台风预报":                      "２４小时台风预报: 台风",
			"平台风险":                          "平台风险: 风险",
			"台风眼":                           "台风眼: 台风 风眼",
			"发布防台风预警":                       "防台风预警: 台风",
		} {
			if mode == Trie { // which checks no borders in Chinese
				want = map[string]string{"平台风险": "平台风险: 台风 风险", "台风眼": "台风眼: 台风 风眼"}[text] + ""
				if want == "" {
					continue
				}
			}
			if got := shown(l, text); got != want {
				t.Errorf("%s: %q: %q, want %q", mode, text, got, want)
			}
		}
	}
}

// shown is the matches in a text: each with what stands inside it.
func shown(l *Lexicon, text string) string {
	var out strings.Builder
	for i, m := range l.Find(text, nil) {
		switch {
		case m.Inside:
			out.WriteString(" ")
		case i > 0:
			out.WriteString("; ")
		}
		out.WriteString(text[m.Start:m.End])
		if !m.Inside {
			out.WriteString(":")
		}
	}
	return out.String()
}

// Labels of one entry are not inside each other: one place counts once.
func TestPartsOfOneEntry(t *testing.T) {
	terms := []Term{{"flood", "en", 1}, {"flash flood", "en", 1}, {"flash flood warning", "en", 2}, {"warning", "en", 3}}
	l := build(t, terms, Options{})
	if got, want := shown(l, "flash flood warnings"), "flash flood warnings: flash flood warnings"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := shown(l, "a flash flood"), "flash flood:"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Where labels and parts stand in a text does not depend on how it is spelt:
// what a match covers folds to its label, or to a plural of it.
func TestPartsAreTheirLabels(t *testing.T) {
	terms := manyTerms(300)
	l := build(t, terms, Options{Dictionary: &shared})
	rng := rand.New(rand.NewPCG(1, 2))
	spell := []func(string) string{
		strings.ToUpper,
		func(s string) string { return strings.ReplaceAll(s, " ", "-\n ") },
		func(s string) string { return strings.Join(strings.Split(s, ""), "\u00ad") },
		func(s string) string { return strings.ReplaceAll(s, "风", "風") },
		func(s string) string { return s },
	}
	inside := 0
	for range 3000 {
		term := terms[rng.IntN(len(terms))]
		text := spell[rng.IntN(len(spell))](term.Text)
		for _, m := range l.Find(text, nil) {
			if m.Inside {
				inside++
			}
			if got, want := key(text[m.Start:m.End]), key(terms[m.Term].Text); got != want && got != want+"s" {
				t.Fatalf("in %q: %q is said to be %q", text, got, want)
			}
		}
	}
	if inside < 1000 {
		t.Errorf("only %d labels inside others", inside)
	}
}

// Labels of which each holds all shorter ones do not explode.
func TestNestedWithoutEnd(t *testing.T) {
	var terms []Term
	for n := 1; n <= maxLabel; n++ {
		if n <= maxLabel/2 {
			terms = append(terms, Term{strings.Repeat("a ", n)[:2*n-1], "de", int32(n)})
		}
		terms = append(terms, Term{strings.Repeat("雨", n), "zh", int32(1000 + n)})
	}
	l := build(t, terms, Options{Segmenter: Trie})
	for _, text := range []string{strings.Repeat("a ", maxLabel/2), strings.Repeat("雨", maxLabel)} {
		if n := len(l.Find(text, nil)); n != 1+mostParts {
			t.Errorf("%d matches, want %d", n, 1+mostParts)
		}
	}
}
