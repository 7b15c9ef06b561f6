package term

import (
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/message"
)

// Layout writes the parts of a report.
type Layout interface {
	Title(w io.Writer, text string)
	Section(w io.Writer, text string)
	Item(w io.Writer, depth int, mark, text string)
	Table(w io.Writer, t *Table) error
	Note(w io.Writer, text string)
}

// Plain is text for a terminal.
type Plain struct{}

func (Plain) Title(w io.Writer, text string)    { fmt.Fprintf(w, "%s\n", Safe(text)) }
func (Plain) Section(w io.Writer, text string)  { fmt.Fprintf(w, "\n%s\n", Safe(text)) }
func (Plain) Note(w io.Writer, text string)     { fmt.Fprintf(w, "%s\n", Safe(text)) }
func (Plain) Table(w io.Writer, t *Table) error { return t.Write(w) }
func (Plain) Item(w io.Writer, depth int, mark, text string) {
	fmt.Fprintf(w, "%s%s %s\n", strings.Repeat("  ", depth+1), mark, Safe(text))
}

// Markdown is GitHub's.
type Markdown struct{}

func (Markdown) Title(w io.Writer, text string) { fmt.Fprintf(w, "# %s\n", escapeMarkdown(text)) }
func (Markdown) Section(w io.Writer, text string) {
	fmt.Fprintf(w, "\n## %s\n\n", escapeMarkdown(text))
}
func (Markdown) Note(w io.Writer, text string) { fmt.Fprintf(w, "\n%s\n", escapeMarkdown(text)) }
func (Markdown) Item(w io.Writer, depth int, mark, text string) {
	fmt.Fprintf(w, "%s- `%s` %s\n", strings.Repeat("  ", depth), mark, escapeMarkdown(text))
}

func (Markdown) Table(w io.Writer, t *Table) error {
	line := func(cells []string) {
		fmt.Fprint(w, "|")
		for _, c := range cells {
			fmt.Fprintf(w, " %s |", escapeMarkdown(c))
		}
		fmt.Fprintln(w)
	}
	rule := make([]string, len(t.Head))
	head := make([]string, len(t.Head))
	for i, h := range t.Head {
		var right bool
		head[i], right = strings.CutPrefix(h, ">")
		head[i] = message.Of(w).Text(head[i])
		rule[i] = "---"
		if right {
			rule[i] = "---:"
		}
	}
	line(head)
	fmt.Fprintf(w, "| %s |\n", strings.Join(rule, " | "))
	for _, row := range t.translated(message.Of(w)) {
		line(row)
	}
	return nil
}

// escapeMarkdown keeps text from the ontology from being markup or HTML.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for _, r := range Safe(s) {
		if strings.ContainsRune("\\`*_{}[]<>#|&~!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
