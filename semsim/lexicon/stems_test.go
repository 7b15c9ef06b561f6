package lexicon

import (
	"strings"
	"testing"
	"unsafe"
)

func stemTerms() []Term {
	var terms []Term
	add := func(lang string, labels ...string) {
		for _, s := range labels {
			terms = append(terms, Term{s, lang, int32(len(terms))})
		}
	}
	add("es", "huracán", "tormenta tropical", "inundación", "temporada de huracanes", "OMM", "río", "tormenta", "El Niño")
	add("fr", "ouragan", "inondation", "tempête tropicale", "sécheresse")
	add("pt-BR", "furacão", "tempestade", "inundações")
	add("de", "Wirbelsturm", "Überschwemmung", "tropischer Wirbelsturm", "THW")
	add("en", "hurricane", "flood")
	add("zh", "台风")
	return terms
}

func TestForms(t *testing.T) {
	terms := stemTerms()
	l := build(t, terms, Options{Segmenter: Trie})
	for text, want := range map[string]string{
		"los huracanes del Atlántico":               "huracanes=huracán",
		"HURACANES":                                 "HURACANES=huracán",
		"huraca\u0301n":                             "huraca\u0301n=huracán",
		"dos tormentas tropicales y una tormenta":   "tormentas tropicales=tormenta tropical tormentas=tormenta tormenta=tormenta",
		"las tormentas\n  tropicales":               "tormentas\n  tropicales=tormenta tropical tormentas=tormenta",
		"un tormento":                               "",
		"graves inundaciones":                       "inundaciones=inundación",
		"van a inundar":                             "",
		"la temporada de huracanes":                 "temporada de huracanes=temporada de huracanes huracanes=huracán",
		"las temporadas de huracanes":               "temporadas de huracanes=temporada de huracanes huracanes=huracán",
		"la omms y los ríos":                        "",
		"les ouragans et les inondations d'hier":    "ouragans=ouragan inondations=inondation",
		"l’ouragan":                                 "ouragan=ouragan",
		"des tempêtes tropicales":                   "tempêtes tropicales=tempête tropicale",
		"les sécheresses":                           "sécheresses=sécheresse",
		"os furacões e as tempestades":              "furacões=furacão tempestades=tempestade",
		"uma inundação":                             "inundação=inundações",
		"die Wirbelstürme, starke Überschwemmungen": "Wirbelstürme=Wirbelsturm Überschwemmungen=Überschwemmung",
		"des Wirbelsturms":                          "Wirbelsturms=Wirbelsturm",
		"mit tropischen Wirbelstürmen":              "tropischen Wirbelstürmen=tropischer Wirbelsturm Wirbelstürmen=Wirbelsturm",
		"Uberschwemmungsgebiet":                     "",
		"hurricanes and floods, flooding":           "hurricanes=hurricane floods=flood",
		"hurac, huracanado, xhuracanes":             "",
		"tormentas-tropicales":                      "tormentas-tropicales=tormenta tropical tormentas=tormenta",
		"tormentas, tropicales":                     "tormentas=tormenta",
		"台风和huracanes":                              "台风=台风 huracanes=huracán",
	} {
		var got []string
		for _, m := range l.Find(text, nil) {
			got = append(got, text[m.Start:m.End]+"="+terms[m.Term].Text)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

// Whatever stands in a text, matches stay in order and in range, and one word is
// found in any spelling of its accents.
func FuzzForms(f *testing.F) {
	l := build(f, stemTerms(), Options{Segmenter: Trie})
	for _, s := range []string{"huracanes", "tormentas\ttropicales\x00", "Über\u00adschwemmungen", "inundacio\u0301nes\xff", "ﬂuracões Wirbelstu\u0308rme", "temporadas de de huracanes"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var whole Match
		for _, m := range l.Find(s, nil) {
			switch {
			case m.End <= m.Start, int(m.End) > len(s), !m.Inside && m.Start < whole.End,
				m.Inside && (m.Start < whole.Start || m.End > whole.End || m.Entry == whole.Entry):
				t.Fatalf("%q: %+v after %+v", s, m, whole)
			case !m.Inside:
				whole = m
			}
		}
	})
}

// A text without words that begin like a stemmed label costs nothing more.
func BenchmarkForms(b *testing.B) {
	terms := manyTerms(700)
	es := append(append([]Term{}, terms...), stemTerms()...)
	for i, s := range []string{"viento", "ráfaga", "marejada ciclónica", "evacuación", "pérdida económica", "daño", "alerta roja", "precipitación", "lluvia intensa", "deslizamiento"} {
		es = append(es, Term{s, "es", int32(5000 + i)})
	}
	const stormEs = "Los huracanes y las tormentas tropicales dejan inundaciones, deslizamientos y daños en la costa del país. "
	for _, c := range []struct {
		name  string
		terms []Term
		text  string
	}{
		{"without/en-none", terms, plainEn}, {"with/en-none", es, plainEn}, {"with/en-hits", es, stormEn},
		{"with/zh-none", es, plainZh}, {"with/es-hits", es, stormEs},
	} {
		l := build(b, c.terms, Options{Segmenter: Trie})
		text := fill(c.text)
		b.Run(c.name, func(b *testing.B) {
			dst := l.Find(text, nil)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				dst = l.Find(text, dst[:0])
			}
			b.ReportMetric(float64(len(dst)), "hits")
		})
	}
}

// TestFormsHoldNoText: the forms that are kept take no part of a text with them, whose
// memory could not be freed then.
func TestFormsHoldNoText(t *testing.T) {
	l := build(t, stemTerms(), Options{Segmenter: Trie})
	text := strings.Clone("los huracanes, huracán, tormentas tropicales; les inondations")
	l.Find(text, nil)
	from := uintptr(unsafe.Pointer(unsafe.StringData(text)))
	holds := func(s string) bool {
		at := uintptr(unsafe.Pointer(unsafe.StringData(s)))
		return s != "" && at >= from && at < from+uintptr(len(text))
	}
	if len(l.stems.forms) < 4 {
		t.Errorf("%d forms are kept", len(l.stems.forms))
	}
	for word, f := range l.stems.forms {
		if holds(word.text) || holds(f.folded) || holds(f.stem) {
			t.Errorf("%q, %q, %q: a part of the text", word.text, f.folded, f.stem)
		}
	}
}
