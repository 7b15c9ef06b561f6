package rdfio

import "io"

// NewXML begins a document.
func NewXML(r io.Reader, opt Options) (*XML, error) {
	opt = opt.WithDefaults()
	t, err := newText(r, opt)
	if err != nil {
		return nil, err
	}
	w := NewWindow(t, opt.Limits)
	w.strict = t.legacy
	if opt.window > 0 {
		w.size = opt.window
	}
	return MakeXML(w, opt.Limits), nil
}

// Next reads a start tag, end tag, text or the end of the document. The token is valid
// until the next call.
func (x *XML) Next() (XMLKind, error) {
	for {
		if err := x.Advance(); err != nil {
			return XMLEOF, err
		}
		if x.Kind != XMLComment && x.Kind != XMLInst {
			return x.Kind, nil
		}
	}
}

// Advance reads a token of any kind and updates the namespaces.
func (x *XML) Advance() error {
	if err := x.next(); err != nil {
		return err
	}
	switch x.Kind {
	case XMLStart:
		if at, err := x.Names.push(x.Attributes, x.Depth()); err != nil {
			return x.ErrorIn(at, "%v", err)
		}
	case XMLEnd:
		x.Names.pop(x.Depth())
	}
	return nil
}

// Name returns the namespace ("" if none) and local name of a start tag.
func (x *XML) Name() (space, local string, err error) {
	q, err := x.Names.Element(x.Tag)
	if err != nil {
		return "", "", x.Errorf("%v", err)
	}
	return q.NS, q.Local, nil
}

// RawName returns the name of a start tag as written.
func (x *XML) RawName() []byte { return x.Tag }

// Attrs calls each for the attributes of a start tag except namespace declarations.
func (x *XML) Attrs(each func(space, local string, value []byte) error) error {
	for i := range x.Attributes {
		a := &x.Attributes[i]
		if _, declares := DeclaredPrefix(a.Name); declares {
			continue
		}
		q, err := x.Names.Attr(a.Name)
		if err != nil {
			return x.ErrorIn(a.At, "%v", err)
		}
		if err := each(q.NS, q.Local, a.Value); err != nil {
			return err
		}
	}
	return nil
}

// Text returns the text with references replaced.
func (x *XML) Text() []byte { return x.Data }

func (x *XML) Blank() bool { return FirstNonSpace(x.Data) == len(x.Data) }

// Pos returns the line and column, from 1, where the token begins. Successive calls are
// cheap: each counts from the previous position.
func (x *XML) Pos() (line, col int) {
	w := x.w
	if x.mark < w.dropped {
		x.mark, x.line, x.col = w.dropped, w.line, w.col
	}
	from := int(x.mark - w.dropped)
	x.line, x.col = advance(x.line, x.col, w.Buf[from:max(from, x.start)])
	x.mark = w.dropped + int64(x.start)
	return x.line + 1, x.col + 1
}
