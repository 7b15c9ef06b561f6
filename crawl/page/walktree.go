package page

import "golang.org/x/net/html"

// walkTree walks a parsed document in order. The parser bounds the depth (512),
// so recursion is safe.
func (b *builder) walkTree(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			b.textNode(c.Data)
		case html.ElementNode:
			switch {
			case skipped(c.DataAtom):
				b.child(c.DataAtom, c.Data, "")
			case void(c.DataAtom):
				a := readAttrs(c.Attr)
				b.child(c.DataAtom, c.Data, "")
				b.voidElement(c.DataAtom, &a)
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
