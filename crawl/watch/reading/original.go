package reading

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

// frame stands around an original: its own look is not sure to set any colour.
const frame = "<!doctype html><html><head><meta charset=\"utf-8\"><title></title><style>:root{color-scheme:light;background:#fff;color:#111}" +
	"body{font:16px/1.6 sans-serif;margin:16px;overflow-wrap:anywhere}img{max-width:100%;height:auto}</style></head><body></body></html>"

// shown are the elements of an original that are kept, with their text. Of any other
// element only the text is kept, and of those in dropped nothing.
var shown = set(atom.A, atom.Abbr, atom.Address, atom.Article, atom.Aside, atom.B, atom.Bdi, atom.Bdo, atom.Big, atom.Blockquote, atom.Br,
	atom.Caption, atom.Center, atom.Cite, atom.Code, atom.Col, atom.Colgroup, atom.Dd, atom.Del, atom.Details, atom.Dfn, atom.Div, atom.Dl,
	atom.Dt, atom.Em, atom.Figcaption, atom.Figure, atom.Font, atom.Footer, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header,
	atom.Hgroup, atom.Hr, atom.I, atom.Img, atom.Ins, atom.Kbd, atom.Li, atom.Main, atom.Mark, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Q,
	atom.Rp, atom.Rt, atom.Ruby, atom.S, atom.Samp, atom.Section, atom.Small, atom.Span, atom.Strike, atom.Strong, atom.Style, atom.Sub,
	atom.Summary, atom.Sup, atom.Table, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Time, atom.Tr, atom.Tt, atom.U, atom.Ul,
	atom.Var, atom.Wbr)

// dropped are elements whose text is no text, or is read by no person. A parser reads some
// of them as text that a writer must not escape, so none may stay (html.Render).
var dropped = set(atom.Script, atom.Noscript, atom.Template, atom.Iframe, atom.Frame, atom.Frameset, atom.Noframes, atom.Object, atom.Embed,
	atom.Applet, atom.Noembed, atom.Xmp, atom.Plaintext, atom.Svg, atom.Math, atom.Audio, atom.Video, atom.Canvas, atom.Input, atom.Select,
	atom.Textarea, atom.Datalist, atom.Link, atom.Meta, atom.Base, atom.Title, atom.Source, atom.Track, atom.Area, atom.Map, atom.Dialog)

// kept are the attributes that are kept. None is an address, and none is a script.
var kept = []string{"align", "alt", "bgcolor", "border", "cellpadding", "cellspacing", "class", "color", "colspan", "datetime", "dir", "face",
	"height", "id", "lang", "open", "reversed", "rowspan", "size", "start", "title", "valign", "value", "width"}

func set(list ...atom.Atom) map[atom.Atom]bool {
	m := make(map[atom.Atom]bool, len(list))
	for _, a := range list {
		m[a] = true
	}
	return m
}

// Harmless returns an answer of HTML as markup that runs nothing, asks nothing of any
// server and leads nowhere: without scripts, frames, forms, media, links to follow,
// pictures that are not in the markup itself, and styles that name an address. The error
// wraps [crawl.ErrNotPage].
func Harmless(r *crawl.Response) ([]byte, error) {
	doc, err := page.Document(r)
	if err != nil {
		return nil, err
	}
	out, err := html.Parse(strings.NewReader(frame))
	if err != nil {
		return nil, err
	}
	head, body := find(out, atom.Head), find(out, atom.Body)
	if t := doc.Find("title").First().Text(); t != "" {
		find(head, atom.Title).AppendChild(&html.Node{Type: html.TextNode, Data: t})
	}
	for _, n := range doc.Nodes {
		if h := find(n, atom.Head); h != nil {
			styles(head, h)
		}
		if b := find(n, atom.Body); b != nil {
			quiet(body, b)
		}
	}
	var b bytes.Buffer
	err = html.Render(&b, out)
	return b.Bytes(), err
}

// find returns the first element a in the tree of n; nil if there is none.
func find(n *html.Node, a atom.Atom) *html.Node {
	if n.Type == html.ElementNode && n.DataAtom == a {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if x := find(c, a); x != nil {
			return x
		}
	}
	return nil
}

// styles copies the style elements of a head.
func styles(to, head *html.Node) {
	for c := head.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Style {
			quietElement(to, c)
		}
	}
}

// quiet copies the children of n into to, without what could do something. The parser
// bounds how deep they are nested (512 elements).
func quiet(to, n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			to.AppendChild(&html.Node{Type: html.TextNode, Data: c.Data})
		case c.Type != html.ElementNode || c.Namespace != "" || dropped[c.DataAtom]:
		case !shown[c.DataAtom]:
			quiet(to, c)
		default:
			quietElement(to, c)
		}
	}
}

func quietElement(to, n *html.Node) {
	e := &html.Node{Type: html.ElementNode, DataAtom: n.DataAtom, Data: n.DataAtom.String()}
	switch n.DataAtom {
	case atom.Style:
		css := ""
		if n.FirstChild != nil {
			css = n.FirstChild.Data
		}
		if !quietStyle(css) {
			return
		}
		e.AppendChild(&html.Node{Type: html.TextNode, Data: css})
		to.AppendChild(e)
		return
	case atom.Img:
		if src := attr(n, "src"); picture(src) {
			e.Attr = append(e.Attr, html.Attribute{Key: "src", Val: src})
		}
	case atom.A:
		if href := attr(n, "href"); href != "" && attr(n, "title") == "" {
			e.Attr = append(e.Attr, html.Attribute{Key: "title", Val: href})
		}
	}
	for _, a := range n.Attr {
		if a.Namespace == "" && (slices.Contains(kept, a.Key) || a.Key == "style" && quietStyle(a.Val)) {
			e.Attr = append(e.Attr, html.Attribute{Key: a.Key, Val: a.Val})
		}
	}
	to.AppendChild(e)
	quiet(e, n)
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == key {
			return a.Val
		}
	}
	return ""
}

// picture reports whether src is a picture within the markup, of a kind that holds no
// markup itself.
func picture(src string) bool {
	src = strings.ToLower(strings.TrimSpace(src))
	for _, kind := range []string{"png", "jpeg", "gif", "webp"} {
		if strings.HasPrefix(src, "data:image/"+kind+";") || strings.HasPrefix(src, "data:image/"+kind+",") {
			return true
		}
	}
	return false
}

// quietStyle reports whether a style names no address. Every function of CSS that takes
// one stands here (CSS Values and Units 4, section 4.5; Images 4); an escape could spell
// any of them.
func quietStyle(css string) bool {
	css = strings.ToLower(css)
	for _, s := range []string{"\\", "url", "@import", "@font-face", "@namespace", "image(", "image-set(", "src(", "cross-fade(", "element(", "paint(", "expression(", "behavior", "binding", "</", "<!--"} {
		if strings.Contains(css, s) {
			return false
		}
	}
	return true
}

// plain is a page of text as markup.
func plain(title string, blocks []crawl.Block) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!doctype html><html><head><meta charset=\"utf-8\"><title>%s</title></head><body>", html.EscapeString(title)) // not translated: markup
	for i := range blocks {
		fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(blocks[i].Text))
	}
	b.WriteString("</body></html>")
	return b.Bytes()
}

// original returns what Harmless makes of an answer; of plain text, its text.
func original(r *crawl.Response) ([]byte, error) {
	b, err := Harmless(r)
	if err == nil || !errors.Is(err, crawl.ErrNotPage) {
		return b, err
	}
	p, perr := page.Parse(r)
	if perr != nil {
		return nil, err
	}
	return plain(p.Title, p.Blocks), nil
}
