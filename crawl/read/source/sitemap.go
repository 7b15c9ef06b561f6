package source

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

var errEntities = errors.New("it declares entities")

// maxElements is the limit of open elements in a sitemap: extensions for
// pictures, films and news use five.
const maxElements = 32

// rootFormat recognises the format by the first element. It is called for every
// page.
func rootFormat(head []byte) format {
	name := firstTag(head)
	name = name[bytes.IndexByte(name, ':')+1:]
	switch {
	case bytes.EqualFold(name, []byte("urlset")), bytes.EqualFold(name, []byte("sitemapindex")):
		return sitemap
	case bytes.EqualFold(name, []byte("rss")), bytes.EqualFold(name, []byte("feed")):
		return feed
	case bytes.EqualFold(name, []byte("OpenSearchDescription")):
		return description
	case bytes.EqualFold(name, []byte("rdf")) && // RSS 1.0 is RDF; so may an ontology be
		(bytes.Contains(head, []byte("http://purl.org/rss/1.0/")) || bytes.Contains(head, []byte("http://my.netscape.com/rdf/simple/0.9/"))):
		return feed
	}
	return none
}

// firstTag returns the name of the first element, after a declaration,
// instructions, comments and a doctype.
func firstTag(s []byte) []byte {
	for {
		s = bytes.TrimLeft(bytes.TrimPrefix(s, []byte("\xef\xbb\xbf")), " \t\r\n")
		if len(s) < 2 || s[0] != '<' {
			return nil
		}
		end := ">"
		switch {
		case bytes.HasPrefix(s, []byte("<!--")):
			end = "-->"
		case s[1] == '?':
			end = "?>"
		case s[1] == '!':
			if i := bytes.IndexAny(s, "[>"); i >= 0 && s[i] == '[' {
				end = "]>"
			}
		default:
			if i := bytes.IndexAny(s, " \t\r\n/>"); i > 0 {
				return s[1:i]
			}
			return nil
		}
		_, rest, ok := bytes.Cut(s, []byte(end))
		if !ok {
			return nil
		}
		s = rest
	}
}

// sitemapState is the state of reading a sitemap.
type sitemapState struct {
	*builder
	depth   int
	space   string // prefix of the root: the sitemap's own elements have it too
	kind    crawl.LinkKind
	path    string
	e       entry
	others  []string // the address in other languages
	inEntry bool
	field   *string // the destination of the text being read
	lastmod string
	date    string // of publication
	read    int    // number of entries
}

// sitemap reads a urlset or a sitemapindex as a stream.
func (b *builder) sitemap(r io.Reader) error {
	d := decoder(&tokenLimitReader{r: r})
	s := sitemapState{builder: b}
	for s.read < MaxEntries {
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.Directive:
			if bytes.Contains(bytes.ToUpper(t), []byte("<!ENTITY")) {
				b.page.Links = nil
				return errEntities
			}
		case xml.StartElement:
			if err := s.start(&t); err != nil {
				return err
			}
		case xml.EndElement:
			s.end(t.Name)
		case xml.CharData:
			if s.field != nil && len(*s.field)+len(t) <= maxToken {
				*s.field += string(t)
			}
		}
	}
	return nil
}

func (s *sitemapState) start(t *xml.StartElement) error {
	n := t.Name
	if s.depth++; s.depth > maxElements {
		return english.Errorf("%w: %d elements", errDeep, s.depth)
	}
	s.field = nil
	local := strings.ToLower(n.Local)
	switch {
	case s.depth == 1:
		s.space, s.kind, s.path = n.Space, crawl.LinkPage, pathSitemap
		if local == "sitemapindex" {
			s.kind, s.path = crawl.LinkSitemap, pathIndex
		}
	case n.Space == s.space && (local == "url" || local == "sitemap"):
		s.e, s.lastmod, s.date, s.others, s.inEntry = entry{kind: s.kind, path: s.path}, "", "", nil, true
	case !s.inEntry:
	case n.Space == s.space && local == "loc":
		s.field = &s.e.href
	case n.Space == s.space && local == "lastmod":
		s.field = &s.lastmod
	case n.Space != s.space && local == "link" && len(s.others) < maxOthers:
		s.other(t.Attr)
	case n.Space != s.space && local == "publication_date": // of news and films
		s.field = &s.date
	case n.Space != s.space && local == "title" && s.e.title == "": // of news, films and pictures
		s.field = &s.e.title
	}
	return nil
}

// maxOthers is of how many languages an entry's addresses are taken.
const maxOthers = 50

// other takes the address of the page in another language (xhtml:link).
func (s *sitemapState) other(list []xml.Attr) {
	href, lang, alternate := "", false, false
	for _, a := range list {
		switch strings.ToLower(a.Name.Local) {
		case "href":
			href = a.Value
		case "hreflang":
			lang = true
		case "rel":
			alternate = strings.EqualFold(strings.TrimSpace(a.Value), "alternate")
		}
	}
	if lang && alternate {
		s.others = append(s.others, href)
	}
}

func (s *sitemapState) end(n xml.Name) {
	s.field = nil
	s.depth = max(0, s.depth-1)
	if local := strings.ToLower(n.Local); s.inEntry && n.Space == s.space && (local == "url" || local == "sitemap") {
		s.inEntry = false
		s.read++
		s.e.modified, s.e.published = parseTime(s.lastmod), s.dated(s.date, nil)
		s.add(&s.e)
		for _, href := range s.others[:min(len(s.others), MaxEntries-s.read)] {
			s.read++
			s.add(&entry{href: href, kind: s.kind, path: s.path, modified: s.e.modified, published: s.e.published})
		}
	}
}

// parseTime reads a W3C date and time (https://www.w3.org/TR/NOTE-datetime),
// also with a space, without a zone or with a fraction, as they occur.
// Unreadable times give the zero time.
func parseTime(s string) time.Time {
	if s = strings.TrimSpace(s); s == "" {
		return time.Time{}
	}
	for _, layout := range [...]string{
		time.RFC3339, time.DateOnly, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700",
		time.DateTime, "2006-01-02 15:04", "2006-01-02 15:04:05Z07:00", "2006-01", "2006",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}
