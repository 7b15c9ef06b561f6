package message

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

// Wrap breaks the lines of text that take more than columns, as cells counts them. A continued line
// is indented like its beginning, plus hang. It breaks at spaces and between characters of scripts that write
// none, and never before punctuation that closes.
func Wrap(text string, columns, hang int, cells func(string) int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		body, ended := strings.CutSuffix(line, "\n")
		wrapLine(&b, body, columns, hang, cells)
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func wrapLine(b *strings.Builder, line string, columns, hang int, cells func(string) int) {
	if cells(line) <= columns {
		b.WriteString(line)
		return
	}
	indent := len(line) - len(strings.TrimLeft(line, " "))
	used, first := indent, true
	b.WriteString(line[:indent])
	for _, piece := range pieces(line[indent:]) {
		n := cells(strings.TrimRight(piece, " "))
		if !first && used+n > columns {
			trimRight(b)
			b.WriteString("\n" + strings.Repeat(" ", indent+hang))
			used = indent + hang
		}
		b.WriteString(piece)
		used += cells(piece)
		first = false
	}
}

// trimRight takes the spaces off the end of b.
func trimRight(b *strings.Builder) {
	s := strings.TrimRight(b.String(), " ")
	b.Reset()
	b.WriteString(s)
}

// pieces cuts s where a line may end.
func pieces(s string) []string {
	var all []string
	start := 0
	var before rune
	for i, r := range s {
		if i > start && (before == ' ' && r != ' ' || (wide(before) || wide(r)) && !closes(r) && !opens(before) && r != ' ') {
			all = append(all, s[start:i])
			start = i
		}
		before = r
	}
	return append(all, s[start:])
}

func wide(r rune) bool {
	return script.Unspaced(r) || strings.ContainsRune("，。；：、！？（）“”《》", r)
}

func closes(r rune) bool {
	return strings.ContainsRune("，。；：、！？）”》,.;:!?)]}\"'…", r)
}
func opens(r rune) bool { return strings.ContainsRune("（“《([{\"'", r) }
