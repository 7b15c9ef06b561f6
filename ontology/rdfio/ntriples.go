package rdfio

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/knakk/rdf"
)

// ntriples decodes N-Triples (RDF 1.1 N-Triples, section 7) line by line.
type ntriples struct {
	w       *window
	terms   *terms
	yield   func(rdf.Triple) error
	scratch []byte

	line []byte // what is being parsed; it begins at w.pos
	i    int    // position in line

	broken bool // something was not N-Triples
	last   struct {
		raw []byte // subject of the previous triple, as written
		n   *node
	}
}

func newNTriples(w *window, t *terms, yield func(rdf.Triple) error) *ntriples {
	return &ntriples{w: w, terms: t, yield: yield}
}

// decode leaves the window before the statement that an error is in.
func (d *ntriples) decode() error {
	for {
		line, err := d.nextLine()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		d.line, d.i = line, 0
		if err := d.parseLine(); err != nil {
			return err
		}
	}
}

// nextLine returns the next line with its line feed. A carriage return alone
// is dealt with by parseLine.
func (d *ntriples) nextLine() ([]byte, error) {
	seen := 0
	for {
		rest := d.w.rest()
		if j := bytes.IndexByte(rest[seen:], '\n'); j >= 0 {
			return rest[:seen+j+1], nil
		}
		if d.w.eof {
			if len(rest) == 0 {
				return nil, io.EOF
			}
			return rest, nil
		}
		seen = len(rest)
		if err := d.w.more(); err != nil {
			return nil, err
		}
	}
}

// errorf reports an error at byte i of the line.
func (d *ntriples) errorf(i int, format string, args ...any) error {
	d.broken = true
	return d.w.errorAt(d.w.pos+i, fmt.Sprintf(format, args...))
}

func (d *ntriples) space() {
	for d.i < len(d.line) && (d.line[d.i] == ' ' || d.line[d.i] == '\t') {
		d.i++
	}
}

// lineEnd skips blanks, a comment and the line end, if they are next.
func (d *ntriples) lineEnd() bool {
	d.space()
	if d.i < len(d.line) && d.line[d.i] == '#' {
		n := bytes.IndexAny(d.line[d.i:], "\r\n")
		if n < 0 {
			n = len(d.line) - d.i
		}
		d.i += n
	}
	if d.i == len(d.line) {
		return true
	}
	if c := d.line[d.i]; c != '\r' && c != '\n' {
		return false
	}
	d.i++
	return true
}

func (d *ntriples) parseLine() error {
	for d.i < len(d.line) {
		if d.lineEnd() {
			continue
		}
		t, err := d.triple()
		if err != nil {
			return err
		}
		d.space()
		if d.i >= len(d.line) || d.line[d.i] != '.' {
			return d.errorf(d.i, "expected '.' after the object, found %s", d.here())
		}
		d.i++
		if !d.lineEnd() {
			return d.errorf(d.i, "expected the end of the line after '.', found %s", d.here())
		}
		d.consume()
		if err := d.yield(t); err != nil {
			return err
		}
	}
	d.consume()
	return nil
}

// consume moves the window behind what has been parsed of the line.
func (d *ntriples) consume() {
	d.w.pos += d.i
	d.line, d.i = d.line[d.i:], 0
}

// here names what stands at the position.
func (d *ntriples) here() string { return found(d.line[d.i:]) }

// found names what s begins with, for messages.
func found(s []byte) string {
	if len(s) == 0 {
		return "the end of the file"
	}
	if s[0] == '\n' || s[0] == '\r' {
		return "the end of the line"
	}
	n := bytes.IndexAny(s, " \t\r\n")
	if n <= 0 {
		n = len(s)
	}
	return quote(s[:n])
}

func (d *ntriples) triple() (t rdf.Triple, err error) {
	s, err := d.subject()
	if err != nil {
		return t, err
	}
	d.space()
	if d.i >= len(d.line) || d.line[d.i] != '<' {
		return t, d.errorf(d.i, "expected a predicate such as <http://example.org/p>, found %s", d.here())
	}
	p, err := d.iri()
	if err != nil {
		return t, err
	}
	o, err := d.object()
	if err != nil {
		return t, err
	}
	return rdf.Triple{Subj: s.subj, Pred: p.asPred(), Obj: o}, nil
}

func (d *ntriples) subject() (*node, error) {
	d.space()
	rest := d.line[d.i:]
	if n := len(d.last.raw); n > 0 && len(rest) > n && bytes.Equal(rest[:n], d.last.raw) && (rest[n] == ' ' || rest[n] == '\t') {
		d.i += n
		return d.last.n, nil
	}
	start := d.i
	var n *node
	var err error
	switch {
	case len(rest) > 0 && rest[0] == '<':
		n, err = d.iri()
	case len(rest) > 0 && rest[0] == '_':
		n, err = d.blank()
	default:
		return nil, d.errorf(d.i, "expected a subject such as <http://example.org/s> or _:b, found %s", d.here())
	}
	if err == nil {
		d.last.raw = append(d.last.raw[:0], d.line[start:d.i]...)
		d.last.n = n
	}
	return n, err
}

func (d *ntriples) object() (rdf.Object, error) {
	d.space()
	if d.i < len(d.line) {
		switch d.line[d.i] {
		case '<':
			n, err := d.iri()
			if err != nil {
				return nil, err
			}
			return n.asObj(), nil
		case '_':
			n, err := d.blank()
			if err != nil {
				return nil, err
			}
			return n.asObj(), nil
		case '"':
			return d.literal()
		}
	}
	return nil, d.errorf(d.i, "expected an object such as <http://example.org/o>, _:b or \"text\", found %s", d.here())
}

// iri reads an IRI in angle brackets. One that was read before needs no check.
func (d *ntriples) iri() (*node, error) {
	start := d.i + 1
	n := bytes.IndexByte(d.line[start:], '>')
	if n < 0 {
		return nil, d.errorf(d.i, "expected '>' at the end of the IRI %s", found(d.line[d.i:]))
	}
	raw := d.line[start : start+n]
	d.i = start + n + 1
	if known, ok := d.terms.iris[string(raw)]; ok {
		return known, nil
	}
	s, bad := iriText(raw, &d.scratch)
	if bad != nil {
		return nil, d.errorf(start+bad.at, "in an IRI: %s", bad.msg)
	}
	u, err := d.terms.newIRI(s)
	if err != nil {
		return nil, d.errorf(start, "%v", err)
	}
	return u, nil
}

// iriText checks and unescapes what stands between angle brackets.
func iriText(raw []byte, scratch *[]byte) (string, *badEscape) {
	escaped := false
	for i, c := range raw {
		switch {
		case iriChar[c]:
		case c == '\\':
			escaped = true
		default:
			return "", &badEscape{i, fmt.Sprintf("unexpected %q", rune(c))}
		}
	}
	if !utf8.Valid(raw) {
		return "", &badEscape{0, notUTF8}
	}
	if !escaped {
		return string(raw), nil
	}
	text, bad := unescape((*scratch)[:0], raw, false)
	*scratch = text
	return string(text), bad
}

const notUTF8 = "bytes that are not UTF-8; save the file as UTF-8"

func (d *ntriples) blank() (*node, error) {
	rest := d.line[d.i:]
	if len(rest) < 2 || rest[1] != ':' {
		return nil, d.errorf(d.i, "expected a blank node such as _:b, found %s", d.here())
	}
	n, _ := blankLen(rest[2:])
	if n == 0 {
		return nil, d.errorf(d.i, "expected a label after \"_:\", found %s", found(rest[2:]))
	}
	d.i += 2 + n
	return d.terms.blank(rest[2 : 2+n]), nil
}

// LooksNTriples reports whether every complete line of the head is N-Triples and
// at least one holds a triple. A document without line end is one line.
func LooksNTriples(text []byte) bool {
	lines := text
	if n := bytes.LastIndexByte(text, '\n'); n >= 0 {
		lines = text[:n+1]
	}
	w := newWindow(bytes.NewReader(lines), Limits{}.withDefaults())
	count := 0
	err := newNTriples(w, newTerms(""), func(rdf.Triple) error { count++; return nil }).decode()
	return err == nil && count > 0
}
