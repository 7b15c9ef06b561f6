package rdfio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// CheckJSON reports what is wrong with a document as JSON (RFC 8259), and where
// it exceeds the limits: encoding/json has neither places nor limits of ours.
func CheckJSON(data []byte, opt Options) error {
	s := &jsonScanner{data: data, limits: opt.Limits.withDefaults()}
	if s.peek() == 0 && s.pos == len(data) {
		return s.errorf("the file is empty; expected JSON")
	}
	if err := s.check(s.limits.Depth); err != nil {
		return err
	}
	if s.peek(); s.pos < len(data) {
		return s.errorf("expected the end of the file, not %s", s.quoted())
	}
	return nil
}

// jsonScanner goes through JSON.
type jsonScanner struct {
	data   []byte
	pos    int
	limits Limits
}

func (s *jsonScanner) errorf(format string, args ...any) error {
	line, col := Position(s.data, s.pos)
	return &SyntaxError{Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
}

// quoted shows what stands here.
func (s *jsonScanner) quoted() string {
	if s.pos >= len(s.data) {
		return "the end of the file"
	}
	_, n := utf8.DecodeRune(s.data[s.pos:])
	return quote(string(s.data[s.pos : s.pos+n]))
}

// peek returns the next byte that is no white space, 0 at the end.
func (s *jsonScanner) peek() byte {
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; c {
		case ' ', '\n', '\t', '\r':
			s.pos++
		default:
			return c
		}
	}
	return 0
}

// accept passes over c if it comes next.
func (s *jsonScanner) accept(c byte) bool {
	if s.peek() != c || s.pos == len(s.data) {
		return false
	}
	s.pos++
	return true
}

// check passes over a value and reports what is wrong with it.
func (s *jsonScanner) check(depth int) error {
	switch c := s.peek(); {
	case c == '{', c == '[':
		if depth == 0 {
			return Exceeds(s.errorf(""), "Depth", int64(s.limits.Depth), "more than %d objects and arrays inside each other")
		}
		return s.checkMembers(c, depth)
	case c == '"':
		return s.checkString()
	case c == '-', '0' <= c && c <= '9':
		return s.checkNumber()
	}
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(s.data[s.pos:], []byte(word)) {
			s.pos += len(word)
			return nil
		}
	}
	return s.errorf("expected a JSON value, not %s", s.quoted())
}

func (s *jsonScanner) checkMembers(open byte, depth int) error {
	s.pos++
	end := byte(']')
	if open == '{' {
		end = '}'
	}
	if s.accept(end) {
		return nil
	}
	for {
		if open == '{' {
			if s.peek() != '"' {
				return s.errorf("expected a name in quotes, not %s", s.quoted())
			}
			if err := s.checkString(); err != nil {
				return err
			}
			if !s.accept(':') {
				return s.errorf("expected a colon, not %s", s.quoted())
			}
		}
		if err := s.check(depth - 1); err != nil {
			return err
		}
		if s.accept(end) {
			return nil
		}
		if !s.accept(',') {
			return s.errorf("expected a comma or %q, not %s", end, s.quoted())
		}
	}
}

func (s *jsonScanner) checkString() error {
	start := s.pos
	for s.pos++; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; {
		case c == '"':
			text := s.data[start : s.pos+1]
			s.pos++
			if len(text) > s.limits.Token {
				s.pos = start
				return Exceeds(s.errorf(""), "Token", int64(s.limits.Token), "one token is longer than the limit of %d bytes")
			}
			if !utf8.Valid(text) {
				s.pos = start
				return s.errorf("a text that is not UTF-8; save the file as UTF-8")
			}
			return nil
		case c < ' ':
			return s.errorf("a control character in a text")
		case c == '\\':
			s.pos++
			if err := s.checkEscape(); err != nil {
				return err
			}
		}
	}
	s.pos = start
	return s.errorf("a text that is not closed")
}

// checkEscape checks what follows a backslash, and stops at its last byte.
func (s *jsonScanner) checkEscape() error {
	if s.pos == len(s.data) {
		return s.errorf("the file ends in the middle of a text")
	}
	if s.data[s.pos] != 'u' {
		if bytes.IndexByte([]byte(`"\/bfnrt`), s.data[s.pos]) < 0 {
			_, n := utf8.DecodeRune(s.data[s.pos:])
			return s.errorf("unknown escape sequence \\%s in a text", strings.Trim(quote(s.data[s.pos:s.pos+n]), `"`))
		}
		return nil
	}
	digits := s.data[s.pos+1:]
	notHex := func(c byte) bool { return hexDigit(c) < 0 }
	if len(digits) < 4 || slices.ContainsFunc(digits[:4], notHex) {
		return s.errorf("expected four hexadecimal digits after \\u")
	}
	s.pos += 4
	return nil
}

func (s *jsonScanner) checkNumber() error {
	start := s.pos
	for s.pos < len(s.data) && bytes.IndexByte([]byte("+-.eE0123456789"), s.data[s.pos]) >= 0 {
		s.pos++
	}
	if text := s.data[start:s.pos]; !json.Valid(text) {
		s.pos = start
		return s.errorf("%s is not a JSON number", quote(string(text)))
	}
	return nil
}
