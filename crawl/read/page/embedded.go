package page

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// Links in elements whose content is no text of the page: a frame, a drawing, a menu that jumps, what a
// browser without scripts would show, a shadow root that the markup declares (HTML 4.12.3). Shadow roots
// mostly hold what stands around the text, so their text is read only if the page shows hardly any other.

// maxAlternates is the limit of a page's versions in other languages.
const maxAlternates = 50

// alternateLink is a link element that leads to the page in another language (HTML 4.6.7.1).
func (b *builder) alternateLink(a *attrs) {
	if a.otherLang && a.hasHref && b.alternates < maxAlternates && hasRel(a, "alternate") && !isFeed(a) {
		b.alternates++
		b.bareLink(a.href, "", a.title)
	}
}

// refreshHeader is the target of a Refresh header, which is read as the meta element is (HTML 7.5).
func (b *builder) refreshHeader(value string) {
	if target, ok := refresh(value); ok {
		if key, err := urlkey.Resolve(b.base, target); err == nil { // whatever base the markup declares
			b.bareLink(key, "", "")
		}
	}
}

// framed is a frame in the page, if tag is one. Only those of the page's own site are links.
func (b *builder) framed(tag atom.Atom, a *attrs) {
	ref := a.src
	switch {
	case tag == atom.Object && strings.HasPrefix(strings.ToLower(a.kind), "text/html"):
		ref = a.data
	case tag != atom.Iframe:
		return
	}
	if n := len(b.links); ref != "" && ref[0] != '#' {
		if b.bareLink(ref, "", a.title); len(b.links) > n {
			b.links[n].own = true
		}
	}
}

// sameSite reports hosts of which one lies within the other.
func sameSite(a, b string) bool {
	a, b = strings.TrimPrefix(a, "www."), strings.TrimPrefix(b, "www.")
	return a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a)
}

// shaded reports a page that shows hardly anything but what its shadow roots may hold.
func shaded(body []byte, words int) bool {
	return words < scriptedWords && bytes.Contains(body, []byte("shadowrootmode"))
}

// shows reports a template whose content is read as if it were no element.
func (b *builder) shows(tag atom.Atom, a *attrs) bool {
	return b.shadows && tag == atom.Template && a.shadow
}

// silent is a link in a skipped element: of a drawing, or an option that leads somewhere when it is chosen. It
// returns where its text goes; -1: nowhere.
func (b *builder) silent(tag atom.Atom, a *attrs) int {
	switch {
	case tag == atom.A && isReference(a):
		at := b.silentLink(a.href, a.title)
		if at >= 0 {
			b.links[at].noFollow = !follows(a.rel)
		}
		return at
	case tag == atom.Option && strings.ContainsAny(a.value, "/.") && !strings.ContainsAny(a.value, " \t\n"):
		return b.silentLink(a.value, "")
	}
	return -1
}

// silentLink is a link whose text is no text of the page. It returns where that goes; -1: nowhere.
func (b *builder) silentLink(href, title string) int {
	n := len(b.links)
	if b.bareLink(href, "", title); len(b.links) == n || b.top().hidden {
		return -1
	}
	return n
}

// inside reads the links of a skipped element from its tree.
func (b *builder) inside(n *html.Node) {
	a := readAttrs(n.Attr)
	b.framed(n.DataAtom, &a)
	switch n.DataAtom {
	case atom.Noscript:
		if c := n.FirstChild; c != nil && c.Type == html.TextNode {
			b.noscript(c.Data)
		}
	case atom.Svg:
		b.insideOf(n, atom.A)
	case atom.Template:
		if a.shadow {
			b.insideOf(n, atom.A)
		}
	case atom.Select:
		if a.jumps {
			b.insideOf(n, atom.Option)
		}
	}
}

// insideOf opens a link for each element tag below n. The parser bounds the depth (512), so recursion is
// safe.
func (b *builder) insideOf(n *html.Node, tag atom.Atom) {
	for c := range n.Descendants() {
		if c.Type != html.ElementNode || c.DataAtom != tag {
			continue
		}
		a := readAttrs(c.Attr)
		at := b.silent(tag, &a)
		for t := range c.Descendants() {
			if at >= 0 && t.Type == html.TextNode {
				b.addAlt(at, t.Data)
			}
		}
	}
}

// maxAlt bounds the text of such a link, in bytes.
const maxAlt = 400

func (b *builder) addAlt(at int, text string) {
	if l := &b.links[at]; len(l.alt) < maxAlt {
		l.alt = collapse(l.alt + " " + text[:min(len(text), maxAlt)])
	}
}

// noscript reads the links in the content of a noscript element.
func (b *builder) noscript(src string) {
	if !strings.Contains(src, "<a") && !strings.Contains(src, "<A") {
		return
	}
	s, open := scanner{src: src}, -1
	for s.next() {
		switch {
		case s.kind == textToken && open >= 0:
			b.addAlt(open, unescape(s.text))
		case s.tag == atom.A && s.kind == startToken:
			open = b.silent(atom.A, &s.a)
		case s.tag == atom.A && s.kind == endToken:
			open = -1
		case s.kind == startToken && rawText(s.tag):
			s.raw()
		}
	}
}
