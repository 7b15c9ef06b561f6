package page

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"unsafe"

	"github.com/PuerkitoBio/goquery"
	"github.com/cespare/xxhash/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Parse reads an answer. It never fails on bad markup, only on bodies that are
// not text: the error then wraps crawl.ErrNotPage. Mentions and Link.Terms stay
// empty; a judge fills them.
func Parse(r *crawl.Response) (*crawl.Page, error) {
	p, _, err := parseAnswer(r, true)
	return p, err
}

// Anchor is the position of a link's anchor, in bytes of the text of a block.
type Anchor struct {
	Block      int // index into Page.Blocks; -1 if it is in none or in several, or is not Link.Text
	Start, End int
}

// ParseAnchors is Parse that also returns the anchors of Page.Links, in the
// same order. With them the context of a link can be found in its block, so
// Link.Context is filled only for anchors in several blocks, and for links that
// something else names, whose Block is -1: the contexts of all links are as long as
// the page.
func ParseAnchors(r *crawl.Response) (*crawl.Page, []Anchor, error) { return parseAnswer(r, false) }

func parseAnswer(r *crawl.Response, contexts bool) (*crawl.Page, []Anchor, error) {
	kind, err := kindOf(r)
	if err != nil {
		return nil, nil, err
	}
	final := r.Final
	if final == "" {
		final = r.URL
	}
	base, err := url.Parse(final)
	if err != nil || base.Host == "" {
		return nil, nil, english.Errorf("%w: %.80q", urlkey.ErrURL, final)
	}
	body, name, err := decode(r.Body, r.ContentType)
	if err != nil {
		return nil, nil, err
	}
	p := &crawl.Page{
		URL: r.URL, Final: final, Host: urlkey.Host(final), Status: r.Status, Charset: name,
		Document: r.Document, Hash: xxhash.Sum64(r.Body), FetchedAt: r.FetchedAt, Bytes: len(r.Body),
	}
	if kind == kindPlain {
		p.Document = "text" // crawl/fetch/doctype has the others
		b := newBuilder(p, base, nil)
		b.robotsTag(r.RobotsTag)
		b.plain(string(body))
		b.finish()
		shingle.Fill(p)
		return p, nil, nil
	}
	anchors := readHTML(p, &document{base: base, body: body, robots: r.RobotsTag, link: r.Link, refresh: r.Refresh, contexts: contexts})
	shingle.Fill(p)
	return p, anchors, nil
}

// document is markup, decoded.
type document struct {
	base     *url.URL
	body     []byte
	robots   string              // X-Robots-Tag
	link     string              // Link
	refresh  string              // Refresh
	shadows  bool                // the text of shadow roots is read
	contexts bool                // the contexts of all links are wanted
	layout   func(*maintext.Doc) // if not nil, is given the layout, which it must not keep
}

// builder returns a builder that knows the headers of the answer.
func (d *document) builder(p *crawl.Page) *builder {
	b := newBuilder(p, d.base, queryEncoding(p.Charset))
	b.contexts, b.see, b.shadows = d.contexts, d.layout, d.shadows
	b.robotsTag(d.robots)
	if d.refresh != "" {
		b.refreshHeader(d.refresh)
	}
	if ref := canonicalOf(d.link); ref != "" {
		b.headerCanonical, _ = urlkey.Resolve(d.base, ref) // whatever base the markup declares
	}
	return b
}

// readHTML fills p, from what it shows without scripts and in shadow roots if it shows hardly
// anything else.
func readHTML(p *crawl.Page, d *document) []Anchor {
	fresh := *p
	anchors := readMarkup(p, d)
	plain, again := *d, false
	if body, ok := unscripted(d.body, p.Words); ok {
		plain.body, again = body, true
	}
	if shaded(d.body, p.Words) {
		plain.shadows, again = true, true
	}
	if !again {
		return anchors
	}
	*p = fresh
	return readMarkup(p, &plain)
}

// readMarkup fills p in one pass if the page allows it; else from the tree, or
// from the tokens if the tree is empty or would be too large.
func readMarkup(p *crawl.Page, d *document) []Anchor {
	fresh := *p
	if anchors, ok := readWalk(p, d); ok {
		return anchors
	}
	*p = fresh
	if startTags(d.body) <= maxTree {
		if anchors, ok := readTree(p, d); ok {
			return anchors
		}
		*p = fresh
	}
	b := d.builder(p)
	b.walkTokens(d.body, true)
	return b.finish()
}

// maxTree is the most start tags of a page that is read from a tree. To repair markup,
// the parser copies the elements that are open around each new one: 8 MB of <b><i><a>
// that are never closed became half a gigabyte of nodes. No page of the stored webs that
// needs the tree has a quarter as many tags.
const maxTree = 20_000

// startTags counts what looks like a start tag.
func startTags(body []byte) (n int) {
	for {
		i := bytes.IndexByte(body, '<')
		if i < 0 || i+1 == len(body) {
			return n
		}
		if c := body[i+1] | 0x20; 'a' <= c && c <= 'z' {
			n++
		}
		body = body[i+1:]
	}
}

// readWalk reads in one pass. ok is false if that is impossible or gave
// nothing.
func readWalk(p *crawl.Page, d *document) (anchors []Anchor, ok bool) {
	if bytes.IndexByte(d.body, 0) >= 0 {
		return nil, false // the meaning of a NUL depends on its place
	}
	// Nobody writes into a body, so the scanner needs no copy of it.
	w := walker{builder: d.builder(p), s: scanner{src: unsafe.String(unsafe.SliceData(d.body), len(d.body))}}
	w.expect(w.s.src)
	if !w.walk() {
		w.release()
		return nil, false
	}
	anchors = w.finish()
	return anchors, len(p.Blocks) > 0 || len(p.Links) > 0
}

// readTree reads the parsed tree. ok is false if there is none or it is empty.
func readTree(p *crawl.Page, d *document) (anchors []Anchor, ok bool) {
	doc, err := tree(d.body)
	if err != nil {
		return nil, false
	}
	b := d.builder(p)
	b.walkTree(doc.Nodes[0])
	anchors = b.finish()
	return anchors, len(p.Blocks) > 0 || len(p.Links) > 0
}

type kind uint8

const (
	kindHTML kind = iota
	kindPlain
)

// kindOf decides by the content type, then by the bytes, what kind a body is.
func kindOf(r *crawl.Response) (kind, error) {
	media, _, _ := strings.Cut(r.ContentType, ";")
	media = strings.ToLower(strings.TrimSpace(media))
	k := kindHTML
	switch media {
	case "", "text/html", "application/xhtml+xml", "text/xml", "application/xml", "text/htm":
	case "text/plain", "text/markdown":
		k = kindPlain
	default:
		return 0, english.Errorf("%w: content type %.60q", crawl.ErrNotPage, media)
	}
	if len(bytes.TrimSpace(r.Body)) == 0 {
		return 0, english.Errorf("%w: the body is empty", crawl.ErrNotPage)
	}
	if enc, _ := wideHeader(r.Body, r.ContentType); enc == nil && binary(r.Body) {
		return 0, english.Errorf("%w: the body is binary", crawl.ErrNotPage)
	}
	return k, nil
}

// binary reports bodies that are not text in any encoding: known signatures
// (WHATWG MIME sniffing), or more control characters than text ever has.
func binary(body []byte) bool {
	sniffed := http.DetectContentType(body)
	if strings.HasPrefix(sniffed, "text/") {
		return false
	}
	if sniffed != "application/octet-stream" {
		return true
	}
	if enc, _ := wide(body); enc != nil {
		return false
	}
	if enc, _, _ := byteOrderMark(body); enc != nil {
		return false
	}
	sample := body[:min(len(body), 4096)]
	controls := 0
	for _, c := range sample {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && !shiftByte(c) {
			controls++
		}
	}
	return controls*50 > len(sample)
}

// queryEncoding returns the encoding in which browsers send the query of a
// page's links, nil for UTF-8 (WHATWG URL 4.1, "encoding override").
func queryEncoding(name string) (enc encoding.Encoding) {
	switch {
	case name == "utf-8", strings.HasPrefix(name, "utf-16"), strings.HasPrefix(name, "utf-32"):
		return nil
	case name == "gb18030":
		return simplifiedchinese.GB18030
	}
	enc, _ = htmlindex.Get(name)
	return enc
}

// plain reads text without markup: blank lines separate blocks.
func (b *builder) plain(s string) {
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) == "" {
			b.flush()
			continue
		}
		b.textNode(line)
	}
}

// walkTree walks a parsed document in order. The parser bounds the depth (512),
// so recursion is safe.
func (b *builder) walkTree(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			b.textNode(c.Data)
			b.note(c)
		case html.ElementNode:
			switch {
			case skipped(c.DataAtom) && !b.showsNode(c):
				b.child(c.DataAtom, c.Data, "")
				b.inside(c)
				if c.DataAtom == atom.Script && c.FirstChild != nil && isStructured(readAttrs(c.Attr).kind) {
					b.structured(c.FirstChild.Data)
				}
			case void(c.DataAtom):
				a := readAttrs(c.Attr)
				b.child(c.DataAtom, c.Data, "")
				b.voidElement(c.DataAtom, &a)
				if c.DataAtom == atom.Img && a.alt != "" {
					b.note(c)
				}
			default:
				a := readAttrs(c.Attr)
				b.child(c.DataAtom, c.Data, a.class)
				b.openElement(c.DataAtom, c.Data, &a)
				b.walkTree(c)
				b.closeElement()
			}
		}
	}
}

func (b *builder) showsNode(n *html.Node) bool {
	if n.DataAtom != atom.Template {
		return false
	}
	a := readAttrs(n.Attr)
	return b.shows(n.DataAtom, &a)
}

// note remembers the block of a node with text.
func (b *builder) note(n *html.Node) {
	if b.of != nil && len(b.text) > b.start {
		b.of[n] = len(b.blocks)
	}
}

// Document returns the parsed tree of an HTML answer, decoded as [Parse] decodes
// it: for programs that select more by CSS than a [crawl.Page] holds. Its errors
// wrap [crawl.ErrNotPage].
func Document(r *crawl.Response) (*goquery.Document, error) {
	switch k, err := kindOf(r); {
	case err != nil:
		return nil, err
	case k != kindHTML:
		return nil, english.Errorf("%w: plain text has no elements", crawl.ErrNotPage)
	}
	body, _, err := decode(r.Body, r.ContentType)
	if err != nil {
		return nil, err
	}
	return tree(body)
}

// tree parses decoded markup.
func tree(body []byte) (*goquery.Document, error) {
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return nil, english.Errorf("%w: %w", crawl.ErrNotPage, err)
	}
	return doc, nil
}
