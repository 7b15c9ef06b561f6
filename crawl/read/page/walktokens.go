package page

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// walkTokens builds the page from tokens alone. It serves pages of which the
// parser gives no tree (it refuses more than 512 open elements) or an empty
// one: their links and text survive. It supplies only the end tags that authors
// omit most.
//
// An unterminated comment would hide the rest of the page. With inComment its
// content is read as if the comment had not begun.
func (b *builder) walkTokens(body []byte, inComment bool) {
	z := html.NewTokenizer(bytes.NewReader(body))
	var skip skipper
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.TextToken:
			switch {
			case skip.data:
				b.structured(string(z.Text()))
			case !skip.active():
				b.textNode(string(z.Text()))
			}
		case html.CommentToken:
			if inner, ok := unclosed(z.Raw()); ok && inComment {
				b.walkTokens(inner, false)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if skip.start(&t) {
				continue
			}
			b.startTag(&t)
		case html.EndTagToken:
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			if !skip.end(tag) {
				b.endTag(tag, string(name))
			}
		}
	}
}

// skipper tracks the outermost open element whose content is not read.
type skipper struct {
	tag   atom.Atom
	depth int
	data  bool // it is a script with structured data
}

func (s *skipper) active() bool { return s.depth > 0 }

// start reports whether a start tag is skipped.
func (s *skipper) start(t *html.Token) bool {
	if s.depth > 0 {
		if t.DataAtom == s.tag && t.Type == html.StartTagToken {
			s.depth++
		}
		return true
	}
	if !skipped(t.DataAtom) {
		return false
	}
	if !void(t.DataAtom) && t.Type == html.StartTagToken {
		s.tag, s.depth = t.DataAtom, 1
		s.data = t.DataAtom == atom.Script && isStructured(readAttrs(t.Attr).kind)
	}
	return true
}

// end reports whether an end tag is skipped.
func (s *skipper) end(tag atom.Atom) bool {
	if s.depth == 0 {
		return skipped(tag)
	}
	if tag == s.tag {
		s.depth--
		s.data = s.data && s.depth > 0
	}
	return true
}

func (b *builder) startTag(t *html.Token) {
	a := readAttrs(t.Attr)
	if void(t.DataAtom) {
		b.voidElement(t.DataAtom, &a)
		return
	}
	b.implyEnd(t.DataAtom)
	b.openElement(t.DataAtom, t.Data, &a)
}

// implyEnd closes the elements that a start tag ends: an open paragraph, item,
// cell, row or anchor.
func (b *builder) implyEnd(tag atom.Atom) {
	switch open := b.top().tag; {
	case open == atom.P && !inline(tag),
		open == atom.Li && tag == atom.Li,
		(open == atom.Dt || open == atom.Dd) && (tag == atom.Dt || tag == atom.Dd),
		(open == atom.Td || open == atom.Th) && (tag == atom.Td || tag == atom.Th || tag == atom.Tr),
		open == atom.Tr && tag == atom.Tr,
		open == atom.A && tag == atom.A,
		open == atom.Title, open == atom.Head && tag == atom.Body:
		b.closeElement()
		b.implyEnd(tag)
	}
}

// endTag closes the innermost open element of that name and the elements in it.
// Without one it does nothing.
func (b *builder) endTag(tag atom.Atom, name string) {
	for i := len(b.stack) - 1; i > 0; i-- {
		if f := &b.stack[i]; f.tag == tag && f.name == name {
			b.cut(i)
			return
		}
	}
}

// unclosed returns the content of an unterminated comment.
func unclosed(raw []byte) (inner []byte, ok bool) {
	inner, ok = bytes.CutPrefix(raw, []byte("<!--"))
	if !ok || len(inner) < 2 || bytes.HasSuffix(inner, []byte("-->")) || bytes.HasSuffix(inner, []byte("--!>")) {
		return nil, false
	}
	return bytes.ReplaceAll(inner, []byte("<!--"), nil), true
}
