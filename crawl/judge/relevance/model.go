package relevance

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Model holds what a judge has learned from the pages of a crawl. Once made it does not
// change. A page is judged by one model, which its score names. The JSON names are an
// interface (models.jsonl).
type Model struct {
	Number int `json:"-"`     // 1, 2, ... in the order of learning
	Pages  int `json:"pages"` // judged pages that were counted
	Sure   int `json:"sure"`  // of Pages, the ones that the first verdict found surely relevant
	// Purity says by IRI how far a concept is company: 1 is the purest. A label that
	// stands alone on most of its pages is ambiguous and has little. Rest is the purity
	// of concepts that are not listed.
	Purity map[string]float64 `json:"purity"`
	Rest   float64            `json:"rest"`
	// Words go with the topic, heaviest first. Middle and High are the median match of
	// the other pages and of the sure ones. Without words nothing is matched.
	Words  []ModelWord `json:"words"`
	Middle float64     `json:"middle"`
	High   float64     `json:"high"`
	// Languages counts the pages that the words were learned from, by language: the sure
	// ones that they match better than the middle one of the others.
	Languages map[string]int `json:"languages"`
	// Background says how much the topic's words stand on pages that are not about it:
	// the mean evidence of the pages that are not sure, by the share of the sure ones,
	// both with .02 added.
	Background float64 `json:"background"`
}

// ModelWord is a learned word.
type ModelWord struct {
	Word   string  `json:"word"` // folded
	Weight float64 `json:"weight"`
}

// Bounds of what is taken from stored bytes.
const (
	maxModelWords = 1 << 12
	maxNumber     = 1 << 40
)

// match is how far the words of a page go with the topic: 0 as on the middle page
// off the topic, 1 as on the middle page that is surely on it; most bounds it. parts
// gets the part of each word of the model; nil if it is not wanted.
func (m *Model) match(counts []uint16, length int, r *rule, parts []float64) float64 {
	s := m.raw(counts, length, r, parts)
	return min(max(0, (s-m.Middle)/(m.High-m.Middle)), r.mostMatch)
}

// raw is the sum of weight * ln(1 + count) over the words of the model, by
// the page's length. counts says how often a page has each.
func (m *Model) raw(counts []uint16, length int, r *rule, parts []float64) (s float64) {
	norm := r.wordNorm(length)
	for i, n := range counts {
		x := 0.0
		if n > 0 {
			x = m.Words[i].Weight * math.Log1p(float64(n)) * norm
		}
		if s += x; parts != nil {
			parts[i] = x
		}
	}
	return s
}

// countsIn sets how often the words of the model stand in a list of words.
func (m *Model) countsIn(words []crawl.WordCount, counts []uint16) []uint16 {
	for i := range m.Words {
		w := m.Words[i].Word
		at := sort.Search(len(words), func(k int) bool { return words[k].Word >= w })
		if counts[i] = 0; at < len(words) && words[at].Word == w {
			counts[i] = words[at].Count
		}
	}
	return counts
}

// factor lowers the evidence of a topic whose words stand on many pages that are not
// about it, and raises the evidence of other topics. m may be nil.
func (m *Model) factor(r *rule) float64 {
	switch {
	case r.topic == 0:
		return 1
	case m == nil || m.Background == 0:
		return r.unlearned
	}
	return min(max(r.leastTopic, math.Pow(m.Background, -r.topic)), mostTopic)
}

// mostTopic is the greatest factor. Pages of a focused crawl are near the topic.
const mostTopic = 1.25

// mostBackground is the greatest background that counts can give.
const mostBackground = (surely + .02) / .02

// known is how far the words are known in a language, 0 to 1: words of one
// language say nothing of pages in another.
func (m *Model) known(language string, r *rule) float64 {
	if r.languages == 0 {
		return 1
	}
	n := float64(m.Languages[language])
	return n / (n + r.languages)
}

// hanShare is the share of Chinese among the words of a page from which on it is
// Chinese.
const hanShare = 0.3

// languageOf is the language of a page's words: Chinese if many are, whatever the page
// declares, else the declared one.
func languageOf(words []crawl.WordCount, declared string) string {
	han, all := 0, 0
	for _, w := range words {
		if all += int(w.Count); ideograph(w.Word, 0) {
			han += int(w.Count)
		}
	}
	return languageBy(han, all, declared)
}

// languageBy is the language of a page that has all words, han of them Chinese.
func languageBy(han, all int, declared string) string {
	base, _, _ := strings.Cut(declared, "-")
	switch {
	case float64(han) > hanShare*float64(all):
		return "zh"
	case base == "zh" || base == "":
		return "en"
	}
	return base
}

// purity is the purity of a concept.
func (m *Model) purity(iri string) float64 {
	if p, ok := m.Purity[iri]; ok {
		return p
	}
	return m.Rest
}

const modelVersion = 1

func (m *Model) form(into *Model) *binenc.Memory {
	return &binenc.Memory{Name: "judge's model", Version: modelVersion, Write: m.write, Read: map[uint64]func(*binenc.Reader){modelVersion: into.read}}
}

// WriteTo implements [crawl.Checkpointer]. The same model gives the same bytes.
func (m *Model) WriteTo(to io.Writer) (int64, error) { return m.form(nil).WriteTo(to) }

// ReadFrom implements [crawl.Checkpointer]. On an error nothing changes.
func (m *Model) ReadFrom(p crawl.Part) error {
	var n Model
	if err := m.form(&n).ReadFrom(p); err != nil {
		return english.Errorf("relevance: a stored model: %w", err)
	}
	*m = n
	return nil
}

func (m *Model) write(w *binenc.Writer) {
	w.Uint(uint64(m.Number))
	w.Uint(uint64(m.Pages))
	w.Uint(uint64(m.Sure))
	w.Float(m.Rest)
	w.Uint(uint64(len(m.Purity)))
	for _, iri := range slices.Sorted(maps.Keys(m.Purity)) {
		w.Text(iri)
		w.Float(m.Purity[iri])
	}
	w.Uint(uint64(len(m.Words)))
	for _, x := range m.Words {
		w.Text(x.Word)
		w.Float(x.Weight)
	}
	w.Float(m.Middle)
	w.Float(m.High)
	w.Float(m.Background)
	w.Uint(uint64(len(m.Languages)))
	for _, name := range slices.Sorted(maps.Keys(m.Languages)) {
		w.Text(name)
		w.Uint(uint64(m.Languages[name]))
	}
}

func (m *Model) read(r *binenc.Reader) {
	*m = Model{Number: readCount(r), Pages: readCount(r), Sure: readCount(r), Rest: r.Float(), Purity: map[string]float64{}}
	for range r.Len(9) {
		iri := r.Text()
		m.Purity[iri] = r.Float()
	}
	for range r.Len(9) {
		m.Words = append(m.Words, ModelWord{r.Text(), r.Float()})
	}
	m.Middle, m.High, m.Background = r.Float(), r.Float(), r.Float()
	for n := r.Len(2); n > 0; n-- {
		if m.Languages == nil {
			m.Languages = map[string]int{}
		}
		name := r.Text()
		m.Languages[name] = readCount(r)
	}
	if err := m.check(); err != nil && r.Err() == nil {
		r.Fail("%v", err)
	}
}

func readCount(r *binenc.Reader) int {
	n := r.Uint()
	if n > maxNumber {
		r.Fail("a count of %d", n)
		return 0
	}
	return int(n)
}

// check refuses models that could not have been learned.
func (m *Model) check() error {
	share := func(x float64) bool { return x >= 0 && x <= 1 }
	for iri, p := range m.Purity {
		if !share(p) {
			return english.Errorf("purity of %.80q is %v: it must be from 0 to 1", iri, p)
		}
	}
	heavier := func(a, b ModelWord) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Word, b.Word))
	}
	for i, w := range m.Words {
		if !(w.Weight > 0 && w.Weight <= 1e6) || w.Word == "" || i > 0 && heavier(m.Words[i-1], w) >= 0 {
			return english.Errorf("word %.40q has weight %v", w.Word, w.Weight)
		}
	}
	switch {
	case !(m.Background >= 0 && m.Background <= mostBackground):
		return english.Errorf("a background of %v", m.Background)
	case !share(m.Rest):
		return english.Errorf("purity of other concepts is %v: it must be from 0 to 1", m.Rest)
	case len(m.Words) > maxModelWords:
		return fmt.Errorf("%d words", len(m.Words))
	case m.Number < 1 || m.Pages < m.Sure || m.Sure < 0:
		return errors.New("impossible counts")
	case len(m.Words) > 0 && !(m.Middle >= 0 && m.High > m.Middle && m.High <= 1e9):
		return english.Errorf("matches of %v and %v", m.Middle, m.High)
	}
	return nil
}
