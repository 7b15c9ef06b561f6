package rdfio

import "bytes"

func (x *XML) scanEnd(b []byte) (int, error) {
	n := bytes.IndexByte(b, '>')
	if n < 0 {
		return 0, x.short("expected '>' at the end of the tag %s", Found(b))
	}
	name := bytes.TrimRight(b[2:n], " \t\r\n")
	if x.Depth() == 0 {
		return 0, x.Errorf("expected %s, found the end tag %s", x.outside(), Quote(b[:n+1]))
	}
	if top := x.Top(); !bytes.Equal(name, top) {
		return 0, x.Errorf("expected the end tag </%s>, found %s", top, Quote(b[:n+1]))
	}
	x.Kind = XMLEnd
	x.pop()
	return n + 1, nil
}

// tagEnd returns the index of the '>' that ends the start tag, or -1.
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

func (x *XML) scanStart(b []byte) (int, error) {
	end := tagEnd(b)
	if end < 0 {
		return 0, x.short("expected '>' at the end of the tag %s", Found(b))
	}
	if x.rooted && x.Depth() == 0 {
		return 0, x.Errorf("expected %s, found %s", x.outside(), Found(b))
	}
	if x.Depth() >= x.maxDepth {
		return 0, Exceeds(x.Errorf(""), "Depth", int64(x.maxDepth/4), "more than 4 times %d elements inside each other")
	}
	tag := b[:end]
	n := XMLName(tag[1:])
	if n == 0 {
		return 0, x.Errorf("expected a tag, found %s; a less-than sign in text is written &lt;", Found(b))
	}
	x.Tag = tag[1 : 1+n]
	empty, err := x.scanAttrs(tag, 1+n)
	if err != nil {
		return 0, err
	}
	x.Kind, x.rooted, x.closing = XMLStart, true, empty
	x.push(x.Tag)
	return end + 1, nil
}

// scanAttrs reads the attributes of a tag from index i on. empty is set for a tag that
// ends in a slash.
func (x *XML) scanAttrs(tag []byte, i int) (empty bool, err error) {
	x.Attributes = x.Attributes[:0]
	x.scratch = x.scratch[:0]
	for {
		blank := FirstNonSpace(tag[i:])
		i += blank
		if i == len(tag) {
			return false, nil
		}
		if tag[i] == '/' && i+1 == len(tag) {
			return true, nil
		}
		if blank == 0 {
			return false, x.ErrorIn(i, "expected a blank, '>' or \"/>\" in the tag <%s>, found %s", x.Tag, Found(tag[i:]))
		}
		if i, err = x.scanAttr(tag, i); err != nil {
			return false, err
		}
	}
}

func (x *XML) scanAttr(tag []byte, i int) (int, error) {
	n := XMLName(tag[i:])
	if n == 0 {
		return 0, x.ErrorIn(i, "expected an attribute in the tag <%s>, found %s", x.Tag, Found(tag[i:]))
	}
	a := Attr{Name: tag[i : i+n], At: i}
	i += n
	i += FirstNonSpace(tag[i:])
	if i == len(tag) || tag[i] != '=' {
		return 0, x.ErrorIn(i, "expected '=' after the attribute %s", a.Name)
	}
	i++
	i += FirstNonSpace(tag[i:])
	if i == len(tag) || tag[i] != '"' && tag[i] != '\'' {
		return 0, x.ErrorIn(i, "expected a quotation mark before the value of the attribute %s", a.Name)
	}
	n = bytes.IndexByte(tag[i+1:], tag[i]) // there is one: see tagEnd
	raw := tag[i+1 : i+1+n]
	if j := bytes.IndexByte(raw, '<'); j >= 0 {
		return 0, x.ErrorIn(i+1+j, "'<' in the value of the attribute %s; write &lt;", a.Name)
	}
	var err error
	if a.Value, err = x.attrValue(raw, i+1); err != nil {
		return 0, err
	}
	if x.hasAttr(a.Name) {
		return 0, x.ErrorIn(a.At, "the attribute %s appears twice in the tag <%s>", a.Name, x.Tag)
	}
	x.Attributes = append(x.Attributes, a)
	return i + n + 2, nil
}

// attrMax bounds the attributes of one tag, because each pair is compared.
const attrMax = 2000

func (x *XML) hasAttr(name []byte) bool {
	for i := range x.Attributes {
		if bytes.Equal(x.Attributes[i].Name, name) {
			return true
		}
	}
	return false
}

// attrValue normalises an attribute value: XML 1.0, section 3.3.3.
func (x *XML) attrValue(raw []byte, at int) ([]byte, error) {
	if len(x.Attributes) >= attrMax {
		return nil, x.ErrorIn(at, "more than %d attributes in the tag <%s>", attrMax, x.Tag)
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
