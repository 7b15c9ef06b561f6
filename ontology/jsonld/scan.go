package jsonld

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// scanner goes through JSON that rdfio.CheckJSON has found right.
type scanner struct {
	data []byte
	pos  int
}

func (s *scanner) errorf(format string, args ...any) error {
	line, col := rdfio.Position(s.data, s.pos)
	return &rdfio.SyntaxError{Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
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
