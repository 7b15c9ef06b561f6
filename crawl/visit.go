package crawl

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

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
	// Query is the question that the URL asks a host's own search, or a search engine; ""
	// for all other choices. The answer is a list of links and no page, unless the host
	// leads elsewhere.
	Query string
	// Via says which question to a search engine found URL, if one did; nil for all others.
	Via *Via
	// Fed is when URL was published, by the feed or sitemap that named it; zero if none did. It is
	// not part of the journal: what comes of it is the date of the page.
	Fed Date
	// ETag and LastModified are the validators of its last answer, if Again is set
	// and that had any. They are not part of the journal.
	ETag, LastModified string
}

// SearchScheme begins the address of a question to a search engine (crawl/search.Address). It
// is asked like a page, and its answer is a list of links.
const SearchScheme = "search:"

// Asks reports whether the choice is a question to a search engine.
func (c *Choice) Asks() bool { return strings.HasPrefix(c.URL, SearchScheme) }

// Operator is the short name of the operator of a question to a search engine; "" for other
// choices.
func (c *Choice) Operator() string {
	if !c.Asks() {
		return ""
	}
	_, query, _ := strings.Cut(c.URL, "?")
	for part := range strings.SplitSeq(query, "&") {
		if op, ok := strings.CutPrefix(part, "op="); ok {
			return op
		}
	}
	return ""
}

// Via is where in which answer of a search engine a URL was first found.
type Via struct {
	Source   string   `json:"source"`             // name of the engine in the settings
	Query    string   `json:"query"`              // the words, or the page that was asked about
	Op       string   `json:"op"`                 // short name of the operator: kw, rel, back, host
	Concepts []string `json:"concepts,omitempty"` // IRIs of the concepts whose words were asked for
	Lang     string   `json:"lang,omitempty"`     // of the words, BCP 47
	Rank     int      `json:"rank"`               // place in the answer, from 1
	Page     int      `json:"page"`               // of the answer, from 1
}

// Score is a judgement of a page, with its reasons.
type Score struct {
	Relevance float64 // 0..1
	Relevant  bool    // Relevance > phi
	Evidence  []Evidence
	Model     int // number of the learned model that judged; 0: nothing was learned yet
}

// Scaled is s with another relevance, in which the reasons have the same parts.
func (s Score) Scaled(relevance float64) Score {
	if s.Relevance != relevance && s.Relevance != 0 {
		s.Evidence = slices.Clone(s.Evidence)
		for i := range s.Evidence {
			s.Evidence[i].Contribution *= relevance / s.Relevance
		}
	}
	s.Relevance = relevance
	return s
}

// Evidence is one reason of a score: a concept, found by a label, in a place; or, if
// Concept is "", what else speaks for the page, such as learned words.
type Evidence struct {
	Concept      string  `json:"concept"` // IRI
	Label        string  `json:"label"`   // as found in the page
	Group        string  `json:"group"`   // name of the tag group, or of what else it is
	Count        int     `json:"count"`
	Contribution float64 `json:"contribution"` // share of the relevance, the shares of a page add up to Relevance
}

// Where says where the reason was found and how often: "hurricane in title ×4". times is
// the sign of multiplication. The text holds words of the page: whoever shows it escapes
// it.
func (e *Evidence) Where(times string) string {
	switch {
	case e.Concept == "" && e.Group == "parent":
		return "the page above, " + e.Label
	case e.Concept == "" && e.Group == "marks":
		return "what marks taught: " + e.Label
	case e.Concept == "" && e.Group == "endpoint":
		return "model " + e.Label
	case e.Concept == "" && e.Contribution < 0:
		return "other words do not fit"
	case e.Concept == "":
		return "words that go with the topic: " + e.Label
	}
	return fmt.Sprintf("%s in %s %s%d", e.Label, e.Group, times, e.Count)
}

// Verdict is the short form of a Score.
type Verdict struct {
	Relevance float64
	Relevant  bool
}

// Model is the model that a [Learner] learned from the pages of a crawl.
type Model struct {
	Number int       // 1, 2, ...
	At     time.Time // when it was made; the Learner does not know
	Data   []byte    // JSON, as the Learner writes it
}

// Visit is one attempt at a URL and its outcome: a page ([Visit.OK]), a list of links
// ([Visit.Source]), no change ([Visit.Unchanged]) or a failure ([Visit.Failed]); or it
// is a new verdict of a recorded page ([Visit.Rejudged]).
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

	// Mentions reports that the page mentions the topic that it was read for, if only
	// where that counts nothing.
	Mentions bool

	// Rejudged marks a new verdict of a recorded page that was not fetched again. Then
	// only Seq, Score and Was are new. All else comes from the visit that brought the
	// page, but Page has no blocks and links, and Choice.Again is not set. Such a visit
	// is neither a page nor a failure, and no Strategy observes it.
	Rejudged bool
	Was      Verdict // of a Rejudged visit: the verdict before

	// Heard is the letter of another part of the crawl that the journal holds in this place:
	// what came later was decided with it. Then all but Seq is zero; such a visit is neither
	// a page nor a failure, and only [State].Resume yields it.
	Heard *Letter

	// LinksLost reports, in the replay of a journal that was rebuilt after damage, that the
	// links and blocks of the page are not known in full.
	LinksLost bool

	// Learned is the model that the [Learner] made when it had learned this visit; nil
	// for most visits.
	Learned *Model

	// Response is the answer, while the visit is being recorded. Robots are the
	// exchanges for robots.txt of the attempt, even without an answer. Text is kept by a
	// [Keeper]; nil if it is not to be. None of them comes back from a journal.
	Response *Response
	Text     *Text
	Robots   []Exchange

	// Written are the letters about the page to other parts of the crawl, while the visit
	// is being recorded. A State that can keeps them with it.
	Written []Posted
}

// Ref is a place in an archive of answers. The zero Ref is none.
type Ref struct {
	File           string // name within the archive
	Offset, Length int64  // in bytes; Length covers all records of the visit
}

// Lost reports that the answer was archived in a file that is no longer there: it has a name and
// no length.
func (r Ref) Lost() bool { return r.File != "" && r.Length == 0 }

// Duplicate names the page that another one repeats. The zero Duplicate is none.
type Duplicate struct {
	Of       string // canonical key under which the first was recorded
	Distance int    // bits in which the fingerprints differ; 0 for equal texts
	Exact    bool   // the bodies are equal byte by byte
	Copy     bool   // the texts are not equal byte by byte, but say the same
}

// Copy reports whether the page is a copy of a recorded one, byte by byte or in what it
// says. A copy is never relevant: it is no harvest, and earns its source nothing.
func (v *Visit) Copy() bool { return v.Same.Of != "" && (v.Same.Exact || v.Same.Copy) }

// Find reports whether the page is a find: relevant by its verdict, no copy of a recorded page, and no
// list or stub, which only lead to finds.
func (v *Visit) Find() bool {
	return v.Score.Relevant && !v.Copy() && (v.Page == nil || !v.Page.About.Kind.Leads())
}

// Lead reports whether the page is a list that leads to finds: it would be a find if it were no list.
func (v *Visit) Lead() bool {
	return v.Score.Relevant && !v.Copy() && v.Page != nil && v.Page.About.Kind == KindList
}

// sameText is the distance up to which two pages count as the same text. Distances
// of two and three also occur between short pages of one form with different
// content, such as the moons or counties of an encyclopedia.
const sameText = 1

// Repeats reports whether the page adds nothing to a recorded one from which a strategy
// or a ranker could learn: it is a copy, or its text is the same but for a bit. Every
// [Visit.Copy] repeats.
func (v *Visit) Repeats() bool {
	return v.Copy() || v.Same.Of != "" && v.Same.Distance <= sameText
}

// OK reports whether the visit brought a page.
func (v *Visit) OK() bool { return v.Page != nil && !v.Page.Source && !v.Rejudged }

// Source reports whether the visit brought a sitemap or a feed.
func (v *Visit) Source() bool { return v.Page != nil && v.Page.Source && !v.Rejudged }

// Unchanged reports whether a page fetched again has not changed (status 304).
func (v *Visit) Unchanged() bool {
	return v.Page == nil && v.Choice.Again && v.Status == 304 && !v.Rejudged
}

// Failed reports whether the visit brought nothing.
func (v *Visit) Failed() bool {
	return v.Page == nil && !v.Unchanged() && !v.Rejudged && v.Heard == nil
}

// Adds reports whether the visit adds a page to the crawl and its budget. A page
// fetched again was added before.
func (v *Visit) Adds() bool { return v.OK() && !v.Choice.Again }

// Rejudge returns the new verdict s of the page that v brought, or that v judged last.
func (v *Visit) Rejudge(seq int, s Score) *Visit {
	w, p := *v, *v.Page
	p.Blocks, p.Links, p.Features, p.Runs, p.Vocabulary, p.Sampled = nil, nil, nil, nil, nil, false
	w.Seq, w.Page, w.Choice.Again, w.Response, w.Robots, w.Text, w.Learned = seq, &p, false, nil, nil, nil, nil
	w.Rejudged, w.Was, w.Score = true, Verdict{v.Score.Relevance, v.Score.Relevant}, s
	return &w
}

// Copied returns the verdict that the page that v brought is a copy of another page, which
// was recorded later: of two copies that one stands for both which is the original by all
// that is known (crawl/judge/dedup). The evidence stays.
func (v *Visit) Copied(seq int, of Duplicate) *Visit {
	s := v.Score
	s.Relevant = false
	w := v.Rejudge(seq, s)
	w.Same = of
	return w
}

// Turned is the change of the number of finds by a Rejudged visit: 1, 0 or -1.
func (v *Visit) Turned() int {
	switch {
	case !v.Rejudged || v.Score.Relevant == v.Was.Relevant || v.Page != nil && v.Page.About.Kind.Leads():
		return 0
	case v.Score.Relevant:
		return 1
	}
	return -1
}
