package state

import (
	"math"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// A visit is stored in two records. The visit record holds what the run folder shows and is
// never deleted. The replay record (replay.go) holds the links, block keys and features,
// which only a replay needs; it is deleted when a checkpoint covers the visit, so the disk
// use of a long crawl stays near the disk use of its frontier. A page's Searches are in
// neither: its reader made links of them.
//
// Versions of the visit record:
//
//	1
//	2  asked again, validators, place in the archive, duplicate, simhash
//	3  time of publication, canonical address
//	4  kind of failure
//	5  the learned model that judged; new verdicts
//	6  what a host's own search is asked for
//	7  in which answer of a search engine a URL was found; a copy that is not one byte by
//	   byte; sketch; the host of most links
//	8  the kind of a document
//	9  a letter of another part (letter.go); a crawl that is not divided has none
//	10 a date is a day, or an instant with its zone; kind, headline, site and author of a page
//
// Earlier versions are read. Only the last two are written: 9 for letters, 10 for all else.
const visitVersion = 10

func appendVisit(b []byte, v *crawl.Visit) []byte {
	if v.Heard != nil {
		return appendHeard(b, v)
	}
	w := binenc.AppendTo(b)
	c := coder{w: &w}
	c.visit(v)
	return w.Data()
}

func decodeVisit(b []byte) (*crawl.Visit, error) {
	if len(b) > 0 && b[0] == heardVersion {
		return decodeHeard(b)
	}
	v, c := new(crawl.Visit), coder{r: binenc.NewReader(b)}
	version := c.visit(v)
	if version < 4 && v.Failed() {
		v.Failure.Kind = legacyKind(v)
	}
	return v, c.r.Close()
}

// visit writes or fills v.
func (c *coder) visit(v *crawl.Visit) (version byte) {
	version = c.version(1, visitVersion)
	p, hasPage := v.Page, v.Page != nil
	if p == nil {
		p = new(crawl.Page)
	}
	c.flags(&hasPage, &v.Score.Relevant, &p.NoFollow, &p.NoIndex, &v.Choice.Again, &v.Same.Exact, &p.Source,
		&v.Rejudged, &v.Was.Relevant, &v.Mentions, &v.Same.Copy)
	c.int(&v.Seq)
	c.texts(&v.Choice.URL, &v.Choice.Host, &v.Choice.Parent)
	c.int(&v.Choice.Depth)
	c.float(&v.Choice.Priority)
	c.float(&v.Score.Relevance)
	items(c, &v.Score.Evidence, 12, c.evidence)
	c.ints(&v.LinkCount, &v.Status)
	c.text(&v.Failure.Text)
	c.time(&v.FetchedAt)
	if hasPage {
		c.page(p, version)
		if c.reading() {
			v.Page = p
		}
	}
	if version >= 2 {
		c.texts(&v.ETag, &v.LastModified, &v.Stored.File, &v.Same.Of)
		c.int64(&v.Stored.Offset)
		c.int64(&v.Stored.Length)
		c.int(&v.Same.Distance)
	}
	if version >= 4 {
		kind := uint64(v.Failure.Kind)
		if c.uint(&kind); c.reading() {
			v.Failure.Kind = crawl.FailureKind(min(kind, math.MaxUint8))
		}
	}
	if version >= 5 {
		c.int(&v.Score.Model)
		if v.Rejudged {
			c.float(&v.Was.Relevance)
		}
	}
	if version >= 6 {
		c.text(&v.Choice.Query)
	}
	if version >= 7 {
		c.via(&v.Choice.Via)
	}
	if c.reading() && v.Rejudged && (version < 5 || !hasPage) {
		c.r.Fail("a verdict of no page")
	}
	return version
}

// via keeps where a URL was found, if a search engine found it.
func (c *coder) via(via **crawl.Via) {
	has := *via != nil
	if c.flags(&has); !has {
		return
	}
	v := new(crawl.Via)
	if !c.reading() {
		v = *via
	}
	c.texts(&v.Source, &v.Query, &v.Op, &v.Lang)
	c.ints(&v.Rank, &v.Page)
	items(c, &v.Concepts, 1, c.text)
	if c.reading() {
		*via = v
	}
}

func (c *coder) evidence(e *crawl.Evidence) {
	c.texts(&e.Concept, &e.Label, &e.Group)
	c.int(&e.Count)
	c.float(&e.Contribution)
}

func (c *coder) page(p *crawl.Page, version byte) {
	c.texts(&p.URL, &p.Final, &p.Host, &p.Title, &p.Lang, &p.Charset)
	c.ints(&p.Status, &p.Words)
	c.fixed(&p.Hash)
	c.time(&p.FetchedAt)
	c.int(&p.Bytes)
	if version >= 2 {
		c.fixed(&p.Simhash)
	}
	if version >= 3 {
		c.texts(&p.Canonical, &p.PublishedBy)
		if p.PublishedBy != "" {
			c.published(p, version)
		}
	}
	if version >= 7 {
		c.text(&p.LinkHost)
		c.int(&p.RunCount)
		c.hashes(&p.Sketch)
	}
	if version >= 8 {
		c.text(&p.Document)
	}
	if version >= 10 {
		c.about(&p.About)
	}
}

// about keeps what a page is.
func (c *coder) about(a *crawl.About) {
	kind := uint64(a.Kind)
	c.uint(&kind)
	c.texts(&a.Headline, &a.Site, &a.Author)
	if c.reading() {
		a.Kind = crawl.PageKind(min(kind, math.MaxUint8))
	}
}

// published keeps a date. Before version 10 it had no zone, and a mark in its origin said
// that it was a day.
func (c *coder) published(p *crawl.Page, version byte) {
	if version >= 10 {
		c.date(&p.Published)
		return
	}
	c.time(&p.Published.Time)
	p.Published.Settle(&p.PublishedBy)
}

// legacyMarks are texts that a failure contained before records held kinds, in the
// order in which they were looked for.
var legacyMarks = []struct {
	mark string
	kind crawl.FailureKind
}{
	{"duplicate of ", crawl.FailDuplicate}, {"redirect to ", crawl.FailMoved},
	{"robots.txt, which cannot be had", crawl.FailRobotsUnreachable}, {"disallowed by robots.txt", crawl.FailRobots},
	{"address is not public", crawl.FailPrivate}, {"body exceeds the limit", crawl.FailTooLarge},
	{"too many redirects", crawl.FailRedirects}, {"content type is not text", crawl.FailNotText},
	{"body is not a text page", crawl.FailNotPage}, {" the page panicked", crawl.FailPanic},
	{"no such host", crawl.FailDNS}, {"timeout", crawl.FailTimeout}, {"deadline exceeded", crawl.FailTimeout},
	{"connection refused", crawl.FailRefused}, {"certificate", crawl.FailTLS}, {"tls:", crawl.FailTLS},
	{"EOF", crawl.FailClosed}, {"connection reset", crawl.FailClosed}, {"broken pipe", crawl.FailClosed},
}

// legacyKind is the kind of a failure in a record of before kindVersion, which has
// only a text. No other code reads such a text. The function can go when those
// records are no longer read.
func legacyKind(v *crawl.Visit) crawl.FailureKind {
	text := strings.TrimPrefix(v.Failure.Text, "fetch "+v.Choice.URL+": ")
	for _, m := range legacyMarks {
		if strings.Contains(text, m.mark) {
			return m.kind
		}
	}
	if v.Status != 0 && v.Status/100 != 2 {
		return crawl.StatusKind(v.Status)
	}
	return crawl.FailOther
}
