package simtext

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
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

// A drawn topic is well-formed XML whatever a label holds, with a bar as long as each weight and dark for core concepts.
func TestTopicDraw(t *testing.T) {
	r := &Topic{Topic: "</title><script>alert(1)</script>\x1b[31m", Entries: []TopicEntry{
		{Zh: "台风", En: "typhoon", Weight: 1, Core: true},
		{Zh: `<image href="x" onerror="y"> & more`, En: "more", Weight: .25},
		{Zh: "Tifón", En: "Tifón", Lang: "es", Weight: 0},
	}}
	var out strings.Builder
	if err := r.Draw(&out, "zh"); err != nil {
		t.Fatal(err)
	}
	var bars, names, tips []string
	d, in := xml.NewDecoder(strings.NewReader(out.String())), ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			in = e.Name.Local
			if !slices.Contains([]string{"svg", "title", "rect", "text"}, in) {
				t.Errorf("element %s", in)
			}
			at := map[string]string{}
			for _, a := range e.Attr {
				at[a.Name.Local] = a.Value
			}
			if in == "rect" && at["fill"] != "#ffffff" {
				bars = append(bars, at["width"]+" "+at["fill"])
			}
		case xml.EndElement:
			in = ""
		case xml.CharData:
			switch in {
			case "text":
				names = append(names, string(e))
			case "title":
				tips = append(tips, string(e))
			}
		}
	}
	if want := []string{"360.0 #174f63", "90.0 #8bbec4", "0.0 #8bbec4"}; !slices.Equal(bars, want) {
		t.Errorf("bars %q, want %q", bars, want)
	}
	if len(names) != 7 || names[3] != `<image href="x" onerror="y"> & more` || names[1] != "台风" || names[2] != "1.0000" || names[5] != "Tifón [es]" {
		t.Errorf("texts %q", names)
	}
	if len(tips) != 4 || tips[1] != "台风 (typhoon): 1.0000" || strings.Contains(out.String(), "\x1b") {
		t.Errorf("tips %q", tips)
	}
}

func TestBar(t *testing.T) {
	for x, want := range map[float64]string{
		-1: "          ", 0: "          ", .0125: "▏         ", .05: "▌         ", .0875: "▉         ",
		.1: "█         ", .55: "█████▌    ", 1: "██████████", 2: "██████████",
	} {
		if got := bar(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}
