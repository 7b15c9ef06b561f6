package ntriples

import "github.com/ontocrawl/ontocrawl/ontology/rdfio"

// Syntax returns the row of N-Triples in the table of syntaxes.
func Syntax() *rdfio.Syntax {
	return &rdfio.Syntax{
		Name: "ntriples", Title: "N-Triples", Exts: []string{".nt"}, Media: "application/n-triples",
		Detect: detect, Decode: rdfio.DecodeNTriples, Encode: rdfio.Lossless(rdfio.EncodeNTriples),
		Streams: true, TripleSize: 150,
	}
}

func detect(h *rdfio.Head) rdfio.Certainty {
	return rdfio.Sure.If(!h.XML && !h.JSON && rdfio.LooksNTriples(h.Text))
}
