package bib

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Limits of a file.
const (
	mostBytes   = 256 << 20
	mostEntries = 1_000_000
)

// Entry is an entry of a bibliography.
type Entry struct {
	Type string // "article", in small letters
	Key  string
	Line int // of its @, from 1
	// Fields by name, in small letters; values as text, without LaTeX.
	Fields map[string]string
}

// Fault is a part of a file that is no entry, with the line where it begins. It was passed over.
type Fault struct {
	Line int
	Msg  string
}

func (f *Fault) Error() string { return f.Message().String() }

// Message implements [english.Sentence].
func (f *Fault) Message() english.Phrase {
	return english.Phrasef("line %d: %s", f.Line, f.Msg)
}

// Read reads a bibliography. An entry that cannot be read is a fault, and reading goes on with
// the next line that begins with @. The error comes from r, or says that the file is too large.
func Read(r io.Reader) (entries []Entry, faults []*Fault, err error) {
	text, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err != nil {
		return nil, nil, fmt.Errorf("crawl/read/bib: %w", err)
	}
	if len(text) > mostBytes {
		return nil, nil, english.Errorf("crawl/read/bib: larger than %d MB", mostBytes>>20)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	s := scanner{text: strings.ToValidUTF8(string(text), "\ufffd"), line: 1, strings: months()}
	for s.next() && len(entries) < mostEntries {
		start, at := s.pos, s.line
		e, err := s.entry()
		switch {
		case err != nil:
			faults = append(faults, &Fault{at, err.Error()})
			s.pos, s.line = start+1, at
		case e != nil:
			e.Line = at
			entries = append(entries, *e)
		}
	}
	return entries, faults, nil
}
