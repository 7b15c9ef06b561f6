package page

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
	"github.com/ontocrawl/ontocrawl/message"
)

// Bounds of the tree of [Main]: whatever reads it may take time or memory that grows with
// their product.
const (
	maxCells  = 50_000 // cells of a table, if all rows were as long as the longest
	maxNested = 12     // lists, quotations and tables within each other
)

// Main returns the main text of an HTML answer as a tree: its body without what stands in
// other regions ([crawl.Region]), the breadcrumb, and what shows no text. It keeps links
// and pictures of the web, with whole addresses, and of all other attributes only the
// language of code. A table that is too large, and lists that are nested too deeply, lose
// their elements but not their text. The error wraps [crawl.ErrNotPage].
func Main(r *crawl.Response) (*html.Node, error) {
	k, err := kindOf(r)
	if err != nil {
		return nil, err
	}
	if k != kindHTML {
		return nil, message.Errorf("%w: plain text has no elements", crawl.ErrNotPage)
	}
	base, err := url.Parse(r.Final)
	if err != nil || base.Host == "" {
		return nil, message.Errorf("%w: %.80q", urlkey.ErrURL, r.Final)
	}
	body, _, err := decode(r.Body, r.ContentType)
	if err != nil {
		return nil, err
	}
	if startTags(body) > maxTree {
		return nil, message.Errorf("%w: more than %d elements", crawl.ErrNotPage, maxTree)
	}
	doc, err := tree(body)
	if err != nil {
		return nil, err
	}
	if href, ok := doc.Find("base[href]").First().Attr("href"); ok {
		if u, err := base.Parse(href); err == nil && u.Host != "" {
			base = u
		}
	}
	root := doc.Find("body").First()
	if root.Length() == 0 {
		return nil, message.Errorf("%w: no body", crawl.ErrNotPage)
	}
	m := mainTree{base: base}
	m.prune(root.Nodes[0], false, 0)
	return root.Nodes[0], nil
}

// mainTree prunes a tree. The parser bounds its depth (512), so recursion is safe.
type mainTree struct{ base *url.URL }

// prune cleans what is below n. scoped is as in regionOf; nested counts lists and the
// like around it.
func (m *mainTree) prune(n *html.Node, scoped bool, nested int) {
	for c, next := n.FirstChild, (*html.Node)(nil); c != nil; c = next {
		next = c.NextSibling
		switch {
		case c.Type == html.TextNode:
		case c.Type != html.ElementNode || m.drops(c, scoped):
			n.RemoveChild(c)
		default:
			m.element(c, scoped, nested)
		}
	}
}

// drops reports elements that are left out with all they hold.
func (m *mainTree) drops(c *html.Node, scoped bool) bool {
	switch c.DataAtom {
	case atom.Input, atom.Button, atom.Canvas, atom.Link, atom.Meta, atom.Base, atom.Title, atom.Frame, atom.Math:
		return true
	}
	if skipped(c.DataAtom) || c.Namespace != "" {
		return true
	}
	a := readAttrs(c.Attr)
	if a.hidden {
		return true
	}
	if inline(c.DataAtom) {
		return false
	}
	r, ok := regionOf(c.DataAtom, &a, scoped)
	return ok && r != crawl.RegionMain || isTrail(&a) && levelOf(c.DataAtom) == 0
}

func (m *mainTree) element(c *html.Node, scoped bool, nested int) {
	a := readAttrs(c.Attr)
	scoped = scoped || c.DataAtom == atom.Article || c.DataAtom == atom.Main || a.role == "main" || a.role == "article"
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
	m.prune(c, scoped, nested)
	if c.DataAtom == atom.Table && tooWide(c) {
		flatten(c)
	}
	c.Attr = m.attributes(c)
	if c.DataAtom == atom.A && len(c.Attr) == 0 {
		c.DataAtom, c.Data = atom.Span, "span"
	}
}

// plain makes an element one that means nothing.
func plain(c *html.Node) { c.DataAtom, c.Data = atom.Div, "div" }

// attributes are those of c that stay.
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
