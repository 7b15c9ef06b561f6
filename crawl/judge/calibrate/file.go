package calibrate

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// Format is a form of a file of questions.
type Format int8

// The forms.
const (
	tsv Format = iota
	CSV
	jsonl
)

// FormatOf returns the form that the name of a file asks for.
func FormatOf(name string) Format {
	switch lower := strings.ToLower(name); {
	case strings.HasSuffix(lower, ".csv"):
		return CSV
	case strings.HasSuffix(lower, ".jsonl"), strings.HasSuffix(lower, ".ndjson"), strings.HasSuffix(lower, ".json"):
		return jsonl
	}
	return tsv
}

// byteOrderMark lets spreadsheets read a CSV file as UTF-8.
const byteOrderMark = "\ufeff"

// WriteQuestions writes questions for somebody to answer: the column answer is empty.
// [marks.ReadLabels] reads the file back. No field of it runs as a formula in a spreadsheet.
func (r *Run) WriteQuestions(w io.Writer, form Format, topic string, questions []Question) error {
	head := []string{"answer", "url", "title", "sentence", "found"}
	switch form {
	case CSV:
		if _, err := io.WriteString(w, byteOrderMark); err != nil {
			return err
		}
		c := csv.NewWriter(w)
		if err := c.Write(head); err != nil {
			return err
		}
		for i := range questions {
			if err := c.Write(r.row(&questions[i])); err != nil {
				return err
			}
		}
		c.Flush()
		return c.Error()
	case jsonl:
		return r.writeObjects(w, questions)
	}
	var b strings.Builder
	b.WriteString(strings.Join(head, "\t") + "\n")
	fmt.Fprintf(&b, "# Is the page about %s? Write yes, no or ? before each address.\n", term.Safe(topic)) // not translated: a file
	for i := range questions {
		b.WriteString(strings.Join(r.row(&questions[i]), "\t") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Run) row(q *Question) []string {
	p := &r.Pages[q.Page]
	return []string{"", p.URL, term.Cell(p.Title), term.Cell(q.Sentence), term.Cell(q.Why)}
}

func (r *Run) writeObjects(w io.Writer, questions []Question) error {
	for i := range questions {
		q := &questions[i]
		p := &r.Pages[q.Page]
		line, err := json.Marshal(struct {
			Answer   *string `json:"answer"`
			URL      string  `json:"url"`
			Title    string  `json:"title"`
			Sentence string  `json:"sentence"`
			Found    string  `json:"found"`
		}{nil, p.URL, p.Title, q.Sentence, q.Why})
		if err != nil {
			return err
		}
		if _, err := w.Write(append(rundir.Escape(line), '\n')); err != nil {
			return err
		}
	}
	return nil
}
