package rdfio

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Bounds on entities, against "billion laughs". Real ontologies declare some twenty
// namespaces of under 100 bytes each. The expansion of a document may exceed
// Limits.Expanded only in proportion to its length.
const (
	entityValue  = 4 << 10 // bytes of one declared value
	entityDepth  = 8       // entities within entities
	entityFactor = 100     // bytes of expansion allowed per byte read
)

// entities holds the entities that the DOCTYPE declares.
type entities struct {
	max    int
	byName map[string]*entity
	most   int64 // bytes that may be expanded
	total  int64 // bytes expanded so far
}

type entity struct {
	value    string // with character references replaced
	text     string // with everything replaced
	expanded bool
}

// expand appends s with references and line ends replaced; s begins at offset at of the
// token. In attributes all white space becomes blanks.
func (x *XML) expand(dst, s []byte, at int, inAttr bool) ([]byte, error) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '&':
			n, err := x.reference(&dst, s[i:], at+i, inAttr)
			if err != nil {
				return dst, err
			}
			i += n - 1
		case c == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case inAttr && (c == '\r' || c == '\n' || c == '\t'):
			dst = append(dst, ' ')
		case c == '\r':
			dst = append(dst, '\n')
		default:
			dst = append(dst, c)
		}
	}
	return dst, nil
}

// reference appends the expansion of the reference that s begins with, and returns its
// length in s.
func (x *XML) reference(dst *[]byte, s []byte, at int, inAttr bool) (int, error) {
	n := bytes.IndexByte(s, ';')
	if n < 2 || s[1] != '#' && XMLName(s[1:n]) != n-1 {
		return 0, x.ErrorIn(at, "expected a reference such as &amp; after '&', found %s; an ampersand is written &amp;", Found(s))
	}
	name := string(s[1:n])
	if name[0] == '#' {
		r, err := charRef(name)
		if err != nil {
			return 0, x.ErrorIn(at, "%v", err)
		}
		*dst = utf8.AppendRune(*dst, r)
		return n + 1, nil
	}
	if c := predefined(name); c != 0 {
		*dst = append(*dst, c)
		return n + 1, nil
	}
	text, err := x.ents.expand(name, 1)
	if err != nil {
		return 0, because(x.ErrorIn(at, "%v", err), err)
	}
	x.ents.total += int64(len(text))
	if x.ents.total > x.ents.most+entityFactor*(x.w.dropped+int64(x.w.Pos)) {
		return 0, Exceeds(x.ErrorIn(at, ""), "Expanded", x.ents.most, "the entities of this file expand to more than %d bytes")
	}
	if inAttr {
		text = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ").Replace(text)
	}
	*dst = append(*dst, text...)
	return n + 1, nil
}

// predefined returns the character of an entity predefined by XML, or 0.
func predefined(name string) byte {
	switch name {
	case "amp":
		return '&'
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	return 0
}

func charRef(name string) (rune, error) {
	digits, radix := name[1:], 10
	if strings.HasPrefix(digits, "x") {
		digits, radix = digits[1:], 16
	}
	v, err := strconv.ParseUint(digits, radix, 32)
	r := rune(v)
	ok := err == nil && v <= utf8.MaxRune && utf8.ValidRune(r) && r != 0xFFFE && r != 0xFFFF &&
		(r >= ' ' || r == '\t' || r == '\n' || r == '\r')
	if !ok {
		return 0, english.Errorf("%s is not a character of XML", Quote("&"+name+";"))
	}
	return r, nil
}

// expand returns the text of an entity.
func (e *entities) expand(name string, depth int) (text string, err error) {
	ent := e.byName[name]
	switch {
	case ent == nil:
		return "", english.Errorf("the entity &%s; is not declared in this file", name)
	case ent.expanded:
		return ent.text, nil
	case depth > entityDepth:
		return "", english.Errorf("entities nested more than %d deep, or in a circle, at &%s;", entityDepth, name)
	case strings.Contains(ent.value, "<"):
		return "", english.Errorf("the entity &%s; holds markup; only text is supported", name)
	}
	var b strings.Builder
	for rest := ent.value; rest != ""; {
		before, after, ok := strings.Cut(rest, "&")
		b.WriteString(before)
		if !ok {
			break
		}
		ref, next, ok := strings.Cut(after, ";")
		if !ok || ref == "" {
			return "", english.Errorf("the entity &%s; holds an ampersand that begins no reference", name)
		}
		if err := e.nested(&b, ref, depth); err != nil {
			return "", err
		}
		rest = next
	}
	ent.text, ent.expanded = b.String(), true
	return ent.text, nil
}

func (e *entities) nested(b *strings.Builder, ref string, depth int) error {
	if ref[0] == '#' {
		r, err := charRef(ref)
		if err != nil {
			return err
		}
		b.WriteRune(r)
		return nil
	}
	if c := predefined(ref); c != 0 {
		b.WriteByte(c)
		return nil
	}
	if XMLName([]byte(ref)) != len(ref) {
		return english.Errorf("%s is not an entity", Quote("&"+ref+";"))
	}
	text, err := e.expand(ref, depth+1)
	if err != nil {
		return err
	}
	if int64(b.Len()+len(text)) > e.most {
		return Exceeds(nil, "Expanded", e.most, "the entity &%s; expands to more than %d bytes", ref)
	}
	b.WriteString(text)
	return nil
}
