package shingle

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

const (
	runLength = 5 // words of a run
	// Rate is how many runs, and words, stand behind one of a sample of [Fill]. Which
	// are sampled depends on their hash alone, so pages with the same runs have the
	// same samples (Manber, "Finding similar files", USENIX 1994).
	Rate = 4
	// MaxRuns and MaxWords bound the samples of a page.
	MaxRuns, MaxWords = 256, 128
	// SketchSize bounds a Sketch, in runs.
	SketchSize = 64
	// mostRuns of a page are looked at for a Sketch: the first ones.
	mostRuns = 1 << 15
)

// number stands for every word with a digit in the runs of [Fill].
var number = mix(1)

// Fill sets p.Runs, p.Vocabulary and p.Sampled: samples of the runs and of the words of the main
// text, of all blocks but title, navigation, header, footer, aside and
// blocks of links. They say what the
// page brings, and not who it is: a word with a digit is the same as any other such word,
// and is not in the vocabulary, so that neither a counter nor a session id makes a text
// new. A word of a script without spaces is two characters.
func Fill(p *crawl.Page) {
	runs, words := sampler{most: MaxRuns}, sampler{most: MaxWords}
	each(p, func(s []token) {
		for i := range s {
			switch t := &s[i]; {
			case t.digit:
				t.hash = number
			case !t.han:
				words.add(mix(t.hash))
			case i+1 < len(s) && s[i+1].han:
				words.add(mix(t.hash ^ s[i+1].hash<<1))
			}
		}
		eachRun(s, runs.add)
	})
	p.Runs, p.Vocabulary, p.Sampled = runs.result(), words.result(), true
}

// Sketch returns the SketchSize runs of the titles and the main text with the smallest hashes, sorted,
// and how many runs there are. Unlike in [Fill], a number is a word like any other: of two
// bulletins the later one says other numbers.
func Sketch(p *crawl.Page) (sketch []uint32, runs int) {
	var all []uint32
	add := func(s []token) {
		if len(all) < mostRuns {
			eachRun(s, func(h uint64) { all = append(all, uint32(h>>32)) })
		}
	}
	var buf []token
	for i := range p.Blocks { // titles are short, and say much
		if p.Blocks[i].Title {
			buf = sentences(p.Blocks[i].Text, buf, add)
		}
	}
	each(p, add)
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.Clip(slices.Clone(all[:min(len(all), SketchSize)])), len(all)
}

// Shared returns the share of the runs of one page that the other page has too, from 0
// to 1, and how many of its runs that leaves, both estimated from their sketches. It is
// the resemblance within the smaller hashes of both (Broder 1997, section 4); sketches of
// all runs give it exactly.
func Shared(a []uint32, runsA int, b []uint32, runsB int) (share float64, left float64) {
	most := ^uint32(0) // beyond it one of the sketches knows nothing
	for _, s := range [...]struct {
		sketch []uint32
		runs   int
	}{{a, runsA}, {b, runsB}} {
		if n := len(s.sketch); n > 0 && s.runs > n {
			most = min(most, s.sketch[n-1])
		}
	}
	n, both, j := 0, 0, 0
	for _, h := range a {
		if h > most {
			break
		}
		for j < len(b) && b[j] < h {
			j++
		}
		if n++; j < len(b) && b[j] == h {
			both++
		}
	}
	if n == 0 {
		return 0, float64(runsA)
	}
	share = float64(both) / float64(n)
	return share, (1 - share) * float64(runsA)
}

// each calls yield with the sentences of the main text. A block that is nothing but links
// says what other pages say.
func each(p *crawl.Page, yield func([]token)) {
	var buf []token
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b.Region == crawl.RegionMain && !b.Title && !allLinks(b) {
			buf = sentences(b.Text, buf, yield)
		}
	}
}

func allLinks(b *crawl.Block) bool {
	return len(b.Spans) > 0 && !slices.ContainsFunc(b.Spans, func(s crawl.Span) bool { return s.Group != crawl.GroupAnchor })
}

// eachRun calls yield with the hash of each run of a sentence.
func eachRun(s []token, yield func(uint64)) {
	for i := 0; i == 0 || i+runLength <= len(s); i++ {
		h := uint64(0)
		for _, t := range s[i:min(i+runLength, len(s))] {
			h = mix(h ^ t.hash)
		}
		yield(h)
	}
}

// sampler keeps the smallest of the sampled hashes.
type sampler struct {
	most int
	all  []uint32
}

func (s *sampler) add(h uint64) {
	if h%Rate != 0 {
		return
	}
	if s.all = append(s.all, uint32(h>>32)); len(s.all) >= 8*s.most {
		s.shrink()
	}
}

// shrink drops what is there twice, and the largest beyond the bound.
func (s *sampler) shrink() {
	slices.Sort(s.all)
	s.all = slices.Compact(s.all)
	s.all = s.all[:min(len(s.all), s.most)]
}

func (s *sampler) result() []uint32 {
	if s.shrink(); len(s.all) == 0 {
		return nil
	}
	return slices.Clip(slices.Clone(s.all))
}
