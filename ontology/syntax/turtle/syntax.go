package turtle

import "github.com/ontocrawl/ontocrawl/ontology/rdfio"

// Syntax returns the row of Turtle in the table of syntaxes.
func Syntax() *rdfio.Syntax {
	return &rdfio.Syntax{
		Name: "turtle", Title: "Turtle", Exts: []string{".ttl"}, Media: "text/turtle",
		Detect: detect, Decode: Decode, Encode: rdfio.Lossless(Encode),
		Prefixes: prefixes, Streams: true, TripleSize: 60,
	}
}

// detect takes any text that is not XML or JSON and that no other syntax wants:
// Turtle may begin with nearly anything.
func detect(h *rdfio.Head) rdfio.Certainty { return rdfio.Possible.If(!h.XML && !h.JSON) }
