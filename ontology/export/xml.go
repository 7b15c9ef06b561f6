package export

import (
	"bufio"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// A column is an attribute that concepts or relations have in GraphML and GEXF.
type column struct {
	name  string
	kind  string // string, integer, double or boolean
	value func(p *Part, id ontology.ID) string
}

// columns are the attributes of concepts.
func (p *Part) columns() []column {
	all := []column{
		{"iri", "string", func(p *Part, id ontology.ID) string { return p.iri(id) }},
		{"zh", "string", func(p *Part, id ontology.ID) string { return p.g.Concept(id).Name("zh") }},
		{"en", "string", func(p *Part, id ontology.ID) string { return p.g.Concept(id).Name("en") }},
		{"depth", "integer", func(p *Part, id ontology.ID) string { return strconv.Itoa(p.g.Depth(id)) }},
		{"core", "boolean", func(p *Part, id ontology.ID) string { return strconv.FormatBool(p.g.Concept(id).Core) }},
		{"individual", "boolean", func(p *Part, id ontology.ID) string { return strconv.FormatBool(p.g.Concept(id).Individual) }},
	}
	if p.opt.Weights != nil {
		all = append(all, column{"weight", "double", func(p *Part, id ontology.ID) string { return number(p.opt.Weights[id]) }})
	}
	return all
}

// xmlEscaper holds for text and for attribute values in double quotes. An
// apostrophe needs none; > does, for "]]>".
var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// xmlText writes what XML 1.0 can hold, and visibly what it cannot.
func xmlText(s string) string { return xmlEscaper.Replace(visible(s)) }

const xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

// lines writes each of its arguments, and a line end after all.
func lines(b *bufio.Writer, parts ...string) {
	for _, s := range parts {
		b.WriteString(s)
	}
	b.WriteByte('\n')
}
