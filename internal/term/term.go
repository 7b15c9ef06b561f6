package term

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
	"golang.org/x/text/width"

	"github.com/ontocrawl/ontocrawl/message"
)

// Safe makes text from a page, a header or an ontology fit for a terminal:
// control characters, escape sequences and bidirectional overrides, with which
// such text could move the cursor, set the clipboard or forge lines, are shown
// as \x1b or \u202e. Line breaks become spaces.
func Safe(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		case r == utf8.RuneError:
			b.WriteRune('\uFFFD')
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			fmt.Fprintf(&b, `\x%02x`, r)
		case unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Readable shows a URL as a browser's address bar does: 台风 and not
// %E5%8F%B0%E9%A3%8E. What would read otherwise when it is pasted back (a space,
// a percent sign, a control character) stays escaped.
func Readable(url string) string {
	var b strings.Builder
	for i := 0; i < len(url); {
		run, n := escapedRun(url[i:])
		if n > 0 && plainLetters(run) {
			b.WriteString(run)
			i += n
			continue
		}
		if n == 0 {
			n = 1
		}
		b.WriteString(url[i : i+n])
		i += n
	}
	return Safe(b.String())
}

// escapedRun decodes the %XX sequences at the beginning of s; n is their
// length.
func escapedRun(s string) (run string, n int) {
	var b []byte
	for len(s) >= n+3 && s[n] == '%' {
		x, err := strconv.ParseUint(s[n+1:n+3], 16, 8)
		if err != nil {
			break
		}
		b = append(b, byte(x))
		n += 3
	}
	return string(b), n
}

// plainLetters reports that s is all letters and digits beyond ASCII.
func plainLetters(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if r < utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			return false
		}
	}
	return true
}

// Cells is the number of terminal columns s takes; a Chinese character takes
// two.
func Cells(s string) int {
	n := 0
	for _, r := range s {
		n += runeCells(r)
	}
	return n
}

func runeCells(r rune) int {
	if unicode.Is(unicode.Mn, r) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Clip cuts s to at most n columns, the last being "…" if anything was cut.
func Clip(s string, n int) string {
	if Cells(s) <= n {
		return s
	}
	used := 0
	for i, r := range s {
		if used += runeCells(r); used > n-1 {
			return s[:i] + "…"
		}
	}
	return s
}

// Table prints rows in aligned columns. A column whose head begins with ">"
// is aligned to the right. All cells are made safe. Heads are English; they are written in the
// language of the writer.
type Table struct {
	Head []string
	Rows [][]string

	labels map[int]bool // rows whose first cell is English text of ours
}

// Label adds a row that begins with an English text, which is written in the language of the
// writer. Spaces before it stay.
func (t *Table) Label(english string, cells ...string) {
	if t.labels == nil {
		t.labels = map[int]bool{}
	}
	t.labels[len(t.Rows)] = true
	t.Add(append([]string{english}, cells...)...)
}

// translated returns the rows with their labels in the language of p.
func (t *Table) translated(p *message.Printer) [][]string {
	if p == nil || len(t.labels) == 0 {
		return t.Rows
	}
	rows := slices.Clone(t.Rows)
	for i := range t.labels {
		rows[i] = slices.Clone(rows[i])
		text := strings.TrimLeft(rows[i][0], " ")
		rows[i][0] = strings.Repeat(" ", len(rows[i][0])-len(text)) + p.Text(text)
	}
	return rows
}

func (t *Table) Add(cells ...string) {
	for i := range cells {
		cells[i] = Safe(cells[i])
	}
	t.Rows = append(t.Rows, cells)
}

func (t *Table) Write(w io.Writer) error {
	right := make([]bool, len(t.Head))
	head := make([]string, len(t.Head))
	wide := make([]int, len(t.Head))
	p := message.Of(w)
	for i, h := range t.Head {
		head[i], right[i] = strings.CutPrefix(h, ">")
		head[i] = p.Text(head[i])
		wide[i] = Cells(head[i])
	}
	rows := t.translated(p)
	for _, row := range rows {
		for i, c := range row {
			wide[i] = max(wide[i], Cells(c))
		}
	}
	var b strings.Builder
	line := func(row []string) {
		var l strings.Builder
		for i, c := range row {
			pad := strings.Repeat(" ", wide[i]-Cells(c))
			if right[i] {
				c = pad + c
			} else {
				c += pad
			}
			l.WriteString(c)
			l.WriteString("  ")
		}
		b.WriteString(strings.TrimRight(l.String(), " "))
		b.WriteByte('\n')
	}
	line(head)
	for _, row := range rows {
		line(row)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Columns reports whether w is a terminal, and its width in columns.
func Columns(w io.Writer) (columns int, ok bool) {
	f, isFile := message.Unwrap(w).(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil || columns < 20 {
		columns = 80
	}
	return columns, true
}

// SafeLines is safe for text of several lines.
func SafeLines(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		text, ended := strings.CutSuffix(line, "\n")
		// Indentation is kept; safe makes one space of a tab.
		b.WriteString(Safe(strings.ReplaceAll(text, "\t", "    ")))
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Cell is Safe for a field of a table that a spreadsheet may open: it does not
// run the field as a formula.
func Cell(s string) string {
	s = Safe(s)
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}
