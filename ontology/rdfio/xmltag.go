package rdfio

import "bytes"

func (x *xmlReader) scanEnd(b []byte) (int, error) {
	n := bytes.IndexByte(b, '>')
	if n < 0 {
		return 0, x.short("expected '>' at the end of the tag %s", found(b))
	}
	name := bytes.TrimRight(b[2:n], " \t\r\n")
	if x.depth() == 0 {
		return 0, x.errorf("expected %s, found the end tag %s", x.outside(), quote(b[:n+1]))
	}
	if top := x.top(); !bytes.Equal(name, top) {
		return 0, x.errorf("expected the end tag </%s>, found %s", top, quote(b[:n+1]))
	}
	x.kind = xmlEnd
	x.pop()
	return n + 1, nil
}

// tagEnd returns the index of the '>' that ends the start tag, -1 if the
// window ends before it.
func tagEnd(b []byte) int {
	var q byte
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case q != 0:
			if n := bytes.IndexByte(b[i:], q); n < 0 {
				return -1
			} else {
				i += n
			}
			q = 0
		case c == '>':
			return i
		case c == '"' || c == '\'':
			q = c
		}
	}
	return -1
}

func (x *xmlReader) scanStart(b []byte) (int, error) {
	end := tagEnd(b)
	if end < 0 {
		return 0, x.short("expected '>' at the end of the tag %s", found(b))
	}
	if x.rooted && x.depth() == 0 {
		return 0, x.errorf("expected %s, found %s", x.outside(), found(b))
	}
	if x.depth() >= x.maxDepth {
		return 0, Exceeds(x.errorf(""), "Depth", int64(x.maxDepth/4), "more than 4 times %d elements inside each other")
	}
	tag := b[:end]
	n := xmlName(tag[1:])
	if n == 0 {
		return 0, x.errorf("expected a tag, found %s; a less-than sign in text is written &lt;", found(b))
	}
	x.name = tag[1 : 1+n]
	empty, err := x.scanAttrs(tag, 1+n)
	if err != nil {
		return 0, err
	}
	x.kind, x.rooted, x.closing = xmlStart, true, empty
	x.push(x.name)
	return end + 1, nil
}

// scanAttrs reads the attributes of a tag from index i on, and tells whether
// the tag ends in a slash.
func (x *xmlReader) scanAttrs(tag []byte, i int) (empty bool, err error) {
	x.attrs = x.attrs[:0]
	x.scratch = x.scratch[:0]
	for {
		blank := firstNonSpace(tag[i:])
		i += blank
		if i == len(tag) {
			return false, nil
		}
		if tag[i] == '/' && i+1 == len(tag) {
			return true, nil
		}
		if blank == 0 {
			return false, x.errorIn(i, "expected a blank, '>' or \"/>\" in the tag <%s>, found %s", x.name, found(tag[i:]))
		}
		if i, err = x.scanAttr(tag, i); err != nil {
			return false, err
		}
	}
}

func (x *xmlReader) scanAttr(tag []byte, i int) (int, error) {
	n := xmlName(tag[i:])
	if n == 0 {
		return 0, x.errorIn(i, "expected an attribute in the tag <%s>, found %s", x.name, found(tag[i:]))
	}
	a := attr{name: tag[i : i+n], at: i}
	i += n
	i += firstNonSpace(tag[i:])
	if i == len(tag) || tag[i] != '=' {
		return 0, x.errorIn(i, "expected '=' after the attribute %s", a.name)
	}
	i++
	i += firstNonSpace(tag[i:])
	if i == len(tag) || tag[i] != '"' && tag[i] != '\'' {
		return 0, x.errorIn(i, "expected a quotation mark before the value of the attribute %s", a.name)
	}
	n = bytes.IndexByte(tag[i+1:], tag[i]) // there is one: see tagEnd
	raw := tag[i+1 : i+1+n]
	if j := bytes.IndexByte(raw, '<'); j >= 0 {
		return 0, x.errorIn(i+1+j, "'<' in the value of the attribute %s; write &lt;", a.name)
	}
	var err error
	if a.value, err = x.attrValue(raw, i+1); err != nil {
		return 0, err
	}
	if x.hasAttr(a.name) {
		return 0, x.errorIn(a.at, "the attribute %s appears twice in the tag <%s>", a.name, x.name)
	}
	x.attrs = append(x.attrs, a)
	return i + n + 2, nil
}

// attrMax bounds the attributes of one tag, which are compared pairwise.
const attrMax = 2000

func (x *xmlReader) hasAttr(name []byte) bool {
	for i := range x.attrs {
		if bytes.Equal(x.attrs[i].name, name) {
			return true
		}
	}
	return false
}

// attrValue normalises an attribute value: XML 1.0, section 3.3.3.
func (x *xmlReader) attrValue(raw []byte, at int) ([]byte, error) {
	if len(x.attrs) >= attrMax {
		return nil, x.errorIn(at, "more than %d attributes in the tag <%s>", attrMax, x.name)
	}
	plain, err := x.check(raw, at)
	if err != nil {
		return nil, err
	}
	if plain && bytes.IndexByte(raw, '\n') < 0 && bytes.IndexByte(raw, '\t') < 0 {
		return raw, nil
	}
	start := len(x.scratch)
	x.scratch, err = x.expand(x.scratch, raw, at, true)
	return x.scratch[start:len(x.scratch):len(x.scratch)], err
}
