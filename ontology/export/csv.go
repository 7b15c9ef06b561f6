package export

import (
	"bufio"
	"encoding/csv"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// csv writes one relation in each row, with data of both ends (RFC 4180, but with Unix
// line ends).
func (p *Part) csv(b *bufio.Writer) {
	w := csv.NewWriter(b) // its errors are b's
	ends := []string{"iri", "zh", "en", "depth", "core"}
	if p.opt.Weights != nil {
		ends = append(ends, "weight")
	}
	var head []string
	for _, s := range ends {
		head = append(head, "from_"+s)
	}
	head = append(head, "relation", "property")
	for _, s := range ends {
		head = append(head, "to_"+s)
	}
	w.Write(head)
	for _, e := range p.edges {
		row := append(p.csvEnd(e.From), e.Rel.String(), cell(e.Property))
		w.Write(append(row, p.csvEnd(e.To)...))
	}
	w.Flush()
}

func (p *Part) csvEnd(id ontology.ID) []string {
	c := p.g.Concept(id)
	cells := []string{
		cell(c.IRI), cell(c.Name("zh")), cell(c.Name("en")),
		strconv.Itoa(p.g.Depth(id)), strconv.FormatBool(c.Core),
	}
	if w, ok := p.weight(id); ok {
		cells = append(cells, w)
	}
	return cells
}

// cell prevents a spreadsheet from running a text as a formula: an apostrophe precedes
// each sign that begins one, also in full width, which East Asian versions read alike
// (OWASP, "CSV Injection"). A space before the sign does not help.
func cell(s string) string {
	s = visible(s)
	if t := strings.TrimSpace(s); t != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(t)[0]) {
		return "'" + s
	}
	return s
}
