package export

import (
	"bufio"
	"strconv"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// graphML writes GraphML (http://graphml.graphdrawing.org/specification.html). Its
// attribute types are Java's: int where gexf has integer. Synonym edges are directed
// too, because networkx refuses graphs with both directed and undirected edges.
func (p *Part) graphML(b *bufio.Writer) {
	const ns = "http://graphml.graphdrawing.org/xmlns"
	b.WriteString(xmlHead)
	lines(b, `<graphml xmlns="`, ns, `" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="`,
		ns, ` `, ns, `/1.0/graphml.xsd">`)
	columns := p.columns()
	p.graphMLKeys(b, columns)
	lines(b, `  <graph id="ontology" edgedefault="directed">`)
	if s := p.opt.Title; s != "" {
		lines(b, `    <data key="title">`, xmlText(s), `</data>`)
	}
	if s := p.opt.Topic; s != "" {
		lines(b, `    <data key="topic">`, xmlText(s), `</data>`)
	}
	names := p.names()
	for _, id := range p.nodes {
		lines(b, `    <node id="`, names[id], `">`)
		lines(b, `      <data key="label">`, xmlText(p.name(id)), `</data>`)
		for _, c := range columns {
			lines(b, `      <data key="`, c.name, `">`, xmlText(c.value(p, id)), `</data>`)
		}
		lines(b, `    </node>`)
	}
	for i, e := range p.edges {
		p.graphMLEdge(b, i, e, names)
	}
	lines(b, "  </graph>\n</graphml>")
}

func (p *Part) graphMLKeys(b *bufio.Writer, columns []column) {
	key := func(id, of, name, kind string) {
		if kind == "integer" {
			kind = "int"
		}
		lines(b, `  <key id="`, id, `" for="`, of, `" attr.name="`, name, `" attr.type="`, kind, `"/>`)
	}
	key("title", "graph", "title", "string")
	key("topic", "graph", "topic", "string")
	key("label", "node", "label", "string")
	for _, c := range columns {
		key(c.name, "node", c.name, c.kind)
	}
	key("relation", "edge", "relation", "string")
	key("property", "edge", "property", "string")
	key("edgelabel", "edge", "label", "string")
}

func (p *Part) graphMLEdge(b *bufio.Writer, i int, e ontology.Edge, names map[ontology.ID]string) {
	lines(b, `    <edge id="e`, strconv.Itoa(i+1), `" source="`, names[e.From], `" target="`, names[e.To], `">`)
	lines(b, `      <data key="relation">`, e.Rel.String(), `</data>`)
	if e.Property != "" {
		lines(b, `      <data key="property">`, xmlText(e.Property), `</data>`)
	}
	lines(b, `      <data key="edgelabel">`, xmlText(p.relation(e)), `</data>`)
	lines(b, `    </edge>`)
}
