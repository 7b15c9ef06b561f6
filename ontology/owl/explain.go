package owl

import (
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// circles reports where Is-a runs in a circle, with the place of the first step of each.
func (c *closure) circles(g *ontology.Graph) (all []Finding) {
	circles, total := g.Circles()
	if total == 0 {
		return nil
	}
	places := c.whereStated(circles)
	for i, circle := range circles {
		all = append(all, Finding{
			Level: Warning, Code: IsACircle, Subject: circle.Path[0], File: places[i].file, Line: places[i].line,
			Says: english.Phrasef("Is-a runs in a circle: %s; so these mean the same, and are read as synonyms", circle.Way()),
		})
	}
	if more := total - len(circles); more > 0 {
		all = append(all, Finding{
			Level: Warning, Code: IsACircle, File: c.docs[0].file, Count: more,
			Says: english.Plural(more, "%d more circle of Is-a", "%d more circles of Is-a"),
		})
	}
	return worded(all...)
}

// place is where a statement stands: the line is 0 if it is not known.
type place struct {
	file string
	line int
}

// whereStated returns where the first step of each circle is stated. It reads the files
// again.
func (c *closure) whereStated(circles []*ontology.Circle) []place {
	type step struct{ s, o string }
	of := make(map[step]int, len(circles))
	for i, circle := range circles {
		of[step{circle.Path[0], circle.Path[1]}] = i
	}
	places := make([]place, len(circles))
	for i, doc := range c.docs {
		if doc.syntax == nil { // it came as statements
			continue
		}
		var here []int
		// The document was read before, so an error is not met here again.
		_ = c.decode(doc, i, func(t rdf.Triple) error {
			at := step{t.Subj.String(), t.Obj.String()}
			if k, ok := of[at]; ok {
				delete(of, at)
				here = append(here, k)
			}
			return nil
		})
		for _, k := range here {
			places[k] = place{doc.file, lineOf(doc.data, circles[k].Path[0])}
		}
	}
	return places
}
