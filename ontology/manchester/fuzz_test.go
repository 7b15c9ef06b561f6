package manchester_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/manchester"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// checkAny checks what must hold of any input: no panic, no endless loop;
// errors with a place; what is read is well-formed OWL, and triples that can
// be written and read again.
func checkAny(t *testing.T, doc []byte) {
	t.Helper()
	opt := rdfio.Options{Base: "http://x.org/o", Limits: rdfio.Limits{Depth: 50}}
	o, err := manchester.Parse(bytes.NewReader(doc), opt)
	if err != nil {
		var syn *rdfio.SyntaxError
		if !errors.As(err, &syn) || syn.Line < 1 || syn.Col < 1 || strings.ContainsFunc(syn.Msg, func(r rune) bool { return unicode.IsControl(r) }) {
			t.Fatalf("%q: %#v is no printable syntax error with a place", doc, err)
		}
		opt.Warn = func(*rdfio.SyntaxError) {} // must not lead astray either
		if o, err = manchester.Parse(bytes.NewReader(doc), opt); err != nil {
			return
		}
	}
	triples, err := o.Triples()
	if err != nil {
		t.Fatalf("%q: %v", doc, err)
	}
	var b bytes.Buffer
	if err := rdfio.EncodeNTriples(&b, triples); err != nil {
		t.Fatalf("%q: %v", doc, err)
	}
	n := 0
	err = rdfio.Decode(&b, rdfio.Options{Format: rdfio.NTriples}, func(rdf.Triple) error { n++; return nil })
	if err != nil || n != len(triples) {
		t.Fatalf("%q: %d of %d triples read back, %v", doc, n, len(triples), err)
	}
}

func sample() string {
	return `Prefix: : <http://x.org/o#>
Ontology: <http://x.org/o> <1> Import: <p> Annotations: rdfs:label "台风"@zh, Annotations: :n 1.5f :m _:g1
Class: A Annotations: rdfs:label "a \"q\""
 SubClassOf: Annotations: :n -1 B, inverse p some not (C and {i, _:x}), d only xsd:int[>= 5, < "7"^^xsd:int] or {"x", true}
 DisjointUnionOf: B, C
 HasKey: p d
ObjectProperty: p SubPropertyChain: p o inverse (q) Characteristics: Functional, Transitive
DataProperty: d Range: not string[length 3]
Datatype: T EquivalentTo: xsd:int
AnnotationProperty: n Range: <A>
Individual: i Types: 'a \'q\'', p min 1 A Facts: p j, not d 5 SameAs: _:x # c
DisjointProperties: d, e
Rule: A(?x), p(?x, i), d(?x, 3), add(?x, ?y, 1) -> (p some B)(?x)
`
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(sample()))
	f.Add([]byte(header + "EquivalentClasses: A, B"))
	f.Add([]byte("\xFF\xFEC\x00l\x00a\x00s\x00s\x00:\x00"))
	f.Fuzz(checkAny)
}

// TestMutations does a little of what the fuzz target does, every time.
func TestMutations(t *testing.T) {
	checkAny(t, []byte(sample()))
	r := rand.New(rand.NewPCG(1, 2))
	odd := []byte("<>\"'\\:;,#=/(){}[]@^_+-.5 \n\x00\xff\xe5?AoE")
	for range 3000 {
		doc := []byte(sample())
		for range 1 + r.IntN(3) {
			at := r.IntN(len(doc))
			end := at + r.IntN(min(40, len(doc)-at))
			switch r.IntN(5) {
			case 0:
				doc[at] = odd[r.IntN(len(odd))]
			case 1:
				doc = slices.Insert(doc, at, odd[r.IntN(len(odd))])
			case 2:
				doc = slices.Delete(doc, at, end)
			case 3:
				doc = slices.Insert(doc, r.IntN(len(doc)), bytes.Clone(doc[at:end])...)
			default:
				doc = doc[:at+1]
			}
		}
		checkAny(t, doc)
	}
}
