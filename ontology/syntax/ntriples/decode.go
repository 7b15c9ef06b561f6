package ntriples

import (
	"bytes"
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// decoder decodes N-Triples (RDF 1.1 N-Triples, section 7) line by line.
type decoder struct {
	w       *rdfio.Window
	terms   *rdfio.Terms
	yield   func(rdf.Triple) error
	scratch []byte

	line []byte // what is being parsed; it begins at w.pos
	i    int    // position in line

	broken bool // something was not N-Triples
	last   struct {
		raw []byte // subject of the previous triple, as written
		n   *rdfio.Node
	}
}

// Decode reads a document as [turtle.Decode] does. Where opt.Syntax does not say
// that it is N-Triples, it may turn out to be Turtle.
func Decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	return rdfio.Stream(r, opt, yield, func(w *rdfio.Window, t *rdfio.Terms, b *rdfio.Base, opt rdfio.Options, yield func(rdf.Triple) error) error {
		d := newDecoder(w, t, yield)
		err := d.decode()
		if opt.Syntax == "" && d.broken {
			// The head of a Turtle document may look like N-Triples, whose
			// statements are Turtle statements: the window still stands at the
			// line that is not N-Triples, so Turtle takes over there.
			return turtle.Continue(w, t, b, opt.Limits, yield)
		}
		return err
	})
}

func newDecoder(w *rdfio.Window, t *rdfio.Terms, yield func(rdf.Triple) error) *decoder {
	return &decoder{w: w, terms: t, yield: yield}
}

// decode leaves the window before the statement that an error is in.
func (d *decoder) decode() error {
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
func (d *decoder) nextLine() ([]byte, error) {
	seen := 0
	for {
		rest := d.w.Rest()
		if j := bytes.IndexByte(rest[seen:], '\n'); j >= 0 {
			return rest[:seen+j+1], nil
		}
		if d.w.EOF {
			if len(rest) == 0 {
				return nil, io.EOF
			}
			return rest, nil
		}
		seen = len(rest)
		if err := d.w.More(); err != nil {
			return nil, err
		}
	}
}

// errorf reports an error at byte i of the line.
func (d *decoder) errorf(i int, format string, args ...any) error {
	d.broken = true
	return d.w.ErrorAt(d.w.Pos+i, format, args...)
}

func (d *decoder) space() {
	for d.i < len(d.line) && (d.line[d.i] == ' ' || d.line[d.i] == '\t') {
		d.i++
	}
}

// lineEnd skips blanks, a comment and the line end, if they are next.
func (d *decoder) lineEnd() bool {
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

func (d *decoder) parseLine() error {
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
func (d *decoder) consume() {
	d.w.Pos += d.i
	d.line, d.i = d.line[d.i:], 0
}

// here names what stands at the position.
func (d *decoder) here() english.Word { return rdfio.Found(d.line[d.i:]) }

func (d *decoder) triple() (t rdf.Triple, err error) {
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
	return rdf.Triple{Subj: s.Subject(), Pred: p.Predicate(), Obj: o}, nil
}

func (d *decoder) subject() (*rdfio.Node, error) {
	d.space()
	rest := d.line[d.i:]
	if n := len(d.last.raw); n > 0 && len(rest) > n && bytes.Equal(rest[:n], d.last.raw) && (rest[n] == ' ' || rest[n] == '\t') {
		d.i += n
		return d.last.n, nil
	}
	start := d.i
	var n *rdfio.Node
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

func (d *decoder) object() (rdf.Object, error) {
	d.space()
	if d.i < len(d.line) {
		switch d.line[d.i] {
		case '<':
			n, err := d.iri()
			if err != nil {
				return nil, err
			}
			return n.Object(), nil
		case '_':
			n, err := d.blank()
			if err != nil {
				return nil, err
			}
			return n.Object(), nil
		case '"':
			return d.literal()
		}
	}
	return nil, d.errorf(d.i, "expected an object such as <http://example.org/o>, _:b or \"text\", found %s", d.here())
}

// iri reads an IRI in angle brackets. One that was read before needs no check.
func (d *decoder) iri() (*rdfio.Node, error) {
	start := d.i + 1
	n := bytes.IndexByte(d.line[start:], '>')
	if n < 0 {
		return nil, d.errorf(d.i, "expected '>' at the end of the IRI %s", rdfio.Found(d.line[d.i:]))
	}
	raw := d.line[start : start+n]
	d.i = start + n + 1
	if known := d.terms.Known(raw); known != nil {
		return known, nil
	}
	s, bad := rdfio.IRIText(raw, &d.scratch)
	if bad != nil {
		return nil, d.errorf(start+bad.At, "in an IRI: %s", bad.Msg)
	}
	u, err := d.terms.IRI(s)
	if err != nil {
		return nil, d.errorf(start, "%v", err)
	}
	return u, nil
}

func (d *decoder) blank() (*rdfio.Node, error) {
	rest := d.line[d.i:]
	if len(rest) < 2 || rest[1] != ':' {
		return nil, d.errorf(d.i, "expected a blank node such as _:b, found %s", d.here())
	}
	n, _ := rdfio.BlankLen(rest[2:])
	if n == 0 {
		return nil, d.errorf(d.i, "expected a label after \"_:\", found %s", rdfio.Found(rest[2:]))
	}
	d.i += 2 + n
	return d.terms.BlankOf(rest[2 : 2+n]), nil
}

// looksLike reports whether every complete line of the head is N-Triples and
// at least one holds a triple. A document without line end is one line.
func looksLike(text []byte) bool {
	lines := text
	if n := bytes.LastIndexByte(text, '\n'); n >= 0 {
		lines = text[:n+1]
	}
	count := 0
	err := Decode(bytes.NewReader(lines), rdfio.Options{Syntax: name}, func(rdf.Triple) error { count++; return nil })
	return err == nil && count > 0
}
