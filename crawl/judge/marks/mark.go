package marks

import (
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Verdict is a person's verdict on a page. The words stand in marks.jsonl.
type Verdict string

// The verdicts.
const (
	Right  Verdict = "right"  // the page belongs to the topic, whatever the judge says
	Wrong  Verdict = "wrong"  // it does not
	Unsure Verdict = "unsure" // seen, and the person cannot tell
	None   Verdict = "none"   // takes an earlier verdict back
)

// Verdicts lists the verdicts.
func Verdicts() []Verdict { return []Verdict{Right, Wrong, Unsure, None} }

// The limits of a mark, in bytes of UTF-8.
const (
	MaxNote = 4000
	maxBy   = 200
	maxURL  = 8192
)

// Mark is one thing that a person did with a page. What it leaves out stays as it was.
type Mark struct {
	URL     string    // the canonical key of the page (crawl/fetch/urlkey)
	Verdict Verdict   // "" leaves the verdict as it was
	Read    *bool     // nil leaves it as it was
	Note    *string   // nil leaves the note as it was; "" deletes it
	By      string    // who, as the program that asks knows them; may be ""
	At      time.Time // when; to the millisecond
}

// State sums up all marks of a page.
type State struct {
	URL     string    `json:"url"`
	Verdict Verdict   `json:"verdict"` // None if there is none
	Read    bool      `json:"read"`
	Note    string    `json:"note"`
	By      string    `json:"by"` // who made the last mark
	At      time.Time `json:"at"` // when it was made
	// JudgedBy and JudgedAt come from the last mark with a verdict, None included.
	JudgedBy string    `json:"judged_by"`
	JudgedAt time.Time `json:"judged_at"`
}

// Judged reports whether the page is marked right or wrong.
func (s *State) Judged() bool { return s.Verdict == Right || s.Verdict == Wrong }

// take changes the state by a further mark.
func (s *State) take(m *Mark) {
	s.URL, s.By, s.At = m.URL, m.By, m.At
	if m.Verdict != "" {
		s.Verdict, s.JudgedBy, s.JudgedAt = m.Verdict, m.By, m.At
	}
	if m.Read != nil {
		s.Read = *m.Read
	}
	if m.Note != nil {
		s.Note = *m.Note
	}
}

// MarkError says what is wrong with a mark.
type MarkError struct {
	Field string // as in marks.jsonl
	Why   english.Phrase
}

func (e *MarkError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *MarkError) Message() english.Phrase {
	return english.Phrasef("marks: %s %v", e.Field, e.Why)
}

// ParseVerdict reads a verdict, also as people write it: yes and no, 对 and 错. The error is a
// [*MarkError].
func ParseVerdict(word string) (Verdict, error) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "right", "yes", "y", "true", "1", "relevant", "on", "是", "对", "相关":
		return Right, nil
	case "wrong", "no", "n", "false", "0", "irrelevant", "off", "否", "不", "不是", "错", "不相关", "无关":
		return Wrong, nil
	case "unsure", "?", "skip", "不知道", "不确定":
		return Unsure, nil
	case "none":
		return None, nil
	}
	return "", &MarkError{"verdict", english.Phrasef("is %.40q: write right, wrong, unsure or none", word)}
}

// settled returns the mark as it is kept: its address as a key, its texts without control
// characters. The error is a [*MarkError].
func (m Mark) settled() (Mark, error) {
	if len(m.URL) > maxURL {
		return m, &MarkError{"url", english.Phrasef("has %d bytes; at most %d are kept", len(m.URL), maxURL)}
	}
	key, err := urlkey.Canonical(m.URL)
	if err != nil {
		return m, &MarkError{"url", english.Phrasef("cannot be read: %v", err)}
	}
	m.URL = key
	switch m.Verdict {
	case "", Right, Wrong, Unsure, None:
	default:
		return m, &MarkError{"verdict", english.Phrasef("is %.40q: it must be right, wrong, unsure or none", m.Verdict)}
	}
	if m.Note != nil {
		note := clean(*m.Note, true)
		if len(note) > MaxNote {
			return m, &MarkError{"note", english.Phrasef("has %d bytes; at most %d are kept", len(note), MaxNote)}
		}
		m.Note = &note
	}
	if m.By = clean(m.By, false); len(m.By) > maxBy {
		return m, &MarkError{"by", english.Phrasef("has %d bytes; at most %d are kept", len(m.By), maxBy)}
	}
	if m.Verdict == "" && m.Read == nil && m.Note == nil {
		return m, errEmpty
	}
	m.At = m.At.UTC().Truncate(time.Millisecond)
	return m, nil
}

var errEmpty = errors.New("marks: a mark without a verdict, a note or read says nothing")

// clean makes a person's text harmless: valid UTF-8, without control characters and without the
// characters that turn the direction of writing. Lines and tabs stay if lines is set, else they
// become spaces.
func clean(s string, lines bool) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			if lines {
				return r
			}
			return ' '
		case r < ' ' || r >= 0x7f && r < 0xa0, r == '\u2028', r == '\u2029', r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\ufeff', r == utf8.RuneError && !lines:
			return -1
		}
		return r
	}, s))
}
