package syntax

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
)

// What a reader takes as an IRI, each writer writes so that it is read again: the characters of IRIREF (Turtle 1.1,
// section 6.5) are the measure of all of them, DEL and the controls above it among them. A writer that is
// narrower than a reader refuses a document that the program has read.
func TestOddIRIs(t *testing.T) {
	forms := map[string]string{
		"turtle":     "@prefix owl: <http://www.w3.org/2002/07/owl#> . <http://x.org/o> a owl:Ontology . <http://x.org/%[1]s> a owl:Class .",
		"functional": "Prefix(:=<http://x.org/%[1]s>)\nOntology(<http://x.org/o%[1]s>\nDeclaration(Class(<http://x.org/%[1]s>))\nDeclaration(Class(:b)))",
		"manchester": "Ontology: <http://x.org/o>\nClass: <http://x.org/%[1]s>\n",
		"owlxml":     `<Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://x.org/o"><Declaration><Class IRI="http://x.org/%[1]s"/></Declaration></Ontology>`,
	}
	read := map[string]int{}
	odd := []rune{0x2028, 0x202E, 0xE000, 0xFDD0, 0xFFFD, 0x1F600, 0xE0001}
	for r := rune(1); r < 0xC0; r++ {
		odd = append(odd, r)
	}
	for _, r := range odd {
		for from, form := range forms {
			all, err := decodeAll(fmt.Appendf(nil, form, "a"+string(r)+"b"), Options{})
			if err != nil || len(all) == 0 {
				continue
			}
			read[from]++
			for _, name := range []string{"turtle", "ntriples", "functional", "manchester", "owlxml", "jsonld"} {
				var b bytes.Buffer
				if _, err := All().Named(name).Encode(&b, all, EncodeOptions{}); err != nil {
					t.Errorf("%U of %s as %s: %v", r, from, name, err)
					continue
				}
				if got, err := decodeAll(b.Bytes(), Options{}); err != nil || !rdfiotest.Isomorphic(got, all) {
					t.Errorf("%U of %s as %s: %v\n%s", r, from, name, err, b.String())
				}
			}
		}
	}
	for from := range forms {
		if read[from] < 140 {
			t.Errorf("%s: %d of %d characters are read", from, read[from], len(odd))
		}
	}
}
