package document

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// parts are the parts of a document that is a ZIP archive, with one budget of
// unpacked bytes for all of them.
type parts struct {
	ctx  context.Context
	file *zip.Reader
	left int64
}

func openParts(ctx context.Context, body []byte) (*parts, error) {
	r, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // no name is ever used as a path
		return nil, english.Errorf("%w: %w", errBroken, err)
	}
	if len(r.File) > maxParts {
		return nil, english.Errorf("%w: it has %d parts, and at most %d are read", errTooLarge, len(r.File), maxParts)
	}
	return &parts{ctx, r, maxUnpacked}, nil
}

// walk reads a part of XML and calls f for each token. A part that is not there is
// fs.ErrNotExist. encoding/xml reads no entity but the five of XML itself, so nothing
// expands and nothing is fetched; here a declaration of one is refused by name.
func (p *parts) walk(name string, f func(xml.Token) error) error {
	for _, z := range p.file.File {
		if z.Name != name {
			continue
		}
		r, err := z.Open()
		if err != nil {
			return english.Errorf("%w: %s: %w", errBroken, name, err)
		}
		defer r.Close() //nolint:errcheck // only read
		if err := p.tokens(r, f); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	return errNoPart
}

var errNoPart = errors.New("the part is missing")

func (p *parts) tokens(r io.Reader, f func(xml.Token) error) error {
	d := xml.NewDecoder(&partReader{parts: p, r: r})
	depth := 0
	for n := 0; ; n++ {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return p.fault(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return english.Errorf("%w: elements are nested more than %d deep", errTooLarge, maxDepth)
			}
		case xml.EndElement:
			depth--
		case xml.Directive:
			if bytes.Contains(t, []byte("<!ENTITY")) {
				return english.Errorf("%w: it declares entities", errBroken)
			}
		}
		if err := f(t); err != nil {
			return err
		}
	}
}

// fault is the error of a part: the package's own as it is, any other means that the
// part is broken.
func (p *parts) fault(err error) error {
	if p.ctx.Err() != nil || errors.Is(err, errTooLarge) {
		return err
	}
	return english.Errorf("%w: %w", errBroken, err)
}

// partReader counts what is unpacked, and the bytes since the last "<": the decoder
// holds a whole token in memory.
type partReader struct {
	*parts
	r   io.Reader
	run int
}

func (p *partReader) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	if p.left <= 0 {
		return 0, english.Errorf("%w: it unpacks to more than %d MB", errTooLarge, maxUnpacked>>20)
	}
	n, err := p.r.Read(b[:min(int64(len(b)), p.left)])
	p.left -= int64(n)
	if i := bytes.LastIndexByte(b[:n], '<'); i >= 0 {
		p.run = n - i
	} else if p.run += n; p.run > maxToken {
		return n, english.Errorf("%w: it holds a piece of markup or text of more than %d kB", errTooLarge, maxToken>>10)
	}
	return n, err
}

// attr is the value of an attribute, whatever its namespace; "" if there is none.
func attr(e *xml.StartElement, local string) string {
	for i := range e.Attr {
		if e.Attr[i].Name.Local == local {
			return e.Attr[i].Value
		}
	}
	return ""
}
