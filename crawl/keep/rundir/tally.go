package rundir

import (
	"cmp"
	"maps"
	"net/http"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Totals are the counts of a crawl. This is the only definition of each; every output
// shows these. The JSON names are an interface.
type Totals struct {
	Visits   int `json:"visits"`   // lines of the journal: requests and judged
	Requests int `json:"requests"` // pages, failures, sources, queries and revisits
	// Pages are addresses that brought a page: lines of pages.jsonl. Current counts the
	// ones that are not gone.
	Pages   int `json:"pages"`
	Current int `json:"current"`
	// Relevant are the finds: current pages that the last verdict calls relevant. A copy of another
	// page is not one of them, nor is a list or a stub (crawl.Visit.Find).
	Relevant int `json:"relevant"`
	// Lists are the current lists that would be finds if they were none: they lead to finds.
	Lists          int            `json:"lists"`
	Kinds          map[string]int `json:"kinds,omitempty"` // current pages of a known kind
	HarvestRate    float64        `json:"harvest_rate"`    // relevant / pages
	Duplicates     int            `json:"duplicates"`      // current pages whose bytes equal another's
	NearDuplicates int            `json:"near_duplicates"` // current pages whose text nearly equals another's
	Copies         int            `json:"copies"`          // of NearDuplicates, the ones that say the same as another: they are not relevant
	Failures       int            `json:"failures"`        // new addresses that brought no page: lines of errors.jsonl
	Sources        int            `json:"sources"`         // sitemaps and feeds read for the first time
	Queries        int            `json:"queries"`         // questions that a search engine answered
	Revisits       int            `json:"revisits"`        // requests for a recorded address, whatever came of them
	Unchanged      int            `json:"unchanged"`       // revisits that the server answered with "not modified"
	New            int            `json:"new"`             // lines of changes.jsonl, by kind
	Changed        int            `json:"changed"`
	Gone           int            `json:"gone"`
	Judged         int            `json:"judged"` // new verdicts without a request
	Gained         int            `json:"gained"` // times that a page became relevant without having changed
	Lost           int            `json:"lost"`   // times that a page ceased to be relevant without having changed
	Model          int            `json:"model"`  // number of the last model that the judge learned; 0 if it learned none
	Hosts          int            `json:"hosts"`  // from which pages came; summary.json lists them
	Errors         map[string]int `json:"errors"` // failures by kind
	// Outside counts, of Pages, the ones from hosts on which no seed stands.
	Outside int `json:"outside"`
	// RequestsPerRelevant is the cost of a relevant page: requests / relevant; 0 if
	// there is none.
	RequestsPerRelevant float64 `json:"requests_per_relevant"`
	// Quarters counts the finds by the quarter of the requests so far that brought them: what the last
	// requests were worth. A find that moved over a border by rounding is at most 1/128 of the requests away
	// from it. Of a crawl in parts each part's own quarters are added up.
	Quarters [4]int `json:"relevant_by_quarter"`
	// SinceFind counts the requests since the last one that brought a find; the least of the parts of a
	// crawl in parts.
	SinceFind int `json:"requests_since_find"`
}

// Tally counts the visits of a crawl. The zero Tally is ready. It takes 84 to 116 bytes
// for each page, and a row for each host.
type Tally struct {
	t       Totals
	again   bool // something was asked for again
	pages   map[uint64]standing
	hosts   []hostRow // that were asked, or that pages came from
	byName  map[string]uint32
	langs   map[string]int
	current spread
	gains   gains
}

// standing is how a page stands after its last visit.
type standing struct {
	version  crawl.Version
	at       int64 // when it was last seen, in milliseconds
	host     uint32
	order    uint32 // of the request that first brought it, from 1
	gone     bool
	relevant bool
	lead     bool // a list about the topic
	kind     crawl.PageKind
	repeats  bool // another page byte by byte
	near     bool // its text nearly equals another's
	copy     bool // and says the same
}

// turn says what a visit means for its page: the kind of the change, "" for none, and
// how the page stood before; nil if it was never seen.
type turn struct {
	kind   string
	before *standing
}

// Add counts the next visit of the journal.
func (t *Tally) Add(v *crawl.Visit) { t.take(v) }

// Totals returns the counts up to the last visit. They share nothing with the Tally: a caller
// may read them while it counts on.
func (t *Tally) Totals() Totals {
	c := t.t
	c.Errors, c.Kinds = maps.Clone(c.Errors), maps.Clone(c.Kinds)
	if c.Errors == nil {
		c.Errors = map[string]int{}
	}
	if c.Pages > 0 {
		c.HarvestRate = float64(c.Relevant) / float64(c.Pages)
	}
	if c.Relevant > 0 {
		c.RequestsPerRelevant = float64(c.Requests) / float64(c.Relevant)
	}
	c.Quarters = t.gains.quarters(c.Requests)
	return c
}

// take counts v and returns what it means for its page.
func (t *Tally) take(v *crawl.Visit) turn {
	t.t.Visits++
	t.again = t.again || v.Choice.Again
	if v.Learned != nil {
		t.t.Model = v.Learned.Number
	}
	if v.Rejudged {
		t.t.Judged++
		return t.judge(v)
	}
	t.t.Requests++
	if t.t.SinceFind++; v.Adds() && v.Find() {
		t.t.SinceFind = 0
	}
	t.asked(v)
	switch {
	case v.Choice.Again:
		t.t.Revisits++
		if v.Unchanged() {
			t.t.Unchanged++
		}
		return t.revisit(v)
	case v.Source() && v.Choice.Asks():
		t.t.Queries++
	case v.Source():
		t.t.Sources++
	case v.Failed():
		t.t.Failures++
		if t.t.Errors == nil {
			t.t.Errors = map[string]int{}
		}
		t.t.Errors[v.Failure.Kind.String()]++
	default:
		return t.page(v)
	}
	return turn{}
}

func key(v *crawl.Visit) uint64 { return xxhash.Sum64String(v.Choice.URL) }

// page adds a page that was never seen.
func (t *Tally) page(v *crawl.Visit) turn {
	if t.pages == nil {
		t.pages, t.langs = map[uint64]standing{}, map[string]int{}
	}
	host := t.host(v.Page.Host)
	t.t.Pages++
	if t.hosts[host].Pages++; t.hosts[host].Pages == 1 {
		t.t.Hosts++
	}
	if !t.hosts[host].seed {
		t.t.Outside++
	}
	t.langs[v.Page.Lang]++
	was, known := t.pages[key(v)]
	if !known {
		was.gone = true
	}
	now := seen(v, host)
	now.order = uint32(t.t.Requests)
	t.set(key(v), was, now)
	if !t.again {
		return turn{}
	}
	t.t.New++
	return turn{kind: ChangeNew}
}

// seen is how a page stands after v brought it.
func seen(v *crawl.Visit, host uint32) standing {
	s := standing{version: v.Version(), at: v.FetchedAt.UnixMilli(), host: host}
	s.same(v)
	s.kind, s.relevant, s.lead = v.Page.About.Kind, v.Find(), v.Lead()
	return s
}

// same notes what the page of v repeats.
func (s *standing) same(v *crawl.Visit) {
	s.repeats, s.copy, s.near = v.Same.Exact, v.Same.Copy, v.Same.Of != "" && !v.Same.Exact
}

// revisit takes the answer for an address that was recorded.
func (t *Tally) revisit(v *crawl.Visit) turn {
	was, known := t.pages[key(v)]
	switch {
	case !known: // a sitemap or a feed
	case v.Unchanged():
		now := was
		now.at = v.FetchedAt.UnixMilli()
		t.pages[key(v)] = now
	case v.OK():
		return t.seenAgain(v, was)
	case (v.Status == http.StatusNotFound || v.Status == http.StatusGone) && !was.gone:
		t.set(key(v), was, standing{at: was.at, host: was.host, gone: true})
		t.t.Gone++
		return turn{ChangeGone, &was}
	}
	return turn{}
}

func (t *Tally) seenAgain(v *crawl.Visit, was standing) turn {
	now := seen(v, was.host)
	same := was.version.Same(now.version)
	if same && was.version.Hash == now.version.Hash {
		now.near = was.near // a page that is fetched again is not compared with near ones
	}
	turned := was.relevant != now.relevant
	if same && !turned && !was.gone { // the files show the earlier verdict
		now.version.Relevance = was.version.Relevance
	}
	t.set(key(v), was, now)
	switch {
	case was.gone:
		t.t.New++
		return turn{ChangeNew, &was}
	case !same:
		t.t.Changed++
		return turn{ChangeChanged, &was}
	case turned:
		t.turned(was.relevant)
		return turn{ChangeJudged, &was}
	}
	return turn{}
}

// judge takes a new verdict, unless the page is gone.
func (t *Tally) judge(v *crawl.Visit) turn {
	was, known := t.pages[key(v)]
	if !known || was.gone {
		return turn{}
	}
	now := was
	if v.Copy() { // perhaps since another page is known
		now.same(v)
	}
	first := !now.repeats && !now.copy
	now.version, now.relevant, now.lead = v.Version(), v.Find() && first, v.Lead() && first
	t.set(key(v), was, now)
	if was.relevant != now.relevant {
		t.turned(was.relevant)
	}
	return turn{ChangeJudged, &was}
}

func (t *Tally) turned(was bool) {
	if was {
		t.t.Lost++
	} else {
		t.t.Gained++
	}
}

// set replaces how a page stands; the request that brought it first stays. A page that is gone
// counts for nothing.
func (t *Tally) set(key uint64, was, now standing) {
	now.order = cmp.Or(was.order, now.order)
	t.count(&was, -1)
	t.count(&now, 1)
	t.pages[key] = now
}

func (t *Tally) count(s *standing, n int) {
	if s.gone {
		return
	}
	t.t.Current += n
	t.current.add(s.version.Relevance, n)
	if s.relevant {
		t.t.Relevant += n
		t.hosts[s.host].Relevant += n
		t.gains.add(s.order, n)
	}
	if s.lead {
		t.t.Lists += n
	}
	if name := s.kind.String(); name != "" {
		if t.t.Kinds == nil {
			t.t.Kinds = map[string]int{}
		}
		if t.t.Kinds[name] += n; t.t.Kinds[name] == 0 {
			delete(t.t.Kinds, name)
		}
	}
	if s.repeats {
		t.t.Duplicates += n
	}
	if s.near {
		t.t.NearDuplicates += n
	}
	if s.copy {
		t.t.Copies += n
	}
}

// seenAt is when the page was last seen.
func (s *standing) seenAt() Time { return Time{time.UnixMilli(s.at)} }
