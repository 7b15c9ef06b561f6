package rdfio_test

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
)

func TestConformance(t *testing.T) {
	const ns = "<http://x.org/"
	for _, r := range []rdfiotest.Reader{
		{
			Syntax: "ntriples", Parts: true,
			Sample:  "# N-Triples\n" + ns + "s> " + ns + "p> \"a\\n台风\"@zh-Hant .\r\n_:b.c " + ns + "p> \"1\"^^" + ns + "t> .\n",
			Literal: func(text string) string { return ns + "s> " + ns + "p> \"" + text + "\" ." },
			Signs:   "<>_:.@^#",
		},
		{
			Syntax: "turtle", Parts: true,
			Sample:  samples()[1],
			Literal: func(text string) string { return ttl(`e:s e:p """` + text + `""" .`) },
			Nested: func(n int) string {
				return ttl("e:s e:p " + strings.Repeat("[ e:p (", n/2) + "1" + strings.Repeat(") ]", n/2) + " .")
			},
			Open:  []string{"<e:s> <e:p> \t[<e:p> ", "<e:s> <e:p> \t(", "\t[<e:p> "},
			Signs: "<>[](),;.:@^#_-+e",
		},
		{
			Syntax:  "rdfxml",
			Sample:  samples()[2],
			Literal: func(text string) string { return about("<e:p>" + text + "</e:p>") },
			Nested: func(n int) string {
				return inRDF(strings.Repeat("<e:T><e:p>", n) + strings.Repeat("</e:p></e:T>", n))
			},
			Open: []string{
				strings.TrimSuffix(inRDF("\t<e:T><e:p>"), "</rdf:RDF>"),
				strings.TrimSuffix(inRDF("<e:T>\t<e:p rdf:parseType='Resource'>"), "</rdf:RDF>"),
				strings.TrimSuffix(inRDF("<e:T><e:p rdf:parseType='Literal'>\t<a>"), "</rdf:RDF>"),
			},
			Signs: "<>/=&;#!?[]:-_",
		},
	} {
		r.Decode = read
		t.Run(string(r.Syntax), func(t *testing.T) { rdfiotest.Conformance(t, r) })
	}
}
