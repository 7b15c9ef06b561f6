package owlxml

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Syntax returns the row of OWL/XML in the table of syntaxes.
func Syntax() *rdfio.Syntax {
	return &rdfio.Syntax{
		Name: "owlxml", Title: "OWL/XML", Exts: []string{".owx"}, Media: "application/owl+xml",
		Detect: detect, Decode: Decode, Encode: encodeTriples, Atomic: true,
		Prefixes:   func(text []byte) map[string]string { return rdfio.MatchPrefixes(declaration(), text) },
		IRIOf:      func(head []byte) (iri, version string, ok bool) { return rdfio.MatchIRI(header(), head) },
		TripleSize: 150,
	}
}

var (
	declaration = lazyre.Compile(`<Prefix\s+name="([^"<>]*)"\s+IRI="([^"<>]*)"`) // OWL 2 XML Serialization, section 3.2
	header      = lazyre.Compile(`\sontologyIRI\s*=\s*["']([^"'&]*)["'](?:\s+versionIRI\s*=\s*["']([^"'&]*)["'])?`)
	rdfAttr     = lazyre.Compile(`\brdf:(about|ID|nodeID)\s*=`)
)

// detect distinguishes the root element Ontology from a node of RDF/XML.
func detect(h *rdfio.Head) rdfio.Certainty {
	r := h.Root
	return rdfio.Sure.If(r != nil && r.Local == "Ontology" && (r.Prefix == "" || r.Prefix == "owl") && !rdfAttr().Match(r.Attrs))
}
