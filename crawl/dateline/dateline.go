package dateline

import (
	"strings"
	"time"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Date is when a page says it was published.
type Date struct {
	At  time.Time // UTC; of a day alone its midnight where the page is at home
	Day bool      // it names no time of the day
	By  string    // what says so: "meta NAME", "json-ld NAME", "microdata NAME", "time", "text", "url"
}

// String is By, with ", day" behind it if only the day is known, as it stands in
// [crawl.Page.PublishedBy].
func (d Date) String() string {
	if d.Day {
		return d.By + ", day"
	}
	return d.By
}

// Ranks of what says when a page was published, the most believed first.
const (
	rankMeta          = iota // a meta element that means publication
	rankJSONLD               // JSON-LD of an article
	rankMicrodata            // itemprop=datePublished
	rankLabelled             // "Published: ...", "发布时间：..."
	rankJSONLDOther          // JSON-LD of something else
	rankMetaOther            // a meta element that means any date
	rankAddress              // a date in the URL
	rankTimePublished        // a time element that says it is the publication's
	rankTime                 // the first time element
	rankLine                 // a date near the headline
	rankShort                // a date without a year, near the headline
	ranks
)

const (
	// tolerance is how long after it was fetched a page may say it was published:
	// clocks and zones are wrong.
	tolerance = 24 * time.Hour
	// maxTimes is how many time elements a page of its own may have; one with more
	// lists others, and the first is any of them.
	maxTimes = 6
	// maxPublished is the same of those that say they are a publication's.
	maxPublished = 3
)

// firstPage is before any page.
var firstPage = time.Date(1991, 8, 6, 0, 0, 0, 0, time.UTC)

// finder collects what a page says, by rank: the first of each that names a time,
// else the first.
type finder struct {
	here    *time.Location
	fetched time.Time
	found   [ranks]Date

	times, published int // time elements
	labels           int // lines that were searched for a label
}

// Of returns when p says it was published. r is the answer that p was read from.
func Of(r *crawl.Response, p *crawl.Page) (Date, bool) {
	x := finder{here: zoneOf(p.Host, p.Lang), fetched: r.FetchedAt}
	x.markup(decoded(r.Body, p.Charset))
	x.lines(p)
	x.address(p.Final)
	x.dropLists()
	return x.best()
}

// dropLists takes back what is said of others: a page with many times lists pages.
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
		return string(body)
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

// add takes a date as an attribute or a script has it.
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

// sameDay reports whether d is a time of the day of f. The zones of both may be
// wrong.
func sameDay(f, d Date) bool {
	after := d.At.Sub(f.At)
	return -12*time.Hour <= after && after < 36*time.Hour
}

// best returns what is believed most. If that is a day, and something else names a
// time of the day, it is that.
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
