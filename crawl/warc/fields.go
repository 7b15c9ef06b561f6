package warc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits on the header of a record.
const (
	maxLine   = 64 << 10  // bytes of a line: a URL may be long
	maxHeader = 256 << 10 // bytes of all lines
	maxFields = 1000
)

// fieldReader reads the lines of a header.
type fieldReader struct {
	from   *bufio.Reader
	strict bool
	left   int // bytes allowed for the rest of the header
	buf    []byte
}

// line reads a line without its end.
func (p *fieldReader) line() ([]byte, error) {
	p.buf = p.buf[:0]
	for {
		part, err := p.from.ReadSlice('\n')
		p.buf = append(p.buf, part...)
		if p.left -= len(part); p.left < 0 || len(p.buf) > maxLine {
			return nil, errors.New("its header is too long")
		}
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
	line := p.buf[:len(p.buf)-1]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1], nil
	}
	if p.strict {
		return nil, errors.New("a line of its header does not end with CR LF")
	}
	return line, nil
}

// fields reads the named fields and the empty line after them.
func (p *fieldReader) fields() (Header, error) {
	h := make(Header, 0, 16)
	for {
		line, err := p.line()
		if err != nil {
			return nil, err
		}
		if len(line) == 0 {
			return h, nil
		}
		if len(h) == maxFields {
			return nil, errors.New("its header has too many fields")
		}
		if line[0] == ' ' || line[0] == '\t' { // it continues the field before
			if len(h) == 0 {
				return nil, errors.New("its header begins with an indented line")
			}
			f := &h[len(h)-1]
			f.Value = strings.TrimSpace(f.Value + " " + string(bytes.TrimSpace(line)))
			continue
		}
		f, err := p.field(line)
		if err != nil {
			return nil, err
		}
		h = append(h, f)
	}
}

func (p *fieldReader) field(line []byte) (Field, error) {
	name, value, ok := bytes.Cut(line, []byte{':'})
	f := Field{string(name), string(bytes.TrimSpace(value))}
	if !p.strict {
		f.Name = strings.TrimSpace(f.Name)
	}
	switch {
	case !ok:
		return f, fmt.Errorf("the line %.40q of its header has no colon", line)
	case p.strict && !isToken(f.Name):
		return f, fmt.Errorf("%.40q is not the name of a field", f.Name)
	case p.strict && (!isText(f.Value) || !utf8.ValidString(f.Value)):
		return f, fmt.Errorf("the value of %s holds control characters or is not UTF-8", f.Name)
	}
	return f, nil
}
