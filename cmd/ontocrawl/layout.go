package main

import (
	"fmt"
	"io"
	"strings"
)

// layout writes the parts of a report.
type layout interface {
	title(w io.Writer, text string)
	section(w io.Writer, text string)
	item(w io.Writer, depth int, mark, text string)
	rows(w io.Writer, t *table) error
	note(w io.Writer, text string)
}

// plain is text for a terminal.
type plain struct{}

func (plain) title(w io.Writer, text string)   { fmt.Fprintf(w, "%s\n", safe(text)) }
func (plain) section(w io.Writer, text string) { fmt.Fprintf(w, "\n%s\n", safe(text)) }
func (plain) note(w io.Writer, text string)    { fmt.Fprintf(w, "%s\n", safe(text)) }
func (plain) rows(w io.Writer, t *table) error { return t.write(w) }
func (plain) item(w io.Writer, depth int, mark, text string) {
	fmt.Fprintf(w, "%s%s %s\n", strings.Repeat("  ", depth+1), mark, safe(text))
}

// markdown is GitHub's.
type markdown struct{}

func (markdown) title(w io.Writer, text string) { fmt.Fprintf(w, "# %s\n", escapeMarkdown(text)) }
func (markdown) section(w io.Writer, text string) {
	fmt.Fprintf(w, "\n## %s\n\n", escapeMarkdown(text))
}
func (markdown) note(w io.Writer, text string) { fmt.Fprintf(w, "\n%s\n", escapeMarkdown(text)) }
func (markdown) item(w io.Writer, depth int, mark, text string) {
	fmt.Fprintf(w, "%s- `%s` %s\n", strings.Repeat("  ", depth), mark, escapeMarkdown(text))
}

func (markdown) rows(w io.Writer, t *table) error {
	line := func(cells []string) {
		fmt.Fprint(w, "|")
		for _, c := range cells {
			fmt.Fprintf(w, " %s |", escapeMarkdown(c))
		}
		fmt.Fprintln(w)
	}
	rule := make([]string, len(t.head))
	head := make([]string, len(t.head))
	for i, h := range t.head {
		var right bool
		head[i], right = strings.CutPrefix(h, ">")
		rule[i] = "---"
		if right {
			rule[i] = "---:"
		}
	}
	line(head)
	fmt.Fprintf(w, "| %s |\n", strings.Join(rule, " | "))
	for _, row := range t.rows {
		line(row)
	}
	return nil
}

// escapeMarkdown keeps text from the ontology from being markup or HTML.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for _, r := range safe(s) {
		if strings.ContainsRune("\\`*_{}[]<>#|&~!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
