package export

import (
	"bufio"
	"strconv"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// gexf writes gexf 1.3 (https://gexf.net). In this version an edge has a kind, here the
// relation, so two concepts may have several edges. All edges are directed, see graphML.
// There is no date, so that equal graphs give equal files.
func (p *Part) gexf(b *bufio.Writer) {
	const ns = "http://gexf.net/1.3"
	b.WriteString(xmlHead)
	lines(b, `<gexf xmlns="`, ns, `" xmlns:viz="`, ns, `/viz" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="`,
		ns, ` `, ns, `/gexf.xsd" version="1.3">`)
	lines(b, "  <meta>\n    <creator>ontocrawl</creator>")
	if s := p.caption(); s != "" {
		lines(b, `    <description>`, xmlText(s), `</description>`)
	}
	lines(b, "  </meta>\n  <graph defaultedgetype=\"directed\" mode=\"static\">")
	columns := p.columns()
	lines(b, `    <attributes class="node">`)
	for _, c := range columns {
		lines(b, `      <attribute id="`, c.name, `" title="`, c.name, `" type="`, c.kind, `"/>`)
	}
	lines(b, `    </attributes>`)
	lines(b, `    <attributes class="edge">`)
	lines(b, `      <attribute id="property" title="property" type="string"/>`)
	lines(b, `    </attributes>`)
	names := p.names()
	p.gexfNodes(b, columns, names)
	p.gexfEdges(b, names)
	lines(b, "  </graph>\n</gexf>")
}

func (p *Part) gexfNodes(b *bufio.Writer, columns []column, names map[ontology.ID]string) {
	lines(b, `    <nodes>`)
	shade := p.shades()
	for _, id := range p.nodes {
		lines(b, `      <node id="`, names[id], `" label="`, xmlText(p.name(id)), `">`)
		lines(b, `        <attvalues>`)
		for _, c := range columns {
			lines(b, `          <attvalue for="`, c.name, `" value="`, xmlText(c.value(p, id)), `"/>`)
		}
		lines(b, `        </attvalues>`)
		if shade != nil {
			col, _ := tint(shade(id))
			lines(b, `        <viz:color r="`, strconv.Itoa(int(col.r)), `" g="`, strconv.Itoa(int(col.g)), `" b="`, strconv.Itoa(int(col.b)), `"/>`)
		}
		lines(b, `      </node>`)
	}
	lines(b, `    </nodes>`)
}

func (p *Part) gexfEdges(b *bufio.Writer, names map[ontology.ID]string) {
	lines(b, `    <edges>`)
	for i, e := range p.edges {
		lines(b, `      <edge id="e`, strconv.Itoa(i+1), `" source="`, names[e.From], `" target="`, names[e.To], `"`,
			` kind="`, e.Rel.String(), `" label="`, xmlText(p.relation(e)), `">`)
		if e.Property != "" {
			lines(b, `        <attvalues><attvalue for="property" value="`, xmlText(e.Property), `"/></attvalues>`)
		}
		lines(b, `      </edge>`)
	}
	lines(b, `    </edges>`)
}
