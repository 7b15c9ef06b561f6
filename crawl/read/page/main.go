package page

import (
	"net/url"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Bounds of the tree of [Main]: whatever reads it may take time or memory that grows with
// their product.
const (
	maxCells  = 50_000 // cells of a table, if all rows were as long as the longest
	maxNested = 12     // lists, quotations and tables within each other
)

// Main returns the main text of an HTML answer as a tree: its body without the text of
// blocks that are no main text ([crawl.RegionMain]), without the breadcrumb, and without
// elements that then show nothing. It keeps links
// and pictures of the web, with whole addresses, and of all other attributes only the
// language of code. A table that is too large, and lists that are nested too deeply, lose
// their elements but not their text. Of known, the page as it was read or kept, nil if nobody
// knows, texts are left out that are no main text there: what its host repeats. The error wraps [crawl.ErrNotPage].
func Main(r *crawl.Response, known *crawl.Page) (*html.Node, error) {
	body, name, base, err := markup(r)
	if err != nil {
		return nil, err
	}
	if startTags(body) > maxTree {
		return nil, english.Errorf("%w: more than %d elements", crawl.ErrNotPage, maxTree)
	}
	p := &crawl.Page{URL: r.URL, Final: r.Final, Charset: name, Document: r.Document}
	doc, main, err := mainNodes(body, p, base, false, beside(known))
	if err != nil {
		return nil, err
	}
	root := doc.Find("body").First()
	if root.Length() == 0 {
		return nil, english.Errorf("%w: no body", crawl.ErrNotPage)
	}
	m := mainTree{base: base, main: main}
	if href, ok := doc.Find("base[href]").First().Attr("href"); ok {
		if u, err := base.Parse(href); err == nil && u.Host != "" {
			m.base = u
		}
	}
	m.prune(root.Nodes[0], 0)
	return root.Nodes[0], nil
}

// beside has the keys of the blocks of p that stand nowhere in its main text.
func beside(p *crawl.Page) map[uint64]bool {
	if p == nil {
		return nil
	}
	keys := map[uint64]bool{}
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b.Region == crawl.RegionMain {
			keys[b.Key] = false
		} else if _, ok := keys[b.Key]; !ok {
			keys[b.Key] = true
		}
	}
	return keys
}

// mainNodes is the tree of a body, and which of its texts and named pictures belong to
// blocks of main text without those of the keys in beside.
func mainNodes(body []byte, p *crawl.Page, base *url.URL, shadows bool, beside map[uint64]bool) (doc *goquery.Document, main map[*html.Node]bool, err error) {
	if doc, err = tree(body); err != nil {
		return nil, nil, err
	}
	fresh := *p
	b := newBuilder(p, base, nil)
	b.of, b.shadows = map[*html.Node]int{}, shadows
	b.walkTree(doc.Nodes[0])
	of := b.of
	b.finish()
	plain, again := unscripted(body, p.Words)
	if !again {
		plain = body
	}
	if shade := !shadows && shaded(body, p.Words); again || shade {
		return mainNodes(plain, &fresh, base, shadows || shade, beside)
	}
	main = make(map[*html.Node]bool, len(of))
	for n, i := range of {
		x := &p.Blocks[min(i, len(p.Blocks)-1)]
		main[n] = x.Region == crawl.RegionMain && !x.Trail && !beside[x.Key]
	}
	return doc, main, nil
}

// mainTree prunes a tree. The parser bounds its depth (512), so recursion is safe.
type mainTree struct {
	base *url.URL
	main map[*html.Node]bool
}

// prune cleans what is below n. nested counts lists and the like around it. It reports
// whether any of it is main text; pictures without a name stay beside such text.
func (m *mainTree) prune(n *html.Node, nested int) (shows bool) {
	for c, next := n.FirstChild, (*html.Node)(nil); c != nil; c = next {
		next = c.NextSibling
		switch {
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) == "", m.bare(c):
		case c.Type == html.TextNode && m.main[c]:
			shows = true
		case c.Type == html.ElementNode && !dropped(c) && m.element(c, nested):
			shows = true
		default:
			n.RemoveChild(c)
		}
	}
	return shows
}

// bare reports what shows nothing by itself: breaks, rules, and pictures without a name,
// whose attributes it cleans.
func (m *mainTree) bare(c *html.Node) bool {
	switch c.DataAtom {
	case atom.Br, atom.Hr, atom.Wbr:
	case atom.Img:
		if _, named := m.main[c]; named || readAttrs(c.Attr).hidden {
			return false
		}
	default:
		return false
	}
	c.Attr = m.attributes(c)
	return true
}

// dropped reports elements that are left out with all they hold.
func dropped(c *html.Node) bool {
	switch c.DataAtom {
	case atom.Input, atom.Button, atom.Canvas, atom.Link, atom.Meta, atom.Base, atom.Title, atom.Frame, atom.Math:
		return true
	}
	a := readAttrs(c.Attr)
	return skipped(c.DataAtom) && !a.shadow || c.Namespace != "" || a.hidden
}

// element cleans an element. It reports whether it shows anything.
func (m *mainTree) element(c *html.Node, nested int) bool {
	switch c.DataAtom {
	case atom.Ul, atom.Ol, atom.Blockquote, atom.Table, atom.Dl:
		if nested++; nested > maxNested {
			plain(c)
		}
	case atom.Li:
		if nested > maxNested {
			plain(c)
		}
	}
	if c.DataAtom == atom.Template {
		plain(c)
	}
	if !m.prune(c, nested) && !m.main[c] {
		return false
	}
	if c.DataAtom == atom.Table && tooWide(c) {
		flatten(c)
	}
	c.Attr = m.attributes(c)
	if c.DataAtom == atom.A && len(c.Attr) == 0 {
		c.DataAtom, c.Data = atom.Span, "span"
	}
	return true
}

// plain makes an element one that means nothing.
func plain(c *html.Node) { c.DataAtom, c.Data = atom.Div, "div" }

// attributes returns the attributes of c that stay.
func (m *mainTree) attributes(c *html.Node) (kept []html.Attribute) {
	for _, a := range c.Attr {
		switch {
		case c.DataAtom == atom.A && a.Key == "href", c.DataAtom == atom.Img && a.Key == "src":
			if a.Val = m.address(a.Val); a.Val == "" {
				continue
			}
		case c.DataAtom == atom.Img && a.Key == "alt":
		case c.DataAtom == atom.Code && a.Key == "class" && strings.HasPrefix(a.Val, "language-") && len(a.Val) < 40:
		default:
			continue
		}
		kept = append(kept, a)
	}
	return kept
}

// address is the whole address that ref stands for; "" if it is none of the web or of
// mail.
func (m *mainTree) address(ref string) string {
	u, err := m.base.Parse(strings.TrimSpace(ref))
	if err != nil || len(ref) > 4<<10 {
		return ""
	}
	switch u.Scheme {
	case "http", "https", "mailto":
		return u.String()
	}
	return ""
}

// tooWide reports tables that would have too many cells.
func tooWide(table *html.Node) bool {
	rows, widest := 0, 0
	for n := range table.Descendants() {
		if n.DataAtom == atom.Tr {
			rows++
			cells := 0
			for range n.ChildNodes() {
				cells++
			}
			widest = max(widest, cells)
		}
	}
	return rows*widest > maxCells
}

// flatten makes the elements of a table plain.
func flatten(table *html.Node) {
	plain(table)
	for n := range table.Descendants() {
		switch n.DataAtom {
		case atom.Table, atom.Tr, atom.Td, atom.Th, atom.Tbody, atom.Thead, atom.Tfoot, atom.Caption, atom.Colgroup, atom.Col:
			plain(n)
		}
	}
}
