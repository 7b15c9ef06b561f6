package samples

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// word is a word of a document.
type word struct {
	text string // folded
	bits float64
	han  bool
	stop bool // carries no topic by itself
}

// singleChar reports a Chinese word of one character.
func (w *word) singleChar() bool { return w.han && utf8.RuneCountInString(w.text) == 1 }

// stretch is a run of words separated by spaces and hyphens only.
type stretch struct {
	words []word
	whole bool // it is the whole block
}

// reader takes documents apart.
type reader struct {
	dict  *lexicon.Dictionary
	known map[string]wordClass
}

// stretches returns the stretches of a document, without lists of links beside the
// text.
func (r *reader) stretches(p *crawl.Page) (out []stretch, err error) {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Region == crawl.RegionNav || b.Region == crawl.RegionFooter {
			continue
		}
		before := len(out)
		if out, err = r.cut(out, b.Text); err != nil {
			return nil, err
		}
		if len(out) == before+1 {
			out[before].whole = !b.Title && !b.H1
		}
	}
	return out, nil
}

// cut appends the stretches of a text.
func (r *reader) cut(out []stretch, text string) ([]stretch, error) {
	end, open := 0, false
	err := r.dict.Words(text, func(w lexicon.Word) bool {
		if !open || strings.Trim(text[end:w.Start], " -‐") != "" {
			out, open = append(out, stretch{}), true
		}
		end = w.End
		s := &out[len(out)-1]
		s.words = append(s.words, r.word(w))
		return true
	})
	return out, err
}

func (r *reader) word(w lexicon.Word) word {
	text := strings.TrimSuffix(strings.TrimSuffix(w.Text, "'s"), "’s")
	return word{text: text, bits: w.Bits, han: w.Han, stop: r.isStopword(text, w)}
}

// grammarBits is the cost below which a Chinese word is one of the few hundred
// most common (我们, 没有, 可以): more than one word in 1,400.
const grammarBits = 10.5

// isStopword reports words that carry no topic by themselves: function words,
// words with a digit, very short words. The dictionary counts all Chinese words
// of one character as equally rare, so they count in phrases only.
func (r *reader) isStopword(text string, w lexicon.Word) bool {
	if w.Han {
		return w.Bits < grammarBits || utf8.RuneCountInString(text) < 2
	}
	return utf8.RuneCountInString(text) < 3 || r.known[text] == function || strings.ContainsAny(text, "0123456789")
}

// What more than half of the samples repeat belongs to their site (its name,
// licence, boxes) if it is a whole block or a run of boilerplateWords words or
// more. This needs boilerplateFrom samples.
const (
	boilerplateFrom  = 4
	boilerplateShare = .5
	boilerplateWords = 4
)

func (s *stretch) comparable() bool { return s.whole || len(s.words) >= boilerplateWords }

// text is the run as one string, for comparison.
func (s *stretch) text() string {
	var b strings.Builder
	for i := range s.words {
		b.WriteString(s.words[i].text)
		b.WriteByte(' ')
	}
	return b.String()
}

// dropBoilerplate drops what many documents repeat literally.
func dropBoilerplate(docs [][]stretch) {
	if len(docs) < boilerplateFrom {
		return
	}
	on := map[string]int{}
	for _, ss := range docs {
		seen := map[string]bool{}
		for i := range ss {
			if !ss[i].comparable() {
				continue
			}
			if text := ss[i].text(); !seen[text] {
				seen[text] = true
				on[text]++
			}
		}
	}
	for d := range docs {
		docs[d] = slices.DeleteFunc(docs[d], func(s stretch) bool {
			return s.comparable() && float64(on[s.text()]) > boilerplateShare*float64(len(docs))
		})
	}
}
