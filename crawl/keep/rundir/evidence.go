package rundir

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// decoder reads lines of a file. The evidence of a page is nine tenths of its line, always in the form of [Page.Line]: that part
// is read directly, what has another form by encoding/json, with the same result. Its zero value is ready.
type decoder struct {
	known map[string]string // texts that repeat from page to page
	rest  []byte
}

// mostKnown bounds the texts that are remembered.
const mostKnown = 1 << 16

// decode reads a line into x, with the errors of encoding/json.
func (d *decoder) decode(line []byte, x any) error {
	evidence := evidenceOf(x)
	if evidence == nil {
		return json.Unmarshal(line, x)
	}
	from := evidenceAt(line)
	if from < 0 {
		return json.Unmarshal(line, x)
	}
	s := scan{line: line, at: from, decoder: d}
	list, ok := s.evidence()
	if !ok {
		return json.Unmarshal(line, x)
	}
	d.rest = append(append(append(d.rest[:0], line[:from]...), "null"...), line[s.at:]...)
	if json.Unmarshal(d.rest, x) != nil || *evidence != nil { // it stands there twice, or something else is wrong
		*evidence = nil
		return json.Unmarshal(line, x)
	}
	*evidence = list
	return nil
}

func evidenceOf(x any) *[]crawl.Evidence {
	switch x := x.(type) {
	case *Page:
		return &x.Evidence
	case *Change:
		return &x.Evidence
	}
	return nil
}

// evidenceAt returns where the value of "evidence" begins; -1 if the line has none outside of other values. A quotation mark
// within a string has a backslash before it, so the key is found as it stands.
func evidenceAt(line []byte) int {
	const key = `,"evidence":`
	i := bytes.Index(line, []byte(key))
	if i < 1 || bytes.IndexByte(line[1:i], '{') >= 0 { // perhaps in another value
		return -1
	}
	return i + len(key)
}

// scan reads the evidence of a line.
type scan struct {
	*decoder
	line []byte
	at   int
}

// has reports whether text comes next, and goes behind it.
func (s *scan) has(text string) bool {
	if len(s.line)-s.at < len(text) || string(s.line[s.at:s.at+len(text)]) != text {
		return false
	}
	s.at += len(text)
	return true
}

// evidence reads the list; ok is false if it has another form than ours, whatever it says.
func (s *scan) evidence() (list []crawl.Evidence, ok bool) {
	if !s.has("[") {
		return nil, false
	}
	list = []crawl.Evidence{}
	if s.has("]") {
		return list, true
	}
	for {
		var e crawl.Evidence
		if !s.has(`{"concept":`) || !s.text(&e.Concept) || !s.has(`,"label":`) || !s.text(&e.Label) || !s.has(`,"group":`) || !s.text(&e.Group) ||
			!s.has(`,"count":`) || !s.count(&e.Count) || !s.has(`,"contribution":`) || !s.number(&e.Contribution) || !s.has("}") {
			return nil, false
		}
		if list = append(list, e); s.has("]") {
			return list, true
		}
		if !s.has(",") {
			return nil, false
		}
	}
}

// text reads a string without escapes.
func (s *scan) text(to *string) bool {
	if !s.has(`"`) {
		return false
	}
	n := bytes.IndexByte(s.line[s.at:], '"')
	if n < 0 {
		return false
	}
	text := s.line[s.at : s.at+n]
	for _, c := range text {
		if c == '\\' || c < ' ' {
			return false
		}
	}
	s.at += n + 1
	if known, ok := s.known[string(text)]; ok {
		*to = known
		return true
	}
	if !utf8.Valid(text) {
		return false
	}
	if *to = string(text); len(s.known) >= mostKnown || s.known == nil {
		s.known = make(map[string]string)
	}
	s.known[*to] = *to
	return true
}

// digits goes behind digits, and reports how many there were.
func (s *scan) digits() int {
	from := s.at
	for s.at < len(s.line) && '0' <= s.line[s.at] && s.line[s.at] <= '9' {
		s.at++
	}
	return s.at - from
}

// whole goes behind the whole part of a number of RFC 8259, section 6, without a sign.
func (s *scan) whole() bool { return s.has("0") || s.digits() > 0 }

func (s *scan) count(to *int) bool {
	from := s.at
	if !s.whole() || s.at-from > 9 {
		return false
	}
	for _, c := range s.line[from:s.at] {
		*to = 10**to + int(c-'0')
	}
	return true
}

// number reads a number of RFC 8259, section 6.
func (s *scan) number(to *float64) (ok bool) {
	from := s.at
	s.has("-")
	if !s.whole() || s.has(".") && s.digits() == 0 {
		return false
	}
	if s.has("e") || s.has("E") {
		if !s.has("-") {
			s.has("+")
		}
		if s.digits() == 0 {
			return false
		}
	}
	f, err := strconv.ParseFloat(string(s.line[from:s.at]), 64)
	*to = f
	return err == nil
}
