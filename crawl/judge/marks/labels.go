package marks

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Label is a line of a file of labels.
type Label struct {
	URL     string // canonical key
	Verdict Verdict
	At      time.Time // when it was given; zero if the file does not say
	Line    int       // from 1
}

// LabelError reports a line that is no label.
type LabelError struct {
	Line int
	Why  english.Phrase
}

func (e *LabelError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *LabelError) Message() english.Phrase {
	return english.Phrasef("line %d %v", e.Line, e.Why)
}

// The limits of a file of labels. A page of a person's answers is far smaller.
const (
	mostLabelLine = 1 << 20
	mostLabels    = 1 << 20
)

// ReadLabels reads a file of labels: lines of JSON objects, or of fields between tabs,
// commas or semicolons. One field or member is the address, one the answer (yes or no, also the
// other words of [ParseVerdict]; ? means not known). The lines of marks.jsonl are such objects. A line without an answer is left out, and so are
// empty lines and those that begin with #. The first line may name the fields: url and
// answer; otherwise the first field that begins with http is the address, and the answer is
// the first other field. A byte order mark and any line ends are fine. The error joins a
// [*LabelError] for each line that is no label.
func ReadLabels(r io.Reader) ([]Label, error) {
	var p labelParser
	s := bufio.NewScanner(r)
	s.Buffer(nil, mostLabelLine)
	s.Split(scanAnyLine)
	for s.Scan() && len(p.labels) < mostLabels {
		p.line++
		p.parse(s.Text())
	}
	return p.labels, p.end(s.Err())
}

// end is the error of a file that was read up to err.
func (p *labelParser) end(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		p.line++
		p.fail(english.Phrasef("is too long"))
	} else if err != nil {
		return err
	}
	return errors.Join(p.faults...)
}

// scanAnyLine splits at \n, \r\n and \r.
func scanAnyLine(data []byte, atEOF bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && atEOF && len(data) > 0:
		return len(data), data, nil
	case i < 0 || data[i] == '\r' && i+1 == len(data) && !atEOF:
		return 0, nil, nil
	case data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n':
		return i + 2, data[:i], nil
	}
	return i + 1, data[:i], nil
}

type labelParser struct {
	line    int
	labels  []Label
	faults  []error
	head    bool // the fields have names
	between rune // between fields of lines without tabs, once known
	url     int  // the field of the address, if head is set
	reply   int
	at      int // the field of the time; -1: there is none
}

func (p *labelParser) fail(why english.Phrase) {
	const most = 20
	if len(p.faults) < most {
		p.faults = append(p.faults, &LabelError{p.line, why})
	}
}

func (p *labelParser) parse(text string) {
	if p.line == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	t := strings.TrimSpace(text)
	switch {
	case t == "" || t[0] == '#':
	case !utf8.ValidString(t):
		p.fail(english.Phrasef("is not UTF-8: save the file as UTF-8"))
	case t[0] == '{':
		p.object(t)
	default:
		p.fields(text)
	}
}

func (p *labelParser) object(text string) {
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		p.fail(english.Phrasef("is no JSON object: %v", err))
		return
	}
	url, _ := m["url"].(string)
	at, _ := m["at"].(string)
	for _, name := range []string{"answer", "label", "relevant", "on_topic", "verdict"} {
		if v, ok := m[name]; ok && v != nil {
			p.add(url, fmt.Sprint(v), at)
			return
		}
	}
	if url == "" {
		p.fail(english.Phrasef(`has no "url"`))
	}
}

func (p *labelParser) fields(text string) {
	var fields []string
	if strings.Contains(text, "\t") {
		fields = strings.Split(text, "\t")
	} else {
		r := csv.NewReader(strings.NewReader(text))
		r.LazyQuotes = true
		r.Comma = p.comma(text)
		var err error
		if fields, err = r.Read(); err != nil {
			p.fail(english.Phrasef("cannot be split at commas: %v", err))
			return
		}
	}
	for i, f := range fields {
		fields[i] = strings.Trim(f, " \"'")
	}
	isURL := func(s string) bool { return strings.HasPrefix(strings.ToLower(s), "http") }
	at := slices.IndexFunc(fields, isURL)
	switch {
	case p.head:
		if p.url < len(fields) && p.reply < len(fields) {
			p.add(fields[p.url], fields[p.reply], p.timeOf(fields))
		} else if at < 0 {
			p.fail(english.Phrasef("has no address"))
		}
	case at < 0 && len(p.labels) == 0 && p.heads(fields):
	case at < 0:
		p.fail(english.Phrasef("has no address that begins with http:// or https://"))
	default:
		for i, f := range fields {
			if i != at {
				p.add(fields[at], f, "")
				return
			}
		}
		p.fail(english.Phrasef("has an address and no answer: write yes or no beside it, with a tab between"))
	}
}

// comma returns the sign that parts the fields of a table: the first such sign outside quotes
// in its first line. Spreadsheets write semicolons where the comma is the decimal sign.
func (p *labelParser) comma(text string) rune {
	if p.between != 0 {
		return p.between
	}
	quoted := false
	for _, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case !quoted && (r == ',' || r == ';'):
			p.between = r
			return r
		}
	}
	return ','
}

// heads takes a line of names.
func (p *labelParser) heads(fields []string) bool {
	url, reply, at := -1, -1, -1
	for i, f := range fields {
		switch strings.ToLower(f) {
		case "url", "address", "page", "网址", "网页":
			url = i
		case "answer", "label", "relevant", "on_topic", "verdict", "mark", "回答", "标记":
			reply = i
		case "answered_at", "at":
			at = i
		}
	}
	p.head, p.url, p.reply, p.at = url >= 0 && reply >= 0, url, reply, at
	return p.head
}

func (p *labelParser) timeOf(fields []string) string {
	if p.at < 0 || p.at >= len(fields) {
		return ""
	}
	return fields[p.at]
}

func (p *labelParser) add(url, answer, at string) {
	if strings.TrimSpace(answer) == "" {
		return // not answered yet
	}
	key, err := urlkey.Canonical(url)
	if err != nil {
		p.fail(english.Phrasef("has an address that cannot be read: %v", err))
		return
	}
	verdict, err := ParseVerdict(answer)
	if err != nil {
		p.fail(english.Phrasef("has the answer %.40q; write yes, no or ?", answer))
		return
	}
	when, err := time.Parse(time.RFC3339, at)
	if err != nil {
		when = time.Time{} // nobody says when, or nobody can read it
	}
	p.labels = append(p.labels, Label{key, verdict, when.UTC(), p.line})
}
