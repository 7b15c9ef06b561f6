package marks

import (
	"encoding/json"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// line is a mark as marks.jsonl has it. Fields that a later version adds are left out when
// this one reads.
type line struct {
	URL     string    `json:"url"`
	Verdict Verdict   `json:"verdict,omitempty"`
	Read    *bool     `json:"read,omitempty"`
	Note    *string   `json:"note,omitempty"`
	By      string    `json:"by,omitempty"`
	At      time.Time `json:"at"`
}

// mostLine bounds a line: a mark at its limits, every byte of it escaped.
const mostLine = 6*(maxURL+MaxNote+maxBy) + 512

// encode returns the mark as a line, with its newline. No control character, and nothing that
// HTML would read, stands in it unescaped.
func encode(m *Mark) ([]byte, error) {
	text, err := json.Marshal(line(*m))
	if err != nil {
		return nil, err
	}
	return append(rundir.Escape(text), '\n'), nil
}

// decode reads a line without its newline. ok is false if it is no mark; a file that was edited
// may hold anything.
func decode(text []byte) (m Mark, ok bool) {
	if len(text) > mostLine {
		return m, false
	}
	var l line
	if json.Unmarshal(text, &l) != nil {
		return m, false
	}
	m, err := Mark(l).settled()
	return m, err == nil
}
