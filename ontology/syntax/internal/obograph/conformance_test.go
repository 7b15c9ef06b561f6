package obograph

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
)

func examined() rdfiotest.Reader {
	return rdfiotest.Reader{
		Decode: Decode,
		Sample: `{"graphs":[{"id":"http://x.org/o","meta":{"version":"http://x.org/1","basicPropertyValues":[{"pred":"http://x.org/t","val":"台风"}]},
"nodes":[{"id":"X:1","lbl":"a","type":"CLASS","meta":{"definition":{"val":"d","xrefs":["W:1"]},"comments":["c \u00e9"],"synonyms":[{"pred":"hasExactSynonym","val":"s"}]}},
{"id":"http://x.org/p","type":"PROPERTY","propertyType":"OBJECT"},{"id":"http://x.org/i","type":"INDIVIDUAL"}],
"edges":[{"sub":"X:1","pred":"is_a","obj":"X:2"},{"sub":"X:1","pred":"http://x.org/p","obj":"X:2"}],
"equivalentNodesSets":[{"nodeIds":["X:1","X:3"]}],"propertyChainAxioms":[{"predicateId":"http://x.org/p","chainPredicateIds":["http://x.org/p","http://x.org/q"]}],
"logicalDefinitionAxioms":[{"definedClassId":"X:1","genusIds":["X:2"],"restrictions":[{"propertyId":"http://x.org/p","fillerId":"X:4"}]}]}]}`,
		Literal: func(text string) string {
			return `{"graphs":[{"nodes":[{"id":"X:1","type":"CLASS","lbl":"` + text + `"}]}]}`
		},
		Nested: func(n int) string { // what is not known is passed over
			return `{"graphs":[{"nodes":[{"id":"X:1","type":"CLASS"}]}],"x":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}"
		},
		Open:  []string{"{\"graphs\":\t[", "\t{\"graphs\":"},
		Signs: "{}[]:,-.tnu",
	}
}

func TestConformance(t *testing.T) { rdfiotest.Conformance(t, examined()) }
