package export

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// dot writes the DOT language. Only Is-a edges rank the picture, from below to above;
// Includes edges would break the levels.
func (p *Part) dot(b *bufio.Writer) {
	names := p.names()
	b.WriteString("digraph ontology {\n")                                                                                           // not translated: DOT
	fmt.Fprintf(b, "  graph [rankdir=BT, label=%s]\n", dotLabel(p.caption()))                                                       // not translated: DOT
	b.WriteString("  node [shape=box, style=\"rounded,filled\", fillcolor=\"#ffffff\", fontname=\"Helvetica,Arial,sans-serif\"]\n") // not translated: DOT
	b.WriteString("  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=10]\n")
	shade := p.shades()
	for _, id := range p.nodes {
		attrs := p.dotNode(id)
		if shade != nil {
			attrs = append(attrs, dotTint(shade(id))...)
		}
		fmt.Fprintf(b, "  %s [%s]\n", names[id], strings.Join(attrs, ", "))
	}
	for _, e := range p.edges {
		fmt.Fprintf(b, "  %s -> %s [%s]\n", names[e.From], names[e.To], strings.Join(p.dotEdge(e), ", "))
	}
	b.WriteString("}\n")
}

func (p *Part) dotNode(id ontology.ID) []string {
	c := p.g.Concept(id)
	attrs := []string{
		"label=" + dotLabel(p.name(id)),
		"tooltip=" + dotLabel(c.IRI),
		"iri=" + dotString(c.IRI),
		"zh=" + dotString(c.Name("zh")),
		"en=" + dotString(c.Name("en")),
		"depth=" + strconv.Itoa(p.g.Depth(id)),
		"core=" + strconv.FormatBool(c.Core),
		"individual=" + strconv.FormatBool(c.Individual),
	}
	if w, ok := p.weight(id); ok {
		attrs = append(attrs, "weight="+w)
	}
	if c.Core {
		attrs = append(attrs, "penwidth=2")
	}
	return attrs
}

func dotTint(shade float64) []string {
	col, dark := tint(shade)
	attrs := []string{fmt.Sprintf(`fillcolor="#%02x%02x%02x"`, col.r, col.g, col.b)}
	if dark {
		attrs = append(attrs, `fontcolor="#ffffff"`)
	}
	return attrs
}

func (p *Part) dotEdge(e ontology.Edge) []string {
	attrs := []string{"relation=" + dotString(e.Rel.String())}
	if e.Property != "" {
		attrs = append(attrs, "property="+dotString(e.Property))
	}
	switch e.Rel {
	case ontology.IsA:
		return append(attrs, "arrowhead=empty")
	case ontology.Synonym:
		return append(attrs, "label=\"=\"", "dir=none", "style=bold", "constraint=false")
	case ontology.Includes:
		return append(attrs, "label="+dotLabel(p.relation(e)), "style=dashed", "constraint=false")
	}
	return append(attrs, "label="+dotLabel(p.relation(e)), "style=dotted", "color=\"#888888\"", "constraint=false")
}

// caption describes the content of the picture.
func (p *Part) caption() string {
	switch {
	case p.opt.Topic == "":
		return p.opt.Title
	case p.opt.Title == "":
		return "topic " + p.opt.Topic
	}
	return p.opt.Title + ", topic " + p.opt.Topic
}

// dotString quotes a string. DOT has only the escape \", but a backslash is doubled too:
// before the closing quote, it would keep the string open.
func dotString(s string) string {
	return `"` + dotEscaper.Replace(visible(s)) + `"`
}

var dotEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// dotLabel quotes a visible text, in which Graphviz also reads character references
// (&lt;) and its own \N and \l, despite the doubled backslash.
func dotLabel(s string) string {
	return dotString(strings.ReplaceAll(s, "&", "&amp;"))
}
