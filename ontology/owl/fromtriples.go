package owl

import (
	"github.com/knakk/rdf"
)

// FromTriples reads an ontology whose triples are at hand, whatever they were
// read from. What it imports is not looked for, and named in the findings;
// there is no Hash, for there are no bytes.
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
		c.missing(doc, iri, "triples have no folder to look in")
	}
	o, err := c.finish()
	if err != nil {
		return nil, err
	}
	o.Hash = ""
	return o, nil
}
