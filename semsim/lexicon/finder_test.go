package lexicon

import (
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
)

const ns = "http://example.org/storms#"

// storms is a small graph: 0 typhoon, 1 hurricane (its synonym), 2 storm
// surge, 3 flood, 4 river flood (with 洪水 as a synonym), 5 a concept of no
// label, 6 one with a loose synonym typhoon, 7 and 8 of one name.
func storms(t testing.TB) *ontology.Graph {
	t.Helper()
	var b ontology.Builder
	add := func(local string, labels ...ontology.Label) ontology.ID {
		id := b.Concept(ns + local)
		for _, l := range labels {
			b.Label(id, l)
		}
		return id
	}
	label := func(text, lang string, k ontology.LabelKind) ontology.Label {
		return ontology.Label{Text: text, Lang: lang, Kind: k}
	}
	ty := add("T07", label("台风", "zh", ontology.Preferred), label("Typhoon", "en", ontology.Preferred), label("颱風", "zh-Hant", ontology.Alternative))
	hu := add("T10", label("飓风", "zh", ontology.Preferred), label("hurricane", "en", ontology.Preferred))
	add("StormSurge", label("风暴潮", "zh", ontology.Preferred), label("storm surge", "en", ontology.Preferred))
	add("Flood", label("洪水", "zh", ontology.Preferred))
	add("RiverFlood", label("河流洪水", "zh", ontology.Preferred), label("洪水", "zh", ontology.Alternative), label("River flooding", "en", ontology.Preferred))
	add("%E5%86%B7%E6%B6%A1")
	add("Cyc", label("typhoon", "en", ontology.Loose), label("cyclone", "en", ontology.Preferred))
	add("Front1", label("front", "en", ontology.Preferred))
	add("Front2", label("front", "en", ontology.Preferred))
	b.Relate(hu, ty, ontology.Synonym, "")
	g := b.Build()
	return g
}

func TestFinder(t *testing.T) {
	f := NewFinder(storms(t))
	for query, want := range map[string][]ontology.ID{
		ns + "T07":               {0},
		"<" + ns + "T10>":        {1},
		"t07":                    {0},
		"台风":                     {0},
		"颱風":                     {0},
		"臺風":                     {0},
		" TYPHOON ":              {0}, // not 6, which has it loosely
		"ＴＹＰＨＯＯＮ":                {0},
		"颶風":                     {1},
		"storm-surge":            {2},
		"Storm_Surge":            {2},
		"stormsurge":             {2},
		"storm  surge":           {2},
		"洪水":                     {3}, // not 4, which has it as a synonym
		"river flood":            {4},
		"冷涡":                     {5},
		"front":                  {7, 8},
		"":                       nil,
		"-":                      nil,
		"tornado":                nil,
		"台":                      nil,
		ns:                       nil,
		"http://example.org/nil": nil,
	} {
		if got := f.Find(query); !slices.Equal(got, want) {
			t.Errorf("Find(%q) = %v, want %v", query, got, want)
		}
	}
}

func TestFinderOfNothing(t *testing.T) {
	f := NewFinder(new(ontology.Graph))
	if f.Find("x") != nil || f.Nearest("x", 3) != nil {
		t.Error("an empty graph has concepts")
	}
}

func TestNearest(t *testing.T) {
	f := NewFinder(storms(t))
	for query, want := range map[string]ontology.ID{
		"typhon":           0,
		"tyhpoon":          0,
		"huricane":         1,
		"storm surges":     2,
		"surge":            2,
		"风暴":               2,
		"河流":               4,
		"cyclones":         6,
		"熱帶風暴潮":            2,
		"riverfloods":      4,
		"台風眼":              0,
		"fronts (weather)": 7,
	} {
		got := f.Nearest(query, 3)
		if len(got) == 0 || got[0].Concept != want {
			t.Errorf("Nearest(%q) = %v, want %d first", query, got, want)
		}
		for i, s := range got {
			if s.Score < minScore || s.Score > 1 || i > 0 && s.Score > got[i-1].Score {
				t.Errorf("Nearest(%q): scores %v", query, got)
			}
		}
		if again := f.Nearest(query, 3); !slices.Equal(again, got) {
			t.Errorf("Nearest(%q) changes", query)
		}
	}
	for _, query := range []string{"", "  ", "qqqq", "量子"} {
		if got := f.Nearest(query, 3); len(got) != 0 {
			t.Errorf("Nearest(%q) = %v", query, got)
		}
	}
	if got := f.Nearest("typhoon", 0); got != nil {
		t.Errorf("Nearest of 0 = %v", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "", 3}, {"", "ab", 2}, {"abc", "abc", 0},
		{"abc", "axc", 1}, {"abc", "acb", 1}, {"kitten", "sitting", 3}, {"台风", "风台", 1},
	} {
		if got := distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func FuzzFinder(f *testing.F) {
	finder := NewFinder(storms(f))
	for _, s := range []string{"台风", "\xff", "\x00", "%E5", "<>", "storm surge"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		finder.Find(s)
		for _, x := range finder.Nearest(s, 5) {
			if !(x.Score >= minScore && x.Score <= 1) {
				t.Fatalf("Nearest(%q): %v", s, x)
			}
		}
	})
}
