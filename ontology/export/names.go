package export

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// names gives every concept a name of ASCII letters, digits and underscores: an
// identifier in DOT and Mermaid, an NMTOKEN in GraphML. The prefix "c_" avoids keywords
// ("graph", "end"). The local name follows, not a number, so that a new concept does not
// rename others.
func (p *Part) names() map[ontology.ID]string {
	names := make(map[ontology.ID]string, len(p.nodes))
	taken := make(map[string]bool, len(p.nodes))
	next := make(map[string]int)
	for _, id := range p.nodes {
		base := plain(p.g.Concept(id).LocalName())
		name := base
		for taken[name] {
			next[base]++
			name = fmt.Sprintf("%s_%d", base, next[base]+1)
		}
		taken[name] = true
		names[id] = name
	}
	return names
}

// plain keeps letters and digits, and replaces other characters by their numbers.
func plain(s string) string {
	const most = 80 // bytes; longer names are cut, and told apart as equal ones are
	var b strings.Builder
	b.WriteString("c_")
	for _, r := range s {
		if b.Len() > most {
			break
		}
		switch {
		case r == '_', '0' <= r && r <= '9', 'A' <= r && r <= 'Z', 'a' <= r && r <= 'z':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "u%04x", r)
		}
	}
	return b.String()
}
