package jsonld

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// scanner goes through JSON (RFC 8259). Only check finds errors: what comes
// after it may rely on the form.
type scanner struct {
	data []byte
	pos  int
}

// check reports what is wrong with a document as JSON.
func check(data []byte, depth int) error {
	s := &scanner{data: data}
	if s.peek() == 0 && s.pos == len(data) {
		return s.errorf("the file is empty; expected JSON-LD")
	}
	if err := s.check(depth); err != nil {
		return err
	}
	if s.peek(); s.pos < len(data) {
		return s.errorf("expected the end of the file, not %s", s.quoted())
	}
	return nil
}

func (s *scanner) errorf(format string, args ...any) error {
	line, col := rdfio.Position(s.data, s.pos)
	return &rdfio.SyntaxError{Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
}

// quoted shows what stands here.
func (s *scanner) quoted() string {
	if s.pos >= len(s.data) {
		return "the end of the file"
	}
	_, n := utf8.DecodeRune(s.data[s.pos:])
	return rdfio.Quote(string(s.data[s.pos : s.pos+n]))
}

// peek returns the next byte that is no white space, 0 at the end.
func (s *scanner) peek() byte {
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
func (s *scanner) accept(c byte) bool {
	if s.peek() != c || s.pos == len(s.data) {
		return false
	}
	s.pos++
	return true
}

// check passes over a value and reports what is wrong with it.
func (s *scanner) check(depth int) error {
	switch c := s.peek(); {
	case c == '{', c == '[':
		if depth == 0 {
			return s.errorf("objects and arrays are nested too deep; the limit is Limits.Depth")
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

func (s *scanner) checkMembers(open byte, depth int) error {
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

func (s *scanner) checkString() error {
	start := s.pos
	for s.pos++; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; {
		case c == '"':
			text := s.data[start : s.pos+1]
			s.pos++
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
func (s *scanner) checkEscape() error {
	if s.pos == len(s.data) {
		return s.errorf("the file ends in the middle of a text")
	}
	if s.data[s.pos] != 'u' {
		if bytes.IndexByte([]byte(`"\/bfnrt`), s.data[s.pos]) < 0 {
			return s.errorf("unknown escape sequence \\%s in a text", s.data[s.pos:s.pos+1])
		}
		return nil
	}
	if _, ok := hex4(s.data[s.pos+1:]); !ok {
		return s.errorf("expected four hexadecimal digits after \\u")
	}
	s.pos += 4
	return nil
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	for _, c := range b[:4] {
		if !('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f') {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 32)
	return rune(n), err == nil
}

func (s *scanner) checkNumber() error {
	start := s.pos
	for s.pos < len(s.data) && bytes.IndexByte([]byte("+-.eE0123456789"), s.data[s.pos]) >= 0 {
		s.pos++
	}
	if text := s.data[start:s.pos]; !json.Valid(text) {
		s.pos = start
		return s.errorf("%s is not a JSON number", rdfio.Quote(string(text)))
	}
	return nil
}

// skip passes over a value of a checked document.
func (s *scanner) skip() {
	depth := 0
	for {
		switch s.peek() {
		case '{', '[':
			depth++
			s.pos++
		case '}', ']':
			depth--
			s.pos++
		case ',', ':':
			s.pos++
		case '"':
			s.raw()
		default:
			for s.pos < len(s.data) && bytes.IndexByte([]byte(",:]} \n\t\r"), s.data[s.pos]) < 0 {
				s.pos++
			}
		}
		if depth == 0 || s.pos >= len(s.data) {
			return
		}
	}
}

// raw returns a text with its escapes, without the quotes.
func (s *scanner) raw() []byte {
	start := s.pos + 1
	for s.pos = start; s.pos < len(s.data) && s.data[s.pos] != '"'; s.pos++ {
		if s.data[s.pos] == '\\' {
			s.pos++
		}
	}
	end := min(s.pos, len(s.data))
	s.pos = end + 1
	return s.data[min(start, end):end]
}

// text returns a text; it holds bytes of the document unless there are escapes.
func (s *scanner) text() []byte {
	b := s.raw()
	if bytes.IndexByte(b, '\\') < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			out = append(out, b[i])
			continue
		}
		i++
		switch b[i] {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r, _ := hex4(b[i+1:])
			i += 4
			if utf16.IsSurrogate(r) {
				low, ok := rune(utf8.RuneError), false
				if i+2 < len(b) && b[i+1] == '\\' && b[i+2] == 'u' {
					low, ok = hex4(b[i+3:])
				}
				if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError {
					r = pair
					i += 6
				}
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, b[i])
		}
	}
	return out
}
