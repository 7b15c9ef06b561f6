package turtle_test

import (
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// What only RDF 1.2 has is refused by this name (RDF 1.2 Turtle, sections 2.6 to 2.11).
func TestRDF12IsRefusedByName(t *testing.T) {
	for _, text := range []string{"VERSION \"1.2\"\n<a:a> <a:b> <a:c> .", "<a:a> <a:b> <a:c> {| <a:d> 1 |} .", "<a:a> <a:b> <a:c> ~ <a:r> .",
		"@version \"1.2\" .", "<< <a:a> <a:b> <a:c> >> <a:d> 1 .", "<a:a> <a:b> <<( <a:a> <a:b> <a:c> )>> .", "<<<a:a> <a:b> <a:c>>> <a:d> 1 .", "<a:a> <a:b> \"c\"@ar--rtl ."} {
		err := turtle.Decode(strings.NewReader(text), rdfio.Options{}, func(rdf.Triple) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "is Turtle of RDF 1.2, which is not read") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
