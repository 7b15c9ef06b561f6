package manchester

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Syntax returns the row of the Manchester syntax in the table of syntaxes.
func Syntax() *rdfio.Syntax {
	return &rdfio.Syntax{
		Name: "manchester", Title: "OWL Manchester syntax", Exts: []string{".omn"}, Media: "text/owl-manchester;q=0.9",
		Detect: func(h *rdfio.Head) rdfio.Certainty { return rdfio.Sure.If(first().Match(h.Start)) },
		Decode: Decode, Encode: encodeTriples, Atomic: true,
		Prefixes:   func(text []byte) map[string]string { return rdfio.MatchPrefixes(declaration(), text) },
		IRIOf:      func(head []byte) (iri, version string, ok bool) { return rdfio.MatchIRI(header(), head) },
		TripleSize: 60,
	}
}

// first matches the first frame. It does not match Turtle, where a local part follows a
// prefix, or @prefix precedes it.
var (
	first = lazyre.Compile(`^(Prefix|Namespace|Ontology|Import|Annotations|Class|ObjectProperty|DataProperty|Individual|AnnotationProperty|Datatype|` +
		`EquivalentClasses|DisjointClasses|EquivalentProperties|DisjointProperties|SameIndividual|DifferentIndividuals|Rule):\s`)
	declaration = lazyre.Compile(`(?m)^\s*Prefix:\s*([^\s:<>"]*):=?\s*<([^<>\s]*)>`) // OWL 2 Manchester Syntax, section 2.2
	header      = lazyre.Compile(`(?:^|\s)Ontology:\s*<([^>]*)>(?:\s*<([^>]*)>)?`)
)
