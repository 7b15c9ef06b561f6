package ntriples

import "github.com/ontocrawl/ontocrawl/ontology/rdfio"

// Syntax returns the row of N-Triples in the table of syntaxes.
func Syntax() *rdfio.Syntax {
	return &rdfio.Syntax{
		Name: name, Title: "N-Triples", Exts: []string{".nt"}, Media: "application/n-triples",
		Detect: detect, Decode: Decode, Encode: rdfio.Lossless(Encode),
		Streams: true, TripleSize: 150,
	}
}

const name = "ntriples"

func detect(h *rdfio.Head) rdfio.Certainty {
	return rdfio.Sure.If(!h.XML && !h.JSON && looksLike(h.Text))
}
