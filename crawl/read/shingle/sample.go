package shingle

import (
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
)

const (
	runLength = 5 // words of a run
	// Rate is how many runs, and words, stand behind one of a sample of [Fill]. Which
	// are sampled depends on their hash alone, so pages with the same runs have the
	// same samples (Manber, "Finding similar files", USENIX 1994).
	Rate = 4
	// maxRuns and maxWords bound the samples of a page.
	maxRuns, maxWords = 256, 128
	// sketchSize bounds a Sketch, in runs.
	sketchSize = 64
	// mostRuns of a page are looked at for a Sketch: the first ones.
	mostRuns = 1 << 15
)

// anyNumber stands for every word with a digit in the runs of [Fill].
var anyNumber = Mix(1)

// fillers are kept from page to page: a page has a thousand words and more, and a sample has a few hundred.
var fillers = sync.Pool{New: func() any {
	f := &filler{runs: newLowest(maxRuns), words: newLowest(maxWords)}
	f.sink = f
	return f
}}

// Fill sets p.Runs, p.Vocabulary and p.Sampled: samples of the runs and of the words of the main
// text, of all blocks but title, navigation, header, footer, aside and
// blocks of links. They say what the
// page brings, and not who it is: a word with a digit is the same as any other such word,
// and is not in the vocabulary, so that neither a counter nor a session id makes a text
// new. A word of a script without spaces is two characters.
func Fill(p *crawl.Page) {
	f := fillers.Get().(*filler)
	f.readMain(p)
	p.Runs, p.Vocabulary, p.Sampled = f.runs.result(), f.words.result(), true
	fillers.Put(f)
}

// filler is the sink of [Fill].
type filler struct {
	reader
	mixedHash [maxSentence]uint64
	runs      lowest
	words     lowest
}

func (f *filler) take(s sentence) {
	mixed := f.mixedHash[:len(s.hash)]
	for i, h := range s.hash {
		mixed[i] = Mix(h)
	}
	if s.mixed {
		f.takeMixed(s, mixed)
	} else {
		for _, m := range mixed {
			f.words.add(m)
		}
	}
	if len(s.hash) < runLength {
		f.runs.add(runOf(mixed[0], s.hash[1:]))
	} else {
		for i, m := range mixed[:len(mixed)-runLength+1] {
			w := s.hash[i : i+runLength]
			f.runs.add(Mix(Mix(Mix(Mix(m^w[1])^w[2])^w[3]) ^ w[4]))
		}
	}
	f.runs.bound()
	f.words.bound()
}

// takeMixed samples the words of a sentence that has numbers or single characters, and makes
// all numbers alike.
func (f *filler) takeMixed(s sentence, mixed []uint64) {
	for i, k := range s.kind {
		switch {
		case k == number:
			s.hash[i], mixed[i] = anyNumber, Mix(anyNumber)
		case k == word:
			f.words.add(mixed[i])
		case i+1 < len(s.kind) && s.kind[i+1] == single:
			f.words.add(Mix(s.hash[i] ^ s.hash[i+1]<<1))
		}
	}
}

// runOf returns the hash of a run: first is the hash of its first token, mixed.
func runOf(first uint64, rest []uint64) uint64 {
	for _, t := range rest {
		first = Mix(first ^ t)
	}
	return first
}

// Sketch returns the sketchSize runs of the titles and the main text with the smallest hashes, sorted,
// and how many runs there are. Unlike in [Fill], a number is a word like any other: of two
// bulletins the later one says other numbers.
func Sketch(p *crawl.Page) (sketch []uint32, runs int) {
	k := sketchers.Get().(*sketcher)
	defer sketchers.Put(k)
	k.all = k.all[:0]
	for i := range p.Blocks { // titles are short, and say much
		if p.Blocks[i].Title {
			k.read(p.Blocks[i].Text)
		}
	}
	k.readMain(p)
	slices.Sort(k.all)
	all := slices.Compact(k.all)
	return slices.Clip(slices.Clone(all[:min(len(all), sketchSize)])), len(all)
}

// sketchers are kept as fillers are.
var sketchers = sync.Pool{New: func() any {
	k := new(sketcher)
	k.sink = k
	return k
}}

// sketcher is the sink of [Sketch].
type sketcher struct {
	reader
	all []uint32
}

func (k *sketcher) take(s sentence) {
	if len(k.all) >= mostRuns {
		return
	}
	for i := 0; i == 0 || i+runLength <= len(s.hash); i++ {
		w := s.hash[i:min(i+runLength, len(s.hash))]
		k.all = append(k.all, uint32(runOf(Mix(w[0]), w[1:])>>32))
	}
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

// readMain reads the main text. A block that is nothing but links
// says what other pages say.
func (d *reader) readMain(p *crawl.Page) {
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b.Region == crawl.RegionMain && !b.Title && !allLinks(b) {
			d.read(b.Text)
		}
	}
}

func allLinks(b *crawl.Block) bool {
	return len(b.Spans) > 0 && !slices.ContainsFunc(b.Spans, func(s crawl.Span) bool { return s.Group != crawl.GroupAnchor })
}
