package seed

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Addresses are the pages and feeds of a text that a person gave, each once, in its order.
type Addresses struct {
	Links []crawl.Link // at most as many as were asked for; the kind of a feed is [crawl.LinkFeed]
	Left  int          // further ones
	Other int          // lines and entries that are no http or https URL
}

// ReadAddresses reads up to limit addresses from one URL a line, from the outlines of an OPML file, or from a file of
// bookmarks as browsers export them. A feed is known by xmlUrl in OPML and by FEEDURL in bookmarks. It fails if there
// is none.
func ReadAddresses(text []byte, limit int) (a Addresses, err error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\uFEFF")))
	add := adder(&a, limit)
	switch start := strings.ToLower(string(text[:min(len(text), 1024)])); {
	case strings.Contains(start, "<opml"):
		err = outlines(text, add)
	case strings.HasPrefix(start, "<"):
		bookmarks(text, add)
	default:
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				add(line, crawl.LinkPage)
			}
		}
	}
	if err == nil && len(a.Links) == 0 {
		err = english.Errorf("no http or https URL was found; give one a line, an OPML file or a file of bookmarks")
	}
	return a, err
}

// adder adds addresses to a.
func adder(a *Addresses, limit int) func(url string, kind crawl.LinkKind) {
	seen := map[string]bool{}
	return func(url string, kind crawl.LinkKind) {
		l, err := Link(strings.TrimSpace(url))
		switch {
		case err != nil:
			a.Other++
		case seen[l.URL]:
		case len(a.Links) >= limit:
			seen[l.URL] = true
			a.Left++
		default:
			l.Kind, seen[l.URL] = kind, true
			a.Links = append(a.Links, l)
		}
	}
}

// outlines reads OPML (OPML 2.0, 2007): a subscription has xmlUrl, a link url.
func outlines(text []byte, add func(string, crawl.LinkKind)) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict, d.CharsetReader, d.Entity = false, charset.NewReaderLabel, xml.HTMLEntity
	for {
		token, err := d.RawToken() // elements need no end: files that are cut or badly nested are read, too
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return english.Errorf("the OPML file cannot be read: %w", err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || !strings.EqualFold(start.Name.Local, "outline") {
			continue
		}
		at := map[string]string{}
		for _, x := range start.Attr {
			at[strings.ToLower(x.Name.Local)] = x.Value
		}
		if u := at["xmlurl"]; u != "" {
			add(u, crawl.LinkFeed)
		} else if u := at["url"]; u != "" {
			add(u, crawl.LinkPage)
		}
	}
}

// bookmarks reads the links of a page, such as a file of bookmarks.
func bookmarks(text []byte, add func(string, crawl.LinkKind)) {
	z := html.NewTokenizer(bytes.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			if t := z.Token(); t.Data == "a" {
				bookmark(t.Attr, add)
			}
		}
	}
}

func bookmark(attrs []html.Attribute, add func(string, crawl.LinkKind)) {
	href, feed := "", ""
	for _, x := range attrs {
		switch x.Key {
		case "href":
			href = x.Val
		case "feedurl":
			feed = x.Val
		}
	}
	switch {
	case feed != "":
		add(feed, crawl.LinkFeed)
	case href != "":
		add(href, crawl.LinkPage)
	}
}
