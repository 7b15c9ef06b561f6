package dateline

import (
	"context"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/ontocrawl/ontocrawl/crawl"
	"golang.org/x/text/encoding/htmlindex"
)

// Date is the publication date of a page.
type Date struct {
	At  time.Time // UTC; for a day without time its midnight in the page's zone
	Day bool      // without a time of day
	By  string    // its origin: "meta NAME", "json-ld NAME", "microdata NAME", "time", "text", "url"
}

// String is By, followed by ", day" if only the day is known, as in
// [crawl.Page.PublishedBy].
func (d Date) String() string {
	if d.Day {
		return d.By + ", day"
	}
	return d.By
}

// Ranks of candidates, the most believed first.
const (
	rankMeta          = iota // a meta element that means publication
	rankJSONLD               // JSON-LD of an article
	rankMicrodata            // itemprop=datePublished
	rankLabelled             // "Published: ...", "发布时间：..."
	rankJSONLDOther          // JSON-LD of something else
	rankMetaOther            // a meta element that means any date
	rankAddress              // a date in the URL
	rankTimePublished        // a time element marked as the publication's
	rankTime                 // the first time element
	rankLine                 // a date near the headline
	rankShort                // a date without a year, near the headline
	ranks
)

const (
	// tolerance is how long after its fetch a page may claim to be published:
	// clocks and zones are wrong.
	tolerance = 24 * time.Hour
	// maxTimes is the limit of time elements of a single article. A page with
	// more lists others, and the first may belong to any of them.
	maxTimes = 6
	// maxPublished is the same for time elements marked as a publication's.
	maxPublished = 3
)

// firstPage is before any page of the web.
var firstPage = time.Date(1991, 8, 6, 0, 0, 0, 0, time.UTC)

// finder collects the candidates of a page, by rank: the first with a time of
// day, else the first.
type finder struct {
	here    *time.Location
	fetched time.Time
	found   [ranks]Date

	times, published int // time elements
	labels           int // lines that were searched for a label
}

// Of returns the publication date of p. r is the answer that p was read from.
func Of(r *crawl.Response, p *crawl.Page) (Date, bool) {
	x := finder{here: Zone(p.Host, p.Lang), fetched: r.FetchedAt}
	x.markup(decoded(r.Body, p.Charset))
	x.lines(p)
	x.address(p.Final)
	x.dropLists()
	return x.best()
}

// dropLists drops candidates of other pages: a page with many times is a list.
func (x *finder) dropLists() {
	if x.times > maxTimes {
		x.found[rankTime] = Date{}
	}
	if x.published > maxPublished {
		x.found[rankTimePublished] = Date{}
	}
}

// decoded returns body in UTF-8.
func decoded(body []byte, charset string) string {
	body = body[:min(len(body), maxMarkup)]
	if charset == "" || strings.EqualFold(charset, "utf-8") {
		return unsafe.String(unsafe.SliceData(body), len(body)) // nobody writes into a body
	}
	enc, err := htmlindex.Get(charset)
	if err != nil {
		return string(body)
	}
	out, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return string(body)
	}
	return string(out)
}

// add takes a date from an attribute or a script.
func (x *finder) add(rank int, by, s string) {
	if f := &x.found[rank]; !f.At.IsZero() && !f.Day {
		return
	}
	if t, day, ok := parseValue(s, x.here); ok {
		x.keep(rank, Date{t, day, by})
	}
}

func (x *finder) stamp(rank int, by string, st *stamp) {
	if t, day, ok := st.at(x.here); ok {
		x.keep(rank, Date{t, day, by})
	}
}

func (x *finder) keep(rank int, d Date) {
	if d.At.Before(firstPage) || !x.fetched.IsZero() && d.At.After(x.fetched.Add(tolerance)) {
		return
	}
	if f := &x.found[rank]; f.At.IsZero() || f.Day && !d.Day && sameDay(*f, d) {
		*f = d
	}
}

// sameDay reports whether d is a time on the day f. The zones of both may be
// wrong.
func sameDay(f, d Date) bool {
	after := d.At.Sub(f.At)
	return -12*time.Hour <= after && after < 36*time.Hour
}

// best returns the most believed candidate. If that is a day, and another
// candidate has a time on it, the time is returned.
func (x *finder) best() (Date, bool) {
	var best Date
	for _, d := range x.found {
		switch {
		case d.At.IsZero():
		case best.At.IsZero():
			best = d
		case best.Day && !d.Day && sameDay(best, d):
			return d, true
		}
	}
	return best, !best.At.IsZero()
}

// Reader dates the pages of Pages that mention the topic. Nobody needs the
// dates of the others.
type Reader struct {
	Pages crawl.Reader
}

var _ crawl.Reader = Reader{}

// Read implements [crawl.Reader].
func (d Reader) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	p, err := d.Pages.Read(ctx, r)
	if err != nil || p == nil || p.Source || !mentions(p) {
		return p, err
	}
	if date, ok := Of(r, p); ok {
		p.Published, p.PublishedBy = date.At, date.String()
	}
	return p, nil
}

func mentions(p *crawl.Page) bool {
	return slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool { return len(b.Mentions) > 0 })
}
