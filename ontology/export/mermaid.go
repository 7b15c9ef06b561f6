package export

import (
	"bufio"
	"fmt"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Limits of Mermaid, unless the page raises maxEdges and maxTextSize
// (https://mermaid.js.org/config/schema-docs/config.html).
const (
	MermaidEdges = 500
	MermaidText  = 50000 // characters
)

// mermaid writes a flowchart, the general concepts above. Weights are part of the names,
// because Mermaid has no other place for numbers.
func (p *Part) mermaid(b *bufio.Writer) {
	names := p.names()
	b.WriteString("flowchart BT\n")
	var core []string
	for _, id := range p.nodes {
		label := p.name(id)
		if w, ok := p.weight(id); ok {
			label += " " + w
		}
		fmt.Fprintf(b, "  %s[\"%s\"]\n", names[id], mermaidText(label))
		if p.g.Concept(id).Core {
			core = append(core, names[id])
		}
	}
	for _, e := range p.edges {
		fmt.Fprintf(b, "  %s %s %s\n", names[e.From], p.mermaidArrow(e), names[e.To])
	}
	if len(core) > 0 {
		b.WriteString("  classDef core stroke-width:3px\n") // not translated: Mermaid
		for _, name := range core {
			fmt.Fprintf(b, "  class %s core\n", name)
		}
	}
	p.mermaidTints(b, names)
}

// mermaidTints colours concepts by weight, in steps of a tenth.
func (p *Part) mermaidTints(b *bufio.Writer, names map[ontology.ID]string) {
	shade := p.shades()
	if shade == nil {
		return
	}
	tenth := func(id ontology.ID) int { return int(shade(id)*10 + 0.5) }
	used := [11]bool{}
	for _, id := range p.nodes {
		used[tenth(id)] = true
	}
	for i, u := range used {
		if u {
			col, dark := tint(float64(i) / 10)
			text := "#000000"
			if dark {
				text = "#ffffff"
			}
			fmt.Fprintf(b, "  classDef w%d fill:#%02x%02x%02x,color:%s\n", i, col.r, col.g, col.b, text)
		}
	}
	for _, id := range p.nodes {
		fmt.Fprintf(b, "  class %s w%d\n", names[id], tenth(id))
	}
}

func (p *Part) mermaidArrow(e ontology.Edge) string {
	label := mermaidText(p.relation(e))
	switch e.Rel {
	case ontology.IsA:
		return "-->"
	case ontology.Synonym:
		return `---|"Synonym"|`
	case ontology.Includes:
		return `==>|"` + label + `"|`
	}
	return `-.->|"` + label + `"|`
}

// mermaidText escapes a text for double quotes. Letters, digits, spaces, and signs within
// a word or number stay; other characters become references such as #58;. Quotes alone
// would need less. But before parsing, Mermaid searches the whole chart for directives
// (%%{), comments, style lines (with : and ;) and its own marks, and afterwards it reads
// labels as Markdown (a leading "1." or "-", a backquote) and HTML.
func mermaidText(s string) string {
	s = visible(s)
	var b strings.Builder
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case r == ' ', unicode.IsLetter(r) && r != 'ﬂ', unicode.IsDigit(r), unicode.IsMark(r):
			b.WriteRune(r)
		case (r == '-' || r == '.' || r == ',') && i > 0 && i+1 < len(runes) && wordy(runes[i-1]) && wordy(runes[i+1]):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Characters counts the characters written to it, for a comparison with
// MermaidText.
type Characters int

func (n *Characters) Write(p []byte) (int, error) {
	for _, c := range p {
		if c&0xc0 != 0x80 { // no continuation byte of UTF-8
			*n++
		}
	}
	return len(p), nil
}
