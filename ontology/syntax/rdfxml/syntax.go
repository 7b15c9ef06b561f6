package rdfxml

import (
	"bytes"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Syntax returns the row of RDF/XML in the table of syntaxes.
func Syntax() *rdfio.Syntax {
	return &rdfio.Syntax{
		Name: "rdfxml", Title: "RDF/XML", Exts: []string{".owl", ".rdf", ".rdfs"}, Media: "application/rdf+xml",
		Detect: detect, Decode: decode, Encode: rdfio.Lossless(Encode),
		Prefixes: prefixes, Streams: true,
	}
}

// detect takes any XML that mentions RDF, and XML whose root element begins too
// far behind: the decoder will tell.
func detect(h *rdfio.Head) rdfio.Certainty {
	if h.Root != nil && h.Root.Local == "RDF" {
		return rdfio.Sure
	}
	return rdfio.Likely.If(h.XML && (h.Root == nil || bytes.Contains(h.Text, []byte(rdfio.RDF))))
}
