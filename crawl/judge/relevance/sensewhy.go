package relevance

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Doubt says that mentions of a concept count less, since the page seems to speak of
// something else of that name. The JSON names are an interface.
type Doubt struct {
	Concept string   `json:"concept"` // IRI
	Label   string   `json:"label"`   // as first found
	Factor  float64  `json:"factor"`  // what the least of them counts, below 1
	Words   []string `json:"words"`   // words of another sense on the page
	Capital bool     `json:"capital"` // it stands in capitals within sentences, as a name does
	Named   bool     `json:"named"`   // a mention by itself names something else: a work, a team, a metaphor
}

// String is the doubt in one line.
func (d *Doubt) String() string { return d.Message().String() }

// Message implements [english.Sentence].
func (d *Doubt) Message() english.Phrase {
	var why []english.Phrase
	if len(d.Words) > 0 {
		why = append(why, english.Phrasef("the page also says %s", strings.Join(d.Words, ", ")))
	}
	if d.Capital {
		why = append(why, english.Phrasef("it is written as a name"))
	}
	if d.Named {
		why = append(why, english.Phrasef("it stands in a title, a nickname or a figure of speech"))
	}
	return english.Phrasef("%s counts only %.2f: %s", d.Label, d.Factor, english.Join("; ", why...))
}

// doubts explains the factors of a page's mentions that are below 1, one for each
// concept.
func (j *Judge) doubts(p *crawl.Page) []Doubt {
	if j.sense == nil {
		return nil
	}
	s := j.senseOf(p)
	if s == nil {
		return nil
	}
	var out []Doubt
	for i := range p.Blocks {
		b := &p.Blocks[i]
		for k := range b.Mentions {
			f := s.factor(i, k)
			if f == 1 {
				continue
			}
			m := &b.Mentions[k]
			iri := j.topic.Entries[m.Entry].IRI
			at := slices.IndexFunc(out, func(d Doubt) bool { return d.Concept == iri })
			if at < 0 {
				at = len(out)
				out = append(out, s.doubtOf(m.Entry, b.Text[m.Start:m.End]))
			}
			d := &out[at]
			d.Factor = min(d.Factor, f)
			d.Named = d.Named || namesOther(b.Text, int(m.Start), int(m.End))
		}
	}
	return out
}

func (s *pageSense) doubtOf(entry int32, label string) Doubt {
	d := Doubt{Concept: s.j.topic.Entries[entry].IRI, Label: label, Factor: 1, Words: []string{}}
	for _, c := range s.cues {
		d.Words = append(d.Words, s.j.senseData().words[c])
	}
	for _, w := range s.words {
		d.Capital = d.Capital || w.entry == entry && !w.common && w.capitals > 0
	}
	return d
}
