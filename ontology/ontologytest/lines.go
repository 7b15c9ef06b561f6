package ontologytest

import (
	"fmt"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Lines writes all that a graph says, one fact a line, sorted and without numbers, so
// that graphs of the same ontology from different files can be compared and their
// differences read: the concepts, their labels and definitions, and the edges, edges of
// synonyms with the smaller IRI first.
func Lines(g *ontology.Graph) []string {
	var lines []string
	for i := range g.Len() {
		c := g.Concept(ontology.ID(i))
		lines = append(lines, fmt.Sprintf("concept %s core=%t individual=%t", c.IRI, c.Core, c.Individual))
		for _, l := range c.Labels {
			lines = append(lines, fmt.Sprintf("label %d of %s: %q@%s", l.Kind, c.IRI, l.Text, l.Lang))
		}
		for _, d := range c.Definitions {
			lines = append(lines, fmt.Sprintf("definition of %s: %q@%s", c.IRI, d.Text, d.Lang))
		}
	}
	for _, e := range g.Edges() {
		from, to := g.Concept(e.From).IRI, g.Concept(e.To).IRI
		if e.Rel == ontology.Synonym && from > to {
			from, to = to, from
		}
		lines = append(lines, fmt.Sprintf("edge %s %s %s by <%s>", from, e.Rel, to, e.Property))
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// Missing returns the lines of a that are not in b; both are sorted.
func Missing(a, b []string) []string {
	var missing []string
	for _, line := range a {
		if _, ok := slices.BinarySearch(b, line); !ok {
			missing = append(missing, line)
		}
	}
	return missing
}
