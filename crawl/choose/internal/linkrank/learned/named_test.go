package learned

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func anchored(url, text string) crawl.Link { return crawl.Link{URL: url, Text: text} }

// TestEachName: words and pairs of Chinese characters, whatever their case, without plurals,
// single letters and words of unusual length.
func TestEachName(t *testing.T) {
	for text, want := range map[string]string{
		"Tyrannosaurus rex":         "Tyrannosauru rex",
		"The T. rex (2nd find)":     "The rex 2nd find",
		"Storms, storm STORMS":      "Storm storm STORM",
		"bus Gas s":                 "bus Gas",
		"强台风 Meranti登陆":             "强台 台风 Meranti 登陆",
		"风":                         "",
		"\xff\xfe":                  "",
		strings.Repeat("a", 10_000): "",
		"Ωmega ÉTÉS":                "Ωmega ÉTÉ",
	} {
		var got []string
		hashes := map[string]uint32{}
		eachName(text, func(hash uint32, word string) bool {
			got = append(got, word)
			key := strings.ToLower(word)
			if before, ok := hashes[key]; ok && before != hash {
				t.Errorf("%q: %q has two hashes", text, word)
			}
			hashes[key] = hash
			return true
		})
		if strings.Join(got, " ") != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

// FuzzEachName: any bytes give words of at most longestOne bytes that stand in them, and the
// same words in another case.
func FuzzEachName(f *testing.F) {
	for _, s := range []string{"Velociraptors and T. rex", "台风, typhoons", "ſs", "a\xffb"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := 0
		eachName(s, func(_ uint32, word string) bool {
			if word == "" || len(word) > longestOne || !strings.Contains(s, word) {
				t.Errorf("%q in %q", word, s)
			}
			n += len(word)
			if e := ending(word); len([]rune(e)) != 0 && len([]rune(e)) != endLetters {
				t.Errorf("ending %q of %q", e, word)
			}
			return true
		})
		if n > 2*len(s) {
			t.Errorf("%d bytes of words in %d", n, len(s))
		}
	})
}

// TestNamedLikeFinds works the lift of a name out by hand, for a link that waited before the
// name was learned, and asks for the explanation.
func TestNamedLikeFinds(t *testing.T) {
	r := New(1)
	to, other := home+"v", home+"m"
	r.Observe(links(home, .1, anchored(to, "Velociraptor"), anchored(other, "Mongolia")))
	r.Observe(links(home+"1", .9, anchored(home+"x", "velociraptors")))
	r.Observe(links(home+"2", .9, anchored(home+"x", "VELOCIRAPTOR"), anchored(home+"y", "Velociraptor")))
	r.Observe(links(home+"3", 0, anchored(home+"x", "Mongolia")))
	base := (1 + .1 + .9 + .9) / (5 + 4)
	for url, want := range map[string]float64{
		to:    math.Log((.1 + .9 + .9 + 2*base) / ((3 + 2) * base)),
		other: math.Log((.1 + 2*base) / ((2 + 2) * base)),
	} {
		if got := r.vectorOf(t, url)[fNamed]; !near(float64(got), want, 1e-6) {
			t.Errorf("%s: %v, want %v", url, got, want)
		}
	}
	parts := r.Explain(to)
	i := slices.IndexFunc(parts, func(p linkrank.Part) bool { return p.Name == "named like finds" })
	if i < 0 || parts[i].Word != "velociraptor" || parts[i].Pages != 3 {
		t.Errorf("%+v", parts)
	}
}

// TestEnding: what names with an ending brought counts for others with it.
func TestEnding(t *testing.T) {
	r := New(1)
	r.Observe(links(home, .5, anchored(home+"a", "Megalosaurus"), anchored(home+"b", "Plateosaurus"), anchored(home+"c", "Mongolia"), anchored(home+"d", "saur")))
	r.Observe(links(home+"a", .9))
	base := (1 + .5 + .9) / (5 + 2)
	want := logit((.9+2*base)/3) - logit(base)
	for url, want := range map[string]float64{home + "b": want, home + "c": 0, home + "d": 0} {
		if got := r.vectorOf(t, url)[fEnding]; !near(float64(got), want, 1e-6) {
			t.Errorf("%s: %v, want %v", url, got, want)
		}
	}
}

// TestNamesBounded: a host that calls everything by one name, on relevant pages, a page of
// 100,000 names and names of 10 KB neither grow the memory nor move a feature beyond its
// bound; and a word that many pages say is not lost to words that few say.
func TestNamesBounded(t *testing.T) {
	r := New(1)
	for i := range 500 {
		r.Observe(links(fmt.Sprintf("%sspam%d", home, i), 1, anchored(fmt.Sprintf("%st%d", home, i), "Kitchen dinosaur")))
	}
	if x := r.vectorOf(t, home+"t1")[fNamed]; x > float32(math.Log(1/.02)) || x <= 0 {
		t.Errorf("named %v", x)
	}
	var many []crawl.Link
	for i := range 100_000 {
		many = append(many, anchored(home+"many", fmt.Sprintf("name%d %s", i, strings.Repeat("x", 10*(i%2)))))
	}
	many = append(many, anchored(home+"long", strings.Repeat("long ", 2000)+strings.Repeat("z", 10_000)))
	r.names.count(links(home+"all", .2, many...).Page, .2)
	if s := r.names.at(hashOf("kitchen")); s == nil || s.n != 500 {
		t.Errorf("kitchen is %+v", s)
	}
	if s := r.names.at(hashOf("name9999")); s != nil {
		t.Error("a page of names counts for more than its share")
	}
	if e := reloaded(t, r); e.Score(home+"t1") != r.Score(home+"t1") || len(r.names.slots) != nameSlots {
		t.Error("a checkpoint changed a score")
	}
}

func hashOf(word string) (hash uint32) {
	eachName(word, func(h uint32, _ string) bool { hash = h; return true })
	return hash
}

// TestNamesCompete: a word takes the slot of another when it was met as often.
func TestNamesCompete(t *testing.T) {
	n := names{slots: make([]nameWord, nameSlots)}
	say := func(hash uint32, word string, times int) {
		for range times {
			n.page++
			n.say(hash, word, 1)
		}
	}
	say(7, "first", 3)
	if say(7+nameSlots, "second", 3); n.at(7) == nil || n.at(7+nameSlots) != nil {
		t.Error("lost to a word met as often")
	}
	if say(7+nameSlots, "second", 1); n.at(7) != nil || n.at(7+nameSlots).n != 1 {
		t.Error("a word that nobody says any more stays")
	}
}

// TestDamagedNames: bytes that no names wrote are an error.
func TestDamagedNames(t *testing.T) {
	for name, write := range map[string]func(w *binenc.Writer){
		"no room":      func(w *binenc.Writer) { w.Bool(false); w.Uint(1); word(w, 1, "a", 1, 1) },
		"twice":        func(w *binenc.Writer) { w.Bool(true); w.Uint(2); word(w, 1, "ab", 1, 1); word(w, 1, "ac", 1, 1) },
		"no word":      func(w *binenc.Writer) { w.Bool(true); w.Uint(1); word(w, 1, "", 1, 1) },
		"long":         func(w *binenc.Writer) { w.Bool(true); w.Uint(1); word(w, 1, strings.Repeat("x", 1000), 1, 1) },
		"no page":      func(w *binenc.Writer) { w.Bool(true); w.Uint(1); word(w, 1, "ab", 0, 0) },
		"no relevance": func(w *binenc.Writer) { w.Bool(true); w.Uint(1); word(w, 1, "ab", 2, 1) },
		"cut":          func(w *binenc.Writer) { w.Bool(true); w.Uint(1) },
	} {
		var w binenc.Writer
		write(&w)
		in := binenc.NewReader(append(w.Data(), make([]byte, 0)...))
		var n names
		if n.read(in); in.Close() == nil {
			t.Errorf("%s: read", name)
		}
	}
}

func word(w *binenc.Writer, hash uint32, word string, r, n float32) {
	w.Fixed32(hash)
	w.Text(word)
	w.Float32(r)
	w.Float32(n)
	w.Byte(1)
}

// TestNamesRevised: after a change of the topic, names come from the revised pages.
func TestNamesRevised(t *testing.T) {
	r := New(1)
	old, now := links(home, .9, anchored(home+"v", "Velociraptor")), links(home, .1, anchored(home+"v", "Velociraptor"))
	r.Observe(old)
	r.Observe(links(home+"2", .9, anchored(home+"v", "Velociraptor")))
	r.Revise(now, true)
	if s := r.names.at(hashOf("velociraptor")); s == nil || s.n != 1 || s.r != float32(.1) {
		t.Errorf("%+v", s)
	}
}
