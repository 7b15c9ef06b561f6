package rdfio

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds on entities. Real ontologies declare some twenty namespaces so, of
// under 100 bytes each; the bounds keep a small file from becoming gigabytes
// ("billion laughs"). What all references of a document expand to may exceed
// entityTotal only in proportion to what has been read.
const (
	entityValue  = 4 << 10 // bytes of one declared value
	entityDepth  = 8       // entities within entities
	entityTotal  = 1 << 20 // bytes all of them expand to
	entityFactor = 100     // bytes of expansion allowed per byte read
)

// entities are what the internal subset of the DOCTYPE declares.
type entities struct {
	max    int
	byName map[string]*entity
	total  int64 // bytes expanded so far
}

type entity struct {
	value    string // with character references replaced
	text     string // with everything replaced
	expanded bool
}

// expand appends s with its references and line ends replaced, at being where
// s begins in the token. In attributes white space becomes blanks.
func (x *xmlReader) expand(dst, s []byte, at int, inAttr bool) ([]byte, error) {
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

// reference appends what the reference s begins with stands for and returns
// its length.
func (x *xmlReader) reference(dst *[]byte, s []byte, at int, inAttr bool) (int, error) {
	n := bytes.IndexByte(s, ';')
	if n < 2 || s[1] != '#' && xmlName(s[1:n]) != n-1 {
		return 0, x.errorIn(at, "expected a reference such as &amp; after '&', found %s; an ampersand is written &amp;", found(s))
	}
	name := string(s[1:n])
	if name[0] == '#' {
		r, msg := charRef(name)
		if msg != "" {
			return 0, x.errorIn(at, "%s", msg)
		}
		*dst = utf8.AppendRune(*dst, r)
		return n + 1, nil
	}
	if c := predefined(name); c != 0 {
		*dst = append(*dst, c)
		return n + 1, nil
	}
	text, msg := x.ents.expand(name, 1)
	if msg != "" {
		return 0, x.errorIn(at, "%s", msg)
	}
	x.ents.total += int64(len(text))
	if x.ents.total > entityTotal+entityFactor*(x.w.dropped+int64(x.w.pos)) {
		return 0, x.errorIn(at, "the entities of this file expand to more than %d bytes", entityTotal)
	}
	if inAttr {
		text = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ").Replace(text)
	}
	*dst = append(*dst, text...)
	return n + 1, nil
}

// predefined returns the character of XML's own entities, 0 for others.
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

// charRef reads #10 or #xA.
func charRef(name string) (rune, string) {
	digits, radix := name[1:], 10
	if strings.HasPrefix(digits, "x") {
		digits, radix = digits[1:], 16
	}
	v, err := strconv.ParseUint(digits, radix, 32)
	r := rune(v)
	ok := err == nil && v <= utf8.MaxRune && utf8.ValidRune(r) && r != 0xFFFE && r != 0xFFFF &&
		(r >= ' ' || r == '\t' || r == '\n' || r == '\r')
	if !ok {
		return 0, fmt.Sprintf("%s is not a character of XML", quote("&"+name+";"))
	}
	return r, ""
}

// expand returns what an entity stands for, or what is wrong with it.
func (e *entities) expand(name string, depth int) (text, msg string) {
	ent := e.byName[name]
	switch {
	case ent == nil:
		return "", fmt.Sprintf("the entity &%s; is not declared in this file", name)
	case ent.expanded:
		return ent.text, ""
	case depth > entityDepth:
		return "", fmt.Sprintf("entities nested more than %d deep, or in a circle, at &%s;", entityDepth, name)
	case strings.Contains(ent.value, "<"):
		return "", fmt.Sprintf("the entity &%s; holds markup; only text is supported", name)
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
			return "", fmt.Sprintf("the entity &%s; holds an ampersand that begins no reference", name)
		}
		if msg := e.nested(&b, ref, depth); msg != "" {
			return "", msg
		}
		rest = next
	}
	ent.text, ent.expanded = b.String(), true
	return ent.text, ""
}

func (e *entities) nested(b *strings.Builder, ref string, depth int) (msg string) {
	if ref[0] == '#' {
		r, msg := charRef(ref)
		b.WriteRune(r)
		return msg
	}
	if c := predefined(ref); c != 0 {
		b.WriteByte(c)
		return ""
	}
	if xmlName([]byte(ref)) != len(ref) {
		return fmt.Sprintf("%s is not an entity", quote("&"+ref+";"))
	}
	text, msg := e.expand(ref, depth+1)
	if msg == "" && b.Len()+len(text) > entityTotal {
		return fmt.Sprintf("the entity &%s; expands to more than %d bytes", ref, entityTotal)
	}
	b.WriteString(text)
	return msg
}

// scanDoctype reads the document type declaration: its entities are kept, the
// rest is skipped. An external subset is never fetched.
func (x *xmlReader) scanDoctype(b []byte) (int, error) {
	open, end := doctypeEnd(b)
	if end < 0 {
		return 0, x.short("expected '>' at the end of the DOCTYPE")
	}
	if x.rooted || x.doctype {
		return 0, x.errorf("a DOCTYPE must come once and before the root element")
	}
	x.doctype = true
	if _, err := x.check(b[:end], 0); err != nil {
		return 0, err
	}
	if open > 0 {
		if err := x.subset(b[:end], open+1); err != nil {
			return 0, err
		}
	}
	return end + 1, nil
}

// doctypeEnd returns where the internal subset begins (0: nowhere) and where
// the declaration ends (-1: behind b).
func doctypeEnd(b []byte) (open, end int) {
	inside := false
	for i := len("<!DOCTYPE"); i < len(b); i++ {
		n := 0
		switch c := b[i]; {
		case c == '"' || c == '\'':
			n = bytes.IndexByte(b[i+1:], c) + 1
		case c == '<':
			n = skipDecl(b[i:])
		case c == '[' && !inside && open == 0:
			inside, open = true, i
			continue
		case c == ']':
			inside = false
			continue
		case c == '>' && !inside:
			return open, i
		default:
			continue
		}
		if n <= 0 {
			return open, -1
		}
		i += n
	}
	return open, -1
}

// skipDecl returns the index of the last byte of the comment or instruction
// that b begins with, that of its first byte plus one for other markup, and
// something negative if b ends too early.
func skipDecl(b []byte) int {
	end := ""
	switch {
	case bytes.HasPrefix(b, []byte("<!--")):
		end = "-->"
	case bytes.HasPrefix(b, []byte("<?")):
		end = "?>"
	default:
		return 1
	}
	n := bytes.Index(b[2:], []byte(end))
	if n < 0 {
		return -1
	}
	return n + 1 + len(end)
}

// subset reads the declarations of the internal subset, from index i of b on.
func (x *xmlReader) subset(b []byte, i int) error {
	for {
		i += firstNonSpace(b[i:])
		rest := b[i:]
		var n int
		var err error
		switch {
		case len(rest) == 0 || rest[0] == ']':
			return nil
		case rest[0] == '%':
			return x.errorIn(i, "the parameter entity %s is used; parameter entities are not read: remove the DOCTYPE or write the entities into it", found(rest))
		case bytes.HasPrefix(rest, []byte("<!--")), bytes.HasPrefix(rest, []byte("<?")):
			n = skipDecl(rest) + 1
		case bytes.HasPrefix(rest, []byte("<!ENTITY")):
			n, err = x.entityDecl(rest, i)
		case rest[0] == '<':
			n = tagEnd(rest) + 1
		}
		if err != nil {
			return err
		}
		if n <= 0 {
			return x.errorIn(i, "expected a declaration such as <!ENTITY owl \"http://www.w3.org/2002/07/owl#\">, found %s", found(rest))
		}
		i += n
	}
}

// entityDecl reads one entity declaration and returns its length.
func (x *xmlReader) entityDecl(b []byte, at int) (int, error) {
	i := len("<!ENTITY")
	blank := func() { i += firstNonSpace(b[i:]) }
	blank()
	if i < len(b) && b[i] == '%' {
		return 0, x.errorIn(at, "the parameter entity %s is declared; parameter entities are not read: write plain entities", found(bytes.TrimLeft(b[i+1:], " \t\r\n")))
	}
	n := xmlName(b[i:])
	if n == 0 {
		return 0, x.errorIn(at+i, "expected the name of an entity, found %s", found(b[i:]))
	}
	name := string(b[i : i+n])
	i += n
	blank()
	if bytes.HasPrefix(b[i:], []byte("SYSTEM")) || bytes.HasPrefix(b[i:], []byte("PUBLIC")) {
		return 0, x.errorIn(at, "the entity &%s; is external (%s); nothing is fetched for an ontology: write its text into the file", name, b[i:i+6])
	}
	if i == len(b) || b[i] != '"' && b[i] != '\'' {
		return 0, x.errorIn(at+i, "expected the value of the entity &%s; in quotes", name)
	}
	n = bytes.IndexByte(b[i+1:], b[i])
	if n < 0 {
		return 0, x.errorIn(at+i, "expected a closing quote for the entity &%s;", name)
	}
	value := b[i+1 : i+1+n]
	if err := x.declare(name, value, at); err != nil {
		return 0, err
	}
	i += n + 2
	blank()
	if i == len(b) || b[i] != '>' {
		return 0, x.errorIn(at+i, "expected '>' after the entity &%s;", name)
	}
	return i + 1, nil
}

// declare keeps the first declaration of a name, as XML 1.0, section 4.2, says.
func (x *xmlReader) declare(name string, value []byte, at int) error {
	e := &x.ents
	if len(value) > entityValue {
		return x.errorIn(at, "the entity &%s; is longer than %d bytes", name, entityValue)
	}
	if len(e.byName) >= e.max {
		return x.errorIn(at, "more than %d entities are declared", e.max)
	}
	text, msg := replaceCharRefs(string(appendLines(nil, value)))
	if msg != "" {
		return x.errorIn(at, "in the entity &%s;: %s", name, msg)
	}
	if e.byName == nil {
		e.byName = make(map[string]*entity)
	}
	if _, ok := e.byName[name]; !ok {
		e.byName[name] = &entity{value: text}
	}
	return nil
}

// replaceCharRefs is what happens to an entity's value when it is declared;
// other references wait until it is used (XML 1.0, section 4.5).
func replaceCharRefs(s string) (text, msg string) {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(s, "&#")
		b.WriteString(before)
		if !ok {
			return b.String(), ""
		}
		ref, rest, _ := strings.Cut(after, ";")
		r, msg := charRef("#" + ref)
		if msg != "" {
			return "", msg
		}
		b.WriteRune(r)
		s = rest
	}
}
