package monitor

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Search says which search sources a job asks for sites that it does not know. The zero
// value asks nobody.
type Search struct {
	Sources []string      // names of the settings file, and KIND=URL
	Queries int           // questions of a run, at most
	PerDay  int           // questions of a day (UTC), at most; 0: no bound
	Every   time.Duration // the same question is asked again after this time
	Fresh   time.Duration // asked is for what is not older; 0: for everything
	Line    int           // of Sources, in the job's file
}

// On reports whether the job asks anybody.
func (s *Search) On() bool { return len(s.Sources) > 0 }

// SourceState says what a person decided about a new source.
type SourceState string

// The states of a new source.
const (
	Undecided SourceState = "new"
	Accepted  SourceState = "accepted" // it is a seed of the job
	Refused   SourceState = "refused"  // nothing of it is fetched or reported any more
)

// NewSource is a site with a relevant page that no seed of the job names. A job is
// notified of it once, and a person accepts or refuses it.
type NewSource struct {
	Job   string       `json:"job"`
	Site  string       `json:"site"` // registrable domain, or a host that has none (crawl/polite.Site)
	State SourceState  `json:"state"`
	Pages []SourcePage `json:"pages"` // the most relevant, best first; at most [MaxSourcePages]

	// Via is the question that found its first page. If it is nil, a link of the page
	// Parent did.
	Via    *crawl.Via `json:"via,omitempty"`
	Parent string     `json:"parent,omitempty"`

	Found time.Time `json:"found,omitzero"` // when its first page was captured
	Run   int       `json:"run,omitempty"`

	// Added are the addresses of the site that people added, which are seeds and feeds of the job while it is accepted.
	Added []Address `json:"added,omitempty"`

	Decided time.Time `json:"decided,omitzero"`
	By      string    `json:"by,omitempty"` // who decided
	Reason  string    `json:"reason,omitempty"`
}

// Address is a page or a feed.
type Address struct {
	URL  string `json:"url"`
	Feed bool   `json:"feed,omitempty"`
}

// SourcePage is a page of a new source, with the concepts that make it relevant.
type SourcePage struct {
	URL       string    `json:"url"`
	Title     string    `json:"title"`
	Lang      string    `json:"lang,omitempty"`
	Relevance float64   `json:"relevance"`
	Concepts  []Concept `json:"concepts,omitempty"` // the weightiest, at most [MaxSourceConcepts]
}

// Bounds of what is kept of a new source, and of a job.
const (
	MaxAdded          = 2000 // addresses that people add to a job
	MaxSourcePages    = 3
	MaxSourceConcepts = 8
)

// Decision records what a person decided about a site.
type Decision struct {
	Job    string
	Site   string
	State  SourceState // Accepted or Refused
	At     time.Time
	By     string
	Reason string
	Add    []Address // the addresses of an accepted site that a person gave, beside those given before
}
