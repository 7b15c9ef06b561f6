package document

import (
	"errors"
	"html"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// errFull ends the walk over a document of which enough was read.
var errFull = errors.New("document: enough")

// Info holds what a document says of itself.
type Info struct {
	Title, Author, Lang string    // "": it does not say
	Created             time.Time // zero: it does not say
}

// markup writes the text of a document as a page of HTML: every reader of pages then
// reads it. All text is escaped. Nothing that is open stays open, and a paragraph
// within a paragraph ends the outer one.
type markup struct {
	b     strings.Builder
	limit int    // bytes
	block string // the open paragraph, heading or item; "" if none is
	begun bool   // its tag is written: an empty block leaves nothing
	list  bool
	link  bool
	bold  bool
	blank bool // white space is due before the next character
}

// begin opens a block: "p", "li", or "h1" to "h6". A list opens and closes by itself.
func (m *markup) begin(block string) {
	m.end()
	m.block = block
}

// restyle makes the open block another one, if nothing of it is written yet.
func (m *markup) restyle(block string) {
	if m.block != "" && !m.begun {
		m.block = block
	}
}

// open writes the tag of the open block, and the white space that is due.
func (m *markup) open() {
	if m.block == "" {
		m.block = "p"
	}
	if !m.begun {
		m.setList(m.block == "li")
		m.b.WriteString("<" + m.block + ">")
		m.begun = true
	} else if m.blank {
		m.b.WriteByte(' ')
	}
	m.blank = false
}

func (m *markup) setList(on bool) {
	if on != m.list {
		m.list = on
		m.b.WriteString(map[bool]string{true: "<ul>\n", false: "</ul>\n"}[on])
	}
}

// end closes the open block, if one is.
func (m *markup) end() {
	if m.begun {
		m.endLink()
		m.strong(false)
		m.b.WriteString("</" + m.block + ">\n")
	}
	m.block, m.begun, m.blank = "", false, false
}

// tag writes an element of a table, outside of any block.
func (m *markup) tag(s string) {
	m.end()
	m.setList(false)
	m.b.WriteString(s)
}

// text writes text into the open block, or into a new paragraph. It is errFull once
// the limit is reached.
func (m *markup) text(s string) error {
	if left := m.limit - m.b.Len(); len(s) > left {
		s = strings.ToValidUTF8(s[:max(left, 0)], "")
	}
	if s = clean(s); s == "" || !m.begun && strings.TrimSpace(s) == "" {
		return m.full()
	}
	m.open()
	m.b.WriteString(html.EscapeString(s))
	return m.full()
}

func (m *markup) full() error {
	if m.b.Len() >= m.limit {
		return errFull
	}
	return nil
}

// space makes white space due: a tab, a line break. It is written before more text of
// the same block, once.
func (m *markup) space() { m.blank = m.begun }

// href opens a link in the open block; "" only closes the one before.
func (m *markup) href(url string) {
	m.endLink()
	if url == "" || len(url) > maxURL {
		return
	}
	m.open()
	m.strong(false)
	m.b.WriteString(`<a href="` + html.EscapeString(clean(url)) + `">`)
	m.link = true
}

func (m *markup) endLink() {
	if m.link {
		m.strong(false)
		m.b.WriteString("</a>")
		m.link = false
	}
}

// strong begins or ends what is set in bold.
func (m *markup) strong(on bool) {
	if on == m.bold {
		return
	}
	if on {
		m.open()
	}
	m.bold = on
	m.b.WriteString(map[bool]string{true: "<strong>", false: "</strong>"}[on])
}

// page is the whole page.
func (m *markup) page(i Info) []byte {
	m.tag("")
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html") // not translated: HTML
	if i.Lang != "" {
		b.WriteString(` lang="` + html.EscapeString(clean(i.Lang)) + `"`)
	}
	b.WriteString("><head><meta charset=\"utf-8\">\n") // not translated: HTML
	if i.Title != "" {
		b.WriteString("<title>" + html.EscapeString(clean(i.Title)) + "</title>\n")
	}
	if i.Author != "" {
		b.WriteString(`<meta name="author" content="` + html.EscapeString(clean(i.Author)) + "\">\n")
	}
	if !i.Created.IsZero() {
		b.WriteString(`<meta name="dcterms.created" content="` + i.Created.Format(time.RFC3339) + "\">\n")
	}
	b.WriteString("</head><body><article>\n")
	b.WriteString(m.b.String())
	b.WriteString("</article></body></html>\n")
	return []byte(b.String())
}

// heading is the element of a heading of this level, counted from 1.
func heading(level int) string { return "h" + strconv.Itoa(min(max(level, 1), 6)) }

// clean drops what is no text: control characters other than white space, and bytes
// that are not UTF-8.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
}

// short is s without surrounding white space, cut to what a title may have.
func short(s string) string {
	s = strings.Join(strings.Fields(s[:min(len(s), 4*maxInfo)]), " ")
	if len(s) > maxInfo {
		s = s[:maxInfo]
	}
	return strings.ToValidUTF8(s, "")
}
