package rdfio

import (
	"bytes"
	"strings"
)

// scanDoctype reads the document type declaration. It keeps the entities, and never
// fetches an external subset.
func (x *XML) scanDoctype(b []byte) (int, error) {
	open, end := doctypeEnd(b)
	if end < 0 {
		return 0, x.short("expected '>' at the end of the DOCTYPE")
	}
	if x.rooted || x.doctype {
		return 0, x.Errorf("a DOCTYPE must come once and before the root element")
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

// doctypeEnd returns where the internal subset begins (0: no subset) and where the
// declaration ends (-1: after b).
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

// skipDecl returns the index of the last byte of the comment or instruction at the
// beginning of b, 1 for other markup, or a negative number if b is too short.
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

// subset reads the declarations of the internal subset from b[i] on.
func (x *XML) subset(b []byte, i int) error {
	for {
		i += FirstNonSpace(b[i:])
		rest := b[i:]
		var n int
		var err error
		switch {
		case len(rest) == 0 || rest[0] == ']':
			return nil
		case rest[0] == '%':
			return x.ErrorIn(i, "the parameter entity %s is used; parameter entities are not read: remove the DOCTYPE or write the entities into it", Found(rest))
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
			return x.ErrorIn(i, "expected a declaration such as <!ENTITY owl \"http://www.w3.org/2002/07/owl#\">, found %s", Found(rest))
		}
		i += n
	}
}

func (x *XML) entityDecl(b []byte, at int) (int, error) {
	i := len("<!ENTITY")
	blank := func() { i += FirstNonSpace(b[i:]) }
	blank()
	if i < len(b) && b[i] == '%' {
		return 0, x.ErrorIn(at, "the parameter entity %s is declared; parameter entities are not read: write plain entities", Found(bytes.TrimLeft(b[i+1:], " \t\r\n")))
	}
	n := XMLName(b[i:])
	if n == 0 {
		return 0, x.ErrorIn(at+i, "expected the name of an entity, found %s", Found(b[i:]))
	}
	name := string(b[i : i+n])
	i += n
	blank()
	if bytes.HasPrefix(b[i:], []byte("SYSTEM")) || bytes.HasPrefix(b[i:], []byte("PUBLIC")) {
		return 0, x.ErrorIn(at, "the entity &%s; is external (%s); nothing is fetched for an ontology: write its text into the file", name, b[i:i+6])
	}
	if i == len(b) || b[i] != '"' && b[i] != '\'' {
		return 0, x.ErrorIn(at+i, "expected the value of the entity &%s; in quotes", name)
	}
	n = bytes.IndexByte(b[i+1:], b[i])
	if n < 0 {
		return 0, x.ErrorIn(at+i, "expected a closing quote for the entity &%s;", name)
	}
	value := b[i+1 : i+1+n]
	if err := x.declare(name, value, at); err != nil {
		return 0, err
	}
	i += n + 2
	blank()
	if i == len(b) || b[i] != '>' {
		return 0, x.ErrorIn(at+i, "expected '>' after the entity &%s;", name)
	}
	return i + 1, nil
}

func (x *XML) declare(name string, value []byte, at int) error {
	e := &x.ents
	if len(value) > entityValue {
		return x.ErrorIn(at, "the entity &%s; is longer than %d bytes", name, entityValue)
	}
	if len(e.byName) >= e.max {
		return Exceeds(x.ErrorIn(at, ""), "Entities", int64(e.max), "more than %d entities are declared")
	}
	text, err := replaceCharRefs(string(AppendLines(nil, value)))
	if err != nil {
		return x.ErrorIn(at, "in the entity &%s;: %v", name, err)
	}
	if e.byName == nil {
		e.byName = make(map[string]*entity)
	}
	if _, ok := e.byName[name]; !ok {
		e.byName[name] = &entity{value: text}
	}
	return nil
}

// replaceCharRefs replaces character references when an entity is declared. Other
// references are replaced when the entity is used (XML 1.0, section 4.5).
func replaceCharRefs(s string) (text string, err error) {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(s, "&#")
		b.WriteString(before)
		if !ok {
			return b.String(), nil
		}
		ref, rest, _ := strings.Cut(after, ";")
		r, err := charRef("#" + ref)
		if err != nil {
			return "", err
		}
		b.WriteRune(r)
		s = rest
	}
}
