package owl

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Whatever the bytes, Load gives an error of one line, or a graph that is
// whole; and the same twice.
func FuzzLoad(f *testing.F) {
	f.Add(protege(typhoonFile))
	f.Add(prefixes + `:A a owl:Class ; rdfs:label "台风"@zh ; owl:equivalentClass [ owl:intersectionOf ( :B [ a owl:Restriction ;
		owl:onProperty [ owl:inverseOf :causes ] ; owl:minQualifiedCardinality 1 ; owl:onClass :C ] ) ] .`)
	f.Add(prefixes + `:A owl:unionOf _:l . _:l rdf:first :B ; rdf:rest _:l . :包含 rdfs:subPropertyOf :包含 ; owl:inverseOf :包含 . :A :包含 "B；A" , :B .`)
	f.Add(prefixes + `[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty skos:altLabel ; owl:annotatedTarget "x"@en ; :scope "BROAD" .`)
	f.Add("<http://x.org/A> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://x.org/B> .\n")
	f.Add(onto("http://x.org/a", "http://x.org/b"))
	f.Add("<?>http://x.org/o#") // once a panic of the decoder
	for _, text := range inSyntaxes() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		opt := Options{File: "f.owl", Limits: Limits{Bytes: 1 << 20, Relations: 10000}}
		o, err := Load(strings.NewReader(text), opt)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x1b") || !strings.HasPrefix(err.Error(), "f.owl:") {
				t.Fatalf("error %q", err)
			}
			return
		}
		for i := range o.Graph.Len() {
			c := o.Graph.Concept(ontology.ID(i))
			if c.IRI == "" || strings.HasPrefix(c.IRI, "_:") || o.Graph.Depth(c.ID) < 1 {
				t.Fatalf("concept %+v, depth %d", c, o.Graph.Depth(c.ID))
			}
		}
		for _, x := range o.Findings {
			if strings.ContainsAny(x.String(), "\n\x1b") {
				t.Fatalf("finding %q", x)
			}
		}
		again, err := Load(strings.NewReader(text), opt)
		if err != nil || edges(again.Graph) != edges(o.Graph) || concepts(again.Graph) != concepts(o.Graph) || again.Hash != o.Hash {
			t.Fatalf("not the same twice (%v)", err)
		}
	})
}
