package relevance

import (
	"io"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/read/repeated"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// form is the memory of the judge in its versions:
//
//	1  what hosts repeat
//	2  pages by address, what models are learned from, and the model
//	3  the words of each page together, rather than by numbers in one list of words
//
// Reading fills into.
func (j *Judge) form(into *memory) *binenc.Memory {
	return &binenc.Memory{Version: 3, Write: j.write, Read: map[uint64]func(*binenc.Reader){
		1: func(r *binenc.Reader) { into.hosts = repeated.Read(r) },
		2: func(r *binenc.Reader) { into.read(r, j.rule, wordsByNumber) },
		3: func(r *binenc.Reader) { into.read(r, j.rule, wordsTogether) },
	}}
}

// PageMemory is the memory of each fetched page, with the collector's room: the index of
// duplicates, 240 and 260 for its sketch (crawl/dedup.Index), .2 above the sum.
func (j *Judge) WriteTo(to io.Writer) (int64, error) { return j.form(nil).WriteTo(to) }

// ReadFrom implements [crawl.Checkpointer]. On an error nothing changes.
func (j *Judge) ReadFrom(p crawl.Part) error {
	m := memory{parents: parents{}, corrector: j.corrector, second: j.second} // the last two are not of pages
	if j.learner != nil {
		m.learner = newLearner(j.rule)
	}
	if err := j.form(&m).ReadFrom(p); err != nil {
		return english.Errorf("relevance: the stored memory of a judge: %w", err)
	}
	*j.memory = m
	return nil
}

// read reads all of a memory; words reads the words of pages.
func (m *memory) read(r *binenc.Reader, rule *rule, words wordReader) {
	m.hosts, m.parents = repeated.Read(r), readParents(r)
	if r.Bool() {
		if l := readLearner(r, rule, words); m.learner != nil {
			m.learner = l
		}
	}
	if r.Bool() {
		m.model = new(Model)
		r.Next(m.model)
	}
}

func (j *Judge) write(w *binenc.Writer) {
	j.hosts.Write(w)
	j.parents.write(w)
	w.Bool(j.learner != nil)
	if j.learner != nil {
		j.learner.write(w)
	}
	w.Bool(j.model != nil)
	if j.model != nil {
		w.Next(j.model)
	}
}

func (p parents) write(w *binenc.Writer) {
	w.Uint(uint64(len(p)))
	for _, key := range slices.Sorted(maps.Keys(p)) {
		w.Spill()
		w.Fixed(key)
		w.Float32(p[key])
	}
}

func readParents(r *binenc.Reader) parents {
	p := parents{}
	for range r.Len(12) {
		key, v := r.Fixed(), r.Float32()
		if v < 0 || v > 1 {
			r.Fail("a relevance of %v", v)
		}
		p[key] = v
	}
	return p
}

// write stores each page once: the sample first, then the best that are not in it.
func (l *learner) write(w *binenc.Writer) {
	for _, n := range []int{l.pages, l.sure, l.next, l.made} {
		w.Uint(uint64(n))
	}
	w.Float(l.evidence)
	w.Float(l.cut)
	w.Uint(uint64(len(l.iris)))
	for _, iri := range l.iris {
		w.Text(iri)
	}
	at := make(map[*sample]int, len(l.all))
	w.Uint(uint64(len(l.all)))
	for i, s := range l.all {
		at[s] = i + 1
		s.write(w)
		w.Spill()
	}
	w.Uint(uint64(len(l.best)))
	for _, s := range l.best {
		if w.Uint(uint64(at[s])); at[s] == 0 {
			s.write(w)
		}
	}
}

func (s *sample) write(w *binenc.Writer) {
	w.Fixed(s.key)
	w.Text(s.host)
	w.Text(s.lang)
	w.Float(s.first)
	w.Uint(uint64(s.length))
	w.Uint(uint64(len(s.concepts)))
	for _, c := range s.concepts {
		w.Uint(uint64(c.concept))
		w.Float32(c.count)
	}
	w.Text(string(s.words))
}

func readLearner(r *binenc.Reader, rule *rule, by wordReader) *learner {
	l := newLearner(rule)
	l.pages, l.sure, l.next, l.made = readCount(r), readCount(r), readCount(r), readCount(r)
	l.evidence = r.Float()
	if l.cut = r.Float(); l.cut < 0 || l.next < leastSure || l.evidence < 0 || l.evidence > surely*float64(l.pages) {
		r.Fail("impossible counts")
	}
	for range r.Len(1) {
		l.number(r.Text())
	}
	words := by(r)
	for range r.Len(12) {
		l.all = append(l.all, readSample(r, len(l.iris), words))
	}
	for range r.Len(1) {
		if n := r.Uint(); n == 0 {
			l.best = append(l.best, readSample(r, len(l.iris), words))
		} else if n <= uint64(len(l.all)) {
			l.best = append(l.best, l.all[n-1])
		} else {
			r.Fail("no page has number %d", n)
		}
	}
	if len(l.all) > mostKept || len(l.best) > mostSure || !slices.IsSortedFunc(l.all, sooner) || !slices.IsSortedFunc(l.best, better) {
		r.Fail("pages in no order")
	}
	return l
}

func readSample(r *binenc.Reader, concepts int, words func(*binenc.Reader) packedWords) *sample {
	s := &sample{key: r.Fixed(), host: r.Text(), lang: r.Text(), first: r.Float(), length: readCount(r)}
	if s.first < 0 {
		r.Fail("evidence of %v", s.first)
	}
	s.plain = s.first == 0
	for range r.Len(5) {
		c := mass{int32(min(r.Uint(), 1<<30)), r.Float32()}
		if int(c.concept) >= concepts || c.count < 0 {
			r.Fail("concept %d", c.concept)
			return s
		}
		s.concepts = append(s.concepts, c)
	}
	s.words = words(r)
	return s
}

// wordReader reads what precedes the words of all pages, and returns a function that reads the
// words of one page.
type wordReader func(r *binenc.Reader) func(*binenc.Reader) packedWords

func wordsTogether(*binenc.Reader) func(*binenc.Reader) packedWords { return readWords }

func readWords(r *binenc.Reader) packedWords {
	words := packedWords(r.Text())
	if _, ok := words.unpack(nil); !ok {
		r.Fail("words in no order")
	}
	return words
}

// wordsByNumber reads the sorted list of all words of a memory of version 2. What it
// returns reads the words of a page, which are numbers in that list.
func wordsByNumber(r *binenc.Reader) func(*binenc.Reader) packedWords {
	vocabulary := make([]string, r.Len(1))
	for i := range vocabulary {
		vocabulary[i] = r.Text()
	}
	return func(r *binenc.Reader) packedWords {
		var words []crawl.WordCount
		at := uint64(0)
		for range r.Len(2) {
			at += r.Uint()
			n := r.Uint()
			if at >= uint64(len(vocabulary)) || n > maxCount {
				r.Fail("word %d", at)
				return ""
			}
			words = append(words, crawl.WordCount{Word: vocabulary[at], Count: uint16(n)})
		}
		return packWords(words)
	}
}
