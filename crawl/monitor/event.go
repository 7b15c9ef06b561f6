package monitor

import (
	"strings"
	"time"
)

// Kind says what happened to a page.
type Kind string

// The kinds of events.
const (
	New     Kind = "new"
	Changed Kind = "changed"
	Gone    Kind = "gone"
	// Notice is a message of the daemon itself in a Notification; no event has it.
	Notice Kind = "notice"
)

// Concept is a concept that a page mentions.
type Concept struct {
	IRI   string  `json:"iri"`
	Name  string  `json:"name"`  // label in the user's language
	Label string  `json:"label"` // as written in the page
	Place string  `json:"place"` // tag group with the largest weight
	Count int     `json:"count"`
	Share float64 `json:"share"` // of the relevance
}

// Event is a page that is new, changed or gone, and that is or was relevant.
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

	Published   time.Time `json:"published,omitzero"` // by the page itself
	PublishedBy string    `json:"published_by,omitempty"`
	Captured    time.Time `json:"captured"`
	Story       string    `json:"story"` // ID of its Story
	DuplicateOf string    `json:"duplicate_of,omitempty"`
	Phase       Phase     `json:"phase"`
}

// DayOnly reports that only the day of publication is known; Published is its
// midnight (crawl/dateline).
func DayOnly(by string) bool { return strings.HasSuffix(by, ", day") }

// Delay returns the time from publication to capture, and whether it is known. It is
// unknown if the page names only the day, or a time after its capture. For a changed
// page it is the time since its first publication.
func (f *Event) Delay() (time.Duration, bool) {
	if f.Kind == Gone || f.Published.IsZero() || f.Published.After(f.Captured) || DayOnly(f.PublishedBy) {
		return 0, false
	}
	return f.Captured.Sub(f.Published), true
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
	Published time.Time `json:"published,omitzero"`
	Relevance float64   `json:"relevance"` // the largest of its pages
	Concepts  []Concept `json:"concepts,omitempty"`
	Pages     []string  `json:"pages"` // URLs, in the order found
	Gone      bool      `json:"gone,omitempty"`
	Run       int       `json:"run"`
	// Notified names the receivers that were notified of the story, each with its
	// rule. [Rules] fill it.
	Notified map[string]string `json:"notified,omitempty"`
}
