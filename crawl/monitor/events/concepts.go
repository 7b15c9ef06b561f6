package events

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// concept is a concept of a page; its name is set later.
type concept = monitor.Concept

// conceptsOf sums evidence by concept, heaviest first. Label and place are those with
// the largest contribution.
func conceptsOf(evidence []crawl.Evidence) []concept {
	var out []concept
	var heaviest []float64
	at := make(map[string]int, len(evidence))
	for i := range evidence {
		e := &evidence[i]
		n, known := at[e.Concept]
		if !known {
			n = len(out)
			at[e.Concept] = n
			out, heaviest = append(out, concept{IRI: e.Concept, Label: e.Label, Place: e.Group}), append(heaviest, e.Contribution)
		}
		c := &out[n]
		c.Count += e.Count
		c.Share += e.Contribution
		if e.Contribution > heaviest[n] {
			c.Label, c.Place, heaviest[n] = e.Label, e.Group, e.Contribution
		}
	}
	slices.SortStableFunc(out, func(a, b concept) int { return cmp.Compare(b.Share, a.Share) })
	return out
}

// appeared returns the IRIs of now that were not in before.
func appeared(now, before []concept) []string {
	had := make(map[string]bool, len(before))
	for i := range before {
		had[before[i].IRI] = true
	}
	var out []string
	for i := range now {
		if !had[now[i].IRI] {
			out = append(out, now[i].IRI)
		}
	}
	return out
}

// named returns concepts with their names.
func (c *Collector) named(concepts []concept) []monitor.Concept {
	out := slices.Clone(concepts)
	for i := range out {
		if c.opt.Name != nil {
			out[i].Name = c.opt.Name(out[i].IRI)
		}
		out[i].Name = cmp.Or(out[i].Name, lastPart(out[i].IRI))
	}
	return out
}

// lastPart returns the end of an IRI, behind the last # or /.
func lastPart(iri string) string {
	trimmed := strings.TrimRight(iri, "#/")
	return trimmed[strings.LastIndexAny(trimmed, "#/")+1:]
}
