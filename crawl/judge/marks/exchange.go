package marks

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Import reads the marks of a file: the lines of a marks.jsonl, else labels as [ReadLabels] reads
// them. Marks without a name are by by. The error joins a [*LabelError] for each line that is no
// mark.
func Import(r io.Reader, by string) ([]Mark, error) {
	in := bufio.NewReaderSize(r, mostLine)
	if first, _ := in.Peek(mostLine); isMarks(first) {
		return importLines(in, by)
	}
	labels, err := ReadLabels(in)
	list := make([]Mark, len(labels))
	for i, l := range labels {
		list[i] = Mark{URL: l.URL, Verdict: l.Verdict, By: by, At: l.At}
	}
	return list, err
}

// isMarks reports whether a file begins with a line of marks.jsonl.
func isMarks(text []byte) bool {
	l, _, _ := bytes.Cut(text, []byte{'\n'})
	m, ok := decode(bytes.TrimSpace(l))
	return ok && !m.At.Equal(time.Time{})
}

// IsLabels reports whether a file of labels with that text has a label.
func IsLabels(text []byte) bool {
	labels, _ := ReadLabels(bytes.NewReader(text)) // its faults are told by whoever calibrates
	return len(labels) > 0
}

func importLines(r io.Reader, by string) (list []Mark, err error) {
	p := labelParser{}
	s := bufio.NewScanner(r)
	s.Buffer(nil, mostLine)
	for s.Scan() {
		p.line++
		text := bytes.TrimSpace(s.Bytes())
		if len(text) == 0 {
			continue
		}
		m, ok := decode(text)
		if !ok {
			p.fail(english.Phrasef("is no mark: see marks.jsonl in docs/run-folder.md"))
			continue
		}
		if m.By == "" {
			m.By = by
		}
		list = append(list, m)
	}
	return list, p.end(s.Err())
}

// Export writes states as a file of labels by its extension: .csv, .jsonl, or fields between tabs for
// any other. [ReadLabels] and [Import] read it. Pages without a verdict are left out, unless the
// form is .jsonl, whose lines are marks.
func Export(w io.Writer, ext string, list []State) error {
	switch ext {
	case ".jsonl", ".ndjson", ".json":
		return exportLines(w, list)
	}
	c := csv.NewWriter(w)
	if ext != ".csv" {
		c.Comma = '\t'
	}
	if err := c.Write([]string{"answer", "url", "answered_at", "by", "note"}); err != nil {
		return err
	}
	for i := range list {
		s := &list[i]
		if s.Verdict == None {
			continue
		}
		if err := c.Write([]string{answerOf(s.Verdict), s.URL, s.JudgedAt.Format(time.RFC3339), cell(s.JudgedBy), cell(s.Note)}); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// answerOf is the word of a verdict that every reader of labels knows.
func answerOf(v Verdict) string {
	switch v {
	case Right:
		return "yes"
	case Wrong:
		return "no"
	}
	return "?"
}

// cell is a text that no spreadsheet runs, on one line.
func cell(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

func exportLines(w io.Writer, list []State) error {
	for i := range list {
		s := &list[i]
		m := Mark{URL: s.URL, Verdict: s.Verdict, By: s.By, At: s.At}
		if s.Read {
			m.Read = &s.Read
		}
		if s.Note != "" {
			m.Note = &s.Note
		}
		if m.Verdict == None && m.Read == nil && m.Note == nil {
			continue
		}
		if m.Verdict == None {
			m.Verdict = ""
		}
		l, err := encode(&m)
		if err == nil {
			_, err = w.Write(l)
		}
		if err != nil {
			return fmt.Errorf("marks: %w", err)
		}
	}
	return nil
}
