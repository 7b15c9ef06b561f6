package simtext

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Topic is a topic with its concepts, the heaviest first.
type Topic struct {
	Topic      string       `json:"topic"`
	Ontologies []string     `json:"ontologies"` // "name sha256"
	Marked     bool         `json:"marked"`     // the core concepts are those that the ontology marks
	Entries    []TopicEntry `json:"entries"`
}

// TopicEntry is a concept of a topic.
type TopicEntry struct {
	Rank    int     `json:"rank"`
	Concept string  `json:"concept"`
	Zh      string  `json:"zh"`
	En      string  `json:"en"`
	Lang    string  `json:"lang,omitempty"` // of both names, if it is neither Chinese nor English
	Weight  float64 `json:"weight"`
	Core    bool    `json:"core"`
	Labels  []Label `json:"labels"`

	// SameName is the entry, above, whose name this concept has too: a text with the name
	// counts once, for that entry.
	SameName string `json:"same_name_as,omitempty"`
}

// NewTopic is the report of the topic called name. ontologies are their names and
// hashes.
func NewTopic(name string, ontologies []string, v *semsim.TopicVector) *Topic {
	r := &Topic{Topic: name, Ontologies: ontologies, Marked: v.Marked}
	for _, e := range v.Entries {
		te := TopicEntry{Concept: e.IRI, Zh: e.Zh, En: e.En, Lang: e.Lang, Weight: e.Weight, Core: e.Core}
		for _, l := range e.Labels {
			te.Labels = append(te.Labels, Label{Text: l.Text, Lang: l.Lang})
		}
		r.Entries = append(r.Entries, te)
		for _, n := range e.Namesakes {
			r.Entries = append(r.Entries, TopicEntry{Concept: n.IRI, Zh: n.Zh, En: n.En, Lang: n.Lang,
				Weight: n.Weight, Core: n.Core, Labels: []Label{}, SameName: e.IRI})
		}
	}
	slices.SortStableFunc(r.Entries, func(a, b TopicEntry) int { return cmp.Compare(b.Weight, a.Weight) })
	for i := range r.Entries {
		r.Entries[i].Rank = i + 1
	}
	return r
}

// Write writes the topic as a table, with names in the language lang.
func (r *Topic) Write(w io.Writer, lang string) error {
	core := 0
	tb := &term.Table{Head: []string{">rank", ">weight", "core", "concept", "", "also"}}
	for _, e := range r.Entries {
		mark := ""
		if e.Core {
			mark = "*"
			core++
		}
		first, second := twoNames(e.Zh, e.En, lang)
		first = inLanguage(first, e.Lang)
		tb.Add(strconv.Itoa(e.Rank), drawn(w, e.Weight), mark, term.Clip(first, 48), term.Clip(second, 48), term.Clip(e.otherLabels(message.Of(w)), 48))
	}
	if r.Marked {
		message.Fprintf(w, "Topic %s: %d concepts, %d of them core (*), as the ontology marks them\n\n", term.Safe(r.Topic), len(r.Entries), core)
	} else {
		message.Fprintf(w, "Topic %s: %d concepts, %d of them core (*)\n\n", term.Safe(r.Topic), len(r.Entries), core)
	}
	return tb.Write(w)
}

// otherLabels are the labels of e except the two names shown.
func (e *TopicEntry) otherLabels(p *message.Printer) string {
	if e.SameName != "" {
		return p.Sprintf("%s, in texts one with %s", ontology.LocalName(e.Concept), ontology.LocalName(e.SameName))
	}
	var also []string
	for _, l := range e.Labels {
		if l.Text != e.Zh && l.Text != e.En {
			also = append(also, Labelled(l.Text, l.Lang))
		}
	}
	return strings.Join(also, ", ")
}

// Label is the JSON form of a label.
type Label struct {
	Text string `json:"text"`
	Lang string `json:"lang"`
}
