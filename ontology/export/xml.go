package export

import (
	"bufio"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// column is an attribute of concepts or relations in GraphML and gexf.
type column struct {
	name  string
	kind  string // string, integer, double or boolean
	value func(p *Part, id ontology.ID) string
}

// columns returns the attributes of concepts.
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

// xmlEscaper is for text and for attribute values in double quotes. It escapes > because
// of "]]>".
var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// xmlText escapes a text and makes visible what XML 1.0 cannot hold.
func xmlText(s string) string { return xmlEscaper.Replace(visible(s)) }

const xmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

// lines writes its arguments as one line.
func lines(b *bufio.Writer, parts ...string) {
	for _, s := range parts {
		b.WriteString(s)
	}
	b.WriteByte('\n')
}
