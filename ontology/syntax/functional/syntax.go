package functional

import (
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Syntax returns the row of the functional syntax in the table of syntaxes.
func Syntax() *rdfio.Syntax {
	return &rdfio.Syntax{
		Name: "functional", Title: "OWL functional syntax", Exts: []string{".ofn", ".fss"}, Media: "text/owl-functional",
		Detect: func(h *rdfio.Head) rdfio.Certainty { return rdfio.Sure.If(first().Match(h.Start)) },
		Decode: Decode, Encode: encodeTriples,
		Prefixes: func(text []byte) map[string]string { return rdfio.MatchPrefixes(declaration(), text) },
		IRIOf:    func(head []byte) (iri, version string, ok bool) { return rdfio.MatchIRI(header(), head) },
		Atomic:   true, TripleSize: 60,
	}
}

var (
	first       = lazyre.Compile(`^(Prefix|Ontology|Document|Import|Declaration|Annotation)\s*\(`)
	declaration = lazyre.Compile(`\bPrefix\(\s*([^\s:=()<>"]*):\s*=\s*<([^<>\s]*)>\s*\)`) // OWL 2 Structural Specification, section 3.7
	header      = lazyre.Compile(`(?:^|\s)Ontology\s*\(\s*<([^>]*)>(?:\s*<([^>]*)>)?`)
)

// encodeTriples writes the axioms of triples, and leaves out other triples.
func encodeTriples(w io.Writer, triples []rdf.Triple, opt rdfio.EncodeOptions) ([]rdfio.Loss, error) {
	return axiom.Encode(triples, nil, func(o *axiom.Ontology) error { return Encode(w, o, opt) })
}
