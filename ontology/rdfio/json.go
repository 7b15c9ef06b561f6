package rdfio

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// CheckJSON checks a document against RFC 8259 and the limits. encoding/json reports no
// position and has no such limits.
func CheckJSON(data []byte, opt Options) error {
	s := &jsonScanner{JSONScanner: JSONScanner{Data: data}, limits: opt.Limits.withDefaults()}
	if s.Peek() == 0 && s.Pos == len(data) {
		return s.Errorf("the file is empty; expected JSON")
	}
	if err := s.check(s.limits.Depth); err != nil {
		return err
	}
	if s.Peek(); s.Pos < len(data) {
		return s.Errorf("expected the end of the file, not %s", s.quoted())
	}
	return nil
}

// JSONScanner moves through JSON; readers embed it.
type JSONScanner struct {
	Data []byte
	Pos  int // of the next byte
}

// jsonScanner checks the JSON that it skips.
type jsonScanner struct {
	JSONScanner
	limits Limits
}

// Errorf returns a *SyntaxError at Pos.
func (s *JSONScanner) Errorf(format string, args ...any) error {
	line, col := Position(s.Data, s.Pos)
	return NewSyntaxError(line, col, format, args...)
}

// quoted quotes the text at Pos.
func (s *jsonScanner) quoted() english.Word {
	if s.Pos >= len(s.Data) {
		return "the end of the file"
	}
	_, n := utf8.DecodeRune(s.Data[s.Pos:])
	return english.Word(Quote(string(s.Data[s.Pos : s.Pos+n])))
}

// Peek returns the next byte after white space, 0 at the end.
func (s *JSONScanner) Peek() byte {
	for s.Pos < len(s.Data) {
		switch c := s.Data[s.Pos]; c {
		case ' ', '\n', '\t', '\r':
			s.Pos++
		default:
			return c
		}
	}
	return 0
}

// Accept skips c if it is the next byte after white space.
func (s *JSONScanner) Accept(c byte) bool {
	if s.Peek() != c || s.Pos == len(s.Data) {
		return false
	}
	s.Pos++
	return true
}

// check skips a value and returns its first error.
func (s *jsonScanner) check(depth int) error {
	switch c := s.Peek(); {
	case c == '{', c == '[':
		if depth == 0 {
			return Exceeds(s.Errorf(""), "Depth", int64(s.limits.Depth), "more than %d objects and arrays inside each other")
		}
		return s.checkMembers(c, depth)
	case c == '"':
		return s.checkString()
	case c == '-', '0' <= c && c <= '9':
		return s.checkNumber()
	}
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(s.Data[s.Pos:], []byte(word)) {
			s.Pos += len(word)
			return nil
		}
	}
	return s.Errorf("expected a JSON value, not %s", s.quoted())
}

func (s *jsonScanner) checkMembers(open byte, depth int) error {
	s.Pos++
	end := byte(']')
	if open == '{' {
		end = '}'
	}
	if s.Accept(end) {
		return nil
	}
	for {
		if open == '{' {
			if s.Peek() != '"' {
				return s.Errorf("expected a name in quotes, not %s", s.quoted())
			}
			if err := s.checkString(); err != nil {
				return err
			}
			if !s.Accept(':') {
				return s.Errorf("expected a colon, not %s", s.quoted())
			}
		}
		if err := s.check(depth - 1); err != nil {
			return err
		}
		if s.Accept(end) {
			return nil
		}
		if !s.Accept(',') {
			return s.Errorf("expected a comma or %q, not %s", end, s.quoted())
		}
	}
}

func (s *jsonScanner) checkString() error {
	start := s.Pos
	for s.Pos++; s.Pos < len(s.Data); s.Pos++ {
		switch c := s.Data[s.Pos]; {
		case c == '"':
			text := s.Data[start : s.Pos+1]
			s.Pos++
			if len(text) > s.limits.Token {
				s.Pos = start
				return Exceeds(s.Errorf(""), "Token", int64(s.limits.Token), "one token is longer than the limit of %d bytes")
			}
			if !utf8.Valid(text) {
				s.Pos = start
				return s.Errorf("a text that is not UTF-8; save the file as UTF-8")
			}
			return nil
		case c < ' ':
			return s.Errorf("a control character in a text")
		case c == '\\':
			s.Pos++
			if err := s.checkEscape(); err != nil {
				return err
			}
		}
	}
	s.Pos = start
	return s.Errorf("a text that is not closed")
}

// checkEscape checks the characters after a backslash, and stops at the last of them.
func (s *jsonScanner) checkEscape() error {
	if s.Pos == len(s.Data) {
		return s.Errorf("the file ends in the middle of a text")
	}
	if s.Data[s.Pos] != 'u' {
		if bytes.IndexByte([]byte(`"\/bfnrt`), s.Data[s.Pos]) < 0 {
			_, n := utf8.DecodeRune(s.Data[s.Pos:])
			return s.Errorf("unknown escape sequence \\%s in a text", strings.Trim(Quote(s.Data[s.Pos:s.Pos+n]), `"`))
		}
		return nil
	}
	digits := s.Data[s.Pos+1:]
	notHex := func(c byte) bool { return HexDigit(c) < 0 }
	if len(digits) < 4 || slices.ContainsFunc(digits[:4], notHex) {
		return s.Errorf("expected four hexadecimal digits after \\u")
	}
	s.Pos += 4
	return nil
}

func (s *jsonScanner) checkNumber() error {
	start := s.Pos
	for s.Pos < len(s.Data) && bytes.IndexByte([]byte("+-.eE0123456789"), s.Data[s.Pos]) >= 0 {
		s.Pos++
	}
	if text := s.Data[start:s.Pos]; !json.Valid(text) {
		s.Pos = start
		return s.Errorf("%s is not a JSON number", Quote(string(text)))
	}
	return nil
}
