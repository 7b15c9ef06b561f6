package jsonld

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// scanner moves through JSON that rdfio.CheckJSON has accepted.
type scanner struct{ rdfio.JSONScanner }

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

func (s *scanner) skip() {
	depth := 0
	for {
		switch s.Peek() {
		case '{', '[':
			depth++
			s.Pos++
		case '}', ']':
			depth--
			s.Pos++
		case ',', ':':
			s.Pos++
		case '"':
			s.raw()
		default:
			for s.Pos < len(s.Data) && bytes.IndexByte([]byte(",:]} \n\t\r"), s.Data[s.Pos]) < 0 {
				s.Pos++
			}
		}
		if depth == 0 || s.Pos >= len(s.Data) {
			return
		}
	}
}

// raw returns a string with its escapes, without the quotes.
func (s *scanner) raw() []byte {
	start := s.Pos + 1
	for s.Pos = start; s.Pos < len(s.Data) && s.Data[s.Pos] != '"'; s.Pos++ {
		if s.Data[s.Pos] == '\\' {
			s.Pos++
		}
	}
	end := min(s.Pos, len(s.Data))
	s.Pos = end + 1
	return s.Data[min(start, end):end]
}

// text returns a string, as a part of the document unless it has escapes.
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
