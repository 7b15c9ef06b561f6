package convert

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
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
// group. The others are in file, if there is one; else the option --left FILE lists them.
func (d *Document) Missing(t *syntax.Syntax, left []syntax.Loss, most int, file string) error {
	var groups []error
	list := func(what english.Phrase, lines []any) {
		text := english.Phrasef("%s: %v (%d):", d.Name, what, len(lines))
		for _, s := range lines[:min(most, len(lines))] {
			text = english.Phrasef("%v\n  %v", text, s)
		}
		switch n := len(lines) - most; {
		case n <= 0:
		case file != "":
			text = english.Phrasef("%v\n  and %d more, all in %s", text, n, file)
		default:
			text = english.Phrasef("%v\n  and %d more; --left FILE lists them all", text, n)
		}
		groups = append(groups, english.Errorf("%v", text))
	}
	if len(d.Flaws) > 0 {
		lines := make([]any, len(d.Flaws))
		for i, flaw := range d.Flaws {
			lines[i] = flaw
		}
		list(english.Phrasef("not read, and so not written"), lines)
	}
	var parts []string
	byPart := make(map[string][]any)
	for _, s := range left {
		if byPart[s.Part] == nil {
			parts = append(parts, s.Part)
		}
		byPart[s.Part] = append(byPart[s.Part], s.Statement)
	}
	for _, part := range parts {
		list(english.Phrasef("read, but not written, for %s has no words for %s", t.Title, english.Word(cmp.Or(part, "the statement"))), byPart[part])
	}
	return errors.Join(groups...)
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
