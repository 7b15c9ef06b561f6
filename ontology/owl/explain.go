package owl

import (
	"errors"
	"fmt"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// explain adds context to an error: missing imports for an empty ontology, or the place
// of an Is-a cycle.
func (c *closure) explain(err error) error {
	var cycle *ontology.CycleError
	switch {
	case errors.As(err, &cycle):
		if place := c.whereStated(cycle.Path[0], cycle.Path[1]); place != "" {
			return fmt.Errorf("%w; the first step is stated in %s: remove one of the steps", err, place)
		}
	case errors.Is(err, ErrNoConcept):
		for _, f := range c.findings {
			if f.Code == MissingImport || f.Code == UnreadableImport {
				return fmt.Errorf("%w; it %s", err, f.Message)
			}
		}
	}
	return err
}

// whereStated returns the file, and the line if known, of a triple from s to o. It reads
// the files again.
func (c *closure) whereStated(s, o string) string {
	for i, doc := range c.docs {
		found := errors.New("found")
		err := c.decode(doc, i, func(t rdf.Triple) error {
			if t.Subj.String() == s && t.Obj.String() == o {
				return found
			}
			return nil
		})
		if errors.Is(err, found) {
			if line := lineOf(doc.data, s); line > 0 {
				return fmt.Sprintf("%s:%d", shown(doc.file), line)
			}
			return shown(doc.file)
		}
	}
	return ""
}
