package source

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ErrNone is the error of Read for an answer that is not a source; mostly it is
// a page.
var ErrNone = errors.New("source: neither a sitemap nor a feed")

// ErrBad is wrapped by the error of Read for a source with nothing usable. It
// wraps crawl.ErrNotPage too: nobody need read the answer again.
var ErrBad = fmt.Errorf("source: unusable: %w", crawl.ErrNotPage)

// The bounds. Those of sitemaps are the protocol's (sitemaps.org, "Sitemap file
// location" and "Using Sitemap index files"); a feed shows what is new.
const (
	MaxEntries = 50_000   // of a sitemap, or of an index
	maxItems   = 1000     // of a feed
	maxDecoded = 50 << 20 // bytes of a sitemap when it is unpacked
	maxFeed    = 4 << 20  // bytes of a feed
	maxText    = 300      // runes kept of a title, and of a summary
)

// format is the format of a body.
type format uint8

const (
	none format = iota
	sitemap
	list
	feed
	description
)

// Values of crawl.Link.Path, with which a link ranker can learn that links of
// sources are of a kind.
const (
	pathSitemap = "sitemap url"
	pathIndex   = "sitemapindex sitemap"
	pathFeed    = "feed item"
)

// Read reads a sitemap or a feed. Its links are in the order of the source, each URL
// once. Text is the title, if any, Context the summary, Modified the time of the last
// change, Published the day or instant of publication; mentions are not marked. Unreadable
// entries and entries beyond the bounds are left out; entries before them count. The
// error is ErrNone if r is not a source, and wraps ErrBad if nothing in the source is
// readable.
func Read(r *crawl.Response) (*crawl.Page, error) { return read(r, nil) }

// read is Read. prune, if not nil, is called from time to time, and at the end, to
// take links out.
func read(r *crawl.Response, prune func(*crawl.Page)) (*crawl.Page, error) {
	body, err := open(r.Body)
	if err != nil {
		return nil, err
	}
	kind := sniff(r, body.head)
	if kind == none {
		return nil, ErrNone
	}
	b, err := newBuilder(r)
	if err != nil {
		return nil, err
	}
	all := body.all()
	var xml *mended
	if kind != list && !isJSON(body.head) {
		xml = mend(body.head, body.rest)
		all = &sizeLimitReader{r: xml, left: maxDecoded}
	}
	b.prune = prune
	switch kind {
	case sitemap:
		err = b.sitemap(all)
	case list:
		err = b.list(all)
	case feed:
		err = b.feed(all)
	case description:
		err = b.description(all)
	}
	if err != nil && len(b.page.Links) == 0 {
		return nil, english.Errorf("%w: %w", ErrBad, err)
	}
	if prune != nil {
		prune(b.page)
	}
	if xml != nil {
		b.page.Damaged = xml.skipped()
	}
	return b.page, nil
}

// sniff decides by the first element or byte of a body, and by its Content-Type
// only if there is none, since servers send sitemaps and feeds with any type.
func sniff(r *crawl.Response, head []byte) format {
	media := mediaType(r.ContentType)
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case len(text) == 0:
		return none
	case text[0] == '<' && rootFormat(text) != none:
		return rootFormat(text)
	case text[0] == '{' && (media == "application/feed+json" || media == "application/json") && bytes.Contains(head, []byte("jsonfeed.org/version/")):
		return feed
	case (media == "text/plain" || gzipped(r.Body)) && isList(text):
		return list
	case wideOrder(head) >= 0:
		narrow := bytes.ReplaceAll(bytes.TrimPrefix(bytes.TrimPrefix(head, []byte("\xff\xfe")), []byte("\xfe\xff")), []byte{0}, nil)
		return rootFormat(bytes.TrimLeft(narrow, " \t\r\n"))
	}
	if media == "text/html" && !bytes.Contains(head, []byte("<?xml")) {
		return none
	}
	return rootFormat(head[beginning(head):])
}

// isJSON reports a JSON Feed.
func isJSON(head []byte) bool {
	text := bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n")
	return len(text) > 0 && text[0] == '{'
}

// mediaType is a Content-Type without its parameters, in lower case.
func mediaType(contentType string) string {
	media, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(media))
}

// builder collects the links of a source.
type builder struct {
	page  *crawl.Page
	base  *url.URL
	seen  map[uint64]struct{} // hashes of the addresses so far
	last  time.Time           // the latest believable time of a change
	prune func(*crawl.Page)   // may be nil
}

func newBuilder(r *crawl.Response) (*builder, error) {
	final := cmp.Or(r.Final, r.URL)
	base, err := url.Parse(final)
	if err != nil || base.Host == "" {
		return nil, english.Errorf("%w: %.80q", urlkey.ErrURL, final)
	}
	b := &builder{base: base, seen: map[uint64]struct{}{}, page: &crawl.Page{
		URL: r.URL, Final: final, Host: urlkey.Host(final), Status: r.Status, Source: true,
		Hash: xxhash.Sum64(r.Body), FetchedAt: r.FetchedAt, Bytes: len(r.Body), Charset: "utf-8",
	}}
	page.Directives(b.page, r.RobotsTag)
	if !r.FetchedAt.IsZero() {
		b.last = r.FetchedAt.Add(24 * time.Hour) // clocks and time zones differ
	}
	return b, nil
}

// entry holds what a source says about one address.
type entry struct {
	href, title, summary string
	modified             time.Time
	published            crawl.Date
	kind                 crawl.LinkKind
	path                 string
}

// add adds an entry; false if it is useless.
func (b *builder) add(e *entry) bool {
	href := strings.TrimSpace(e.href)
	if href == "" {
		return false
	}
	key, err := urlkey.Resolve(b.base, href)
	if err != nil || key == b.page.URL || key == b.page.Final {
		return false
	}
	hash := xxhash.Sum64String(key)
	if _, again := b.seen[hash]; again {
		return false
	}
	b.seen[hash] = struct{}{}
	l := crawl.Link{
		URL: key, Host: urlkey.Host(key), Text: oneLine(e.title), Context: oneLine(e.summary),
		Kind: e.kind, Path: e.path, List: 1,
	}
	l.Modified = b.plausible(e.modified)
	if !b.plausible(e.published.Time).IsZero() {
		l.Published = e.published
	}
	b.page.Links = append(b.page.Links, l)
	if b.prune != nil && len(b.page.Links) >= 2*maxKept {
		b.prune(b.page)
	}
	return true
}

// plausible returns t, or the zero time if t is impossible.
func (b *builder) plausible(t time.Time) time.Time {
	if b.last.IsZero() || t.After(b.last) || t.Year() < 1970 {
		return time.Time{}
	}
	return t.UTC()
}

// oneLine makes a text one line of bounded length.
func oneLine(s string) string {
	if len(s) > 64*maxText { // limited before white space is collapsed
		s = s[:64*maxText]
	}
	s = strings.Join(strings.Fields(strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "")), " ")
	n := 0
	for i := range s {
		if n++; n > maxText {
			return strings.Clone(s[:i])
		}
	}
	return s
}

// stream is the body of a source, unpacked as it is read.
type stream struct {
	head []byte    // its first bytes
	rest io.Reader // what follows them
}

const sniffed = 4096 // bytes that identify a source

// open reads the beginning of a body. It costs nothing for bodies that are not
// compressed, which most pages are.
func open(body []byte) (s stream, err error) {
	if !gzipped(body) {
		n := min(len(body), sniffed)
		return stream{body[:n], bytes.NewReader(body[n:])}, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return s, english.Errorf("%w: %w", ErrBad, err)
	}
	head := make([]byte, sniffed)
	n, _ := io.ReadFull(z, head) //nolint:errcheck // a short head is fine
	return stream{head[:n], z}, nil
}

// all reads the whole body, up to maxDecoded bytes.
func (s stream) all() io.Reader {
	return &sizeLimitReader{r: io.MultiReader(bytes.NewReader(s.head), s.rest), left: maxDecoded}
}
