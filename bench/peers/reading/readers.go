package main

import (
	"bytes"
	"context"
	"strings"
	"time"

	"codeberg.org/readeck/go-readability/v2"
	"github.com/markusmobius/go-htmldate"
	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/markdown"
)

// readOff holds the result of a reader; fields that it does not read are empty.
type readOff struct{ text, title, author, kind, date string }

// reader reads one page. It is given the bytes as they came, since to find out their charset is part of it.
type reader struct {
	name string
	read func(*page) readOff
}

var readers = []reader{
	{"ontocrawl", ours},
	{"go-trafilatura", func(p *page) readOff { return trafilaturaOf(p, true) }},
	{"go-trafilatura, no fallback", func(p *page) readOff { return trafilaturaOf(p, false) }},
	{"go-readability", readabilityOf},
	{"go-htmldate", htmldateOf},
}

// captured is the day after which no page of the sets was published, so that none is in the future.
var captured = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

// ours reads all that ontocrawl read does: links, kind, headline, site, author, date, Markdown.
func ours(p *page) readOff {
	address := p.address().String()
	out, err := markdown.Reader{}.Read(context.Background(), &crawl.Response{
		URL: address, Final: address, Status: 200, ContentType: p.contentType(), Body: p.body, FetchedAt: captured,
	})
	if err != nil {
		return readOff{}
	}
	about := &out.Page.About
	return readOff{out.Text, about.Headline, about.Author, about.Kind.String(), out.Day()}
}

// decoded is a page in UTF-8, by the charset that it or its answer says.
func decoded(p *page) *bytes.Reader {
	r, err := charset.NewReader(bytes.NewReader(p.body), p.contentType())
	if err != nil {
		return bytes.NewReader(p.body)
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(r); err != nil {
		return bytes.NewReader(p.body)
	}
	return bytes.NewReader(b.Bytes())
}

func trafilaturaOf(p *page, fallback bool) readOff {
	r, err := trafilatura.Extract(decoded(p), trafilatura.Options{OriginalURL: p.address(), EnableFallback: fallback, ExcludeComments: p.Kind != "forum"})
	if err != nil || r == nil {
		return readOff{}
	}
	out := readOff{text: lines(r.ContentNode), title: r.Metadata.Title, author: r.Metadata.Author}
	if r.CommentsNode != nil {
		out.text += "\n" + lines(r.CommentsNode)
	}
	if !r.Metadata.Date.IsZero() {
		out.date = r.Metadata.Date.Format(time.DateOnly)
	}
	return out
}

func readabilityOf(p *page) readOff {
	a, err := readability.FromReader(decoded(p), p.address())
	if err != nil {
		return readOff{}
	}
	out := readOff{title: a.Title(), author: a.Byline(), text: lines(a.Node)}
	if t, err := a.PublishedTime(); err == nil {
		out.date = t.Format(time.DateOnly)
	}
	return out
}

func htmldateOf(p *page) readOff {
	r, err := htmldate.FromReader(decoded(p), htmldate.Options{URL: p.URL, UseOriginalDate: true, MaxDate: captured})
	if err != nil || r.IsZero() {
		return readOff{}
	}
	return readOff{date: r.DateTime.Format(time.DateOnly)}
}

// lines is the text below a node, a line for each element that ends one.
func lines(n *html.Node) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	for c := range n.Descendants() {
		switch {
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		case c.Type == html.ElementNode && !inline[c.Data]:
			b.WriteByte('\n')
		}
		for ; c.NextSibling == nil && c.FirstChild == nil && c.Parent != nil && c != n; c = c.Parent {
			if c.Parent.Type == html.ElementNode && !inline[c.Parent.Data] {
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

// inline are elements within a line (HTML Standard, section 4.5).
var inline = map[string]bool{"a": true, "abbr": true, "b": true, "bdi": true, "bdo": true, "cite": true, "code": true, "data": true, "dfn": true, "em": true, "font": true,
	"i": true, "kbd": true, "mark": true, "q": true, "ruby": true, "s": true, "samp": true, "small": true, "span": true, "strong": true, "sub": true, "sup": true,
	"time": true, "u": true, "var": true, "wbr": true, "hi": true, "ref": true, "del": true, "ins": true}
