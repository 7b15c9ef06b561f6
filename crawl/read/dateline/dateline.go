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

// Date is the publication date of a page. A time without a zone has the zone of [Zone].
type Date struct {
	crawl.Date
	By string // its origin: "meta NAME", "json-ld NAME", "microdata NAME", "time", "text", "url"
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
	rankNamed                // an element with the name of a publication date
	rankTimePublished        // a time element marked as the publication's
	rankTimeNear             // the first time element behind the headline
	rankDated                // an element with the name of a date
	rankLine                 // a date near the headline
	rankTime                 // the first time element
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
	here    place
	fetched time.Time
	found   [ranks]Date

	times, published int // time elements
	head             int // bytes behind the first h1 tag; 0 before it
	labels           int // lines that were searched for a label
}

// Of returns the publication date of p. r is the answer that p was read from.
func Of(r *crawl.Response, p *crawl.Page) (Date, bool) {
	x := finder{here: placeOf(p), fetched: r.FetchedAt}
	x.read(decoded(r.Body, p.Charset), p)
	return x.best()
}

// Value reads a date that stands alone, as in an entry of a feed: a day, or an instant, which has
// the zone of [Zone] unless it names one.
func Value(s, host, lang string) (crawl.Date, bool) {
	return parseValue(s, placeOf(&crawl.Page{Host: host, Lang: lang}))
}

// read collects the candidates of p, whose text is src.
func (x *finder) read(src string, p *crawl.Page) {
	x.markup(src)
	x.lines(p)
	x.address(p.Final)
	x.dropLists(p)
	if !x.declared() {
		x.named(src)
	}
}

// declared reports whether the page itself says when it was published.
func (x *finder) declared() bool {
	for _, rank := range [...]int{rankMeta, rankJSONLD, rankMicrodata} {
		if d := x.found[rank]; !d.IsZero() {
			return true
		}
	}
	return false
}

// dropLists drops candidates of other pages: a page with many times is a list.
func (x *finder) dropLists(p *crawl.Page) {
	if x.times > maxTimes && p.About.Kind != crawl.KindThread {
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
	if f := &x.found[rank]; !f.IsZero() && !f.Day {
		return
	}
	if d, ok := parseValue(s, x.here); ok {
		x.keep(rank, Date{d, by})
	}
}

// stamp takes a date, and reports whether it may be one.
func (x *finder) stamp(rank int, by string, st *stamp) bool {
	d, ok := st.at(x.here)
	return ok && x.keep(rank, Date{d, by})
}

func (x *finder) keep(rank int, d Date) bool {
	if d.Before(firstPage) || !x.fetched.IsZero() && d.In(x.here.zone).After(x.fetched.Add(tolerance)) {
		return false
	}
	if f := &x.found[rank]; f.IsZero() || d.On(f.Date) {
		*f = d
	}
	return true
}

// best returns the most believed candidate. If that is a day, and another
// candidate has a time on it, the time is returned; if it is a time of no zone but UTC, and
// another has it with its zone, that.
func (x *finder) best() (Date, bool) {
	var best Date
	for _, d := range x.found {
		switch {
		case d.IsZero():
		case best.IsZero():
			best = d
		case d.On(best.Date):
			return d, true
		case sameMoment(best.Date, d.Date):
			return d, true
		}
	}
	return best, !best.IsZero()
}

// sameMoment reports whether b is the instant a, which is in UTC, in another zone.
func sameMoment(a, b crawl.Date) bool {
	_, east := a.Zone()
	_, of := b.Zone()
	return !a.Day && !b.Day && east == 0 && of != 0 && a.Sub(b.Time).Abs() < time.Minute
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
		p.Published, p.PublishedBy = date.Date, date.By
	}
	return p, nil
}

func mentions(p *crawl.Page) bool {
	return slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool { return len(b.Mentions) > 0 })
}
