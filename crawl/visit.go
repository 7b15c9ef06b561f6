package crawl

import "time"

// Choice is a strategy's decision to fetch a URL.
type Choice struct {
	URL      string
	Host     string
	Parent   string  // page on which the URL was first found; "" for a seed
	Depth    int     // links from a seed; 0 for a seed
	Priority float64 // the link's worth when it was chosen, in the strategy's own scale
	// Again marks a URL that is recorded already and asked for once more: has it
	// changed?
	Again bool
	// ETag and LastModified are the validators of its last answer, if Again is
	// set and there were any. They are not part of the journal.
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

// Visit is one attempt at a URL and what came of it. It brought a page
// ([Visit.OK]), a list of links ([Visit.Source]), the word that nothing has
// changed ([Visit.Unchanged]), or it failed ([Visit.Failed]) and Failure says why.
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

	// Response is the answer itself while the visit is being recorded; it is not
	// part of the journal.
	Response *Response
	// Robots are the answers for robots.txt that the attempt brought besides,
	// whether or not it brought an answer of its own; likewise.
	Robots []Exchange
}

// Ref is a place in an archive of answers. The zero Ref is none.
type Ref struct {
	File           string // name within the archive
	Offset, Length int64  // in bytes; Length covers all records of the visit
}

// Duplicate names the page of which another is a copy. The zero Duplicate is
// none.
type Duplicate struct {
	Of       string // canonical key under which the first was recorded
	Distance int    // bits in which the fingerprints differ; 0 for equal texts
	Exact    bool   // the bodies are equal byte by byte
}

// sameText is the distance up to which a page is taken to say what another said.
// Two and three bits also lie between short pages of one form that differ in
// their matter: moons and counties in an encyclopedia.
const sameText = 1

// Repeats reports whether the page that came adds nothing to a recorded one: it
// is the same byte by byte, or its text is.
func (v *Visit) Repeats() bool {
	return v.Same.Of != "" && (v.Same.Exact || v.Same.Distance <= sameText)
}

// OK reports whether the visit brought a page.
func (v *Visit) OK() bool { return v.Page != nil && !v.Page.Source }

// Source reports whether the visit brought a sitemap or a feed: links, and
// nothing to judge.
func (v *Visit) Source() bool { return v.Page != nil && v.Page.Source }

// Unchanged reports whether a page asked for again is what it was (status 304).
func (v *Visit) Unchanged() bool { return v.Page == nil && v.Choice.Again && v.Status == 304 }

// Failed reports whether the visit brought nothing.
func (v *Visit) Failed() bool { return v.Page == nil && !v.Unchanged() }

// Adds reports whether the visit adds a page to the crawl: one that counts in a
// budget and in what the crawl found. A page asked for again was added before.
func (v *Visit) Adds() bool { return v.OK() && !v.Choice.Again }
