package ontology_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/ontocrawl/ontocrawl/ontology"
)

func TestLocalName(t *testing.T) {
	tests := []struct{ iri, want string }{
		{"http://x.org/o#Typhoon", "Typhoon"},
		{"http://x.org/o/台风", "台风"},
		{"http://x.org/o#a/b", "b"},
		{"http://x.org/o/Typhoon/", "Typhoon"},
		{"http://x.org/o/Typhoon#", "Typhoon"},
		{"urn:isbn:123", "123"},
		{"urn:", "urn:"},
		{"Typhoon", "Typhoon"},
		{"", ""},
		{"#", "#"},
	}
	for _, tt := range tests {
		if got := LocalName(tt.iri); got != tt.want {
			t.Errorf("LocalName(%q) = %q, want %q", tt.iri, got, tt.want)
		}
	}
}

func TestName(t *testing.T) {
	l := func(text, lang string, k LabelKind) Label { return Label{Text: text, Lang: lang, Kind: k} }
	tests := []struct {
		name   string
		labels []Label
		lang   string
		want   string
	}{
		{"none: the local name", nil, "zh", "T"},
		{"the language asked for", []Label{l("typhoon", "en", Preferred), l("台风", "zh", Preferred)}, "zh", "台风"},
		{"a regional form", []Label{l("typhoon", "en-GB", Preferred), l("台风", "zh", Preferred)}, "en", "typhoon"},
		{"simplified first", []Label{l("颱風", "zh-Hant", Preferred), l("台风", "zh-Hans", Preferred)}, "zh", "台风"},
		{"traditional by region", []Label{l("颱風", "zh-TW", Preferred), l("台风", "zh-CN", Preferred)}, "zh", "台风"},
		{"traditional when asked for", []Label{l("台风", "zh-Hans", Preferred), l("颱風", "zh-TW", Preferred)}, "zh-Hant", "颱風"},
		{"preferred before alternative", []Label{l("風災", "zh", Alternative), l("台风", "zh-Hans", Preferred)}, "zh", "台风"},
		{"alternative before another language", []Label{l("typhoon", "en", Preferred), l("台风", "zh", Alternative)}, "zh", "台风"},
		{"a loose one is no name", []Label{l("大风", "zh", Loose), l("typhoon", "en", Preferred)}, "zh", "typhoon"},
		{"nor a hidden one", []Label{l("tyfoon", "en", Hidden)}, "en", "T"},
		{"without language, by script", []Label{l("台风", "", Preferred), l("typhoon", "", Preferred)}, "en", "typhoon"},
		{"without language, by script", []Label{l("typhoon", "", Preferred), l("台风", "", Alternative)}, "zh", "台风"},
		{"no language before a foreign one", []Label{l("taifun", "de", Preferred), l("typhoon", "", Preferred)}, "zh", "typhoon"},
		{"Chinese before a third language", []Label{l("台風", "ja", Preferred), l("台风", "zh", Preferred)}, "en", "台风"},
		{"tags in any case", []Label{l("typhoon", "EN-us", Preferred), l("taifun", "de", Preferred)}, "EN", "typhoon"},
		{"the first of equals", []Label{l("a", "en", Preferred), l("b", "en", Preferred)}, "en", "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Concept{IRI: "ex:T", Labels: tt.labels}
			if got := c.Name(tt.lang); got != tt.want {
				t.Errorf("Name(%q) = %q, want %q", tt.lang, got, tt.want)
			}
		})
	}
}

// The language of a name is told where a reader of Chinese or English would not expect it.
func TestForeign(t *testing.T) {
	tests := []struct {
		labels []Label
		want   string
	}{
		{nil, ""},
		{[]Label{{Text: "Tifón", Lang: "es"}, {Text: "台風", Lang: "ja"}}, "es"},
		{[]Label{{Text: "Tifón", Lang: "es"}, {Text: "台风", Lang: "zh-Hant"}}, ""},
		{[]Label{{Text: "Tifón", Lang: "es"}, {Text: "typhoon", Lang: "EN-gb", Kind: Alternative}}, ""},
		{[]Label{{Text: "Tifón", Lang: "es"}, {Text: "typhoon"}}, ""},
		{[]Label{{Text: "Tifón", Lang: "es"}, {Text: "typhoon", Lang: "en", Kind: Hidden}}, "es"},
	}
	for _, tt := range tests {
		if got := (&Concept{IRI: "ex:T", Labels: tt.labels}).Foreign(); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.labels, got, tt.want)
		}
	}
}

func TestLabel(t *testing.T) {
	var b Builder
	id := b.Concept("ex:T")
	for _, l := range []Label{
		{"storm  surge\n", "en", Alternative},
		{"", "en", Preferred},
		{" \t", "en", Preferred},
		{"storm surge", "EN", Preferred}, // known already: the better kind stays
		{"storm surge", "", Hidden},
		{"storm surge", "en", Loose},
	} {
		b.Label(id, l)
	}
	b.Define(id, Label{Text: "  "})
	b.Define(id, Label{Text: " Water\nrises. ", Lang: "en"})
	g := b.Build()
	want := Concept{
		ID: id, IRI: "ex:T",
		Labels:      []Label{{"storm surge", "en", Preferred}, {"storm surge", "", Hidden}},
		Definitions: []Label{{"Water\nrises.", "en", Preferred}},
	}
	if d := cmp.Diff(want, *g.Concept(id)); d != "" {
		t.Errorf("concept (-want +got):\n%s", d)
	}
}

func TestManyLabels(t *testing.T) {
	const n = 50_000
	var b Builder
	id := b.Concept("ex:T")
	for range 2 {
		for i := range n {
			b.Label(id, Label{Text: fmt.Sprint("label ", i), Lang: "en", Kind: Alternative})
		}
	}
	b.Label(id, Label{Text: "label 49999", Lang: "EN"})
	g := b.Build()
	l := g.Concept(id).Labels
	if len(l) != n || l[n-1] != (Label{"label 49999", "en", Preferred}) || l[0].Kind != Alternative {
		t.Errorf("%d labels, want %d; the last is %v", len(l), n, l[len(l)-1])
	}
}
