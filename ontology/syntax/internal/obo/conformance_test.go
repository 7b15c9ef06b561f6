package obo

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
)

func reader() rdfiotest.Reader {
	return rdfiotest.Reader{
		Decode: Decode,
		Parts:  true, // a stanza may end anywhere
		Sample: `format-version: 1.4
ontology: x
subsetdef: s "S"
synonymtypedef: y "Y" EXACT
idspace: K http://x.org/k#
property_value: dc:title "T" xsd:string

[Term]
id: X:1
name: 台风 ! a comment
def: "A \"storm\"." [W:1, W:2 "d"]
synonym: "typhoon" EXACT y [W:3]
is_a: X:2 {source="W:1"} ! storm
relationship: part_of K:3 {cardinality="2"}
intersection_of: X:2
intersection_of: causes X:4
alt_id: X:9
xref: W:7 "seven"
is_obsolete: true

[Typedef]
id: part_of
xref: BFO:0000050
is_transitive: true
holds_over_chain: p q

[Instance]
id: X:8
instance_of: X:1
`,
		Literal: func(text string) string { return "ontology: x\n[Term]\nid: X:1\ncomment: " + text + ".\n" },
		Signs:   "[]{}:!=,",
	}
}

func TestConformance(t *testing.T) { rdfiotest.Conformance(t, reader()) }

func FuzzDecode(f *testing.F) {
	rdfiotest.Fuzz(f, reader(), "ontology: x\nowl-axioms: Ontology(\\nDeclaration(Class(<http://x.org/A>))\\n)\n", "[Term]\nid: X:1\nname: a\\\nb\r\n")
}

func BenchmarkDecodeENVO(b *testing.B) { rdfiotest.Bench(b, reader(), "envo", "envo.obo") }
