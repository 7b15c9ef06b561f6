package semsim

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// CountsError reports a bad line of counts.
type CountsError struct {
	File string
	Line int
	Msg  string
}

func (e *CountsError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// maxLine is the longest line of counts.
const maxLine = 1 << 16

// ReadCounts reads how often each of n concepts was counted, for [CorpusIC]. A
// line is a name, a tab, and a number not below 0; empty lines and lines that
// begin with # are skipped. Counts of several lines add up. Find returns the
// concept of a name. File is for errors, which are [*CountsError] except those
// of r.
func ReadCounts(r io.Reader, file string, n int, find func(name string) (ontology.ID, error)) ([]float64, error) {
	counts := make([]float64, n)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	line := 0
	fail := func(format string, args ...any) error {
		return &CountsError{file, line, fmt.Sprintf(format, args...)}
	}
	for lines.Scan() {
		line++
		text := lines.Bytes()
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if !utf8.Valid(text) {
			return nil, fail("not UTF-8")
		}
		s := strings.TrimSpace(string(text))
		if s == "" || s[0] == '#' {
			continue
		}
		i := strings.LastIndexByte(s, '\t')
		if i < 0 {
			return nil, fail("%q has no tab; a line is a concept, a tab and its count", s)
		}
		name, number := strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+1:])
		count, err := strconv.ParseFloat(number, 64)
		if err != nil || !(count >= 0) || math.IsInf(count, 1) {
			return nil, fail("the count of %q is %q, but it must be a number not below 0", name, number)
		}
		id, err := find(name)
		if err != nil {
			return nil, fail("%v", err)
		}
		counts[id] += count
	}
	if err := lines.Err(); err != nil {
		if err == bufio.ErrTooLong {
			line++
			return nil, fail("a line of more than %d bytes", maxLine)
		}
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return counts, nil
}
