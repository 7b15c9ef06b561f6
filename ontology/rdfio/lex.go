package rdfio

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Found describes the beginning of s, for messages.
func Found(s []byte) english.Word {
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
	return english.Word(Quote(s[:n]))
}

// IRIText checks and unescapes the text between angle brackets.
func IRIText(raw []byte, scratch *[]byte) (string, *EscapeError) {
	escaped := false
	for i, c := range raw {
		switch {
		case iriChar[c]:
		case c == '\\':
			escaped = true
		default:
			return "", &EscapeError{i, english.Phrasef("unexpected %q", rune(c))}
		}
	}
	if !utf8.Valid(raw) {
		return "", &EscapeError{0, english.Phrasef(NotUTF8)}
	}
	if !escaped {
		return string(raw), nil
	}
	text, bad := Unescape((*scratch)[:0], raw, false)
	*scratch = text
	return string(text), bad
}

// NotUTF8 is the message for bytes that are not UTF-8.
const NotUTF8 = "bytes that are not UTF-8; save the file as UTF-8"

// ValidPrefix reports whether p is empty or a PN_PREFIX of Turtle.
func ValidPrefix(p []byte) bool {
	if len(p) == 0 {
		return true
	}
	r, _ := utf8.DecodeRune(p)
	return IsNameStart(r) && p[len(p)-1] != '.'
}

// SplitName splits an IRI before the longest XML name at its end.
func SplitName(iri string) (ns, local string) {
	cut := len(iri)
	for i := len(iri); i > 0; {
		r, n := utf8.DecodeLastRuneInString(iri[:i])
		if r == utf8.RuneError && n == 1 || !IsNameChar(r) && r != '.' {
			break
		}
		i -= n
		if IsNameStart(r) || r == '_' {
			cut = i
		}
	}
	return iri[:cut], iri[cut:]
}

func IsNCName(s string) bool {
	ns, local := SplitName(s)
	return ns == "" && local != ""
}

// IsPrefix reports whether a name, without colon, is a valid prefix in both XML and
// Turtle. The empty prefix is valid.
func IsPrefix(name string) bool {
	if name == "" {
		return true
	}
	n, _ := NameLen([]byte(name), true)
	return n == len(name) && ValidPrefix([]byte(name)) && IsNCName(name) && !strings.HasPrefix(strings.ToLower(name), "xml")
}
