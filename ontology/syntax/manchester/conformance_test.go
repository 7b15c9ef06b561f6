package manchester_test

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
)

func reader() rdfiotest.Reader {
	return rdfiotest.Reader{
		Decode: manchester.Decode,
		Parts:  true, // a frame may end anywhere
		Sample: `Prefix: : <http://x.org/o#>
Ontology: <http://x.org/o> <1> Import: <p> Annotations: rdfs:label "台风"@zh, Annotations: :n 1.5f :m _:g1
Class: A Annotations: rdfs:label "a 'q'", rdfs:comment "\"\\"
 SubClassOf: Annotations: :n -1 B, inverse p some not (C and {i, _:x}), d only (xsd:int[>= 5, < "7"^^xsd:int] or {"x", true})
 DisjointUnionOf: B, C
 HasKey: p d
ObjectProperty: p SubPropertyChain: p o inverse (q) Characteristics: Functional, Transitive
DataProperty: d Range: not string[length 3]
Datatype: T EquivalentTo: xsd:int
AnnotationProperty: n Range: <A>
Individual: i Types: 'a \'q\'', p min 1 A Facts: p j, not d 5 SameAs: _:x # c
DisjointProperties: d, e
Rule: A(?x), p(?x, i), d(?x, 3), add(?x, ?y, 1) -> (p some B)(?x)
`,
		Literal: func(text string) string { return header + `Class: A Annotations: rdfs:comment "` + text + `"` },
		Nested: func(n int) string {
			return header + "Class: A SubClassOf: " + strings.Repeat("(", n-1) + "B" + strings.Repeat(")", n-1)
		},
		Open: []string{
			header + "Class: A SubClassOf: \t(",
			header + "Class: A SubClassOf: \tnot ",
			header + "Class: A SubClassOf: \tp some ",
			header + "Class: A Annotations: \tAnnotations: ",
		},
		Signs: "<>:;,#=/(){}[]@^_+-.5?AoE",
	}
}

func TestConformance(t *testing.T) { rdfiotest.Conformance(t, reader()) }

func FuzzParse(f *testing.F) {
	rdfiotest.Fuzz(f, reader(), header+"EquivalentClasses: A, B", "\xFF\xFEC\x00l\x00a\x00s\x00s\x00:\x00")
}

func BenchmarkDecodeEDAM(b *testing.B) {
	rdfiotest.Bench(b, reader(), "owlapi-converted", "EDAM_1.25.omn")
}
