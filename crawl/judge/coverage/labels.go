package coverage

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Holder is a label that holds a label of a core concept. A text with it counts for both.
type Holder struct {
	Text    string `json:"text"`
	Concept string `json:"concept"` // its name
	Holds   string `json:"holds"`   // the label of the core concept
	Core    string `json:"core"`    // the name of that
	Pages   int    `json:"pages"`   // with the longer label
}

// labelCounter counts labels by the words as found in pages.
type labelCounter struct {
	topic *semsim.TopicVector
	lex   *lexicon.Lexicon
	terms []lexicon.Term
	count []label
	by    [][]int32          // terms by entry
	found map[foundKey]int32 // the term, -1 for none
	dst   []lexicon.Match
}

type foundKey struct {
	entry int
	text  string
}

func newLabelCounter(topic *semsim.TopicVector, lex *lexicon.Lexicon) *labelCounter {
	c := &labelCounter{topic: topic, lex: lex, terms: relevance.TermsOf(topic), found: map[foundKey]int32{}}
	c.by = make([][]int32, len(topic.Entries))
	for i, t := range c.terms {
		c.count = append(c.count, label{Text: t.Text, Lang: t.Lang})
		c.by[t.Entry] = append(c.by[t.Entry], int32(i))
	}
	return c
}

// term returns the label of an entry that text was found by; -1 if there is none.
func (c *labelCounter) term(entry int, text string) int32 {
	key := foundKey{entry, text}
	if t, ok := c.found[key]; ok {
		return t
	}
	t := int32(-1)
	c.dst = c.lex.Find(text, c.dst[:0])
	for _, m := range c.dst {
		if int(m.Entry) == entry && int(m.Term) < len(c.terms) && (t < 0 || m.Start == 0 && int(m.End) == len(text)) {
			t = m.Term
		}
	}
	c.found[key] = t
	return t
}

func (c *labelCounter) add(p *calibrate.Page, entries map[string]int, alone bool) {
	var seen []int32
	for i := range p.Evidence {
		ev := &p.Evidence[i]
		e, ok := entries[ev.Concept]
		if !ok {
			continue
		}
		t := c.term(e, ev.Label)
		if t < 0 {
			continue
		}
		x := &c.count[t]
		x.Mentions += ev.Count
		if slices.Contains(seen, t) {
			continue
		}
		seen = append(seen, t)
		x.Pages++
		x.Relevant += stats.Bit(p.Relevant)
		x.Alone += stats.Bit(alone)
	}
}

// of returns the labels of an entry, those with most pages first. Labels that differ in
// case only are one.
func (c *labelCounter) of(entry int) []label {
	out := []label{}
	at := map[string]int{}
	for _, i := range c.by[entry] {
		key := lexicon.Fold(c.terms[i].Text)
		if k, ok := at[key]; ok {
			if c.count[i].Pages > out[k].Pages {
				out[k] = c.count[i]
			}
			continue
		}
		at[key] = len(out)
		out = append(out, c.count[i])
	}
	sorts.Stable(out, func(a, b label) int { return cmp.Compare(b.Pages, a.Pages) })
	return out
}

// holders finds labels of concepts that are not core inside of which the lexicon finds a label
// of a core concept. concepts are by entry.
func (c *labelCounter) holders(concepts []Concept) []Holder {
	out := []Holder{}
	for i, t := range c.terms {
		if concepts[t.Entry].Core {
			continue
		}
		c.dst = c.lex.Find(t.Text, c.dst[:0])
		for _, m := range c.dst {
			if !m.Inside || int(m.Entry) >= len(concepts) || !concepts[m.Entry].Core {
				continue
			}
			out = append(out, Holder{Text: t.Text, Concept: concepts[t.Entry].Name, Holds: c.terms[m.Term].Text, Core: concepts[m.Entry].Name, Pages: c.count[i].Pages})
			break
		}
	}
	sorts.Stable(out, func(a, b Holder) int { return cmp.Compare(b.Pages, a.Pages) })
	return out
}
