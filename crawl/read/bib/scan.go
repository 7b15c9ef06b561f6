package bib

import (
	"errors"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// scanner reads entries of a text.
type scanner struct {
	text    string
	pos     int
	line    int
	strings map[string]string // of @string, by name
}

// months are the names that BibTeX's styles define.
func months() map[string]string {
	m := map[string]string{}
	for _, s := range [...]string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"} {
		m[s] = s
	}
	return m
}

// next goes to the next @ with which a line begins.
func (s *scanner) next() bool {
	for s.pos < len(s.text) {
		if s.text[s.pos] == '@' && strings.TrimLeft(s.text[strings.LastIndexByte(s.text[:s.pos], '\n')+1:s.pos], " \t\r") == "" {
			return true
		}
		i := strings.IndexByte(s.text[s.pos:], '\n')
		if at := strings.IndexByte(s.text[s.pos:], '@'); at > 0 && (i < 0 || at < i) && strings.TrimLeft(s.text[s.pos:s.pos+at], " \t\r}") == "" {
			s.pos += at // after the brace of the entry before it
			return true
		}
		if i < 0 {
			return false
		}
		s.pos += i + 1
		s.line++
	}
	return false
}

var errEnd = errors.New("the file ends within the entry")

// entry reads an entry; nil for @string, @comment and @preamble.
func (s *scanner) entry() (*Entry, error) {
	s.pos++
	kind := strings.ToLower(s.name())
	open := s.skip()
	if kind == "" || open != '{' && open != '(' {
		return nil, english.Errorf("@%.40s is not followed by {", kind)
	}
	s.pos++
	switch kind {
	case "comment":
		s.pos--
		_, err := s.braced()
		return nil, err
	case "preamble":
		_, err := s.value()
		s.close()
		return nil, err
	case "string":
		fields, err := s.fields()
		for name, value := range fields {
			s.strings[name] = value
		}
		return nil, err
	}
	s.skip()
	key := s.until(",})")
	if s.skip() == ',' {
		s.pos++
	}
	fields, err := s.fields()
	if err != nil {
		return nil, err
	}
	for name, value := range fields {
		fields[name] = plain(value)
	}
	return &Entry{Type: kind, Key: strings.TrimSpace(key), Fields: fields}, nil
}

// close passes over what ends an entry.
func (s *scanner) close() {
	if c := s.skip(); c == '}' || c == ')' {
		s.pos++
	}
}

// fields reads name = value pairs up to the end of the entry.
func (s *scanner) fields() (map[string]string, error) {
	fields := map[string]string{}
	for {
		switch s.skip() {
		case 0:
			return nil, errEnd
		case '}', ')':
			s.pos++
			return fields, nil
		case ',':
			s.pos++
			continue
		}
		name := strings.ToLower(s.name())
		if name == "" || s.skip() != '=' {
			return nil, english.Errorf("line %d: a field %.40q has no =", s.line, name)
		}
		s.pos++
		value, err := s.value()
		if err != nil {
			return nil, err
		}
		if _, twice := fields[name]; !twice { // BibTeX takes the first, too
			fields[name] = value
		}
	}
}

// value reads values joined by #.
func (s *scanner) value() (string, error) {
	all := ""
	for {
		part, err := s.part()
		if err != nil {
			return "", err
		}
		all += part
		if s.skip() != '#' {
			return all, nil
		}
		s.pos++
	}
}

func (s *scanner) part() (string, error) {
	switch s.skip() {
	case 0:
		return "", errEnd
	case '{':
		return s.braced()
	case '"':
		return s.quoted()
	}
	word := s.until(",})# \t\r\n")
	if word == "" {
		return "", english.Errorf("line %d: a value is missing", s.line)
	}
	if v, ok := s.strings[strings.ToLower(word)]; ok {
		return v, nil
	}
	return word, nil
}

// braced reads a value in braces, which may hold braces.
func (s *scanner) braced() (string, error) {
	depth, start := 0, s.pos+1
	for ; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case '\n':
			s.line++
		case '\\':
			s.pos++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				s.pos++
				return s.text[start : s.pos-1], nil
			}
		}
	}
	s.pos = len(s.text)
	return "", errEnd
}

// quoted reads a value in quotes. A quote in braces does not end it.
func (s *scanner) quoted() (string, error) {
	depth := 0
	start := s.pos + 1
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case '\n':
			s.line++
		case '{':
			depth++
		case '}':
			depth--
		case '"':
			if depth <= 0 {
				s.pos++
				return s.text[start : s.pos-1], nil
			}
		}
	}
	s.pos = len(s.text)
	return "", errEnd
}

// skip passes over white space and returns the next byte, 0 at the end.
func (s *scanner) skip() byte {
	for ; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case '\n':
			s.line++
		case ' ', '\t', '\r':
		default:
			return s.text[s.pos]
		}
	}
	return 0
}

// name reads the name of an entry or field.
func (s *scanner) name() string {
	s.skip()
	rest := s.text[s.pos:]
	n := strings.IndexFunc(rest, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.:+", r)
	})
	if n < 0 {
		n = len(rest)
	}
	s.pos += n
	return rest[:n]
}

// until reads up to one of some bytes, or the end of the text.
func (s *scanner) until(ends string) string {
	rest := s.text[s.pos:]
	n := strings.IndexAny(rest, ends)
	if n < 0 {
		n = len(rest)
	}
	s.pos += n
	s.line += strings.Count(rest[:n], "\n")
	return rest[:n]
}
