package obograph

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Syntax returns the row of OBO graphs in the table of syntaxes.
func Syntax() *rdfio.Syntax {
	return &rdfio.Syntax{
		Name: "obograph", Title: "OBO graphs (JSON)", Exts: []string{".json"},
		// Likely only: JSON-LD may also have a member "graphs".
		Detect: func(h *rdfio.Head) rdfio.Certainty { return rdfio.Likely.If(h.JSON && graphs().Match(h.Start)) },
		Decode: Decode, Encode: encode,
		IRIOf: func(head []byte) (iri, version string, ok bool) { return rdfio.MatchIRI(header(), head) },
	}
}

var (
	graphs = lazyre.Compile(`"graphs"\s*:`)
	header = lazyre.Compile(`"graphs"\s*:\s*\[\s*\{\s*"id"\s*:\s*"([^"\\]*)"` +
		`(?:\s*,\s*"meta"\s*:\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*"version"\s*:\s*"([^"\\]*)")?`)
)
