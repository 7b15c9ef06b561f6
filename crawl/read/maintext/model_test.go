package maintext

import (
	"bytes"
	"math"
	"testing"
)

// The model is read, and written as it was; what is cut or changed is refused or read, and
// never leads a row out of a tree.
func TestModel(t *testing.T) {
	m, err := Unmarshal(embedded)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(m.Marshal(), embedded) {
		t.Error("the model is written in another way than it was read")
	}
	if len(embedded) > 100_000 {
		t.Errorf("%d bytes", len(embedded))
	}
	for i := 0; i < len(embedded); i += 97 {
		if _, err := Unmarshal(embedded[:i]); err == nil {
			t.Fatalf("the first %d bytes are a model", i)
		}
	}
	var row row
	for i := 50_000; i < len(embedded); i += 211 {
		bad := bytes.Clone(embedded)
		bad[i] ^= 0x55
		if m, err := Unmarshal(bad); err == nil {
			m.Blocks.Sum(row[:], math.MaxInt, 0)
		}
	}
}

// FuzzUnmarshal: no bytes make a model that panics.
func FuzzUnmarshal(f *testing.F) {
	small := &Model{Blocks: Forest{Trees: []Tree{{Splits: []Split{{At: 1, Feature: 2, Below: -1, Above: -2}}, Leaves: []float32{-1, 1}}}}}
	f.Add(small.Marshal())
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := Unmarshal(data); err == nil {
			var row row
			m.Blocks.Sum(row[:], math.MaxInt, 0)
		}
	})
}

// A tree goes below at most its value; a forest leaves early where it is sure.
func TestSum(t *testing.T) {
	tree := Tree{Splits: []Split{{At: 1, Feature: 0, Below: -1, Above: 1}, {At: 5, Feature: 1, Below: -2, Above: -3}}, Leaves: []float32{-3, .25, 2}}
	f := Forest{Base: .5, Trees: []Tree{tree, tree, {Leaves: []float32{1}}}}
	for _, c := range []struct {
		row   []float32
		early int
		want  float32
	}{
		{[]float32{1, 9}, 9, -4.5}, {[]float32{2, 5}, 9, 2}, {[]float32{2, 6}, 9, 5.5},
		{[]float32{1, 9}, 1, -2.5}, // -2.5 is beyond 2.4 after one tree
		{[]float32{2, 5}, 1, 2},    // .75 is not
	} {
		if got := f.Sum(c.row, c.early, 2.4); got != c.want {
			t.Errorf("%v, early %d: %g, want %g", c.row, c.early, got, c.want)
		}
	}
}

// The choice with the greatest expected F: of .9, .6 and .2 with ten words each, the
// first two (2*15/(20+17) = .81) beat one (18/27 = .67) and all (34/47 = .72).
func TestChoose(t *testing.T) {
	chosen := make([]bool, 3)
	choose([]float32{.9, .6, .2}, []float32{10, 10, 10}, 1, chosen)
	if !chosen[0] || !chosen[1] || chosen[2] {
		t.Errorf("%v", chosen)
	}
	choose(nil, nil, 1, nil)
}

func TestNames(t *testing.T) {
	want := nameTokens(&Node{Class: "entry content"}, nil)
	for _, class := range []string{"entryContent", "entry-content-2", "EntryContent entry", " entry_content x"} {
		if got := nameTokens(&Node{Class: class}, nil); len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%q: %v, want %v", class, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, n := range map[string]int{"": 0, "Read more »": 2, "台风“烟花”登陆": 3, "a-b c_d 12": 4, "été où": 2, "ＡＢ　ｃ": 2} {
		if got := words(text, fromTitle, nil, 10); len(got) != n {
			t.Errorf("%q has %d words, want %d", text, len(got), n)
		}
	}
	if words("Storm", fromTitle, nil, 9)[0] != words("storm", fromTitle, nil, 9)[0] {
		t.Error("case counts")
	}
}

func TestSeparators(t *testing.T) {
	for title, first := range map[string]string{
		"The flood | Town news": "The flood ", "The flood - Town news": "The flood ", "Well-known": "", "A: b": "A", "12:30": "",
		"台风登陆_新浪网": "台风登陆", "台风登陆-新浪网": "台风登陆", "a/b": "",
	} {
		got := ""
		if at := separators(title); len(at) > 0 {
			got = title[:at[0][0]]
		}
		if got != first {
			t.Errorf("%q: %q, want %q", title, got, first)
		}
	}
}

func TestValues(t *testing.T) {
	const s = `{"@type":["NewsArticle"],"headline":"The \"great\" flood &amp; more","author":{"@type":"Person","name":"Ada Smith"},"name" : "x"}`
	if v := values(s, "headline", 2); len(v) != 1 || v[0] != `The "great" flood & more` {
		t.Errorf("%q", v)
	}
	if v := dataTypes(s); len(v) != 2 || v[0] != "NewsArticle" || v[1] != "Person" {
		t.Errorf("%q", v)
	}
	if v, ok := quoted(`"never ends`); ok {
		t.Errorf("%q", v)
	}
}
