package document

import (
	"context"
	"encoding/xml"
	"errors"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// odt reads an OpenDocument text (OpenDocument 1.2, part 1): headings, paragraphs,
// lists, tables and links. Notes, comments and what tracked changes have deleted are
// left out.
func odt(ctx context.Context, body []byte) ([]byte, error) {
	p, err := openParts(ctx, body)
	if err != nil {
		return nil, err
	}
	d := &odtReader{}
	d.m.limit = maxMarkup
	// An encrypted part has a key in the manifest (part 3, 3.4.1); its bytes are noise.
	if err := p.walk("META-INF/manifest.xml", encrypted); err != nil && !errors.Is(err, errNoPart) {
		return nil, err
	}
	if err := p.walk("meta.xml", d.info.core()); err != nil && !errors.Is(err, errNoPart) {
		return nil, err
	}
	switch err := p.walk("content.xml", d.token); {
	case errors.Is(err, errNoPart):
		return nil, english.Errorf("%w: it has no content.xml", errBroken)
	case err != nil && !errors.Is(err, errFull):
		return nil, err
	}
	return finished(&d.m, &d.info)
}

func encrypted(t xml.Token) error {
	if e, ok := t.(xml.StartElement); ok && e.Name.Local == "encryption-data" {
		return errEncrypted
	}
	return nil
}

type odtReader struct {
	m     markup
	info  Info
	skip  int // open elements whose content is not read
	items int // open items of lists
	text  int // open paragraphs and headings
}

func (d *odtReader) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		if d.skip > 0 || left(t.Name) {
			d.skip++
			return nil
		}
		d.start(&t)
		return d.m.full()
	case xml.EndElement:
		if d.skip > 0 {
			d.skip--
			return nil
		}
		d.endElement(t.Name)
	case xml.CharData:
		if d.skip == 0 && d.text > 0 {
			return d.m.text(string(t))
		}
	}
	return nil
}

// left reports elements whose content is not read.
func left(n xml.Name) bool {
	switch n.Local {
	case "annotation", "tracked-changes", "note", "styles", "automatic-styles", "scripts", "forms", "ruby-text", "table-of-content", "desc", "title":
		return true
	}
	return false
}

// space is the part of a namespace that names its subject (part 1, 1.4).
func space(n xml.Name) string {
	rest, ok := strings.CutPrefix(n.Space, "urn:oasis:names:tc:opendocument:xmlns:")
	if !ok {
		return ""
	}
	s, _, _ := strings.Cut(rest, ":")
	return s
}

func (d *odtReader) start(e *xml.StartElement) {
	switch space(e.Name) + ":" + e.Name.Local {
	case "text:h":
		d.text++
		level, _ := strconv.Atoi(attr(e, "outline-level"))
		d.m.begin(heading(level))
	case "text:p":
		d.text++
		switch {
		case d.items > 0:
			d.m.begin("li")
		case attr(e, "style-name") == "Title":
			d.m.begin("h1")
		default:
			d.m.begin("p")
		}
	case "text:list-item":
		d.items++
	case "text:a":
		d.m.href(attr(e, "href"))
	case "text:s", "text:tab", "text:line-break":
		d.m.space()
	case "table:table":
		d.m.tag("<table>\n")
	case "table:table-row":
		d.m.tag("<tr>")
	case "table:table-cell":
		d.m.tag("<td>")
	}
}

func (d *odtReader) endElement(n xml.Name) {
	switch space(n) + ":" + n.Local {
	case "text:h", "text:p":
		d.text--
		d.m.end()
	case "text:list-item":
		d.items--
	case "text:a":
		d.m.endLink()
	case "table:table":
		d.m.tag("</table>\n")
	case "table:table-row":
		d.m.tag("</tr>\n")
	case "table:table-cell":
		d.m.tag("</td>")
	}
}
