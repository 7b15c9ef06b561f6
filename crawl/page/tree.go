package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// walkTree goes over a parsed document in order. The parser bounds the depth
// (512), so recursion is safe.
func (b *builder) walkTree(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			b.textNode(c.Data)
		case html.ElementNode:
			switch {
			case skipped(c.DataAtom):
			case void(c.DataAtom):
				b.voidElement(c.DataAtom, c.Attr)
			default:
				b.openElement(c.DataAtom, c.Data, c.Attr)
				if !inline(c.DataAtom) && cards(c) {
					b.newList()
				}
				b.walkTree(c)
				b.closeElement()
			}
		}
	}
}

// cards reports an element whose content is a list without being marked up as
// one: three or more children in a row of one kind, that is articles, or
// elements of one class.
func cards(n *html.Node) bool {
	var last *html.Node
	run := 0
	for c := n.FirstChild; c != nil && run < 3; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		if last != nil && alike(last, c) {
			run++
		} else if run = 0; c.DataAtom == atom.Article || class(c) != "" {
			run = 1
		}
		last = c
	}
	return run >= 3
}

func alike(a, b *html.Node) bool {
	return a.Data == b.Data && class(a) == class(b) && (a.DataAtom == atom.Article || class(a) != "")
}

// class returns the first class of an element that can be a card.
func class(n *html.Node) string {
	switch n.DataAtom {
	case atom.Div, atom.Section, atom.Article, atom.A:
	default:
		return ""
	}
	for i := range n.Attr {
		if n.Attr[i].Key == "class" {
			first, _, _ := strings.Cut(n.Attr[i].Val, " ")
			return first
		}
	}
	return ""
}
