package convert

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// Targets lists the syntaxes that can be written, one a line: name, extensions,
// title.
func Targets() string {
	var b strings.Builder
	for _, s := range syntax.All().Written() {
		fmt.Fprintf(&b, "  %-10s  %-11s  %s\n", s.Name, strings.Join(s.Exts[:min(2, len(s.Exts))], " "), s.Title)
	}
	return b.String()
}

// Missing tells what of d the syntax t does not hold: what was not read, and left,
// what [Document.Write] left out. It groups them by what is missing, the whole
// statement, or the language or the like of it, and shows at most most of each
// group. where says behind "and 3 more" where the others are.
func (d *Document) Missing(t *syntax.Syntax, left []syntax.Loss, most int, where string) string {
	var groups []string
	list := func(what string, lines []string) {
		text := fmt.Sprintf("%s: %s (%d):", d.Name, what, len(lines))
		for _, s := range lines[:min(most, len(lines))] {
			text += "\n  " + s
		}
		if n := len(lines) - most; n > 0 {
			text += fmt.Sprintf("\n  and %d more%s", n, where)
		}
		groups = append(groups, text)
	}
	if len(d.Flaws) > 0 {
		list("not read, and so not written", d.Flaws)
	}
	var parts []string
	byPart := make(map[string][]string)
	for _, s := range left {
		if byPart[s.Part] == nil {
			parts = append(parts, s.Part)
		}
		byPart[s.Part] = append(byPart[s.Part], s.Statement)
	}
	for _, part := range parts {
		list("read, but not written, for "+t.Title+" has no words for "+cmp.Or(part, "the statement"), byPart[part])
	}
	return strings.Join(groups, "\n")
}

// WriteLeft writes all that Missing tells of, one statement a line.
func (d *Document) WriteLeft(w io.Writer, left []syntax.Loss) error {
	b := bufio.NewWriter(w)
	for _, s := range d.Flaws {
		fmt.Fprintln(b, s)
	}
	for _, s := range left {
		fmt.Fprintln(b, s)
	}
	return b.Flush()
}
