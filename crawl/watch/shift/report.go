package shift

import (
	"cmp"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
)

// Report tells what pages told in a span of time. The JSON names are an interface.
type Report struct {
	Job  string    `json:"job"`
	From time.Time `json:"from"` // of the span, which does not hold To
	To   time.Time `json:"to"`
	Zone string    `json:"zone"`
	Read time.Time `json:"read,omitzero"` // when the events were brought up to date; absent: the job keeps no event graph

	New          []Fact     `json:"new"`
	Changed      []Change   `json:"changed"` // then and now
	Forecast     []Fact     `json:"forecast"`
	Contradicted []Conflict `json:"contradicted"`
	Pages        []Page     `json:"pages"` // new ones whose facts are not above
	Silent       []Source   `json:"silent"`

	LeftOut LeftOut `json:"left_out"`
	Old     int     `json:"old"` // facts that were seen in the span and are of days long before it

	zone *time.Location // nil: the zone of From, as in JSON
}

// in is the zone of the report.
func (r *Report) in() *time.Location { return cmp.Or(r.zone, r.From.Location()) }

// LeftOut counts what is beyond the bounds of a report.
type LeftOut struct {
	New          int `json:"new"`
	Changed      int `json:"changed"`
	Forecast     int `json:"forecast"`
	Contradicted int `json:"contradicted"`
	Pages        int `json:"pages"`
	Silent       int `json:"silent"`
}

// Event is the event of a fact.
type Event struct {
	ID    string             `json:"id"`
	Kind  string             `json:"kind"`
	Names []eventgraph.Named `json:"names"`
	Begin string             `json:"begin,omitempty"`
}

// Value is a figure, a warning or a landfall.
type Value struct {
	Kind   string  `json:"kind"`
	Value  float64 `json:"value,omitempty"`
	Unit   string  `json:"unit,omitempty"`
	Bound  string  `json:"bound,omitempty"` // ">=", "<=" or "~"
	Colour string  `json:"colour,omitempty"`
	Warns  string  `json:"warns,omitempty"`
	Lifted bool    `json:"lifted,omitempty"`
}

// Told is the sentence that says so, and how many pages do.
type Told struct {
	Sentence string `json:"sentence"`
	URL      string `json:"url"`
	Title    string `json:"title"`
	Lang     string `json:"lang,omitempty"`
	Sources  int    `json:"sources"`
}

// Fact is a value that an event had.
type Fact struct {
	Event Event `json:"event"`
	Value
	Where string `json:"where,omitempty"`
	Day   string `json:"day,omitempty"`
	Told
}

// Change is a value that was another one before the span.
type Change struct {
	Event Event     `json:"event"`
	Where string    `json:"where,omitempty"`
	Was   Value     `json:"was"`
	Now   Value     `json:"now"`
	AsOf  time.Time `json:"as_of"` // of Now
	Told
}

// Conflict is a figure of one day and place of which sources differ.
type Conflict struct {
	Event Event  `json:"event"`
	Kind  string `json:"kind"`
	Day   string `json:"day"`
	Where string `json:"where,omitempty"`
	Sides []Side `json:"sides"`
}

// Side is a value of a Conflict, with a page that says so.
type Side struct {
	Value
	Told
}

// Page is a new relevant page, with its copies counted.
type Page struct {
	URL       string    `json:"url"`
	Title     string    `json:"title"`
	Lang      string    `json:"lang,omitempty"`
	Host      string    `json:"host"`
	Seen      time.Time `json:"seen"`
	Relevance float64   `json:"relevance"`
	Sources   int       `json:"sources"`
}

// Source is a host of which nothing relevant was found in the span.
type Source struct {
	Host  string    `json:"host"`
	Named bool      `json:"named,omitempty"` // by the job or by a person
	Last  time.Time `json:"last,omitzero"`   // when something was found last, in the week before; absent: nothing
}
