package page

import (
	"net/url"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// linkDraft is a link whose text is still in the buffer.
type linkDraft struct {
	href       string
	start, end int // anchor text in the buffer; start < 0: none
	block      int // the block in which it starts
	alt        string
	title      string
	label      string  // aria-label, if it names the link
	name       segment // the heading that names the link, if end is not 0
	path       string
	heading    segment
	region     crawl.Region
	list       uint32
	noFollow   bool
	author     bool // rel=author
	own        bool // no link unless it leads to the page's own site
	kind       crawl.LinkKind
}

// openLink starts reading the anchor of an a element that is on the stack.
func (b *builder) openLink(a *attrs) {
	if b.open >= 0 {
		b.closeLink() // anchors do not nest
	}
	if !isReference(a) || !b.linkRoom() {
		return
	}
	if b.adjacent {
		b.space = true // adjacent anchors look like two things
	}
	f := b.top()
	f.link = true
	if f.hidden {
		a.title, a.label = "", ""
	}
	b.links = append(b.links, linkDraft{
		href: a.href, start: -1, title: a.title, label: a.label, region: f.region, list: f.list,
		path: b.path(), heading: b.headingBefore(), noFollow: !follows(a.rel), author: a.rel != "" && hasRel(a, "author"),
	})
	b.open = len(b.links) - 1
}

func (b *builder) closeLink() {
	if b.open < 0 {
		return
	}
	l := &b.links[b.open]
	l.end = len(b.text)
	b.nameAnchor(l)
	b.open = -1
	b.adjacent = l.start >= 0
}

// linkRoom reports that a link may be kept, and counts one that may not.
func (b *builder) linkRoom() bool {
	if len(b.links) < maxLinks {
		return true
	}
	b.page.LinksLeft++
	return false
}

// areaLink is a link of an image map.
func (b *builder) areaLink(a *attrs) {
	if n := len(b.links); isReference(a) && b.linkRoom() {
		b.bareLink(a.href, a.alt, a.title)
		b.links[n].noFollow = !follows(a.rel)
	}
}

// bareLink is a link without an anchor in the text.
func (b *builder) bareLink(href, alt, title string) {
	if href == "" || !b.linkRoom() {
		return
	}
	f := b.top()
	if f.hidden {
		alt, title = "", ""
	}
	b.links = append(b.links, linkDraft{
		href: href, start: -1, end: len(b.text), alt: alt, title: title, region: f.region, list: f.list,
		path: b.path(), heading: b.headingBefore(),
	})
}

// maxFeeds is the limit of a page's feeds. Some sites offer one for each
// comment.
const maxFeeds = 10

// feedLink is a link element that leads to a feed of the page's site, by RSS
// autodiscovery (HTML 4.6.6.1, "alternate").
func (b *builder) feedLink(a *attrs) {
	if !a.hasHref || b.feeds >= maxFeeds || len(b.links) >= maxLinks || !isFeed(a) {
		return
	}
	b.feeds++
	b.links = append(b.links, linkDraft{
		href: a.href, start: -1, alt: collapse(a.title), path: b.path(), noFollow: !follows(a.rel), kind: crawl.LinkFeed,
	})
}

func isFeed(a *attrs) bool {
	kind, _, _ := strings.Cut(a.kind, ";")
	switch strings.ToLower(strings.TrimSpace(kind)) {
	case "application/rss+xml", "application/atom+xml", "application/feed+json":
		return hasRel(a, "alternate")
	}
	return false
}

// hasRel reports whether rel, a set of words, contains want.
func hasRel(a *attrs, want string) bool {
	for word := range strings.FieldsSeq(a.rel) {
		if strings.EqualFold(word, want) {
			return true
		}
	}
	return false
}

// isReference reports whether the element leads to another address. A pure
// fragment stays on the page.
func isReference(a *attrs) bool {
	return a.hasHref && a.href != "" && a.href[0] != '#'
}

// follows reports whether a rel value recommends the target.
func follows(rel string) bool {
	for _, word := range strings.Fields(rel) {
		switch strings.ToLower(word) {
		case "nofollow", "ugc", "sponsored":
			return false
		}
	}
	return true
}

// headingBefore is the last heading so far. Inside a heading it is the one
// above it in the outline, since the heading's own words are the anchor.
func (b *builder) headingBefore() segment {
	for i := len(b.stack) - 1; i > 0; i-- {
		if level := b.stack[i].level; level > 0 {
			for level--; level > 0; level-- {
				if h := b.headings[level]; h.end > h.start {
					return h
				}
			}
			return segment{}
		}
	}
	return b.last
}

// path is the last five elements as tag.class, with numbers in a class as 0, so
// that numbered siblings are equal. Equal paths share one string.
func (b *builder) path() string {
	buf := b.pathBuf[:0]
	for i := max(1, len(b.stack)-5); i < len(b.stack); i++ {
		if len(buf) > 0 {
			buf = append(buf, ' ')
		}
		f := &b.stack[i]
		buf = append(buf, f.name...)
		if f.class != "" {
			buf = appendClass(append(buf, '.'), f.class)
		}
	}
	b.pathBuf = buf
	if p, ok := b.paths[string(buf)]; ok {
		return p
	}
	p := string(buf)
	b.paths[p] = p
	return p
}

func appendClass(buf []byte, class string) []byte {
	digits := false
	for i := 0; i < min(len(class), 40); i++ {
		c := class[i]
		if '0' <= c && c <= '9' {
			if digits {
				continue
			}
			digits, c = true, '0'
		} else {
			digits = false
		}
		buf = append(buf, c)
	}
	return buf
}

// finishLinks resolves the drafts against the base, which may follow the first
// of them, and cuts their words out of text.
func (b *builder) finishLinks(text string) []Anchor {
	b.own = ownOf(b.page)
	links := make([]crawl.Link, 0, len(b.links))
	anchors := make([]Anchor, 0, len(b.links))
	for i := range b.links {
		d := &b.links[i]
		key, err := b.resolve(d.href)
		if err != nil || key == b.page.Final || key == b.page.URL || d.kind == crawl.LinkPage && b.own.carriedBy(key) ||
			d.own && !sameSite(urlkey.Host(key), b.page.Host) {
			continue
		}
		l := crawl.Link{
			URL: key, Host: urlkey.Host(key), Text: d.alt, Title: collapse(d.title), Heading: oneLine(text[d.heading.start:d.heading.end]),
			Region: d.region, List: d.list, Path: d.path, NoFollow: d.noFollow, Kind: d.kind,
		}
		at := Anchor{Block: -1}
		switch {
		case b.named(&l, d, text):
		case d.start >= 0:
			end := min(d.end, len(text))
			l.Text = oneLine(text[d.start:end])
			l.Context, at = b.context(text, d.block, d.start, end)
		}
		links, anchors = append(links, l), append(anchors, at)
	}
	b.page.Links = links
	return anchors
}

func (b *builder) resolve(href string) (string, error) {
	if b.enc != nil {
		if path, query, ok := strings.Cut(href, "?"); ok && !urlkey.IsASCII(query) {
			query, _, _ = strings.Cut(query, "#")
			if q, err := b.enc.NewEncoder().String(query); err == nil {
				href = path + "?" + q
			}
		}
	}
	if b.root != "" && urlkey.IsPlainPath(href) {
		return b.root + href, nil
	}
	return urlkey.Resolve(b.base, href)
}

// setBase uses the first base element with an address.
func (b *builder) setBase(a *attrs) {
	if !a.hasHref || b.baseSeen {
		return
	}
	if key, err := urlkey.Resolve(b.base, a.href); err == nil {
		if u, err := url.Parse(key); err == nil {
			b.base, b.root, b.baseSeen = u, rootOf(u), true
		}
	}
}

// rootOf is the part of an address before its path, spelled as in keys.
func rootOf(base *url.URL) string {
	key, err := urlkey.Resolve(base, "/")
	if err != nil {
		return ""
	}
	return key[:len(key)-1]
}
