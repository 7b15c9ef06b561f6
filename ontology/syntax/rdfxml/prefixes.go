package rdfxml

import (
	"bytes"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// prefixes returns the prefixes that the root element of a document declares.
func prefixes(text []byte) map[string]string {
	found := map[string]string{}
	lim := rdfio.Options{}.WithDefaults().Limits
	x := rdfio.MakeXML(rdfio.NewWindow(bytes.NewReader(text), lim), lim)
	for x.Advance() == nil && x.Kind != rdfio.XMLEOF {
		if x.Kind != rdfio.XMLStart {
			continue
		}
		for i := range x.Attributes {
			if prefix, ok := rdfio.DeclaredPrefix(x.Attributes[i].Name); ok {
				found[string(prefix)] = string(x.Attributes[i].Value)
			}
		}
		return found
	}
	return found
}
