package obo

import (
	"errors"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// lines splits a document into lines.
type lines struct {
	doc  string // the unread rest
	next int    // number of the line that it begins with
}

func (l *lines) more() bool { return l.doc != "" }

// head reports whether the next line begins a stanza.
func (l *lines) head() bool {
	for i := 0; i < len(l.doc); i++ {
		switch l.doc[i] {
		case ' ', '\t':
		default:
			return l.doc[i] == '['
		}
	}
	return false
}

// line returns the next line, trimmed, and its number. A backslash before the line end
// joins the following line.
func (l *lines) line() (string, int) {
	at := l.next
	line, rest, _ := strings.Cut(l.doc, "\n")
	l.doc, l.next = rest, at+1
	if !continued(line) {
		return strings.TrimSpace(line), at
	}
	var b strings.Builder
	for continued(line) && l.doc != "" {
		b.WriteString(line[:len(line)-1])
		line, rest, _ = strings.Cut(l.doc, "\n")
		l.doc, l.next = rest, l.next+1
	}
	b.WriteString(line)
	return strings.TrimSpace(b.String()), at
}

// continued reports whether a line ends in an unescaped backslash.
func continued(line string) bool {
	if !strings.HasSuffix(line, `\`) {
		return false
	}
	n := len(line) - len(strings.TrimRight(line, `\`))
	return n%2 == 1
}

type clause struct {
	tag   string
	value string // with its escapes
	mods  string // the content of the braces after it
	line  int
}

// free reports whether the value of a tag is unquoted text, where quotes are literal.
func free(tag string) bool {
	switch tag {
	case "name", "comment", "remark", "created_by", "creation_date", "namespace", "owl-axioms":
		return true
	}
	return false
}

// clauseOf parses a line, and fails for empty lines, comments and stanza headers. A tag
// contains only characters that are safe for a terminal, because messages quote it.
func clauseOf(line string, at int) (clause, bool) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c <= ' ', c == '"', c == 0x7F, c == 0xC2 && i+1 < len(line) && line[i+1] < 0xA0:
			return clause{line: at}, false
		case c == ':':
			c := clause{tag: line[:i], line: at}
			c.value, c.mods = split(strings.TrimSpace(line[i+1:]), !free(c.tag))
			return c, i > 0
		}
	}
	return clause{line: at}, false
}

// split removes the comment after a value and splits off the modifiers in braces.
func split(s string, quotes bool) (value, mods string) {
	if strings.IndexByte(s, '!') < 0 && !strings.HasSuffix(s, "}") {
		return s, ""
	}
	open, in := -1, false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			in = in != quotes // toggles if quotes count
		case '{':
			if !in {
				open = i
			}
		case '!':
			if !in && (i == 0 || blank(s[i-1])) {
				s = strings.TrimSpace(s[:i])
			}
		}
	}
	if open < 0 || open >= len(s) || s[len(s)-1] != '}' || strings.IndexByte(s[open:], '=') < 0 {
		return s, ""
	}
	return strings.TrimSpace(s[:open]), s[open+1 : len(s)-1]
}

func blank(c byte) bool { return c == ' ' || c == '\t' }

func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'W':
			b.WriteByte(' ')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// word splits off the first word.
func word(s string) (first, rest string) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case blank(s[i]):
			return s[:i], strings.TrimSpace(s[i:])
		}
	}
	return s, ""
}

var (
	errQuote   = errors.New("expected a text in quotes")
	errUnended = errors.New("a quote is not closed")
)

// quoted splits off a quoted text and unescapes it.
func quoted(s string) (text, rest string, err error) {
	if s == "" || s[0] != '"' {
		return "", s, errQuote
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return unescape(s[1:i]), strings.TrimSpace(s[i+1:]), nil
		}
	}
	return "", s, errUnended
}

// xref is an entry of a list of sources.
type xref struct{ id, description string }

// xrefs reads a list in brackets, or nothing if there are no brackets.
func xrefs(s string) ([]xref, error) {
	s = strings.TrimSpace(s)
	if s == "" || s == "[]" {
		return nil, nil
	}
	if s[0] != '[' || s[len(s)-1] != ']' {
		return nil, english.Errorf("expected a list of sources in [ ], not %s", rdfio.Quote(s))
	}
	var all []xref
	for s = s[1 : len(s)-1]; s != ""; {
		var item string
		item, s = upTo(s, ',')
		x, err := xrefOf(item)
		if err != nil {
			return nil, err
		}
		if x.id != "" {
			all = append(all, x)
		}
	}
	return all, nil
}

// xrefOf reads an identifier and an optional description.
func xrefOf(s string) (xref, error) {
	id, description := s, ""
	if i := strings.Index(s, ` "`); i >= 0 && strings.HasSuffix(strings.TrimSpace(s), `"`) {
		var err error
		id = s[:i]
		if description, _, err = quoted(strings.TrimSpace(s[i:])); err != nil {
			return xref{}, err
		}
	}
	return xref{unescape(strings.TrimSpace(id)), description}, nil
}

// upTo cuts s at the first sep outside quotes.
func upTo(s string, sep byte) (item, rest string) {
	in := false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			in = !in
		case sep:
			if !in {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
}

type modifier struct{ key, value string }

// modifiers reads the content of braces: key="value", key=value.
func modifiers(s string) []modifier {
	var all []modifier
	for s != "" {
		var item string
		item, s = upTo(s, ',')
		key, value, ok := strings.Cut(item, "=")
		if key = strings.TrimSpace(key); !ok || key == "" {
			continue
		}
		value = strings.TrimSpace(value)
		if text, _, err := quoted(value); err == nil {
			value = text
		} else {
			value = unescape(value)
		}
		all = append(all, modifier{key, value})
	}
	return all
}
