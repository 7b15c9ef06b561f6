package crawl

import "time"

// Choice is a strategy's decision to fetch a URL.
type Choice struct {
	URL      string
	Host     string
	Parent   string  // page on which the URL was first found; "" for a seed
	Depth    int     // links from a seed; 0 for a seed
	Priority float64 // the score of the link when it was chosen, in the strategy's own scale
	// Again marks a recorded URL that is fetched once more, to see whether it has
	// changed.
	Again bool
	// ETag and LastModified are the validators of its last answer, if Again is set
	// and that had any. They are not part of the journal.
	ETag, LastModified string
}

// Score is a judgement of a page, with its reasons.
type Score struct {
	Relevance float64 // 0..1
	Relevant  bool    // Relevance > phi
	Evidence  []Evidence
}

// Evidence is one reason of a score: a concept, found by a label, in a place.
type Evidence struct {
	Concept      string  `json:"concept"` // IRI
	Label        string  `json:"label"`   // as found in the page
	Group        string  `json:"group"`   // name of the tag group
	Count        int     `json:"count"`
	Contribution float64 `json:"contribution"` // share of the relevance, the shares of a page add up to Relevance
}

// Visit is one attempt at a URL and its outcome: a page ([Visit.OK]), a list of links
// ([Visit.Source]), no change ([Visit.Unchanged]) or a failure ([Visit.Failed]).
type Visit struct {
	Seq       int // 1, 2, ... in the order applied, failures included
	Choice    Choice
	Page      *Page
	Score     Score
	LinkCount int     // links of the page as parsed, before the filters
	Status    int     // HTTP status, 0 if there was no answer
	Failure   Failure // why it failed; zero if it did not
	FetchedAt time.Time

	ETag, LastModified string    // validators of the answer
	Stored             Ref       // where the answer is archived
	Same               Duplicate // the recorded page that this one repeats

	// Response is the answer, while the visit is being recorded. Robots are the
	// exchanges for robots.txt of the attempt, even without an answer. Neither is
	// part of the journal.
	Response *Response
	Robots   []Exchange
}

// Ref is a place in an archive of answers. The zero Ref is none.
type Ref struct {
	File           string // name within the archive
	Offset, Length int64  // in bytes; Length covers all records of the visit
}

// Duplicate names the page that another one repeats. The zero Duplicate is none.
type Duplicate struct {
	Of       string // canonical key under which the first was recorded
	Distance int    // bits in which the fingerprints differ; 0 for equal texts
	Exact    bool   // the bodies are equal byte by byte
}

// sameText is the distance up to which two pages count as the same text. Distances
// of two and three also occur between short pages of one form with different
// content, such as the moons or counties of an encyclopedia.
const sameText = 1

// Repeats reports whether the page adds nothing to a recorded one: its bytes or its
// text are the same.
func (v *Visit) Repeats() bool {
	return v.Same.Of != "" && (v.Same.Exact || v.Same.Distance <= sameText)
}

// OK reports whether the visit brought a page.
func (v *Visit) OK() bool { return v.Page != nil && !v.Page.Source }

// Source reports whether the visit brought a sitemap or a feed.
func (v *Visit) Source() bool { return v.Page != nil && v.Page.Source }

// Unchanged reports whether a page fetched again has not changed (status 304).
func (v *Visit) Unchanged() bool { return v.Page == nil && v.Choice.Again && v.Status == 304 }

// Failed reports whether the visit brought nothing.
func (v *Visit) Failed() bool { return v.Page == nil && !v.Unchanged() }

// Adds reports whether the visit adds a page to the crawl and its budget. A page
// fetched again was added before.
func (v *Visit) Adds() bool { return v.OK() && !v.Choice.Again }
