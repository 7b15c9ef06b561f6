package finds

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Find is a relevant page, or one that was relevant, with the pages that have the same
// text.
type Find struct {
	Job  string `json:"job"`
	Seq  int    `json:"seq"` // visit that recorded the page, in the journal of the job
	URL  string `json:"url"`
	Host string `json:"host"`

	Title string       `json:"title"`
	Lang  string       `json:"lang,omitempty"`
	Kind  monitor.Kind `json:"kind"` // what happened to it last

	PageKind string `json:"page_kind,omitempty"` // as in pages.jsonl, and so are Site and Author
	Site     string `json:"site,omitempty"`
	Author   string `json:"author,omitempty"`

	At        time.Time  `json:"at"`    // when that was captured
	First     time.Time  `json:"first"` // when the page was captured first
	Published crawl.Date `json:"published,omitzero"`

	Relevance float64           `json:"relevance"` // as last seen
	Relevant  bool              `json:"relevant"`  // by the last verdict, and it is there
	Concepts  []monitor.Concept `json:"concepts"`  // the weightiest first
	Via       *crawl.Via        `json:"via,omitempty"`

	// Copies are the other pages with this text, in the order found, at most
	// [maxCopies]; Pages counts all of them and the page itself.
	Copies []string `json:"copies"`
	Pages  int      `json:"pages"`

	Mark marks.State `json:"mark"` // what people said of it
}

// maxCopies is how many copies of a find are listed.
const maxCopies = 20

// Kinds are the kinds of a find, in the order in which people are asked for them.
func Kinds() []monitor.Kind {
	return []monitor.Kind{monitor.New, monitor.Changed, monitor.Gained, monitor.Gone, monitor.Lost}
}
