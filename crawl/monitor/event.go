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
	// Notice is a word of the daemon itself in a Notification; no page is found so.
	Notice Kind = "notice"
)

// Concept is a concept that a page mentions.
type Concept struct {
	IRI   string  `json:"iri"`
	Name  string  `json:"name"`  // label in the daemon's language
	Label string  `json:"label"` // as found in the page
	Place string  `json:"place"` // name of the tag group that weighed most
	Count int     `json:"count"`
	Share float64 `json:"share"` // of the relevance
}

// Event is a page that is new, changed or gone, and that is relevant or was.
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
	WasRelevance float64   `json:"was_relevance"` // 0 if it was not there
	Relevant     bool      `json:"relevant"`
	Concepts     []Concept `json:"concepts,omitempty"`
	Appeared     []string  `json:"appeared,omitempty"` // IRIs mentioned now and not before

	Published   time.Time `json:"published,omitzero"` // as the page says
	PublishedBy string    `json:"published_by,omitempty"`
	Captured    time.Time `json:"captured"`
	Story       string    `json:"story"` // its Story's ID
	DuplicateOf string    `json:"duplicate_of,omitempty"`
	Phase       Phase     `json:"phase"`
}

// DayOnly reports that a PublishedBy says the day alone: Published is its midnight
// then (crawl/dateline).
func DayOnly(by string) bool { return strings.HasSuffix(by, ", day") }

// Delay is the time from publication to capture, and whether it is known. A
// page that says it was published after it was captured says nothing, and one that
// names the day alone too little. Of a changed page it is the time since it was
// published first.
func (f *Event) Delay() (time.Duration, bool) {
	if f.Kind == Gone || f.Published.IsZero() || f.Published.After(f.Captured) || DayOnly(f.PublishedBy) {
		return 0, false
	}
	return f.Captured.Sub(f.Published), true
}

// Story is one or more pages that tell the same, copies of each other or nearly.
type Story struct {
	ID    string    `json:"id"` // of its first page: stable, safe in a file name
	Job   string    `json:"job"`
	Title string    `json:"title"`
	URL   string    `json:"url"` // of the first page that is still there
	Host  string    `json:"host"`
	Lang  string    `json:"lang,omitempty"`
	First time.Time `json:"first"` // captured
	Last  time.Time `json:"last"`
	// Published is the earliest that one of its pages says.
	Published time.Time `json:"published,omitzero"`
	Relevance float64   `json:"relevance"` // the largest of its pages
	Concepts  []Concept `json:"concepts,omitempty"`
	Pages     []string  `json:"pages"` // URLs, in the order found
	Gone      bool      `json:"gone,omitempty"`
	Run       int       `json:"run"`
	// Notified names the receivers that were told of the story, with the rule by which
	// each was told. [Rules] keep it.
	Notified map[string]string `json:"notified,omitempty"`
}
