package monitor

import (
	"cmp"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Kind says what happened to a page.
type Kind string

// The kinds of events.
const (
	New     Kind = "new"
	Changed Kind = "changed"
	Gone    Kind = "gone"
	// Gained and Lost are new verdicts: the page is as it was, and is relevant now, or
	// not any more.
	Gained Kind = "gained"
	Lost   Kind = "lost"
	// SourceFound is the first relevant page of a [NewSource], beside the event of the page
	// itself.
	SourceFound Kind = "new source"
	// Notice is a message of the daemon itself in a Notification; no event has it.
	Notice Kind = "notice"
	// Shift is the report of a shift in a Notification; no event has it.
	Shift Kind = "report"
	// Test is a message by which a person tests a receiver; no event has it.
	Test Kind = "test"
)

// Reason says why a verdict changed although the page did not.
type Reason string

// The reasons of gained and lost pages.
const (
	ByEdit  Reason = "the ontology was edited"
	ByModel Reason = "the model learned"
)

// Concept is a concept that a page mentions.
type Concept struct {
	IRI    string  `json:"iri"`
	Name   string  `json:"name"`             // label in the user's language
	Label  string  `json:"label"`            // as written in the page, where it weighs most
	Place  string  `json:"place"`            // the place where it weighs most
	Count  int     `json:"count"`            // in all places
	Places []Place `json:"places,omitempty"` // with the count of each, the weightiest first
	Share  float64 `json:"share"`            // of the relevance
}

// Place is where a concept was found: a tag group or the page's address.
type Place struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// In adds mentions of c in a place, which weighs less than those added before. They have
// the given share of the relevance.
func (c *Concept) In(place string, count int, share float64) {
	c.Count, c.Share = c.Count+count, c.Share+share
	for i := range c.Places {
		if c.Places[i].Name == place {
			c.Places[i].Count += count
			return
		}
	}
	c.Places = append(c.Places, Place{place, count})
}

// Found returns the places with their counts. An event of an older version knows only
// the weightiest place and the count in all of them; then the place has no name.
func (c *Concept) Found() []Place {
	if len(c.Places) > 0 || c.Count == 0 {
		return c.Places
	}
	if c.Count == 1 {
		return []Place{{c.Place, 1}}
	}
	return []Place{{"", c.Count}}
}

// ConceptsOf joins evidence by concept, the weightiest first. Evidence without a
// concept, such as learned words, is left out.
func ConceptsOf(evidence []crawl.Evidence) []Concept {
	sorted := slices.Clone(evidence)
	sorts.Stable(sorted, func(a, b crawl.Evidence) int { return cmp.Compare(b.Contribution, a.Contribution) })
	var out []Concept
	at := make(map[string]int, len(sorted))
	for i := range sorted {
		e := &sorted[i]
		if e.Concept == "" {
			continue
		}
		n, known := at[e.Concept]
		if !known {
			n = len(out)
			at[e.Concept] = n
			out = append(out, Concept{IRI: e.Concept, Label: e.Label, Place: e.Group})
		}
		out[n].In(e.Group, e.Count, e.Contribution)
	}
	sorts.Stable(out, func(a, b Concept) int { return cmp.Compare(b.Share, a.Share) })
	return out
}

// Event is a page that is new, changed or gone, or whose verdict changed, and that is or
// was relevant; or it is a new source.
type Event struct {
	Job  string `json:"job"`
	Run  int    `json:"run"`
	Seq  int    `json:"seq"` // in the journal of the job
	Kind Kind   `json:"kind"`

	URL   string `json:"url"`
	Host  string `json:"host"`
	Title string `json:"title"`
	Lang  string `json:"lang,omitempty"`

	Relevance    float64   `json:"relevance"`
	WasRelevance float64   `json:"was_relevance"` // 0 if the page was not known
	Relevant     bool      `json:"relevant"`
	Concepts     []Concept `json:"concepts,omitempty"`
	Appeared     []string  `json:"appeared,omitempty"` // IRIs mentioned now and not before

	Published   crawl.Date `json:"published,omitzero"` // by the page itself, or by a feed
	PublishedBy string     `json:"published_by,omitempty"`
	Captured    time.Time  `json:"captured"`
	Story       string     `json:"story"` // ID of its Story
	DuplicateOf string     `json:"duplicate_of,omitempty"`
	Phase       Phase      `json:"phase"`

	Excerpt string  `json:"excerpt,omitempty"` // the sentence that says most of the topic
	Holds   []Holds `json:"holds,omitempty"`   // the rules that ask something of the text and find it there

	// Via is the question that found the page; nil if a link or a seed did.
	Via *crawl.Via `json:"via,omitempty"`
	// Site and Parent belong to a new source.
	Site   string `json:"site,omitempty"`
	Parent string `json:"parent,omitempty"`

	Reason   Reason `json:"reason,omitempty"`   // of a gained or lost page
	Ontology string `json:"ontology,omitempty"` // hash of the ontology that judged it, if the ontology was edited
	Model    int    `json:"model,omitempty"`    // number of the learned model that judged it
}

// Delay returns the time from publication to capture, and whether it is known. It is
// unknown if the page names only the day, or a time after its capture. For a changed
// page it is the time since its first publication.
func (f *Event) Delay() (time.Duration, bool) {
	if f.Kind == Gone || f.Published.IsZero() || f.Published.After(f.Captured) || f.Published.Day {
		return 0, false
	}
	return f.Captured.Sub(f.Published.Time), true
}

// Story is one or more pages with the same text, or nearly the same.
type Story struct {
	ID    string    `json:"id"` // made of its first page: stable, safe in a file name
	Job   string    `json:"job"`
	Title string    `json:"title"`
	URL   string    `json:"url"` // of the first page that still exists
	Host  string    `json:"host"`
	Lang  string    `json:"lang,omitempty"`
	First time.Time `json:"first"` // captured
	Last  time.Time `json:"last"`
	// Published is the earliest time of publication that its pages name.
	Published crawl.Date `json:"published,omitzero"`
	Relevance float64    `json:"relevance"` // the largest of its pages
	Concepts  []Concept  `json:"concepts,omitempty"`
	Excerpt   string     `json:"excerpt,omitempty"` // of the page whose title it has, if that is known
	Pages     []string   `json:"pages"`             // URLs, in the order found
	Gone      bool       `json:"gone,omitempty"`
	Lost      bool       `json:"lost,omitempty"` // none of its pages is relevant by the last verdict
	Run       int        `json:"run"`
	// Via is the question that found the first page; nil if a link or a seed did.
	Via *crawl.Via `json:"via,omitempty"`
	// Notified names the receivers that were notified of the story, each with its
	// rule. [Rules] fill it.
	Notified map[string]string `json:"notified,omitempty"`
}
