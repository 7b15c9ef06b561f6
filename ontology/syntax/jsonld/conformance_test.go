package jsonld

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
)

func reader() rdfiotest.Reader {
	return rdfiotest.Reader{
		Decode: Decode,
		Sample: `[{"@id":"http://x.org/A","@type":["http://x.org/T"],
"http://x.org/p":[{"@value":"台风","@language":"zh"},{"@list":[{"@id":"_:b"},{"@value":true}]},{"@value":1.5},{"@value":"x","@type":"http://x.org/t"}]},
{"@id":"_:b","http://x.org/q":[{"http://x.org/r":[{"@value":"a\n\u00e9"}]}]}]`,
		Literal: func(text string) string {
			return `[{"@id":"http://x.org/A","http://x.org/p":[{"@value":"` + text + `"}]}]`
		},
		Nested: func(n int) string { // two levels for a node
			n = n/2 - 2
			return `[{"@id":"http://x.org/A","http://x.org/p":[` + strings.Repeat(`{"http://x.org/p":[`, n) + `{"@value":1}` + strings.Repeat("]}", n) + "]}]"
		},
		Open:  []string{"\t[", "[\t{\"http://x.org/p\":", "{\"@context\":\t{\"a\":"},
		Signs: "{}[]:,@-.tnu",
	}
}

func TestConformance(t *testing.T) { rdfiotest.Conformance(t, reader()) }

// The conformance suite for documents that are not in expanded form.
func TestConformanceCompact(t *testing.T) {
	r := reader()
	r.Sample = `{"@context":{"@vocab":"http://x.org/","zh":{"@id":"label","@language":"zh"}},"@graph":[
{"@id":"http://x.org/A","@type":"T","zh":"台风","p":[1,{"q":{"@list":["a","b"]}}]}]}`
	r.Literal = func(text string) string {
		return `{"@context":{"@vocab":"http://x.org/"},"@id":"http://x.org/A","p":"` + text + `"}`
	}
	r.Nested = func(n int) string {
		return `{"@context":{"@vocab":"http://x.org/"},"@id":"http://x.org/A","p":` + strings.Repeat(`{"p":`, n-2) + "1" + strings.Repeat("}", n-2) + "}"
	}
	rdfiotest.Conformance(t, r)
}

func BenchmarkDecodeEDAM(b *testing.B) {
	rdfiotest.Bench(b, reader(), "owlapi-converted", "EDAM_1.25.jsonld")
}
