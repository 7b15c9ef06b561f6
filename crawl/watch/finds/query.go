package finds

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Order says which finds come first.
type Order string

// The orders.
const (
	Newest       Order = "newest" // what happened last; the default
	MostRelevant Order = "relevance"
)

// Query says which finds are wanted. The zero value wants all that are relevant, the
// newest first.
type Query struct {
	Job      string         // "": of all jobs
	Kinds    []monitor.Kind // empty: the page is relevant
	From, To time.Time      // of what happened last: from From, before To; zero: no bound
	Host     string         // or a subdomain of it
	Lang     string         // BCP 47, by prefix: "zh" matches zh-Hant
	Concept  string         // IRI of one that it mentions
	Read     *bool          // nil: read or not
	Verdict  marks.Verdict  // marks.None: nobody said; "": any
	Order    Order
	After    string // Next of the page before; "": from the beginning
	Limit    int    // finds of a page; 0 means [DefaultLimit], at most [MaxLimit]
}

// Bounds of a page of a list.
const (
	DefaultLimit = 50
	MaxLimit     = 1000
)

// ErrCursor is wrapped by the error for a cursor that no list gave, or of another order.
var ErrCursor = errors.New("finds: this is no place in such a list")

// cursor is a place in a list. A find that comes or goes meanwhile moves nothing: the next
// page begins behind the place, not at a number.
type cursor struct {
	Order Order `json:"o"`
	Place place `json:"p"`
}

func (c cursor) String() string {
	b, _ := json.Marshal(c) // numbers are finite
	return base64.RawURLEncoding.EncodeToString(b)
}

func parseCursor(s string, by Order) (c cursor, err error) {
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil || c.Order != by {
		return c, fmt.Errorf("%w: after=%.60q", ErrCursor, s)
	}
	return c, nil
}

// matches reports whether i is wanted. mark holds what people said of it.
func (q *Query) matches(i *item, mark *marks.State) bool {
	switch {
	case q.Job != "" && q.Job != i.job,
		len(q.Kinds) == 0 && !i.relevant,
		len(q.Kinds) > 0 && !slices.Contains(q.Kinds, i.kind),
		!q.From.IsZero() && i.at.Before(q.From),
		!q.To.IsZero() && !i.at.Before(q.To),
		q.Lang != "" && !hasLang(i.lang.Value(), q.Lang),
		q.Read != nil && *q.Read != mark.Read,
		q.Verdict != "" && q.Verdict != mark.Verdict,
		q.Host != "" && !slices.ContainsFunc(i.all, func(r *record) bool { return onHost(r.host.Value(), q.Host) }),
		q.Concept != "" && !i.mentions(q.Concept):
		return false
	}
	return true
}

func (r *record) mentions(iri string) bool {
	return slices.ContainsFunc(r.evidence, func(e evidence) bool { return e.concept.Value() == iri })
}

func hasLang(lang, want string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(lang), strings.ToLower(want))
	return ok && (rest == "" || rest[0] == '-')
}

func onHost(host, want string) bool {
	return host == want || strings.HasSuffix(host, "."+want)
}
