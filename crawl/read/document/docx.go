package document

import (
	"context"
	"encoding/xml"
	"errors"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// docx reads WordprocessingML (ISO/IEC 29500-1, 17): the main text with its headings,
// lists, tables and links. Headers, footers, notes and comments are left out.
func docx(ctx context.Context, body []byte) ([]byte, error) {
	p, err := openParts(ctx, body)
	if err != nil {
		return nil, err
	}
	d := &docxReader{links: map[string]string{}, levels: map[string]int{}}
	d.m.limit = maxMarkup
	main, err := d.mainPart(p)
	if err != nil {
		return nil, err
	}
	dir, file := path.Split(main)
	for _, part := range []struct {
		name string
		f    func(xml.Token) error
	}{
		{dir + "_rels/" + file + ".rels", d.relation},
		{dir + "styles.xml", d.style},
		{"docProps/core.xml", d.info.core()},
	} {
		if err := p.walk(part.name, part.f); err != nil && !errors.Is(err, errNoPart) {
			return nil, err
		}
	}
	switch err := p.walk(main, d.token); {
	case errors.Is(err, errNoPart):
		return nil, english.Errorf("%w: it has no main part", errBroken)
	case err != nil && !errors.Is(err, errFull):
		return nil, err
	}
	return finished(&d.m, &d.info)
}

// finished is the page, or errNoText.
func finished(m *markup, info *Info) ([]byte, error) {
	if m.b.Len() == 0 {
		return nil, errNoText
	}
	info.Title, info.Author = short(info.Title), short(info.Author)
	return m.page(*info), nil
}

type docxReader struct {
	m      markup
	info   Info
	links  map[string]string // targets by the ids of relationships
	levels map[string]int    // of headings by the ids of styles
	styled string            // the style being read

	skip    int // open elements whose content is not read
	depth   int // of paragraphs: a text box holds some
	inText  bool
	inField bool   // within the instruction of a field
	field   string // the instruction so far
}

// mainPart finds the main part (ISO/IEC 29500-1, 11.3.10) by the relationships of the
// package.
func (d *docxReader) mainPart(p *parts) (main string, err error) {
	err = p.walk("_rels/.rels", func(t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok && strings.HasSuffix(attr(&e, "Type"), "/officeDocument") {
			main = strings.TrimPrefix(path.Clean("/"+attr(&e, "Target")), "/")
		}
		return nil
	})
	if errors.Is(err, errNoPart) || err == nil && main == "" {
		return "word/document.xml", nil
	}
	return main, err
}

// relation remembers the links that lead out of the document.
func (d *docxReader) relation(t xml.Token) error {
	if e, ok := t.(xml.StartElement); ok && strings.HasSuffix(attr(&e, "Type"), "/hyperlink") && len(d.links) < maxStyles {
		d.links[attr(&e, "Id")] = attr(&e, "Target")
	}
	return nil
}

// style remembers which styles are headings: those with an outline level (17.3.1.20),
// or with the name of one, which Word does not translate (17.7.4.9).
func (d *docxReader) style(t xml.Token) error {
	e, ok := t.(xml.StartElement)
	if !ok || !isWord(e.Name) || len(d.levels) >= maxStyles {
		return nil
	}
	switch e.Name.Local {
	case "style":
		d.styled = attr(&e, "styleId")
	case "name":
		name := strings.ToLower(attr(&e, "val"))
		if n, err := strconv.Atoi(strings.TrimPrefix(name, "heading ")); err == nil && n > 0 && name != strconv.Itoa(n) {
			d.levels[d.styled] = n
		} else if name == "title" {
			d.levels[d.styled] = 1
		}
	case "basedOn": // styles of a later part of the file are rarely a base
		if n := d.levels[attr(&e, "val")]; n > 0 && d.levels[d.styled] == 0 {
			d.levels[d.styled] = n
		}
	case "outlineLvl":
		d.outline(&e, func(n int) { d.levels[d.styled] = n })
	}
	return nil
}

// outline calls f with the level of an outlineLvl; 9 stands for running text.
func (d *docxReader) outline(e *xml.StartElement, f func(level int)) {
	if n, err := strconv.Atoi(attr(e, "val")); err == nil && n >= 0 && n < 9 {
		f(n + 1)
	}
}

func isWord(n xml.Name) bool { return strings.Contains(n.Space, "wordprocessingml") }

// token reads the main part.
func (d *docxReader) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		// The same content stands in Choice and again in Fallback (ISO/IEC 29500-3, 7.6).
		if d.skip > 0 || t.Name.Local == "Fallback" {
			d.skip++
			return nil
		}
		if isWord(t.Name) {
			return d.start(&t)
		}
	case xml.EndElement:
		if d.skip > 0 {
			d.skip--
			return nil
		}
		if isWord(t.Name) {
			d.endElement(t.Name.Local)
		}
	case xml.CharData:
		switch {
		case d.skip > 0:
		case d.inText:
			return d.m.text(string(t))
		case d.inField:
			if d.field += string(t); len(d.field) > maxURL {
				d.field = d.field[:maxURL]
			}
		}
	}
	return nil
}

func (d *docxReader) start(e *xml.StartElement) error {
	switch e.Name.Local {
	case "p":
		d.depth++
		d.m.begin("p")
	case "pStyle":
		if n := d.levels[attr(e, "val")]; n > 0 {
			d.m.restyle(heading(n))
		}
	case "outlineLvl":
		d.outline(e, func(n int) { d.m.restyle(heading(n)) })
	case "numPr":
		d.m.restyle("li")
	case "t":
		d.inText = true
	case "instrText":
		d.inField = true
	case "tab", "br", "cr":
		d.m.space()
	case "r":
		d.m.strong(false)
	case "b":
		if v := attr(e, "val"); v != "0" && v != "false" && v != "off" {
			d.m.strong(true)
		}
	case "hyperlink":
		d.m.href(d.links[attr(e, "id")])
	case "fldSimple":
		d.m.href(target(attr(e, "instr")))
	case "fldChar":
		d.fieldChar(attr(e, "fldCharType"))
	case "tbl":
		d.m.tag("<table>\n")
	case "tr":
		d.m.tag("<tr>")
	case "tc":
		d.m.tag("<td>")
	}
	return d.m.full()
}

func (d *docxReader) endElement(name string) {
	switch name {
	case "p":
		d.depth--
		d.m.end()
	case "t":
		d.inText = false
	case "instrText":
		d.inField = false
	case "r":
		d.m.strong(false)
	case "hyperlink", "fldSimple":
		d.m.endLink()
	case "tbl":
		d.m.tag("</table>\n")
	case "tr":
		d.m.tag("</tr>\n")
	case "tc":
		d.m.tag("</td>")
	}
}

// fieldChar reads the parts of a field (17.16.18): its instruction stands between
// begin and separate, what it shows between separate and end.
func (d *docxReader) fieldChar(kind string) {
	switch kind {
	case "begin":
		d.field = ""
	case "separate":
		if url := target(d.field); url != "" {
			d.m.href(url)
		}
		d.field = ""
	case "end":
		d.m.endLink()
	}
}

// target is where a field HYPERLINK leads (17.16.5.25); "" for other fields.
func target(instruction string) string {
	rest, ok := strings.CutPrefix(strings.TrimSpace(instruction), "HYPERLINK")
	if !ok {
		return ""
	}
	rest = strings.TrimSpace(rest)
	if quoted, ok := strings.CutPrefix(rest, `"`); ok {
		url, _, _ := strings.Cut(quoted, `"`)
		return url
	}
	return "" // \l and others: a place in the document itself
}

// core reads the properties of a package (ISO/IEC 29500-2, 11), and of an OpenDocument
// file (part 1, 4.3), which have the same names.
func (i *Info) core() func(xml.Token) error {
	var into string
	set := func(field *string, text string) {
		if len(*field) < maxInfo {
			*field += text
		}
	}
	return func(t xml.Token) error {
		switch t := t.(type) {
		case xml.StartElement:
			into = t.Name.Local
		case xml.EndElement:
			into = ""
		case xml.CharData:
			switch into {
			case "title":
				set(&i.Title, string(t))
			case "creator", "initial-creator":
				set(&i.Author, string(t))
			case "language":
				set(&i.Lang, strings.TrimSpace(string(t)))
			case "created", "creation-date":
				i.Created = moment(string(t))
			}
		}
		return nil
	}
}

// moment reads a time of the W3C's profile of ISO 8601, and the forms of it that programs
// write: without a zone, or with its hours only (pdftotext); zero if it is none.
func moment(s string) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05Z07", "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
			return t
		}
	}
	return time.Time{}
}
