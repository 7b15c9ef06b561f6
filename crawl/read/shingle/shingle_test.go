package shingle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// of is a page with one block of main text for each text.
func of(texts ...string) *crawl.Page {
	p := new(crawl.Page)
	for _, t := range texts {
		p.Blocks = append(p.Blocks, crawl.Block{Text: t})
	}
	return p
}

// counts are the numbers of tokens of the sentences of a text.
func counts(text string) []int {
	c := new(counter)
	d := reader{sink: c}
	d.read(text)
	return *c
}

type counter []int

func (c *counter) take(s sentence) { *c = append(*c, len(s.hash)) }

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		text string
		want []int
	}{
		{"", nil},
		{" ... !? ", nil},
		{"The storm came.", []int{3}},
		{"The storm came. It went", []int{3, 2}},
		{"It rained 23.5 mm. Then 7.", []int{4, 2}}, // 23.5 is one word; the point behind 7 ends a sentence
		{"one-two o'clock", []int{4}},               // hyphen and apostrophe part words
		{"台风登陆。大雨", []int{4, 2}},                    // a character is a token
		{"台风Prapiroon来了", []int{5}},
		{"a\nb", []int{1, 1}},
		{strings.Repeat("w ", 2500), []int{1000, 1000, 500}},
		{"é\xff\xfeé", []int{2}}, // invalid bytes part words
	} {
		if got := counts(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%.40q has sentences of %v tokens, want %v", c.text, got, c.want)
		}
	}
}

// TestRuns: a sentence of n words has n-4 runs of five, and one if it is shorter; a
// run that is there twice counts once.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"", 0},
		{"Alpha.", 1},
		{"alpha beta gamma delta epsilon", 1},
		{"alpha beta gamma delta epsilon zeta", 2},
		{"alpha beta. gamma delta epsilon zeta", 2},           // no run over the end of a sentence
		{"alpha beta gamma. ALPHA, beta; gamma. alpha", 4},    // alpha beta gamma (1), alpha beta (2), gamma (3), alpha (4)
		{"alpha beta gamma. Alpha: beta, GAMMA!", 1},          // case and commas do not count
		{"w w w w w w w w w w", 1},                            // six times the same run
		{"台风登陆浙江沿海", 4},                                       // eight characters
		{"alpha 1 beta 2. alpha 3 beta 4. alpha 1 beta 2", 2}, // numbers do
	} {
		if _, got := Sketch(of(c.text)); got != c.want {
			t.Errorf("%q has %d runs, want %d", c.text, got, c.want)
		}
	}
}

// TestBlocks: what is read of a page.
func TestBlocks(t *testing.T) {
	text := func(n int) string { return fmt.Sprintf("one two three four block%d", n) }
	p := of(text(0))
	p.Blocks = append(p.Blocks,
		crawl.Block{Text: text(1), Title: true},
		crawl.Block{Text: text(2), Region: crawl.RegionNav},
		crawl.Block{Text: text(3), Region: crawl.RegionFooter},
		crawl.Block{Text: text(4), Spans: []crawl.Span{{Group: crawl.GroupAnchor}}},
		crawl.Block{Text: text(5), Spans: []crawl.Span{{Group: crawl.GroupAnchor}, {}}})
	read := new(counter)
	d := reader{sink: read}
	d.readMain(p)
	if _, runs := Sketch(p); len(*read) != 2 || runs != 3 {
		t.Errorf("%d blocks are the main text, and %d with titles; want 2, those numbered 0 and 5, and 3", len(*read), runs)
	}
}

// TestFillNumbers: a word with a digit is any other, and not in the vocabulary.
func TestFillNumbers(t *testing.T) {
	a, b := of("Report 17 tells of 3 storms at gate a9f."), of("Report 4711 tells of 88 storms at gate zz0.")
	Fill(a)
	Fill(b)
	if !slices.Equal(a.Runs, b.Runs) || !slices.Equal(a.Vocabulary, b.Vocabulary) || !a.Sampled {
		t.Errorf("%v %v, %v %v", a.Runs, b.Runs, a.Vocabulary, b.Vocabulary)
	}
	s, n := Sketch(a)
	u, m := Sketch(b)
	if n != m || slices.Equal(s, u) {
		t.Errorf("sketches %v and %v are to differ in numbers", s, u)
	}
}

// TestShared: of runs 10 to 19, seven are among 13 to 29; sketches of all runs are exact.
func TestShared(t *testing.T) {
	span := func(from, to uint32) (all []uint32) {
		for h := from; h < to; h++ {
			all = append(all, h)
		}
		return all
	}
	for _, c := range []struct {
		name         string
		a            []uint32
		runsA        int
		b            []uint32
		runsB        int
		share, other float64
	}{
		{"seven of ten", span(10, 20), 10, span(13, 30), 17, .7, 3},
		{"the other way", span(13, 30), 17, span(10, 20), 10, 7. / 17, 10},
		{"nothing", span(0, 5), 5, span(5, 10), 5, 0, 5},
		{"no runs", nil, 0, span(5, 10), 5, 0, 0},
		{"beside no runs", span(5, 10), 5, nil, 0, 0, 5},
		{"a part of it", span(5, 10), 5, span(0, 100), 100, 1, 0},
		// b's sketch ends at 3: of a's runs up to it, 2 and 3, b has 2. Half of 100 runs are left.
		{"a cut sketch", span(2, 8), 100, []uint32{0, 1, 2, 4}[:3], 3, 1. / 6, 250. / 3},
		{"two cut sketches", []uint32{2, 3, 8, 9}, 100, []uint32{0, 2, 4}, 40, .5, 50},
	} {
		share, left := Shared(c.a, c.runsA, c.b, c.runsB)
		if math.Abs(share-c.share) > 1e-9 || math.Abs(left-c.other) > 1e-9 {
			t.Errorf("%s: %v, %v left; want %v, %v", c.name, share, left, c.share, c.other)
		}
	}
}

// invented is a text of so many sentences of words that belong to r.
func invented(r *rand.Rand, n int) (s []string) {
	for range n {
		var words []string
		for range 3 + r.IntN(12) {
			words = append(words, fmt.Sprintf("w%c%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26)))
		}
		s = append(s, strings.Join(words, " "))
	}
	return s
}

// TestOrder: the same sentences in another order, some of them twice, are the same runs.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		s := invented(r, 1+r.IntN(40))
		a := of(strings.Join(s, ". "))
		r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		b := of(strings.Join(append(s, s[0]), "! "))
		Fill(a)
		Fill(b)
		x, n := Sketch(a)
		y, m := Sketch(b)
		if !slices.Equal(a.Runs, b.Runs) || !slices.Equal(a.Vocabulary, b.Vocabulary) || !slices.Equal(x, y) || n != m {
			t.Fatal("the order of sentences tells")
		}
		if share, left := Shared(x, n, y, m); share != 1 || left != 0 {
			t.Fatalf("a text shares %v with itself, %v left", share, left)
		}
	}
}

// TestSketchEstimates: of texts with 300 sentences of which some are the same, sketches of
// 64 runs give the share within four standard deviations of it: sqrt(.25/64) at most.
func TestSketchEstimates(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, same := range []int{0, 75, 150, 225, 300} {
		s := invented(r, 600)
		a, b := s[:300], s[300-same:600-same]
		x, n := Sketch(of(strings.Join(a, ". ")))
		y, m := Sketch(of(strings.Join(b, ". ")))
		share, left := Shared(x, n, y, m)
		if want := float64(same) / 300; math.Abs(share-want) > .25 || math.Abs(left-(1-share)*float64(n)) > 1e-9 {
			t.Errorf("%v of the runs seem to be shared, %v are", share, want)
		}
	}
}

// TestRate: one run in four is a sample, and the bounds hold.
func TestRate(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	p := of(strings.Join(invented(r, 80), ". "))
	_, runs := Sketch(p)
	Fill(p)
	if n := float64(len(p.Runs)); math.Abs(n-float64(runs)/Rate) > 5*math.Sqrt(float64(runs)*3/16) {
		t.Errorf("%v samples of %d runs", n, runs)
	}
	p = of(strings.Join(invented(r, 3000), ". "))
	Fill(p)
	if len(p.Runs) != maxRuns || len(p.Vocabulary) != maxWords {
		t.Errorf("%d runs and %d words of a long page", len(p.Runs), len(p.Vocabulary))
	}
}

// FuzzShingle: of any text, samples are sorted, without repetition and bounded, belong to the
// text alone, and say of the text twice what they say of it once.
func FuzzShingle(f *testing.F) {
	for _, s := range []string{"", "The storm came. It went.", "台风登陆浙江。大雨", "a\xffb 1.2.3 ....", strings.Repeat("x ", 1100), "İ ẞ ﬁ e\u0301"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once, again, twice := of(text), of(text), of(text, text)
		for _, p := range []*crawl.Page{once, again, twice} {
			Fill(p)
			p.Sketch, p.RunCount = Sketch(p)
		}
		for name, h := range map[string]struct {
			all  []uint32
			most int
		}{"runs": {once.Runs, maxRuns}, "words": {once.Vocabulary, maxWords}, "sketch": {once.Sketch, sketchSize}} {
			if len(h.all) > h.most || !slices.IsSorted(h.all) || len(slices.Compact(slices.Clone(h.all))) != len(h.all) {
				t.Errorf("%s: %d, %v", name, len(h.all), h.all)
			}
		}
		if len(once.Sketch) != min(once.RunCount, sketchSize) {
			t.Errorf("a sketch of %d of %d runs", len(once.Sketch), once.RunCount)
		}
		for _, p := range []*crawl.Page{again, twice} {
			if len(text) < mostRuns && (!slices.Equal(p.Runs, once.Runs) || !slices.Equal(p.Vocabulary, once.Vocabulary) || !slices.Equal(p.Sketch, once.Sketch) || p.RunCount != once.RunCount) {
				t.Error("the same text has other samples")
			}
		}
		if share, left := Shared(once.Sketch, once.RunCount, again.Sketch, again.RunCount); once.RunCount > 0 && (share != 1 || left != 0) {
			t.Errorf("a text shares %v with itself", share)
		}
	})
}

// TestSamplesStay: journals hold these hashes.
func TestSamplesStay(t *testing.T) {
	p := of("The storm came at 17.5 km/h, and Noël's roof went! It rained; 台风登陆浙江沿海。Tokyoタワー x1y")
	Fill(p)
	sketch, runs := Sketch(p)
	for name, c := range map[string]struct{ have, want []uint32 }{
		"runs":  {p.Runs, []uint32{0x4828a719, 0x62b04b3f, 0x7bcd9443, 0x8a88d133}},
		"words": {p.Vocabulary, []uint32{0x2c80d389, 0x3816a5b1, 0x38327e1b, 0x833b7097, 0x8a4fe919, 0xdb7877db, 0xe621b533, 0xed347428}},
		"sketch": {sketch, []uint32{0x300f51d, 0x2b35d5cf, 0x3717019c, 0x4828a719, 0x578e39ef, 0x66215fc9, 0x699abb0a, 0x7562331f,
			0x7bcd9443, 0x7fd3f24a, 0x952725bf, 0xc58f6d88, 0xd3c16131, 0xd3d78ecf}},
	} {
		if !slices.Equal(c.have, c.want) {
			t.Errorf("%s %#x, want %#x", name, c.have, c.want)
		}
	}
	if runs != 14 {
		t.Errorf("%d runs", runs)
	}
}
