package simtext

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Concepts with one name are listed each, and names of other languages say which.
func TestTopicText(t *testing.T) {
	var b ontology.Builder
	add := func(iri string, labels ...ontology.Label) ontology.ID {
		id := b.Concept("http://x.org/o#" + iri)
		for _, l := range labels {
			b.Label(id, l)
		}
		return id
	}
	a := add("A", ontology.Label{Text: "storm", Lang: "en"}, ontology.Label{Text: "Sturm", Lang: "de", Kind: ontology.Alternative})
	for _, iri := range []string{"C", "D"} {
		b.Relate(add(iri, ontology.Label{Text: "same", Lang: "en"}), a, ontology.IsA, "")
	}
	b.Relate(add("B", ontology.Label{Text: "Tifón", Lang: "es"}, ontology.Label{Text: "台風", Lang: "ja"}), a, ontology.IsA, "")
	m, err := semsim.New(b.Build(), semsim.Params{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewTopic("A", nil, semsim.Join(m.TopicVector(a)))
	var text strings.Builder
	if err := r.Write(&text, "en"); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, line := range strings.Split(text.String(), "\n") {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := `Topic A: 4 concepts, 4 of them core (*)

rank weight core concept also
1 1.0000 * storm Sturm [de]
2 0.9281 * same
3 0.9281 * same D, in texts one with C
4 0.9281 * Tifón [es] 台風 [ja]
`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
	if e := r.Entries[3]; e.Lang != "es" || r.Entries[2].SameName != "http://x.org/o#C" {
		t.Errorf("%+v", r.Entries)
	}
}
