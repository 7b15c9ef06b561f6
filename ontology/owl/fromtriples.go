package owl

import (
	"context"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// FromTriples reads an ontology from triples. It does not look for imports, but reports
// them as findings. There is no Hash, because there are no bytes.
func FromTriples(triples []rdf.Triple, opt Options) (*Ontology, error) {
	c := newClosure(opt)
	defer c.summing.Wait() // an error leaves nothing behind
	c.store = newStore(len(triples))
	for _, t := range triples {
		c.store.add(t)
		if c.opt.Statement != nil {
			c.opt.Statement(opt.File, t)
		}
	}
	doc := &document{file: opt.File, triples: len(triples)}
	doc.header(c.store, c.store.all)
	c.docs = append(c.docs, doc)
	for _, iri := range doc.imports {
		c.missing(doc, iri, english.Phrasef("triples have no folder to look in"))
	}
	o, err := c.finish(context.Background())
	if err != nil {
		return nil, err
	}
	o.Hash = ""
	return o, nil
}
