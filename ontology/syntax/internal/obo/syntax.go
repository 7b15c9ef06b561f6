package obo

import (
	"bytes"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Syntax returns the row of OBO in the table of syntaxes.
func Syntax() *rdfio.Syntax {
	return &rdfio.Syntax{
		Name: "obo", Title: "OBO", Exts: []string{".obo"}, Media: "text/obo;q=0.9",
		Detect: func(h *rdfio.Head) rdfio.Certainty { return rdfio.Sure.If(first().Match(h.Start)) },
		Decode: Decode, Encode: encodeTriples, Atomic: true,
		Prefixes:   func(text []byte) map[string]string { return rdfio.MatchPrefixes(idspace(), text) },
		IRIOf:      iriOf,
		TripleSize: 28,
	}
}

var (
	first = lazyre.Compile(`^(![^\n]*\n\s*)*((format-version|data-version|default-namespace|saved-by|auto-generated-by|default-relationship-id-prefix)\s*:|` +
		`(ontology|version|date|remark|import|idspace|subsetdef|synonymtypedef|typeref|property_value)\s*:\s|\[(Term|Typedef|Instance)\])`)
	idspace = lazyre.Compile(`(?m)^idspace:[ \t]*([^\s:]+)[ \t]+(\S+)`) // OBO 1.4, section 3.1
	stanza  = lazyre.Compile(`(?m)^\[`)
)

// iriOf decodes the header, which ends before the first stanza.
func iriOf(head []byte) (iri, version string, ok bool) {
	if at := stanza().FindIndex(head); at != nil {
		head = head[:at[0]]
	}
	skip := func(*rdfio.SyntaxError) {}
	err := Decode(bytes.NewReader(head), rdfio.Options{Warn: skip}, func(t rdf.Triple) error {
		switch {
		case t.Obj.String() == nsOWL+"Ontology" && t.Subj.Type() == rdf.TermIRI:
			iri = t.Subj.String()
		case t.Pred.String() == nsOWL+"versionIRI":
			version = t.Obj.String()
		}
		return nil
	})
	return iri, version, err == nil && iri != ""
}
