package reading

import (
	"errors"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Block is a piece of the main text: a heading, a paragraph, an item of a list.
type Block struct {
	Kind  string `json:"kind"` // heading, text or code
	Parts []Part `json:"parts"`
}

// Part is a piece of text: a mention, or what stands between two.
type Part struct {
	Text string `json:"text"`
	// Concept is the IRI of a mention, and Weight the share of the relevance that the
	// verdict gave to it: the share of its label in such a place, divided by how often it
	// stands there. A mention that the verdict did not count has no weight.
	Concept string  `json:"concept,omitempty"`
	Weight  float64 `json:"weight,omitempty"`
}

// marker marks in a text what a verdict counted.
type marker struct {
	evidence []crawl.Evidence // with a concept
	lexicon  *lexicon.Lexicon // of their labels, by place in evidence; nil: there are none
}

// newMarker returns a marker of the labels of evidence, found as a crawl finds them.
func newMarker(evidence []crawl.Evidence, dict *lexicon.Dictionary) (*marker, error) {
	m := &marker{}
	var terms []lexicon.Term
	for _, e := range evidence {
		if e.Concept != "" && strings.TrimSpace(e.Label) != "" {
			terms = append(terms, lexicon.Term{Text: e.Label, Entry: int32(len(m.evidence))})
			m.evidence = append(m.evidence, e)
		}
	}
	for len(terms) > 0 {
		lex, err := lexicon.New(terms, lexicon.Options{Dictionary: dict})
		var bad *lexicon.TermError
		if errors.As(err, &bad) && bad.Index >= 0 && bad.Index < len(terms) { // of a file that was edited
			terms = append(terms[:bad.Index:bad.Index], terms[bad.Index+1:]...)
			continue
		}
		m.lexicon = lex
		return m, err
	}
	return m, nil
}

// mark cuts a text into mentions and what stands between them. group says in which tag
// group a byte of it stands.
func (m *marker) mark(text string, group func(at int) string) []Part {
	parts, at := []Part{}, 0
	if m.lexicon != nil {
		for _, found := range m.lexicon.Find(text, nil) {
			if found.Inside || int(found.Start) < at {
				continue
			}
			if int(found.Start) > at {
				parts = append(parts, Part{Text: text[at:found.Start]})
			}
			e := m.evidence[found.Entry]
			at = int(found.End)
			parts = append(parts, Part{Text: text[found.Start:at], Concept: e.Concept, Weight: m.weight(e.Label, group(int(found.Start)))})
		}
	}
	if at < len(text) {
		parts = append(parts, Part{Text: text[at:]})
	}
	return parts
}

// weight is the share of one mention of a label in a group.
func (m *marker) weight(label, group string) float64 {
	for _, e := range m.evidence {
		if e.Label == label && e.Group == group && e.Count > 0 {
			return e.Contribution / float64(e.Count)
		}
	}
	return 0
}

// blocks marks the main text of a page.
func (m *marker) blocks(p *crawl.Page) []Block {
	all := []Block{}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Region != crawl.RegionMain || b.Title || b.Text == "" {
			continue
		}
		all = append(all, Block{Kind: kindOf(b), Parts: m.mark(b.Text, func(at int) string { return groupIn(b, at) })})
	}
	return all
}

func kindOf(b *crawl.Block) string {
	switch {
	case b.Code:
		return "code"
	case b.H1, len(b.Spans) > 0 && b.Spans[0].Group == crawl.GroupHeading && b.Spans[0].End == len(b.Text):
		return "heading"
	}
	return "text"
}

// groupIn returns the tag group of byte at of a block.
func groupIn(b *crawl.Block, at int) string {
	for _, s := range b.Spans {
		if at < s.End {
			return s.Group.String()
		}
	}
	return crawl.GroupBody.String()
}

// mainText is the main text of a page as lines, for a comparison.
func mainText(p *crawl.Page) string {
	var b strings.Builder
	for i := range p.Blocks {
		if x := &p.Blocks[i]; x.Region == crawl.RegionMain && !x.Title && x.Text != "" {
			b.WriteString(x.Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
