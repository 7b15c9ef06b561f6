package reading

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestSentences(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil,
		"台风登陆。风力13级！“撤离吧。”他说；雨停":                               {"台风登陆。", "风力13级！", "“撤离吧。”", "他说；", "雨停"},
		"It is 3.5 m high. Mr Li said \"go.\" They went?! Yes": {"It is 3.5 m high. ", "Mr Li said \"go.\" ", "They went?! ", "Yes"},
		"one\ntwo\n\nthree": {"one\n", "two\n\n", "three"},
	} {
		got := sentences(text)
		if !slices.Equal(got, want) || strings.Join(got, "") != text {
			t.Errorf("%q: %q; want %q", text, got, want)
		}
	}
}

func TestCompare(t *testing.T) {
	was := "台风在舟山登陆。风力13级。三人受伤。警报解除。"
	is := "台风在舟山登陆。风力14级。三人受伤。学校停课。警报解除。"
	want := []Edit{{Same, "台风在舟山登陆。"}, {Removed, "风力13级。"}, {Added, "风力14级。"}, {Same, "三人受伤。"}, {Added, "学校停课。"}, {Same, "警报解除。"}}
	if got := compare(was, is); !slices.Equal(got, want) {
		t.Errorf("%q; want %q", got, want)
	}
	if got := compare("", "a. b."); !slices.Equal(got, []Edit{{Added, "a. "}, {Added, "b."}}) {
		t.Errorf("%q", got)
	}
	if got := compare("a.\n", "a."); !slices.Equal(got, []Edit{{Same, "a.\n"}}) {
		t.Errorf("%q", got)
	}
}

// longest is the length of a longest common subsequence, by the table.
func longest(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		before := 0
		for j, y := range b {
			now := row[j+1]
			if x == y {
				row[j+1] = before + 1
			} else {
				row[j+1] = max(row[j], now)
			}
			before = now
		}
	}
	return row[len(b)]
}

// TestCompareKeepsTheMost compares random lists of few words with the table.
func TestCompareKeepsTheMost(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() (list []string) {
		for range r.IntN(14) {
			list = append(list, string(rune('a'+r.IntN(4)))+"。")
		}
		return list
	}
	for range 4000 {
		a, b := text(), text()
		same, was, is := 0, "", ""
		for _, e := range compare(strings.Join(a, ""), strings.Join(b, "")) {
			if e.Op == Same {
				same++
			}
			if e.Op != Added {
				was += e.Text
			}
			if e.Op != Removed {
				is += e.Text
			}
		}
		if was != strings.Join(a, "") || is != strings.Join(b, "") {
			t.Fatalf("%q, %q: the edits make %q and %q", a, b, was, is)
		}
		if want := longest(a, b); same != want {
			t.Fatalf("%q, %q: %d are common; want %d", a, b, same, want)
		}
	}
}

// TestCompareBounded compares two long texts that share nothing but a sentence.
func TestCompareBounded(t *testing.T) {
	var a, b strings.Builder
	for i := range 1500 {
		a.WriteString("old " + strings.Repeat("x", i%7) + string(rune('一'+i)) + "。")
		b.WriteString("new " + strings.Repeat("y", i%5) + string(rune('一'+i)) + "。")
	}
	edits := compare(a.String()+"end。", b.String()+"end。")
	if len(edits) != 3001 || edits[3000] != (Edit{Same, "end。"}) {
		t.Errorf("%d edits", len(edits))
	}
}
