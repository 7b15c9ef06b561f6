package samples

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// Phrases serve Chinese words that the dictionary does not know and cuts into
// characters, such as 台风. Phrases of known words, and English ones, were tried:
// they replace their words and lose two hundredths of the F1.

// longestPhrase is how many words a phrase may have.
const longestPhrase = 3

// A phrase must make up this share of the mentions of its rarest word. For
// Chinese characters that are words by themselves the share is higher, or every
// character before 的 would be a phrase with it.
const (
	cohesion    = .25
	cohesionOne = .5
)

// Examples are the pages from which a ranker learns.
const nested = .8

// term is a word or phrase with its counts.
type term struct {
	text  string
	han   bool
	idf   float64
	in    map[int]float64 // by document: number of mentions
	parts []word          // of a phrase
}

func (t *term) total() (n float64) {
	for _, x := range t.in {
		n += x
	}
	return n
}

// counter counts terms.
type counter struct {
	terms map[string]*term
	alone map[string]float64 // mentions of words, function words included
}

// countTerms counts words and phrases in documents.
func countTerms(docs [][]stretch, idf func(*word) float64) map[string]*term {
	c := counter{terms: map[string]*term{}, alone: map[string]float64{}}
	for doc, ss := range docs {
		for i := range ss {
			c.count(&ss[i], doc, idf)
		}
	}
	maps.DeleteFunc(c.terms, func(_ string, t *term) bool { return !c.holds(t) })
	c.plurals()
	c.nest()
	return c.terms
}

func (c *counter) count(s *stretch, doc int, idf func(*word) float64) {
	for i := range s.words {
		w := &s.words[i]
		c.alone[w.text]++
		text, rarest := "", 0.0
		for k := i; k < len(s.words) && k < i+longestPhrase; k++ {
			v := &s.words[k]
			if k > i && !(v.han && w.han) || v.stop && !v.singleChar() {
				break
			}
			text, rarest = text+v.text, max(rarest, idf(v))
			if k == i && w.stop {
				continue // a character that is a word has no meaning by itself
			}
			if k == i || slices.ContainsFunc(s.words[i:k+1], func(w word) bool { return w.singleChar() }) {
				c.add(text, rarest, doc, s.words[i:k+1])
			}
		}
	}
}

func (c *counter) add(text string, idf float64, doc int, parts []word) {
	t := c.terms[text]
	if t == nil {
		t = &term{text: text, han: parts[0].han, idf: idf, in: map[int]float64{}}
		if len(parts) > 1 {
			t.parts = slices.Clone(parts)
		}
		c.terms[text] = t
	}
	t.in[doc]++
}

// holds reports whether a phrase holds together. A single word does.
func (c *counter) holds(t *term) bool {
	n, rarest := t.total(), math.Inf(1)
	for i := range t.parts {
		w := &t.parts[i]
		if w.singleChar() && n < cohesionOne*c.alone[w.text] {
			return false
		}
		rarest = min(rarest, c.alone[w.text])
	}
	return t.parts == nil || n >= cohesion*rarest
}

// plurals adds the counts of English plurals to their singulars, since a
// lexicon finds both forms.
func (c *counter) plurals() {
	for _, text := range slices.Sorted(maps.Keys(c.terms)) {
		t := c.terms[text]
		if t.han {
			continue
		}
		for _, singular := range singulars(text) {
			s := c.terms[singular]
			if s == nil {
				continue
			}
			for doc, n := range t.in {
				s.in[doc] += n
			}
			s.idf = min(s.idf, t.idf)
			delete(c.terms, text)
			break
		}
	}
}

// singulars are the words whose regular plural s can be.
func singulars(s string) (out []string) {
	if len(s) < 4 || !strings.HasSuffix(s, "s") {
		return nil
	}
	out = append(out, s[:len(s)-1])
	if strings.HasSuffix(s, "es") {
		out = append(out, s[:len(s)-2])
	}
	if strings.HasSuffix(s, "ies") {
		out = append(out, s[:len(s)-3]+"y")
	}
	return out
}

// nest drops terms that occur almost only within a longer one.
func (c *counter) nest() {
	within := map[string]bool{}
	for _, t := range c.terms {
		n := t.total()
		for i := range t.parts {
			sub := ""
			for k := i; k < len(t.parts); k++ {
				sub += t.parts[k].text
				if s := c.terms[sub]; s != nil && s != t && n >= nested*s.total() {
					within[sub] = true
				}
			}
		}
	}
	maps.DeleteFunc(c.terms, func(text string, _ *term) bool { return within[text] })
}
